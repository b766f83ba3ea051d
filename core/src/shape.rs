//! The shape of a document's JSON: which fields there are and what each may hold.
//!
//! The typed reader ([`crate::json`]) is fast but stops at the first wrong type without naming its
//! path. Only then is the text looked at again with these tables, so that the error names every
//! field concerned. Strict saves use the same tables to refuse fields that no rule knows.

use serde_json::Value;

use crate::error::{FieldError, code};

mod check;
pub(crate) mod read;

pub(crate) use check::{wrong_fields, wrong_line_fields};

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
    /// A list of what it holds.
    List(&'static Kind),
}

type Fields = &'static [(&'static str, Kind)];

const UNITS: &[&str] = &["hours", "days"];

const DOCUMENT: Fields = &[
    ("items", Kind::List(&Kind::Object(LINE))),
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
    ("payments", Kind::List(&Kind::Object(PAYMENT))),
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

/// Every field that no rule knows, at any depth; `also` names further fields that the caller
/// knows at the top.
#[must_use]
pub fn unknown_fields(document: &Value, also: &[&str]) -> Vec<FieldError> {
    let mut errors = Vec::new();
    find_unknown(document, DOCUMENT, also, "", &mut errors);
    errors
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
            Some((_, Kind::List(Kind::Object(fields)))) => {
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

pub(crate) fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

#[cfg(test)]
mod tests;
