//! What lists, sums and searches read of documents: one narrow row per document.
//!
//! `documents` writes the row whenever it stores a document, with what core says is shown and what counts
//! (`plumbline_core::status::shown`); `contacts` updates it when a customer's name changes. This module only
//! compares, orders and adds up the rows.

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

/// The value of `lapses_on` if the display status doesn't depend on the day.
const NEVER: &str = "9999-12-31";
