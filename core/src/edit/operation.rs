//! The operations.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::document::Line;
use crate::error::{FieldError, InputError, code};
use crate::json;

/// The most operations that are applied at once. A user makes only a few edits between two saves.
pub const OPERATIONS_MAX: usize = 1_000;

/// One edit of a document; in JSON `{"op": "setLine", "line": …, "field": …, "value": …}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(tag = "op", rename_all = "camelCase")]
pub enum Operation {
    /// Sets a header field, by its JSON name: everything except the lines, the payments and the ids of the document
    /// itself. `choices` is one field, and so are `sections` and `photos`.
    Set {
        /// The JSON name of the field.
        field: String,
        /// The value, as in a save; null for the default.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        value: Value,
    },
    /// Inserts a line. If an identical line with the same id exists already, nothing happens.
    InsertLine {
        /// The id of the line that it follows; `None` inserts it first. If that line was deleted, it is inserted last.
        after: Option<String>,
        /// The line, which must have an id.
        line: Box<Line>,
    },
    /// Deletes a line. Nothing happens if it was deleted already.
    RemoveLine {
        /// The id of the line.
        line: String,
    },
    /// Moves a line. Nothing happens if it was deleted.
    MoveLine {
        /// The id of the line.
        line: String,
        /// As for `insertLine`.
        after: Option<String>,
    },
    /// Sets a field of a line, by its JSON name; the id cannot be set.
    SetLine {
        /// The id of the line.
        line: String,
        /// The JSON name of the field.
        field: String,
        /// The value, as in a save; null for the default.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        value: Value,
    },
}

impl Operation {
    /// Reads a list of operations, which errors call `name`.
    ///
    /// # Errors
    ///
    /// The value is not a list; or an error of [`Operation::parse`], with its path: `operations[1].line`.
    pub fn parse_list(tree: Value, name: &str) -> Result<Vec<Self>, InputError> {
        let Value::Array(entries) = tree else {
            return Err(json::explain_error(name, "expected a sequence"));
        };
        let entries = entries.into_iter().enumerate();
        entries.map(|(at, entry)| Self::parse(entry, &format!("{name}[{at}]"))).collect()
    }

    /// Reads an operation at a path of a larger JSON value. This is done by hand, because serde buffers a tagged enum
    /// until it has seen its tag, and loses the path of an error.
    ///
    /// # Errors
    ///
    /// There is no such operation, or a field is missing, unknown or of the wrong type.
    pub fn parse(tree: Value, at: &str) -> Result<Self, InputError> {
        let Value::Object(fields) = tree else {
            return Err(json::explain_error(at, "expected a map"));
        };
        let mut fields = OperationFields { fields, at };
        let operation = match fields.take_text("op")?.as_str() {
            "set" => Self::Set { field: fields.take_text("field")?, value: fields.take_value("value")? },
            "insertLine" => Self::InsertLine {
                after: fields.take_optional_text("after")?,
                line: json::from_tree::<Line>(fields.take_value("line")?, &fields.path("line"))?.into(),
            },
            "removeLine" => Self::RemoveLine { line: fields.take_text("line")? },
            "moveLine" => {
                Self::MoveLine { line: fields.take_text("line")?, after: fields.take_optional_text("after")? }
            }
            "setLine" => Self::SetLine {
                line: fields.take_text("line")?,
                field: fields.take_text("field")?,
                value: fields.take_value("value")?,
            },
            other => {
                let text = format!("unknown variant `{other}`, expected {ALLOWED_OPERATIONS}");
                return Err(json::explain_error(&fields.path("op"), &text));
            }
        };
        fields.check_none_left()?;
        Ok(operation)
    }
}

const ALLOWED_OPERATIONS: &str = "one of `set`, `insertLine`, `removeLine`, `moveLine`, `setLine`";

/// The fields of an operation that have not been taken yet.
struct OperationFields<'a> {
    fields: Map<String, Value>,
    at: &'a str,
}

impl OperationFields<'_> {
    fn path(&self, name: &str) -> String {
        json::field_path(self.at, name)
    }

    fn take_value(&mut self, name: &str) -> Result<Value, InputError> {
        let value = self.fields.remove(name);
        value.ok_or_else(|| json::explain_error(self.at, &format!("missing field `{name}`")))
    }

    fn take_text(&mut self, name: &str) -> Result<String, InputError> {
        match self.take_value(name)? {
            Value::String(text) => Ok(text),
            _ => Err(json::explain_error(&self.path(name), "expected a string")),
        }
    }

    fn take_optional_text(&mut self, name: &str) -> Result<Option<String>, InputError> {
        match self.fields.get(name) {
            None | Some(Value::Null) => Ok(self.fields.remove(name).and(None)),
            Some(_) => self.take_text(name).map(Some),
        }
    }

    fn check_none_left(&self) -> Result<(), InputError> {
        let Some(name) = self.fields.keys().next() else {
            return Ok(());
        };
        let msg = "There is no field with this name.";
        let error = FieldError::new(self.path(name), code::UNKNOWN_FIELD, msg);
        Err(InputError::Rules(error.into()))
    }
}
