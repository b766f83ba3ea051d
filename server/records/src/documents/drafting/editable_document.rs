//! A stored document in the form in which core edits it, and the ids of its lines.

use std::collections::HashSet;

use plumbline_core::document::{Document, Line};
use plumbline_core::edit::{EditableDocument, EditableHeader};
use plumbline_core::error::code;
use plumbline_core::json::{self, field_path};
use serde_json::Value;

use crate::documents::row::EnteredFields;
use crate::documents::stored::StoredDocument;
use plumbline_platform::error::FieldError;

/// All parts of the document that can be edited.
#[must_use]
pub fn from_stored(stored: &StoredDocument) -> EditableDocument {
    let EnteredFields {
        business_profile_id,
        contact_id,
        issue_date,
        due_date: end,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
    } = stored.row.entered_fields();
    let (expiry_date, due_date) = stored.kind.split_end_date(end);
    let head = EditableHeader {
        business_profile_id: business_profile_id.map(String::from),
        contact_id: contact_id.map(String::from),
        issue_date,
        expiry_date,
        due_date,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
    };
    let mut sheet = EditableDocument::new(head, stored.document.clone());
    assign_line_ids(&mut sheet.document.items);
    sheet
}

/// Gives every line a unique id, since operations address lines by their ids: a line without an id, or with that of a
/// line above it, gets one from its position. The same lines always get the same ids.
pub fn assign_line_ids(lines: &mut [Line]) {
    let mut taken = HashSet::new();
    let nameless: Vec<usize> = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.id.is_empty() || !taken.insert(line.id.clone()))
        .map(|(at, _)| at)
        .collect();
    for at in nameless {
        let mut place = at + 1;
        let mut id = format!("line-{place}");
        while !taken.insert(id.clone()) {
            place += lines.len();
            id = format!("line-{place}");
        }
        lines[at].id = id;
    }
}

// Fields that no rule knows: a save with such a field is refused, and the error names it.

/// The paths of all fields of a body that are neither the document's nor in `also`. Empty for a body that can't be
/// parsed: parsing it gives the error.
#[must_use]
pub fn find_unknown_fields(body: &Value, also: &[&str]) -> Vec<FieldError> {
    let mut unknown = Vec::new();
    // A document is written with all of its fields, except those that are left out when empty.
    if let Ok(Ok(mut known)) = json::from_tree::<Document>(body.clone(), "").map(serde_json::to_value) {
        if let Some(known) = known.as_object_mut() {
            for name in Document::OPTIONAL_FIELDS {
                known.entry(name).or_insert(Value::Null);
            }
            let lines = known.get_mut("items").and_then(Value::as_array_mut);
            for line in lines.into_iter().flatten().filter_map(Value::as_object_mut) {
                for name in Line::OPTIONAL_FIELDS {
                    line.entry(name).or_insert(Value::Null);
                }
            }
        }
        collect_unknown_fields(body, &known, "", &mut unknown);
    }
    unknown.retain(|error| !also.contains(&error.path.as_str()));
    unknown
}

/// Collects the fields of `body` that `known` doesn't have, wherever both have an object.
fn collect_unknown_fields(body: &Value, known: &Value, path: &str, unknown: &mut Vec<FieldError>) {
    match (body, known) {
        (Value::Object(fields), Value::Object(known)) => {
            for (name, value) in fields {
                let path = field_path(path, name);
                match known.get(name) {
                    Some(known) => collect_unknown_fields(value, known, &path, unknown),
                    None => {
                        let msg = "There is no field with this name.";
                        unknown.push(FieldError::new(path, code::UNKNOWN_FIELD, msg));
                    }
                }
            }
        }
        (Value::Array(entries), Value::Array(known)) => {
            for (at, (entry, known)) in entries.iter().zip(known).enumerate() {
                collect_unknown_fields(entry, known, &format!("{path}[{at}]"), unknown);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn assigned_ids(ids: &[&str]) -> Vec<String> {
        let line = |id: &&str| Line { id: (*id).to_owned(), ..Line::default() };
        let mut lines: Vec<Line> = ids.iter().map(line).collect();
        assign_line_ids(&mut lines);
        lines.into_iter().map(|line| line.id).collect()
    }

    #[test]
    fn lines_keep_their_ids() {
        assert_eq!(assigned_ids(&["a", "7", "line-2"]), ["a", "7", "line-2"]);
    }

    #[test]
    fn a_line_without_a_unique_id_gets_one_from_its_position() {
        assert_eq!(assigned_ids(&["", "a", "", "a"]), ["line-1", "a", "line-3", "line-4"]);
        // If that position is used as an id already, the number continues after it.
        assert_eq!(assigned_ids(&["line-2", "", "line-5"]), ["line-2", "line-8", "line-5"]);
    }

    #[test]
    fn reports_unknown_fields_at_any_depth() {
        let document = json!({
            "colour": 1,
            "tax": "20",
            "items": [
                {"id": "a", "vat": {"treatment": "exempt", "why": null}},
                {"size": 1},
            ],
            "payments": [{"amount": 1, "by": "x"}],
        });
        let mut paths: Vec<_> = find_unknown_fields(&document, &[])
            .into_iter()
            .map(|error| {
                assert_eq!(error.code, "unknown_field");
                assert_eq!(error.msg, "There is no field with this name.");
                error.path
            })
            .collect();
        paths.sort();
        assert_eq!(paths, ["colour", "items[0].vat.why", "items[1].size", "payments[0].by"]);
    }

    #[test]
    fn knows_fields_that_are_omitted_if_empty() {
        let document = json!({
            "sections": [], "priceDisplay": null, "pricesIncludeVat": false, "items": [{"id": "a", "section": null}],
        });
        assert_eq!(find_unknown_fields(&document, &[]), []);
        let document = json!({"sections": [{"id": "k", "colour": "red"}]});
        assert_eq!(find_unknown_fields(&document, &[])[0].path, "sections[0].colour");
    }

    #[test]
    fn accepts_the_callers_own_fields_only_at_the_top_level() {
        let document = json!({"title": "", "items": [{"title": ""}]});
        let errors = find_unknown_fields(&document, &["title"]);
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].path, "items[0].title");
    }

    #[test]
    fn reports_no_unknown_fields_if_the_value_is_not_an_object() {
        for value in [json!(null), json!([{"a": 1}]), json!("a"), json!({})] {
            assert_eq!(find_unknown_fields(&value, &[]), []);
        }
        assert_eq!(find_unknown_fields(&json!({"items": {"a": 1}}), &[]), []);
    }
}
