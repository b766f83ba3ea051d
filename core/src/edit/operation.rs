//! The operations.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::document::Line;

/// The most operations that are applied at once. What a person types between two saves is a few.
pub const MOST_OPERATIONS: usize = 1_000;

/// One edit of a document, as it crosses: `{"op": "setLine", "line": …, "field": …, "value": …}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(tag = "op", rename_all = "camelCase", deny_unknown_fields)]
pub enum Operation {
    /// Sets a header field, by its JSON name: everything but the lines, the payments and the ids
    /// of the document itself. `choices` is one field.
    Set {
        /// The field.
        field: String,
        /// Its value, as a save would carry it; null for its default.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        value: Value,
    },
    /// Puts a line in. One of the same id that says the same is there already: nothing happens.
    InsertLine {
        /// The line that it follows; none: it is the first. After one that is gone: the last.
        after: Option<String>,
        /// The line; it has an id.
        line: Box<Line>,
    },
    /// Takes a line out. One that is gone already is gone.
    RemoveLine {
        /// The line.
        line: String,
    },
    /// Moves a line. One that is gone stays gone.
    MoveLine {
        /// The line.
        line: String,
        /// As in `insertLine`.
        after: Option<String>,
    },
    /// Sets a field of a line, by its JSON name; the id is none.
    SetLine {
        /// The line.
        line: String,
        /// The field.
        field: String,
        /// Its value, as a save would carry it; null for its default.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        value: Value,
    },
}
