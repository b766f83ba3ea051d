//! Turns serde's message about a value that doesn't fit into a field error with its path.

use crate::error::{FieldError, InputError, RuleErrors, code};
use crate::time::DateError;

/// The field error for a message from serde about a path (`.` is the whole value).
#[must_use]
pub fn explain_error(path: &str, text: &str) -> InputError {
    let path = if path == "." { "" } else { path };
    let text = text.rsplit_once(" at line ").map_or(text, |(text, _)| text);
    let error = if let Some(name) = text.strip_prefix("missing field ") {
        let path = field_path(path, name.trim_matches('`'));
        FieldError::new(path, code::REQUIRED, "This field must be given.")
    } else if let Some(texts) = text.strip_prefix("unknown variant ") {
        let msg = format!("This must be one of: {}.", allowed_values(texts));
        FieldError::new(path, code::UNKNOWN_VALUE, msg)
    } else if let Some((_, wanted)) = text.rsplit_once("expected ") {
        let msg = format!("This must be {}.", expected_type_label(wanted));
        FieldError::new(path, code::WRONG_TYPE, msg)
    } else {
        // The message of one of this crate's types about a text: `must be a date written YYYY-MM-DD`.
        let has_verb = text.starts_with("is ") || text.starts_with("must ");
        let verb = if has_verb { "" } else { "must be " };
        let is_year = text == DateError::OutOfRange.to_string();
        let code = if is_year { DateError::OutOfRange.code() } else { code::WRONG_TYPE };
        FieldError::new(path, code, format!("This {verb}{text}."))
    };
    InputError::Rules(RuleErrors::from(error))
}

/// The path of a field within the value at a path.
#[must_use]
pub fn field_path(at: &str, name: &str) -> String {
    let separator = if at.is_empty() { "" } else { "." };
    format!("{at}{separator}{name}")
}

/// Extracts `taxable, exempt` from "`x`, expected one of `taxable`, `exempt`".
fn allowed_values(text: &str) -> String {
    let texts = text.split_once("expected ").map_or("", |(_, label)| label);
    let quoted = texts.split('`').skip(1).step_by(2);
    quoted.collect::<Vec<_>>().join(", ")
}

/// The name of a type for users, from serde's name for it.
fn expected_type_label(wanted: &str) -> &str {
    match wanted {
        "a boolean" => "true or false",
        "a string" | "string or map" | "option" => "text",
        "a sequence" => "a list",
        "u32" => "a whole number",
        wanted if wanted.starts_with("struct ") || wanted == "a map" => "an object",
        wanted => wanted,
    }
}
