//! Fields that no rule knows, for saves that refuse them.

use serde_json::Value;

use crate::document::Document;
use crate::error::{FieldError, code};

/// Every field of a body that is neither the document's nor in `also`, by its path. A body that
/// cannot be read has none: reading it says why.
#[must_use]
pub fn unknown_fields(body: &Value, also: &[&str]) -> Vec<FieldError> {
    let mut unknown = Vec::new();
    let mut ignored = |path: serde_ignored::Path<'_>| {
        let path = in_brackets(&path.to_string());
        if !also.contains(&path.as_str()) {
            let msg = "There is no field of this name.";
            unknown.push(FieldError::new(path, code::UNKNOWN_FIELD, msg));
        }
    };
    // Only the paths are wanted here.
    drop(serde_ignored::deserialize::<_, _, Document>(
        body,
        &mut ignored,
    ));
    unknown
}

/// `items[0].colour` of `items.0.colour`.
fn in_brackets(path: &str) -> String {
    let mut text = String::with_capacity(path.len() + 2);
    // A list behind `Option` is a step of its own there, written `?`.
    for step in path.split('.').filter(|step| *step != "?") {
        if !step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit()) {
            text.push('[');
            text.push_str(step);
            text.push(']');
        } else {
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(step);
        }
    }
    text
}
