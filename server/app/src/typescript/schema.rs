//! A schema of the description as a TypeScript type: by its name, since ts-rs exports the named ones
//! under the same names.

use std::collections::BTreeSet;

use serde_json::Value;

/// The path of the named schemas.
const COMPONENTS: &str = "#/components/schemas/";

/// The TypeScript type of a schema. Names in it are added to `names`.
///
/// # Errors
/// If a schema has fields but no name, since ts-rs exports no type for it.
pub fn to_type(schema: &Value, names: &mut BTreeSet<String>) -> Result<String, String> {
    if let Some(place) = schema.get("$ref").and_then(Value::as_str) {
        let name = place.strip_prefix(COMPONENTS).unwrap_or(place);
        return Ok(type_name(name, names));
    }
    if let Some(either) = schema.get("oneOf").and_then(Value::as_array) {
        return union_type(either.iter().map(|one| to_type(one, names)));
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return union_type(words.iter().map(|word| Ok(word.to_string())));
    }
    match schema.get("type") {
        Some(Value::Array(types)) => union_type(types.iter().map(|one| plain_type(schema, one, names))),
        Some(one) => plain_type(schema, one, names),
        None => Err(format!("{schema} has no type.")),
    }
}

fn plain_type(schema: &Value, word: &Value, names: &mut BTreeSet<String>) -> Result<String, String> {
    Ok(match word.as_str() {
        Some("string") => "string".to_owned(),
        Some("integer" | "number") => "number".to_owned(),
        Some("boolean") => "boolean".to_owned(),
        Some("null") => "null".to_owned(),
        Some("array") => {
            let items = schema.get("items").ok_or("An array without items.")?;
            format!("Array<{}>", to_type(items, names)?)
        }
        Some("object") if schema.get("properties").is_none() => "Record<string, unknown>".to_owned(),
        _ => return Err(format!("{schema} has parts: give it a name.")),
    })
}

/// The name of a type, or a generic type with its arguments: `Create_ItemInput`.
fn type_name(name: &str, names: &mut BTreeSet<String>) -> String {
    match name.split_once('_') {
        None => {
            names.insert(name.to_owned());
            name.to_owned()
        }
        Some((outer, inner)) => {
            names.insert(outer.to_owned());
            format!("{outer}<{}>", type_name(inner, names))
        }
    }
}

fn union_type(parts: impl Iterator<Item = Result<String, String>>) -> Result<String, String> {
    Ok(parts.collect::<Result<Vec<_>, _>>()?.join(" | "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn type_and_names(schema: &Value) -> (Result<String, String>, Vec<String>) {
        let mut names = BTreeSet::new();
        let text = to_type(schema, &mut names);
        (text, names.into_iter().collect())
    }

    #[test]
    fn a_schema_goes_by_its_name() {
        let schema = json!({ "oneOf": [{ "type": "null" }, {
            "type": "array", "items": { "$ref": "#/components/schemas/Create_ItemInput" } }] });
        let (text, names) = type_and_names(&schema);
        assert_eq!(text.as_deref(), Ok("null | Array<Create<ItemInput>>"));
        assert_eq!(names, ["Create", "ItemInput"]);
    }

    #[test]
    fn plain_types_are_written_out() {
        let limit = json!({ "type": ["integer", "null"], "format": "int64" });
        assert_eq!(type_and_names(&limit).0.as_deref(), Ok("number | null"));
        let with = json!({ "type": "string", "enum": ["page", "file"] });
        assert_eq!(type_and_names(&with).0.as_deref(), Ok(r#""page" | "file""#));
    }

    #[test]
    fn what_has_parts_and_no_name_is_refused() {
        let schema = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
        assert!(type_and_names(&schema).0.is_err());
    }
}
