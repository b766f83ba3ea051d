//! Editing: operations on a document, and the one function that applies them (docs/design.md, Edits).
//!
//! The editor's resident [`draft`] takes operations, autosave sends them, the server applies them to the stored
//! document, and a device without a network stores them. Operations address lines by their ids, so that edits of
//! different fields can be merged; [`merge`] finds those that conflict.

mod apply;
mod between;
mod by_name;
pub mod draft;

pub mod merge;
mod operation;
mod sheet;
pub mod three_way;
mod unknown;

pub use apply::apply;
pub use between::between;
pub use operation::{MOST_OPERATIONS, Operation};
pub use sheet::{Head, Sheet};
pub use unknown::Unknown;

#[cfg(test)]
mod tests;
