//! Recognising a quote before it has a version: by the hash of what was typed. A quote that was written, signed and
//! sent without signal is recognised by it once it is issued.

use plumbline_core::edit::EditableDocument;
use plumbline_core::kind::DocumentKind;
use serde_json::{Map, Value, json};

use plumbline_platform::error::ApiError;
use plumbline_platform::ids::sha256_hex;

/// The prefix of such a hash.
pub(super) const PREFIX: &str = "content:";

/// Fields of a document and of its lines that contain a number as text.
const NUMBER_FIELDS: [&str; 10] = [
    "cisRate",
    "cost",
    "deposit",
    "discount",
    "labourHours",
    "labourRate",
    "price",
    "quantity",
    "rate",
    "tax",
];

/// `content:` and the SHA-256, in hex, of what a person typed: of all fields that are written for this kind, with
/// numbers in their shortest form and empty fields left out.
///
/// # Errors
/// 500 when the data cannot be written as JSON.
pub(super) fn hash_content(kind: DocumentKind, sheet: &EditableDocument) -> Result<String, ApiError> {
    let hash = sha256_hex(to_canonical_json(&to_content(kind, sheet)?));
    Ok(format!("{PREFIX}{hash}"))
}

fn to_content(kind: DocumentKind, sheet: &EditableDocument) -> Result<Value, ApiError> {
    let mut value = normalise("", serde_json::to_value(sheet)?);
    value["kind"] = json!(kind.code());
    Ok(value)
}

/// A value in the form in which it is hashed.
fn normalise(name: &str, value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let saved = fields.into_iter().map(|(name, value)| {
                let value = normalise(&name, value);
                (name, value)
            });
            let stored: Map<String, Value> = saved.filter(|(_, value)| !is_empty(value)).collect();
            Value::Object(stored)
        }
        Value::Array(items) => items.into_iter().map(|item| normalise("", item)).collect(),
        Value::String(text) if NUMBER_FIELDS.contains(&name) => trim_zeros(&text).into(),
        other => other,
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

/// A decimal without leading and trailing zeros; text that is not a decimal is unchanged.
fn trim_zeros(text: &str) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_plain(whole) || !is_plain(part) {
        return text.to_owned();
    }
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    match part.trim_end_matches('0') {
        "" if whole == "0" => "0".to_owned(),
        "" => format!("{sign}{whole}"),
        part => format!("{sign}{whole}.{part}"),
    }
}

// JSON in the one form in which it is sealed: the names of every object in order, no white space. Texts are
// escaped as little as JSON allows, as the browser does it too.

/// A value as canonical JSON.
pub(super) fn to_canonical_json(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write(item, text);
            }
            text.push(']');
        }
        Value::Object(fields) => {
            let mut names: Vec<&String> = fields.keys().collect();
            names.sort();
            text.push('{');
            for (at, name) in names.into_iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                write(&fields[name], text);
            }
            text.push('}');
        }
        plain => text.push_str(&plain.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Deserialize)]
    struct ContentCase {
        name: String,
        kind: DocumentKind,
        wire: Value,
        canonical: String,
        hash: String,
    }

    #[derive(Deserialize)]
    struct ContentCases {
        contents: Vec<ContentCase>,
    }

    #[test]
    fn the_hashes_are_those_of_the_golden_cases() {
        let text = include_str!("../../../../../tests/golden/sealed/cases.json");
        let cases: ContentCases = serde_json::from_str(text).unwrap();
        assert!(!cases.contents.is_empty());
        for case in cases.contents {
            let sheet = EditableDocument::from_json(&case.wire.to_string()).unwrap();
            let written = super::to_canonical_json(&to_content(case.kind, &sheet).unwrap());
            assert_eq!(written, case.canonical, "{}", case.name);
            assert_eq!(hash_content(case.kind, &sheet).unwrap(), case.hash, "{}", case.name);
        }
    }

    #[test]
    fn removes_insignificant_zeros_from_numbers() {
        for (typed, short) in [
            ("120.00", "120"),
            ("18.990", "18.99"),
            ("007.5", "7.5"),
            ("0", "0"),
            ("-0.0", "0"),
            ("-1.50", "-1.5"),
            ("1000", "1000"),
            ("12.", "12"),
            ("1e2", "1e2"),
            (".5", ".5"),
            ("twelve", "twelve"),
        ] {
            assert_eq!(trim_zeros(typed), short);
        }
    }

    #[test]
    fn canonical_json_has_sorted_keys_and_no_spaces() {
        let value = json!({ "b": [1, { "z": null, "a": "é\n\u{1}\"/" }], "a": true });
        assert_eq!(
            to_canonical_json(&value),
            "{\"a\":true,\"b\":[1,{\"a\":\"é\\n\\u0001\\\"/\",\"z\":null}]}"
        );
    }
}
