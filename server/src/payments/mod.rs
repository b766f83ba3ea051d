//! Payments: of invoices, and of quotes as deposits.
//!
//! What the business records is confirmed at once. What a customer records is pending, for an
//! amount that the server computes, until the business confirms or rejects it; only confirmed
//! payments reduce the balance.

pub mod answer;
pub mod carry;
pub mod decide;
pub mod record;
pub mod store;
