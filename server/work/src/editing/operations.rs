//! The body of an edit, from raw text to typed operations.

use plumbline_core::edit::merge::Conflict;
use plumbline_core::edit::{OPERATIONS_MAX, Operation};
use plumbline_core::error as core;
use plumbline_core::error::{InputError, RuleErrors, code};
use plumbline_core::kind::{DocumentKind, KINDS};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use plumbline_platform::error::{ApiError, ERRORS_MAX, FieldError};
use plumbline_platform::http::RawJson;
use plumbline_platform::ids::{parse_id, sha256_hex};
use plumbline_records::documents::drafting::editable_document::find_unknown_fields;
use plumbline_records::documents::drafting::validation;
use plumbline_records::documents::reading::response::DocumentResponse;

/// An edit of a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct EditRequest {
    /// The base version of the operations.
    pub base_version: i64,
    /// A UUID from the client: repeating the same edit returns the same response and changes nothing.
    pub operation_id: String,
    /// The operations, in this order; either all of them are applied or no operation is. At most 1,000.
    #[schema(value_type = Vec<schemas::Operation>)]
    pub operations: Vec<Operation>,
    /// `mine` applies the operations even where others have set the same fields since.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub resolve: Option<Resolve>,
}

/// Which edit wins if two set the same field.
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
    /// A sentence for the person.
    pub message: &'static str,
    /// `edit_conflict`.
    pub code: &'static str,
    /// Always empty, because no field is invalid.
    pub errors: Vec<FieldError>,
    /// The fields that both edits have set.
    #[schema(value_type = Vec<schemas::Conflict>)]
    pub conflicts: Vec<Conflict>,
    /// The present document.
    #[schema(value_type = Object)]
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub current: DocumentResponse,
}

impl EditConflict {
    /// The response that asks the person about these fields.
    #[must_use]
    pub fn new(conflicts: Vec<Conflict>, current: DocumentResponse) -> Self {
        Self {
            message: "Someone else changed the same thing. Choose which to keep.",
            code: "edit_conflict",
            errors: Vec::new(),
            conflicts,
            current,
        }
    }
}

/// A parsed edit.
#[derive(Debug)]
pub struct ParsedEdit {
    /// The base version.
    pub base_version: i64,
    /// The client's id of the edit.
    pub operation_id: String,
    /// The operations.
    pub operations: Vec<Operation>,
    /// Whether it wins over what others have set.
    pub overwrites_theirs: bool,
    /// A digest of the operations, the same whenever the same edit is repeated.
    pub digest: String,
}

/// [`EditRequest`] as received.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RawEdit {
    base_version: i64,
    operation_id: String,
    operations: Vec<Value>,
    #[serde(default)]
    resolve: Option<Resolve>,
}

/// Parses an edit.
///
/// # Errors
/// 400 for malformed JSON, an unknown operation or an unknown field; 422 for an operation id that isn't a UUID, or an
/// unknown value. Each names the field.
pub fn parse_edit(kind: DocumentKind, raw: &RawJson) -> Result<ParsedEdit, ApiError> {
    let wire: RawEdit = raw.parse()?;
    let Some(operation_id) = parse_id(&wire.operation_id) else {
        let msg = "Name the edit by a UUID.";
        let error = FieldError::new("operationId", "invalid_id", msg);
        return Err(ApiError::rule_broken(vec![error]));
    };
    if wire.operations.len() > OPERATIONS_MAX {
        // Core checks this too, but only when it applies the operations, by which time the document is locked.
        let msg = format!("At most {OPERATIONS_MAX} operations can be sent at once.");
        let error = FieldError::new("operations", code::TOO_MANY_OPERATIONS, msg);
        return Err(ApiError::rule_broken(vec![error]));
    }
    let mut operations = Vec::with_capacity(wire.operations.len());
    for (at, value) in wire.operations.iter().enumerate() {
        operations.push(parse_operation(kind, &format!("operations[{at}]"), value)?);
    }
    let digest = sha256_hex(serde_json::to_vec(&operations)?);
    Ok(ParsedEdit {
        base_version: wire.base_version,
        operation_id,
        operations,
        overwrites_theirs: wire.resolve == Some(Resolve::Mine),
        digest,
    })
}

/// Parses the operation at `path`.
fn parse_operation(kind: DocumentKind, path: &str, value: &Value) -> Result<Operation, ApiError> {
    let operation =
        Operation::parse(value.clone(), path).map_err(|failure| operation_error(path, failure))?;
    check_unknown_fields(kind, path, &operation, value)?;
    Ok(operation)
}

/// The error for an operation that can't be parsed: 400 for its shape, 422 for an unknown value or a line that breaks a
/// rule.
fn operation_error(path: &str, failure: InputError) -> ApiError {
    let own_shape = |error: &core::FieldError| {
        let within = error.path.strip_prefix(path).unwrap_or_default();
        error.code != code::UNKNOWN_VALUE && within.matches('.').count() <= 1
    };
    match failure {
        InputError::Rules(RuleErrors(errors)) if errors.first().is_some_and(own_shape) => {
            let errors: Vec<_> = errors.into_iter().map(validation::to_field_error).collect();
            let text = errors.first().map(|error| error.msg.clone());
            ApiError::bad_request("invalid_operation", text.unwrap_or_default()).with_errors(errors)
        }
        failure => validation::to_api_error(failure),
    }
}

/// Finds fields inside an operation's value or line that aren't part of the document, and a due or expiry date that
/// belongs to another kind. An operation on a field that doesn't exist is left for core to refuse.
fn check_unknown_fields(
    kind: DocumentKind,
    path: &str,
    operation: &Operation,
    sent: &Value,
) -> Result<(), ApiError> {
    let has_fields = |value: &Value| value.is_object() || value.is_array();
    // The value as a full save would contain it, with its path in such a save and in this request.
    let (body, there, here) = match operation {
        Operation::Set { field, value } => {
            if is_end_field_of_other_kind(kind, field) {
                let msg = format!("This {} has no such field.", kind.name());
                let path = format!("{path}.field");
                return Err(ApiError::bad_field(path, code::UNKNOWN_FIELD, msg));
            }
            if !has_fields(value) {
                return Ok(());
            }
            (object_with_field(field, value), field.clone(), "value")
        }
        Operation::SetLine { value, .. } if !has_fields(value) => return Ok(()),
        Operation::SetLine { field, value, .. } => (
            object_with_field("items", &Value::from(vec![object_with_field(field, value)])),
            format!("items[0].{field}"),
            "value",
        ),
        Operation::InsertLine { .. } => (
            object_with_field("items", &Value::from(vec![sent["line"].clone()])),
            "items[0]".to_owned(),
            "line",
        ),
        Operation::RemoveLine { .. } | Operation::MoveLine { .. } => return Ok(()),
    };
    let unknown: Vec<FieldError> = find_unknown_fields(&body, &[])
        .into_iter()
        .filter_map(|error| {
            let within = error.path.strip_prefix(&there)?;
            let path = format!("{path}.{here}{within}");
            (!within.is_empty()).then(|| FieldError::new(path, error.code, error.msg))
        })
        .take(ERRORS_MAX)
        .collect();
    match unknown.first() {
        None => Ok(()),
        Some(first) => {
            Err(ApiError::bad_request(code::UNKNOWN_FIELD, first.msg.clone()).with_errors(unknown))
        }
    }
}

/// Whether the field is the due or expiry date of another kind of document.
fn is_end_field_of_other_kind(kind: DocumentKind, field: &str) -> bool {
    field != kind.facts().end_field && KINDS.iter().any(|facts| facts.end_field == field)
}

fn object_with_field(field: &str, value: &Value) -> Value {
    Value::Object(Map::from_iter([(field.to_owned(), value.clone())]))
}

/// Converts core's refusal of an operation.
#[must_use]
pub fn to_api_error(errors: RuleErrors) -> ApiError {
    validation::to_api_error(InputError::Rules(errors))
}

/// Core's types, described for the API.
pub mod schemas {
    use serde::Serialize;
    use serde_json::Value;
    use utoipa::ToSchema;

    /// One operation of an edit. Lines are addressed by their ids.
    #[derive(Serialize, ToSchema)]
    #[serde(tag = "op", rename_all = "camelCase")]
    pub enum Operation {
        /// Sets a header field, by its JSON name; `choices` is a single field. Lines, payments and the document's id
        /// can't be set.
        Set {
            /// The field.
            field: String,
            /// The value as in a save; null for the default.
            value: Value,
        },
        /// Inserts a line. If an identical line with the same id exists already, nothing happens.
        InsertLine {
            /// The line before it; null if it is to be first. If that line was removed, the new line comes last.
            after: Option<String>,
            /// The line, with an id.
            #[schema(value_type = Object)]
            line: Value,
        },
        /// Removes a line. If it was removed already, nothing happens.
        RemoveLine {
            /// The line.
            line: String,
        },
        /// Moves a line. If it was removed, nothing happens.
        MoveLine {
            /// The line.
            line: String,
            /// As in `insertLine`.
            after: Option<String>,
        },
        /// Sets a field of a line, by its JSON name; the id can't be set.
        SetLine {
            /// The line.
            line: String,
            /// The field.
            field: String,
            /// The value as in a save; null for the default.
            value: Value,
        },
    }

    /// A field that both edits have changed since the base version of the request.
    #[derive(Serialize, ToSchema)]
    pub struct Conflict {
        /// `jobDescription`, `items[ID].price`, or `items[ID]` for a line that was inserted or removed.
        path: String,
        /// The value in the base version; null if it is no longer known.
        base: Value,
        /// The present value; null if the line was removed.
        theirs: Value,
        /// The value in this request; null if it removes the line.
        mine: Value,
    }
}
