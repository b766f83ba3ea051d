//! All SQL on card payments, except for the columns of `payments`.

pub mod accounts;
pub mod checkouts;
pub mod events;
