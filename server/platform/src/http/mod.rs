//! What every route shares: extractors, request ids, headers, the same-origin check.

pub mod address;
pub mod connections;
pub mod cursor;
pub mod dates;
pub mod field_checks;
pub mod form;
pub mod guard;
pub mod headers;
pub mod json;
mod nul_check;
pub mod path;
pub mod query;
pub mod received_file;
pub mod request_id;
pub mod write;

pub use address::ClientAddress;
pub use json::{ApiJson, RawJson};
pub use path::Path;
pub use query::ApiQuery;
pub use write::{Create, Update, Write};
