//! Bringing a document to its customer, by mail or by its link, and taking that link back.

pub(super) mod deliver;
pub mod mail;
pub mod revoke;
pub mod send;
