//! Sending a document to its customer, and revoking its link.

mod phone;
pub mod prepare;
pub mod revoke;
pub mod send;
pub mod texts;
