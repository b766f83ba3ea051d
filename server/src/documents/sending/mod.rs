//! Bringing a document to its customer, and taking its link back.

pub mod revoke;
pub mod send;
