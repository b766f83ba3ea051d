//! Fields that no rule knows, for saves that refuse them.

use serde_json::Value;

use crate::document::Document;
use crate::error::{FieldError, code};
use crate::json::{FromTree, field_of};

/// Every field of a body that is neither the document's nor in `also`, by its path. A body that
/// cannot be read has none: reading it says why.
#[must_use]
pub fn unknown_fields(body: &Value, also: &[&str]) -> Vec<FieldError> {
    let mut unknown = Vec::new();
    // What is written of a document has all of its fields.
    if let Ok(Ok(known)) = Document::from_tree(body, "").map(serde_json::to_value) {
        beside(body, &known, "", &mut unknown);
    }
    unknown.retain(|error| !also.contains(&error.path.as_str()));
    unknown
}

/// The fields of `body` that `known` has not, where it has an object too.
fn beside(body: &Value, known: &Value, path: &str, unknown: &mut Vec<FieldError>) {
    match (body, known) {
        (Value::Object(fields), Value::Object(known)) => {
            for (name, value) in fields {
                let path = field_of(path, name);
                match known.get(name) {
                    Some(known) => beside(value, known, &path, unknown),
                    None => {
                        let msg = "There is no field of this name.";
                        unknown.push(FieldError::new(path, code::UNKNOWN_FIELD, msg));
                    }
                }
            }
        }
        (Value::Array(entries), Value::Array(known)) => {
            for (at, (entry, known)) in entries.iter().zip(known).enumerate() {
                beside(entry, known, &format!("{path}[{at}]"), unknown);
            }
        }
        _ => {}
    }
}
