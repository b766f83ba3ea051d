//! What every route shares: extractors, request ids, headers, the same-origin guard.

pub mod address;
pub mod connections;
pub mod cursor;
pub mod days;
pub mod form;
pub mod guard;
pub mod headers;
pub mod json;
mod nul;
pub mod path;
pub mod query;
pub mod received;
pub mod request_id;
pub mod text;
pub mod write;

pub use address::ClientAddress;
pub use json::{ApiJson, RawJson};
pub use path::Path;
pub use query::ApiQuery;
pub use write::{Create, Update, Write};
