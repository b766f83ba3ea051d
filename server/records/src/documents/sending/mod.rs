//! Bringing a document to its customer, and taking its link back.

mod phone;
pub mod prepare;
pub mod revoke;
pub mod send;
pub mod words;
