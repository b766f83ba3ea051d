//! The shape of a document's JSON: which fields there are and what each may hold.
//!
//! The typed reader ([`crate::json`]) is fast but stops at the first wrong type without naming its
//! path. Only then is the text looked at again with these tables, so that the error names every
//! field concerned. Strict saves use the same tables to refuse fields that no rule knows.

use serde_json::{Map, Value};

use crate::error::{FieldError, code};

pub(crate) mod read;

/// What a field may hold, null apart (null is the default everywhere, but for [`Kind::Required`]).
enum Kind {
    Text,
    /// Text, or a number that is read as text.
    Id,
    Flag,
    /// Checked by its value, whatever its type: see [`crate::validate`].
    Number,
    Choice(&'static [&'static str]),
    /// A choice that must be given.
    Required(&'static [&'static str]),
    Object(Fields),
    List(Fields),
}

type Fields = &'static [(&'static str, Kind)];

const UNITS: &[&str] = &["hours", "days"];

const DOCUMENT: Fields = &[
    ("items", Kind::List(LINE)),
    ("documentLabourUnitType", Kind::Choice(UNITS)),
    ("includeLabour", Kind::Flag),
    ("labourHours", Kind::Number),
    ("labourRate", Kind::Number),
    ("labourUnitType", Kind::Choice(UNITS)),
    ("includeDiscount", Kind::Flag),
    ("discount", Kind::Number),
    ("discountType", Kind::Choice(&["percentage", "other"])),
    ("discountReason", Kind::Text),
    ("tax", Kind::Number),
    ("includeDeposit", Kind::Flag),
    ("deposit", Kind::Number),
    ("depositType", Kind::Choice(&["percentage", "fixed"])),
    ("depositReason", Kind::Text),
    ("cisRate", Kind::Number),
    ("payments", Kind::List(PAYMENT)),
];

const LINE: Fields = &[
    ("id", Kind::Id),
    ("name", Kind::Text),
    ("description", Kind::Text),
    ("quantity", Kind::Number),
    ("price", Kind::Number),
    ("includeLabour", Kind::Flag),
    ("labourHours", Kind::Number),
    ("labourRate", Kind::Number),
    ("labourUnitType", Kind::Choice(UNITS)),
    ("vat", Kind::Object(VAT)),
    ("optional", Kind::Flag),
    ("selected", Kind::Flag),
    ("costType", Kind::Choice(&["materials", "labour"])),
];

const VAT: Fields = &[
    (
        "treatment",
        Kind::Required(&["taxable", "exempt", "outsideScope", "reverseCharge"]),
    ),
    ("rate", Kind::Number),
];

const PAYMENT: Fields = &[
    ("id", Kind::Id),
    ("amount", Kind::Number),
    ("date", Kind::Text),
    ("method", Kind::Text),
    ("notes", Kind::Text),
    (
        "confirmationStatus",
        Kind::Choice(&["confirmed", "pending"]),
    ),
];

/// Every field of a document that has the wrong type or an unknown word.
#[must_use]
pub fn wrong_fields(document: &Value) -> Vec<FieldError> {
    let mut errors = Vec::new();
    check(document, &Kind::Object(DOCUMENT), "", &mut errors);
    errors
}

/// Every field of one line that has the wrong type or an unknown word; `at` is the line's path.
#[must_use]
pub fn wrong_line_fields(line: &Value, at: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    check(line, &Kind::Object(LINE), at, &mut errors);
    errors
}

/// Every field that no rule knows, at any depth; `also` names further fields that the caller
/// knows at the top.
#[must_use]
pub fn unknown_fields(document: &Value, also: &[&str]) -> Vec<FieldError> {
    let mut errors = Vec::new();
    find_unknown(document, DOCUMENT, also, "", &mut errors);
    errors
}

fn check(value: &Value, kind: &Kind, path: &str, errors: &mut Vec<FieldError>) {
    if value.is_null() && !path.is_empty() {
        if matches!(kind, Kind::Required(_)) {
            errors.push(FieldError::new(
                path,
                code::REQUIRED,
                "This field must be given.",
            ));
        }
        return;
    }
    let expected = match kind {
        Kind::Number => return,
        Kind::Text if value.is_string() => return,
        Kind::Id if value.is_string() || value.is_number() => return,
        Kind::Flag if value.is_boolean() => return,
        Kind::Text | Kind::Id => "text",
        Kind::Flag => "true or false",
        Kind::Choice(words) | Kind::Required(words) => match value.as_str() {
            Some(word) if words.contains(&word) => return,
            Some(_) => {
                let msg = format!("This must be one of: {}.", words.join(", "));
                errors.push(FieldError::new(path, code::UNKNOWN_VALUE, msg));
                return;
            }
            None => "text",
        },
        Kind::Object(fields) => match value.as_object() {
            Some(object) => return check_object(object, fields, path, errors),
            None => "an object",
        },
        Kind::List(fields) => match value.as_array() {
            Some(list) => {
                for (index, entry) in list.iter().enumerate() {
                    // A list holds objects: null is no default here.
                    let at = format!("{path}[{index}]");
                    match entry.as_object() {
                        Some(object) => check_object(object, fields, &at, errors),
                        None => errors.push(wrong_type(&at, "an object")),
                    }
                }
                return;
            }
            None => "a list",
        },
    };
    errors.push(wrong_type(path, expected));
}

fn check_object(
    object: &Map<String, Value>,
    fields: Fields,
    path: &str,
    errors: &mut Vec<FieldError>,
) {
    for (name, kind) in fields {
        check(
            object.get(*name).unwrap_or(&Value::Null),
            kind,
            &join(path, name),
            errors,
        );
    }
}

fn find_unknown(
    value: &Value,
    fields: Fields,
    also: &[&str],
    path: &str,
    errors: &mut Vec<FieldError>,
) {
    let Some(object) = value.as_object() else {
        return;
    };
    for (name, value) in object {
        match fields.iter().find(|(known, _)| known == name) {
            Some((_, Kind::Object(fields))) => {
                find_unknown(value, fields, &[], &join(path, name), errors)
            }
            Some((_, Kind::List(fields))) => {
                for (index, entry) in value.as_array().into_iter().flatten().enumerate() {
                    find_unknown(
                        entry,
                        fields,
                        &[],
                        &format!("{}[{index}]", join(path, name)),
                        errors,
                    );
                }
            }
            Some(_) => {}
            None if also.contains(&name.as_str()) => {}
            None => {
                let msg = "There is no field of this name.";
                errors.push(FieldError::new(join(path, name), code::UNKNOWN_FIELD, msg));
            }
        }
    }
}

fn wrong_type(path: &str, expected: &str) -> FieldError {
    FieldError::new(path, code::WRONG_TYPE, format!("This must be {expected}."))
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}
