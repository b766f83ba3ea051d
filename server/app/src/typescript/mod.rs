//! The browser's types in addition to those that ts-rs exports: the map from each path to its request and response,
//! from the API's own description. A test writes it, as ts-rs's tests write theirs (`cargo xtask types`).

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;

use serde_json::Value;
use ts_rs::Config;

#[test]
fn export_bindings_paths() -> Result<(), Box<dyn Error>> {
    let openapi = serde_json::to_value(crate::app::openapi())?;
    let map = generate_paths(&openapi)?;
    let config = Config::from_env();
    fs::create_dir_all(config.out_dir())?;
    fs::write(config.out_dir().join("paths.ts"), map)?;
    Ok(())
}

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

/// The methods, in the order in which they are written for each path.
const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

const JSON: &str = "application/json";

const FORM: &str = "multipart/form-data";

/// The source of the map of all paths, with the imports of the types in it.
///
/// # Errors
/// The operation whose description is not usable.
pub fn generate_paths(openapi: &Value) -> Result<String, String> {
    let mut map = PathMap::default();
    let paths = openapi.get("paths").and_then(Value::as_object);
    for (path, item) in paths.ok_or("The description has no paths.")? {
        for method in METHODS {
            if let Some(operation) = item.get(method) {
                let route = Route { method, path };
                map.add(&route, operation).map_err(|wrong| format!("{method} {path}: {wrong}"))?;
            }
        }
    }
    Ok(map.to_source())
}

#[derive(Default)]
struct PathMap {
    names: BTreeSet<String>,
    calls: String,
    files: BTreeSet<String>,
}

struct Route<'a> {
    method: &'a str,
    path: &'a str,
}

impl PathMap {
    fn add(&mut self, route: &Route<'_>, operation: &Value) -> Result<(), String> {
        if !route.path.starts_with("/api/") {
            return Ok(());
        }
        let content = match success_content(operation)? {
            Content::Other => {
                // A POST that responds with a stream has a function of its own.
                if route.method == "get" {
                    self.files.insert(route.path.to_owned());
                }
                return Ok(());
            }
            content => content,
        };
        let body = match operation.get("requestBody") {
            None => String::new(),
            Some(body) => match parse_content(body)? {
                Content::None => return Err("The body is not described.".to_owned()),
                // A body that other servers send is not for the browser.
                Content::Other => return Ok(()),
                Content::Form => "body: FormData; ".to_owned(),
                Content::Json(schema) => self.body_type(body, schema)?,
            },
        };
        let answer = match content {
            Content::Json(schema) => to_type(schema, &mut self.names)?,
            Content::Form => return Err("The answer is a form.".to_owned()),
            Content::None | Content::Other => "void".to_owned(),
        };
        let query = self.query_type(route, operation)?;
        if let Some(summary) = operation.get("summary").and_then(Value::as_str) {
            let summary = summary.replace('\n', " ");
            let _ = writeln!(self.calls, "  /** {summary} */");
        }
        let method = route.method.to_uppercase();
        let path = route.path;
        let _ = writeln!(self.calls, r#"  "{method} {path}": {{ {query}{body}answer: {answer} }};"#);
        Ok(())
    }

    /// The field with a call's body, which is optional if the body may be left out.
    fn body_type(&mut self, body: &Value, schema: &Value) -> Result<String, String> {
        let text = to_type(schema, &mut self.names)?;
        let must = body.get("required").and_then(Value::as_bool);
        let sign = if must == Some(true) { "" } else { "?" };
        Ok(format!("body{sign}: {}; ", without_null(&text)))
    }

    fn query_type(&mut self, route: &Route<'_>, operation: &Value) -> Result<String, String> {
        let mut fields = String::new();
        let mut must = false;
        let given = operation.get("parameters").and_then(Value::as_array);
        for parameter in given.into_iter().flatten() {
            let word = |name| parameter.get(name).and_then(Value::as_str);
            let name = word("name").ok_or("A parameter without a name.")?;
            match word("in") {
                Some("query") => {}
                Some("path") if route.path.contains(&format!("{{{name}}}")) => continue,
                _ => return Err(format!("“{name}” is not in the path.")),
            }
            let required = parameter.get("required").and_then(Value::as_bool) == Some(true);
            must |= required;
            let sign = if required { "" } else { "?" };
            let schema = parameter.get("schema").ok_or("A parameter without a type.")?;
            let text = to_type(schema, &mut self.names)?;
            let _ = write!(fields, "{name}{sign}: {}; ", without_null(&text));
        }
        Ok(match (fields.as_str(), must) {
            ("", _) => String::new(),
            (fields, true) => format!("query: {{ {fields}}}; "),
            (fields, false) => format!("query?: {{ {fields}}}; "),
        })
    }

    fn to_source(&self) -> String {
        let mut text = "// This file was generated from the description of the interface. \
                        Do not edit this file manually.\n"
            .to_owned();
        for name in &self.names {
            let _ = writeln!(text, r#"import type {{ {name} }} from "./{name}";"#);
        }
        let calls = &self.calls;
        let _ = write!(
            text,
            "\n/**\n * What each path takes and answers.\n */\nexport interface Paths {{\n{calls}}}\n\
             \n/**\n * The paths that answer a file.\n */\nexport type FilePath ="
        );
        for path in &self.files {
            let _ = write!(text, "\n  | \"{path}\"");
        }
        text.push_str(";\n");
        text
    }
}

/// The content of a body or a response.
enum Content<'a> {
    None,
    Json(&'a Value),
    Form,
    Other,
}

fn parse_content(described: &Value) -> Result<Content<'_>, String> {
    let Some(content) = described.get("content").and_then(Value::as_object) else {
        return Ok(Content::None);
    };
    if let Some(json) = content.get(JSON) {
        let schema = json.get("schema").ok_or("JSON of no type.")?;
        return Ok(Content::Json(schema));
    }
    Ok(match content.keys().next() {
        None => Content::None,
        Some(kind) if kind == FORM => Content::Form,
        Some(_) => Content::Other,
    })
}

/// The content of the one successful response.
fn success_content(operation: &Value) -> Result<Content<'_>, String> {
    let responses = operation.get("responses").and_then(Value::as_object);
    let mut good = responses.into_iter().flatten().filter(|(status, _)| status.starts_with('2'));
    match (good.next(), good.next()) {
        (Some((status, response)), None) => match parse_content(response)? {
            Content::None if status != "204" => Err(format!("What does {status} answer?")),
            content => Ok(content),
        },
        _ => Err("Describe one answer of success.".to_owned()),
    }
}

fn without_null(text: &str) -> String {
    let parts: Vec<&str> = text.split(" | ").filter(|part| *part != "null").collect();
    parts.join(" | ")
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
    fn writes_a_named_schema_by_its_name() {
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
    fn refuses_an_object_schema_without_a_name() {
        let schema = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
        assert!(type_and_names(&schema).0.is_err());
    }

    fn map_of(method: &str, operation: &Value) -> Result<String, String> {
        generate_paths(&json!({ "paths": { "/api/things/{id}": { method: operation } } }))
    }

    #[test]
    fn writes_a_path_with_its_query_body_and_response() {
        let operation = json!({
            "summary": "Writes a thing.",
            "parameters": [
                { "name": "id", "in": "path", "schema": { "type": "string" } },
                { "name": "how", "in": "query", "schema": { "type": ["string", "null"] } },
            ],
            "requestBody": { "required": true, "content": {
                "application/json": { "schema": { "$ref": "#/components/schemas/Update_Thing" } } } },
            "responses": { "200": { "content": {
                "application/json": { "schema": { "$ref": "#/components/schemas/Thing" } } } },
                "404": {} },
        });
        let text = map_of("put", &operation).unwrap();
        assert!(text.contains("  /** Writes a thing. */\n"), "{text}");
        assert!(
            text.contains(
                r#"  "PUT /api/things/{id}": { query?: { how?: string; }; body: Update<Thing>; answer: Thing };"#
            ),
            "{text}"
        );
        assert!(text.contains(r#"import type { Update } from "./Update";"#), "{text}");
    }

    #[test]
    fn writes_a_path_of_a_file_as_a_file_path() {
        let operation = json!({ "responses": { "200": { "content": { "application/pdf": {} } } } });
        let text = map_of("get", &operation).unwrap();
        assert!(!text.contains("GET /api/things"), "{text}");
        assert!(text.contains("FilePath =\n  | \"/api/things/{id}\";"), "{text}");
    }

    #[test]
    fn a_parameter_that_the_path_does_not_name_is_refused() {
        let operation = json!({
            "parameters": [{ "name": "limit", "in": "path", "schema": { "type": "integer" } }],
            "responses": { "204": {} },
        });
        let wrong = map_of("get", &operation).unwrap_err();
        assert_eq!(wrong, "get /api/things/{id}: “limit” is not in the path.");
    }
}
