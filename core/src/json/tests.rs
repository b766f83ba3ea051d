//! Which JSON is accepted as a document, and the error messages for JSON that isn't.

use serde_json::json;

use crate::document::Document;
use crate::document::Line;
use crate::error::{InputError, RuleErrors};
use crate::json;

/// The type errors of a document, as `path: sentence`.
fn errors_for(text: &str) -> Vec<String> {
    let Err(InputError::Rules(RuleErrors(errors))) = Document::from_json(text) else {
        panic!("{text} is not refused for its fields");
    };
    errors.into_iter().map(|error| format!("{}: {}", error.path, error.msg)).collect()
}

fn line(text: &str) -> Line {
    json::parse(text).unwrap()
}

#[test]
fn reports_which_type_a_field_must_have() {
    for (text, message) in [
        (r#"{"items":1}"#, "items: This must be a list."),
        (r#"{"items":{}}"#, "items: This must be a list."),
        (r#"{"items":[1]}"#, "items[0]: This must be an object."),
        (r#"{"items":[null]}"#, "items[0]: This must be an object."),
        (r#"{"items":[{},[]]}"#, "items[1]: This must be an object."),
        (r#"{"items":[{"id":[1]}]}"#, "items[0].id: This must be text."),
        (r#"{"items":[{"id":{}}]}"#, "items[0].id: This must be text."),
        (r#"{"items":[{"id":true}]}"#, "items[0].id: This must be text."),
        (r#"{"items":[{"name":1}]}"#, "items[0].name: This must be text."),
        (r#"{"items":[{"optional":"true"}]}"#, "items[0].optional: This must be true or false."),
        (r#"{"items":[{"vat":1.5}]}"#, "items[0].vat: This must be an object."),
        (r#"{"items":[{"vat":{"treatment":1}}]}"#, "items[0].vat.treatment: This must be text."),
        (r#"{"items":[{"vat":{}}]}"#, "items[0].vat.treatment: This field must be given."),
        (r#"{"items":[{"vat":{"treatment":null}}]}"#, "items[0].vat.treatment: This field must be given."),
        (r#"{"depositType":"all"}"#, "depositType: This must be one of: percentage, fixed."),
        (r#"{"depositType":7}"#, "depositType: This must be text."),
        ("null", ": This must be an object."),
        ("[]", ": This must be an object."),
    ] {
        assert_eq!(errors_for(text), [message], "{text}");
    }
}

#[test]
fn reports_one_of_several_invalid_fields() {
    let text = r#"{"unknown":[1],"payments":[{"date":1}],"includeLabour":0}"#;
    assert_eq!(errors_for(text), ["includeLabour: This must be true or false."]);
}

#[test]
fn null_is_the_default_of_every_field_that_need_not_be_given() {
    let nulls = r#"{"items":null,"tax":null,"depositType":null,"includeLabour":null,"payments":null}"#;
    assert_eq!(Document::from_json(nulls).unwrap(), Document::default());
    let nulls = r#"{"id":null,"name":null,"price":null,"vat":null,"selected":null}"#;
    assert_eq!(line(nulls), Line::default());
}

#[test]
fn a_field_counts_whatever_its_place() {
    let read = line(r#"{"price":"2","id":"b","more":{"name":"z"},"n\u0061me":"c"}"#);
    assert_eq!((read.id.as_str(), read.name.as_str()), ("b", "c"));
    assert_eq!(read.price.to_string(), "2");
}

#[test]
fn the_last_of_duplicate_fields_counts() {
    let read = line(r#"{"name":"a","price":"2","name":"c"}"#);
    assert_eq!((read.name.as_str(), read.price.to_string()), ("c", "2".into()));
    let twice = r#"{"tax":"5","items":[{"optional":1}],"tax":"20"}"#;
    assert_eq!(errors_for(twice), ["items[0].optional: This must be true or false."]);
}

#[test]
fn an_id_is_text_or_a_number_read_as_its_text() {
    for (written, id) in [
        (r#""a\"b""#, "a\"b"),
        ("7", "7"),
        ("-7", "-7"),
        ("1.50", "1.50"),
        ("18446744073709551615", "18446744073709551615"),
        ("null", ""),
    ] {
        assert_eq!(line(&format!(r#"{{"id":{written}}}"#)).id, id);
    }
}

#[test]
fn reads_long_numbers_unchanged_next_to_a_null() {
    // The null has it read by way of a tree, which tells long whole numbers from others.
    for digits in ["18446744073709552000", "-9223372036854776000", "1e400", "0.10"] {
        let read = line(&format!(r#"{{"name":null,"id":{digits},"price":{digits}}}"#));
        let direct = line(&format!(r#"{{"id":{digits},"price":{digits}}}"#));
        assert_eq!(read, direct, "{digits}");
    }
}

#[test]
fn an_id_is_read_from_a_value_too() {
    for (id, read) in [(json!("a"), "a"), (json!(7), "7"), (json!(-7), "-7"), (json!(null), "")] {
        let read_line: Line = serde_json::from_value(json!({"id": id})).unwrap();
        assert_eq!(read_line.id, read);
    }
    assert!(serde_json::from_value::<Line>(json!({"id": {}})).is_err());
    assert!(serde_json::from_value::<Line>(json!({"id": true})).is_err());
}
