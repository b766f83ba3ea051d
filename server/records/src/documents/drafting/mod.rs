//! Writing a document: reading the request, checking it by the rules, and storing it as a draft or as a new version
//! of an issued document.

pub mod body;
pub mod changes;
pub mod create;
pub mod delete;
pub mod edit;
pub mod editable_document;
pub mod fields;
pub mod input;
pub mod operations;
pub mod preview;
pub mod references;
pub mod save;
mod unknown_fields;
pub mod validation;
