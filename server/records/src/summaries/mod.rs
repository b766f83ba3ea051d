//! What lists, sums and searches read of documents: one narrow row per document. The whole module is the store of these
//! rows.
//!
//! `documents` writes the row whenever it stores a document, with the displayed status and the amounts that core
//! calculates (`plumbline_core::status::display_status`); `contacts` updates it when a customer's name changes. This
//! module only compares, sorts and adds up the rows.

pub mod account;
pub mod aged;
pub mod customer;
pub mod find;
pub mod open_instalments;
pub mod recurring;
mod statement_builder;
pub mod status;
pub mod write;

/// The value of `lapses_on` if the display status doesn't depend on the day.
const NEVER_LAPSES: &str = "9999-12-31";
