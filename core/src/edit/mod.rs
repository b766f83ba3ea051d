//! Editing: operations on a document, and the one function that applies them (docs/design.md, Edits).
//!
//! The editor's resident [`draft`] takes operations, autosave sends them, the server applies them to the stored
//! document, and a device without a network stores them. Operations address lines by their ids, so that edits of
//! different fields can be merged; [`merge`] finds those that conflict.

mod apply;
mod diff;
pub mod draft;
mod named_fields;

mod editable_document;
pub mod merge;
mod operation;
pub mod three_way;
mod unknown_fields;

pub use apply::apply;
pub use diff::diff;
pub use editable_document::{EditableDocument, EditableHeader};
pub use operation::{OPERATIONS_MAX, Operation};
pub use unknown_fields::UnknownFields;

#[cfg(test)]
mod tests;
