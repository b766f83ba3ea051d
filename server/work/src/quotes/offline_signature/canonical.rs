//! JSON in the one form in which it is sealed: the names of every object in order, no white space. Texts are
//! escaped as little as JSON allows, as the browser does it too.

use serde_json::Value;

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
    use serde_json::json;

    use super::*;

    #[test]
    fn names_are_in_order_and_there_are_no_blanks() {
        let value = json!({ "b": [1, { "z": null, "a": "é\n\u{1}\"/" }], "a": true });
        assert_eq!(
            to_canonical_json(&value),
            "{\"a\":true,\"b\":[1,{\"a\":\"é\\n\\u0001\\\"/\",\"z\":null}]}"
        );
    }
}
