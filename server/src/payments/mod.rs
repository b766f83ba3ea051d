//! Payments: of invoices, and of quotes as deposits.
//!
//! What the business records is confirmed at once. What a customer records is pending, for an
//! amount that the server computes, until the business confirms or rejects it; only confirmed
//! payments reduce the balance. What a customer pays by card is confirmed by the card provider.

pub mod answer;
pub mod carry;
pub mod decide;
pub mod record;
pub mod store;
