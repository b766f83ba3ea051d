//! Editing: operations on a document, and the one function that applies them (docs/design.md, Edits).
//!
//! The editor's resident [`draft`] takes operations, autosave sends them, the server applies them to the stored
//! document, and a device without a network stores them. Operations address lines by their ids, so that edits of
//! different fields can be merged; [`merge`] finds those that conflict.

pub mod draft;
mod editable_document;
pub mod merge;
mod named_fields;

use named_fields::NamedFields;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::document::{Agreement, Line};
use crate::error::{FieldError, InputError, RuleErrors, code};
use crate::json;

pub use editable_document::{EditableDocument, EditableHeader, UnknownFields};

/// The document after these operations, in order: either all of them are applied or an error is returned.
///
/// Whether the result can be saved is decided by [`crate::calculate::validate`].
///
/// # Errors
///
/// The first operation that cannot be applied, by its path: too many operations; a field or a line that doesn't exist;
/// a value of the wrong type; a line without an id, or with the id of another line.
pub fn apply(sheet: &EditableDocument, operations: &[Operation]) -> Result<EditableDocument, RuleErrors> {
    if operations.len() > OPERATIONS_MAX {
        let msg = format!("At most {OPERATIONS_MAX} operations can be sent at once.");
        return Err(FieldError::new("operations", code::TOO_MANY_OPERATIONS, msg).into());
    }
    let mut sheet = sheet.clone();
    for (index, operation) in operations.iter().enumerate() {
        apply_one(&mut sheet, operation).map_err(|error| {
            let path = format!("operations[{index}].{}", error.path);
            RuleErrors::from(FieldError { path, ..error })
        })?;
    }
    Ok(sheet)
}

/// Applies one operation; if it fails, the document is unchanged.
fn apply_one(sheet: &mut EditableDocument, operation: &Operation) -> Result<(), FieldError> {
    match operation {
        Operation::Set { field, value } => {
            let before = (field == "agreement").then(|| sheet.document.agreement.clone());
            check_known(sheet.head.set_field(field, value)? || sheet.document.set_field(field, value)?)?;
            if let Some(before) = before {
                let sent = sheet.document.agreement.take();
                sheet.document.agreement = Agreement::merge_with_stored(before.as_ref(), sent, Some(value));
            }
            Ok(())
        }
        Operation::InsertLine { after, line } => insert_line(sheet, after.as_deref(), line),
        Operation::RemoveLine { line } => {
            sheet.document.items.retain(|known| known.id != *line);
            Ok(())
        }
        Operation::MoveLine { line, after } => {
            if let Some((at, _)) = sheet.line(line)
                && after.as_deref() != Some(line)
            {
                let moved = sheet.document.items.remove(at);
                let to = index_after(sheet, after.as_deref());
                sheet.document.items.insert(to, moved);
            }
            Ok(())
        }
        Operation::SetLine { line, field, value } => {
            let msg = "This line no longer exists.";
            let gone = || FieldError::new("line", code::NO_SUCH_LINE, msg);
            let (at, _) = sheet.line(line).ok_or_else(gone)?;
            check_known(sheet.document.items[at].set_field(field, value)?)
        }
    }
}

fn insert_line(sheet: &mut EditableDocument, after: Option<&str>, line: &Line) -> Result<(), FieldError> {
    if line.id.is_empty() {
        let msg = "A line needs an id.";
        return Err(FieldError::new("line.id", code::REQUIRED, msg));
    }
    match sheet.line(&line.id) {
        Some((_, known)) if known == line => Ok(()),
        Some(_) => {
            let msg = "Another line has this id.";
            Err(FieldError::new("line.id", code::DUPLICATE_ID, msg))
        }
        None => {
            let at = index_after(sheet, after);
            sheet.document.items.insert(at, line.clone());
            Ok(())
        }
    }
}

/// The index after a line; 0 if no line is given, and the end if the line was deleted.
fn index_after(sheet: &EditableDocument, after: Option<&str>) -> usize {
    let items = &sheet.document.items;
    after.map_or(0, |id| sheet.line(id).map_or(items.len(), |(at, _)| at + 1))
}

/// Returns an error for a field that doesn't exist.
fn check_known(is_known: bool) -> Result<(), FieldError> {
    let msg = "There is no field with this name.";
    let unknown = || FieldError::new("field", code::UNKNOWN_FIELD, msg);
    is_known.then_some(()).ok_or_else(unknown)
}

// The operations that turn one document into another.

/// Operations that turn `before` into `after`, line by line. Lines are matched by their ids, which are unique.
#[must_use]
pub fn diff(before: &EditableDocument, after: &EditableDocument) -> Vec<Operation> {
    let mut operations = diff_header(before, after);
    let items = before.document.items.iter();
    let (lines, gone): (Vec<&Line>, Vec<&Line>) = items.partition(|line| after.line(&line.id).is_some());
    operations.extend(gone.into_iter().map(|line| Operation::RemoveLine { line: line.id.clone() }));
    diff_lines(before, after, &lines, &mut operations);
    operations
}

/// Operations for the header fields that differ.
fn diff_header(before: &EditableDocument, after: &EditableDocument) -> Vec<Operation> {
    let of_head = before.head.changed_fields(&after.head);
    let of_document = before.document.changed_fields(&after.document);
    let differing = of_head.into_iter().chain(of_document);
    differing.map(|(field, value)| Operation::Set { field, value }).collect()
}

/// Operations for the lines that are inserted, moved or changed, in the order of `after`.
fn diff_lines(
    before: &EditableDocument,
    after: &EditableDocument,
    lines: &[&Line],
    operations: &mut Vec<Operation>,
) {
    // The ids of the lines that exist after the operations so far.
    let mut states: Vec<&str> = lines.iter().map(|line| line.id.as_str()).collect();
    for (at, line) in after.document.items.iter().enumerate() {
        let follows = at.checked_sub(1).map(|at| after.document.items[at].id.clone());
        let Some((_, known)) = before.line(&line.id) else {
            operations.push(Operation::InsertLine { after: follows, line: Box::new(line.clone()) });
            states.insert(at.min(states.len()), &line.id);
            continue;
        };
        if states.get(at) != Some(&line.id.as_str()) {
            states.retain(|id| *id != line.id);
            states.insert(at.min(states.len()), &line.id);
            operations.push(Operation::MoveLine { line: line.id.clone(), after: follows });
        }
        let differing = known.changed_fields(line).into_iter();
        operations.extend(differing.map(|(field, value)| Operation::SetLine {
            line: line.id.clone(),
            field,
            value,
        }));
    }
}

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

#[cfg(test)]
mod tests;
