//! The body of an edit, from raw text to typed operations.

use plumbline_core::edit::merge::Conflict;
use plumbline_core::edit::{MOST_OPERATIONS, Operation};
use plumbline_core::error::{self as core, Failure, RuleErrors, code};
use plumbline_core::kind::{KINDS, Kind};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::documents::drafting::judge;
use crate::documents::drafting::unknown::unknown_fields;
use crate::documents::reading::answer::Answer;
use plumbline_platform::error::{ApiError, FieldError, MOST_ERRORS};
use plumbline_platform::http::RawJson;
use plumbline_platform::ids::{parse_id, sha256_hex};

/// An edit of a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct EditRequest {
    /// The version of the document that the operations were begun from.
    pub base_version: i64,
    /// A UUID of the client's: the same edit again is answered and not done again.
    pub operation_id: String,
    /// What to do, in this order: all of it, or nothing. At most 1,000.
    #[schema(value_type = Vec<described::Operation>)]
    pub operations: Vec<Operation>,
    /// `mine` sends the operations over what others have set since.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub resolve: Option<Resolve>,
}

/// Who is right, where two edits set the same field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum Resolve {
    /// This one.
    Mine,
}

/// The body of a 409 `edit_conflict`: nothing was written, and a person chooses.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct EditConflict {
    /// A sentence for a person.
    pub message: &'static str,
    /// `edit_conflict`.
    pub code: &'static str,
    /// None: no field is wrong.
    pub errors: Vec<FieldError>,
    /// The fields that both have set.
    #[schema(value_type = Vec<described::Conflict>)]
    pub conflicts: Vec<Conflict>,
    /// The document as it stands.
    #[schema(value_type = Object)]
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub current: Answer,
}

impl EditConflict {
    /// The answer that asks about these fields.
    #[must_use]
    pub fn of(conflicts: Vec<Conflict>, current: Answer) -> Self {
        Self {
            message: "Someone else changed the same thing. Choose which to keep.",
            code: "edit_conflict",
            errors: Vec::new(),
            conflicts,
            current,
        }
    }
}

/// An edit, read.
#[derive(Debug)]
pub struct Edit {
    /// The version that it was begun from.
    pub base_version: i64,
    /// The client's name for it.
    pub operation_id: String,
    /// What to do.
    pub operations: Vec<Operation>,
    /// Whether it is to be done over what others have set.
    pub over_theirs: bool,
    /// Digest of the operations: the same edit again has the same.
    pub digest: String,
}

/// [`EditRequest`] as it comes.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Wire {
    base_version: i64,
    operation_id: String,
    operations: Vec<Value>,
    #[serde(default)]
    resolve: Option<Resolve>,
}

/// Reads an edit.
///
/// # Errors
/// 400 for malformed JSON, an operation that there is not, or an unknown field; 422 for a name of
/// the edit that is no UUID, or a word that there is not. Each names the field.
pub fn read(kind: Kind, raw: &RawJson) -> Result<Edit, ApiError> {
    let wire: Wire = raw.parse()?;
    let Some(operation_id) = parse_id(&wire.operation_id) else {
        let msg = "Name the edit by a UUID.";
        let error = FieldError::new("operationId", "invalid_id", msg);
        return Err(ApiError::rule_broken(vec![error]));
    };
    if wire.operations.len() > MOST_OPERATIONS {
        // Core says so too, but only where they are applied, when the document is held already.
        let msg = format!("At most {MOST_OPERATIONS} operations can be sent at once.");
        let error = FieldError::new("operations", code::TOO_MANY_OPERATIONS, msg);
        return Err(ApiError::rule_broken(vec![error]));
    }
    let mut operations = Vec::with_capacity(wire.operations.len());
    for (at, value) in wire.operations.iter().enumerate() {
        operations.push(operation(kind, &format!("operations[{at}]"), value)?);
    }
    let digest = sha256_hex(serde_json::to_vec(&operations)?);
    Ok(Edit {
        base_version: wire.base_version,
        operation_id,
        operations,
        over_theirs: wire.resolve == Some(Resolve::Mine),
        digest,
    })
}

/// One operation, found at `path`.
fn operation(kind: Kind, path: &str, value: &Value) -> Result<Operation, ApiError> {
    let operation =
        Operation::read(value.clone(), path).map_err(|failure| unreadable(path, failure))?;
    no_unknown_fields(kind, path, &operation, value)?;
    Ok(operation)
}

/// Why it is no operation: 400 for its shape, 422 for a word or a line that breaks a rule.
fn unreadable(path: &str, failure: Failure) -> ApiError {
    let own_shape = |error: &core::FieldError| {
        let within = error.path.strip_prefix(path).unwrap_or_default();
        error.code != code::UNKNOWN_VALUE && within.matches('.').count() <= 1
    };
    match failure {
        Failure::Rules(RuleErrors(errors)) if errors.first().is_some_and(own_shape) => {
            let errors: Vec<_> = errors.into_iter().map(judge::field).collect();
            let said = errors.first().map(|error| error.msg.clone());
            ApiError::bad_request("invalid_operation", said.unwrap_or_default()).with_errors(errors)
        }
        failure => judge::refused(failure),
    }
}

/// Fields within an operation's value or line that no rule knows, and the last day of another kind
/// of document. A field that there is not at all is for core to refuse.
fn no_unknown_fields(
    kind: Kind,
    path: &str,
    operation: &Operation,
    sent: &Value,
) -> Result<(), ApiError> {
    let has_fields = |value: &Value| value.is_object() || value.is_array();
    // The value as a whole save would carry it, and the paths of both.
    let (body, there, here) = match operation {
        Operation::Set { field, value } => {
            if other_end_field(kind, field) {
                let msg = format!("This {} has no such field.", kind.name());
                let path = format!("{path}.field");
                return Err(ApiError::bad_field(path, code::UNKNOWN_FIELD, msg));
            }
            if !has_fields(value) {
                return Ok(());
            }
            (object(field, value), field.clone(), "value")
        }
        Operation::SetLine { value, .. } if !has_fields(value) => return Ok(()),
        Operation::SetLine { field, value, .. } => (
            object("items", &Value::from(vec![object(field, value)])),
            format!("items[0].{field}"),
            "value",
        ),
        Operation::InsertLine { .. } => (
            object("items", &Value::from(vec![sent["line"].clone()])),
            "items[0]".to_owned(),
            "line",
        ),
        Operation::RemoveLine { .. } | Operation::MoveLine { .. } => return Ok(()),
    };
    let unknown: Vec<FieldError> = unknown_fields(&body, &[])
        .into_iter()
        .filter_map(|error| {
            let within = error.path.strip_prefix(&there)?;
            let path = format!("{path}.{here}{within}");
            (!within.is_empty()).then(|| FieldError::new(path, error.code, error.msg))
        })
        .take(MOST_ERRORS)
        .collect();
    match unknown.first() {
        None => Ok(()),
        Some(first) => {
            Err(ApiError::bad_request(code::UNKNOWN_FIELD, first.msg.clone()).with_errors(unknown))
        }
    }
}

/// Whether it is the last day of another kind.
fn other_end_field(kind: Kind, field: &str) -> bool {
    field != kind.facts().end_field && KINDS.iter().any(|facts| facts.end_field == field)
}

fn object(field: &str, value: &Value) -> Value {
    Value::Object(Map::from_iter([(field.to_owned(), value.clone())]))
}

/// Core's refusal of an operation.
#[must_use]
pub fn refused(errors: RuleErrors) -> ApiError {
    judge::refused(Failure::Rules(errors))
}

/// Core's types, described for the interface.
pub mod described {
    use serde::Serialize;
    use serde_json::Value;
    use utoipa::ToSchema;

    /// One edit of a document. Lines are addressed by their ids.
    #[derive(Serialize, ToSchema)]
    #[serde(tag = "op", rename_all = "camelCase")]
    pub enum Operation {
        /// Sets a header field, by its JSON name; `choices` is one field. Lines, payments and the
        /// document's own id are not set.
        Set {
            /// The field.
            field: String,
            /// Its value, as a save would carry it; null for its default.
            value: Value,
        },
        /// Puts a line in. One of the same id that says the same is there already: nothing happens.
        InsertLine {
            /// The line that it follows; null: it is the first. After one that is gone: the last.
            after: Option<String>,
            /// The line; it has an id.
            #[schema(value_type = Object)]
            line: Value,
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
            value: Value,
        },
    }

    /// A field that both sides changed since the version that mine is based on.
    #[derive(Serialize, ToSchema)]
    pub struct Conflict {
        /// `jobDescription`, `items[ID].price`, or `items[ID]` for a line that came or went.
        path: String,
        /// What stood when mine was begun; null where that is not known any more.
        base: Value,
        /// What stands now; null where the line is gone.
        theirs: Value,
        /// What mine would make of it; null where it takes the line out.
        mine: Value,
    }
}
