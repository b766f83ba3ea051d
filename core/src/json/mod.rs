//! Reading JSON, with errors that name the field by its path; and writing it.
//!
//! A value is first read directly from its text, which is several times as fast. Only if that fails is it read again
//! through a tree, to find the path of the field that is wrong.

mod fields;

use serde::de::{DeserializeOwned, IgnoredAny, MapAccess};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{FieldError, InputError, RuleErrors, code};
use crate::time::DateError;

pub(crate) use fields::{
    Scalar, empty_is_none, id, objects, optional_id, optional_object, optional_text, scalar,
};

/// Reads a value from the text of a JSON object.
///
/// # Errors
///
/// The JSON is malformed, or a field has the wrong type or an unknown value; the error has the path of the first such
/// field.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, InputError> {
    // Files and some clients begin with a byte-order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match parse_directly(text) {
        Some(value) => Ok(value),
        // On failure, it is read again through a tree, which gives the path of the error. If a field occurs twice, the
        // last one counts there, as in the browser's own JSON.
        None => {
            let tree: Value = serde_json::from_str(text).map_err(|error| malformed_error(&error))?;
            from_tree(tree, "")
        }
    }
}

/// Reads a value directly from its text, several times as fast as through a tree.
fn parse_directly<T: DeserializeOwned>(text: &str) -> Option<T> {
    let mut json = serde_json::Deserializer::from_str(text);
    let value = fields::Object::deserialize(&mut json).ok();
    value.filter(|_| json.end().is_ok()).map(|read| read.0)
}

/// Reads a value from the tree of an object; `at` is the path of the tree in a larger value.
///
/// # Errors
///
/// The path of the first field with the wrong type or an unknown value.
pub fn from_tree<T: DeserializeOwned>(mut tree: Value, at: &str) -> Result<T, InputError> {
    remove_nulls(&mut tree);
    let read: Result<fields::Object<T>, _> = serde_path_to_error::deserialize(tree);
    read.map(|fields::Object(value)| value).map_err(|error| {
        let path = join_path(at, &error.path().to_string());
        explain_error(&path, &error.inner().to_string())
    })
}

/// Removes null fields: null is the same as a missing field, which has its default (docs/rules.md, section 2).
fn remove_nulls(tree: &mut Value) {
    match tree {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(remove_nulls);
        }
        Value::Array(entries) => entries.iter_mut().for_each(remove_nulls),
        _ => {}
    }
}

/// A path from serde_path_to_error, where `.` is the whole value, as a path in the enclosing value.
fn join_path(at: &str, path: &str) -> String {
    match path {
        "." => at.to_owned(),
        _ if at.is_empty() || path.starts_with('[') => format!("{at}{path}"),
        _ => format!("{at}.{path}"),
    }
}

fn malformed_error(error: &serde_json::Error) -> InputError {
    InputError::Malformed(format!("This is not a JSON document: {error}."))
}

/// Appends a value of this crate as JSON.
pub(crate) fn write<T: Serialize>(value: &T, out: &mut Vec<u8>) {
    // The crate's types have text keys and no floats, so writing them cannot fail.
    let written = serde_json::to_writer(out, value);
    debug_assert!(written.is_ok(), "{written:?}");
}

/// A value of this crate as JSON.
#[must_use]
pub fn to_text<T: Serialize>(value: &T) -> String {
    // The crate's types have text keys and no floats, so writing them cannot fail.
    serde_json::to_string(value).unwrap_or_default()
}

/// The text of a JSON number, which serde_json passes as a map with one private key; `None` for an actual map.
fn number_text<'de, A: MapAccess<'de>>(mut map: A) -> Result<Option<String>, A::Error> {
    #[derive(Deserialize)]
    #[serde(field_identifier)]
    enum Key {
        #[serde(rename = "$serde_json::private::Number")]
        Number,
        #[serde(other)]
        Other,
    }
    let mut text = None;
    while let Some(key) = map.next_key::<Key>()? {
        match key {
            Key::Number => text = Some(map.next_value()?),
            Key::Other => drop(map.next_value::<IgnoredAny>()?),
        }
    }
    Ok(text)
}

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

#[cfg(test)]
mod tests;
