//! All SQL on card payments, but for the columns of `payments` itself.

pub mod accounts;
pub mod checkouts;
pub mod events;
