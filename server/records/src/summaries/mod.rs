//! What lists, figures and searches read of documents: one narrow row a document.
//!
//! `documents` writes the row wherever it stores a document, with core's word on what is shown and
//! what still counts (`plumbline_core::status::shown`); contacts tell when a customer's name changes. Here
//! it is only compared, ordered and added up.

pub mod account;
pub mod aged;
pub mod customer;
pub mod find;
mod number;
pub mod order;
pub mod parts;
pub mod recurring;
pub mod row;
pub mod showing;
mod statement;
pub mod status;

/// `lapses_on` of what no day changes.
const NEVER: &str = "9999-12-31";
