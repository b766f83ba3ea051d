//! What every route shares: extractors, request ids, headers, the same-origin check.

pub mod address;
pub mod connections;
pub mod field_checks;
pub mod form;
pub mod guard;
pub mod headers;
pub mod json;
pub mod query;
pub mod request_id;
pub mod write;

pub use address::ClientAddress;
pub use json::{ApiJson, RawJson};
pub use query::{ApiQuery, Path, PathIds};
pub use write::{Create, Update, Write};
