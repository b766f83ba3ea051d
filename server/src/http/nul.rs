//! NUL characters in the texts of a JSON body.

use serde_json::Value;

use crate::error::{ApiError, FieldError};

/// PostgreSQL cannot keep a NUL in text and nobody types one. In JSON it can only be written as
/// `\u0000`, so that only a body with that text is looked into.
pub(super) fn refuse(bytes: &[u8]) -> Result<(), ApiError> {
    if !bytes.windows(6).any(|window| window == br"\u0000") {
        return Ok(());
    }
    // What is not JSON is named by the caller's own parse.
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else {
        return Ok(());
    };
    let mut errors = Vec::new();
    find(&value, "", &mut errors);
    if errors.is_empty() {
        return Ok(());
    }
    Err(
        ApiError::bad_request("nul_character", "Text must not contain a NUL character.")
            .with_errors(errors),
    )
}

fn find(value: &Value, path: &str, errors: &mut Vec<FieldError>) {
    let mut found = |path: &str| {
        errors.push(FieldError::new(
            path,
            "nul_character",
            "This must not contain a NUL character.",
        ));
    };
    match value {
        Value::String(text) if text.contains('\0') => found(path),
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                find(value, &format!("{path}[{index}]"), errors);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                if name.contains('\0') {
                    errors.push(FieldError::new(
                        path,
                        "nul_character",
                        "A field's name must not contain a NUL character.",
                    ));
                } else {
                    find(value, &join_child(path, name), errors);
                }
            }
        }
        _ => {}
    }
}

fn join_child(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}
