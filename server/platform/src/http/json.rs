//! JSON bodies: strict, limited in size, and with errors that name the field.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use plumbline_core::time::DateError;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;

use crate::error::{ApiError, ERRORS_MAX, FieldError, PATH_MAX};

/// A JSON body as `T`. Refuses, each with its own status and code: another content type (415 `unsupported_media_type`),
/// a body over the limit (413 `too_large_error`), invalid JSON (400 `malformed_json`), a wrong type (400
/// `invalid_type`), a missing field (400 `missing_field`), an unknown field (400 `unknown_field`, if `T` has
/// `deny_unknown_fields`), a date out of range (422 `rule_broken`) and a NUL character in any text (400
/// `nul_character`). Text is stored as it was typed.
#[derive(Debug, Clone)]
pub struct ApiJson<T>(pub T);

/// A JSON body as bytes, after the same checks except those of the type: for the rules of `core`, which read the raw
/// text, and for hashing a body.
#[derive(Debug, Clone)]
pub struct RawJson(pub Bytes);

impl RawJson {
    /// Reads the body as `T`.
    ///
    /// # Errors
    /// As for [`ApiJson`].
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        parse(&self.0)
    }
}

impl<S: Send + Sync> FromRequest<S> for RawJson {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let is_json = is_json(request.headers());
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|rejection| rejection_error(&rejection, "1 MB"))?;
        if !is_json && !bytes.is_empty() {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported_media_type",
                "The body must be JSON, sent with Content-Type: application/json.",
            ));
        }
        if count_objects(&bytes) > OBJECTS_MAX {
            return Err(ApiError::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "too_large",
                "That is too much at once. Please send it in several parts.",
            ));
        }
        Ok(Self(bytes))
    }
}

/// The most objects in a body: the largest real one, an invoice of 500 lines or as many edits of one, has some
/// thousands. An object has at least two bytes, and takes a hundred times as much memory or more once it is read.
const OBJECTS_MAX: usize = 20_000;

/// How many objects a body contains, not counting braces within texts; 0 for one that is too short to have too many.
fn count_objects(bytes: &[u8]) -> usize {
    if bytes.len() < 2 * OBJECTS_MAX {
        return 0;
    }
    let (mut is_text, mut is_escaped, mut count) = (false, false, 0);
    for byte in bytes {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_text,
            b'"' => is_text = !is_text,
            b'{' if !is_text => count += 1,
            _ => {}
        }
    }
    count
}

impl<T, S> FromRequest<S> for ApiJson<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        RawJson::from_request(request, state).await?.parse().map(Self)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|kind| {
            let kind = kind.trim().to_ascii_lowercase();
            kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
        })
}

/// The response to a body that was not read; at most `limit` is accepted.
pub fn rejection_error(rejection: &BytesRejection, limit: &str) -> ApiError {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return too_large_error(limit);
    }
    ApiError::bad_request("incomplete_body", "The request ended before its body was complete.")
}

/// 413 for a body over `limit`.
#[must_use]
pub fn too_large_error(limit: &str) -> ApiError {
    ApiError::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too_large",
        format!("That is too large: at most {limit} can be sent at once."),
    )
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    reject_nul(bytes)?;
    require_object(bytes)?;
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = match error.path().to_string() {
            path if path == "." => String::new(),
            path => path,
        };
        parse_error(path, error.inner())
    })?;
    reader.end().map_err(|error| parse_error(String::new(), &error))?;
    Ok(value)
}

/// serde would also read an array as the fields of a struct in order, but here a body must be an object.
fn require_object(bytes: &[u8]) -> Result<(), ApiError> {
    if bytes.trim_ascii_start().first() == Some(&b'{') {
        return Ok(());
    }
    match serde_json::from_slice::<IgnoredAny>(bytes) {
        Ok(_) => Err(ApiError::bad_request("invalid_type", "The body must be a JSON object.")),
        Err(error) => Err(parse_error(String::new(), &error)),
    }
}

/// The response to a body that serde refused at `path`.
fn parse_error(path: String, error: &serde_json::Error) -> ApiError {
    if !error.is_data() {
        return ApiError::bad_request(
            "malformed_json",
            format!("The body is not valid JSON (line {}, column {}).", error.line(), error.column()),
        );
    }
    let (path, code, msg) = explain_error(&path, &error.to_string());
    if code == DateError::OutOfRange.code() {
        // The value is a date, so it is the rules that refuse it.
        return ApiError::rule_broken(vec![FieldError::new(path, code, msg)]);
    }
    ApiError::bad_field(path, code, msg)
}

/// The field's path, a code and a message for people, from serde's message about the value at `path`.
pub fn explain_error(path: &str, text: &str) -> (String, &'static str, String) {
    let named = |start: &str| text.strip_prefix(start)?.split('`').next().map(str::to_owned);
    if let Some(name) = named("unknown field `") {
        let msg = format!("There is no field “{name}” here.");
        return (join_path(path, &name), "unknown_field", msg);
    }
    if let Some(name) = named("missing field `") {
        let msg = format!("“{name}” is required.");
        return (join_path(path, &name), "missing_field", msg);
    }
    if let Some(name) = named("duplicate field `") {
        let msg = format!("“{name}” is given twice.");
        return (join_path(path, &name), "duplicate_field", msg);
    }
    let what = text.split(" at line ").next().unwrap_or(text);
    let out_of_range = DateError::OutOfRange;
    if what == out_of_range.to_string() {
        return (path.to_owned(), out_of_range.code(), format!("This {what}."));
    }
    let begins = |words: &[&str]| words.iter().any(|word| what.starts_with(word));
    let msg = match what.rsplit_once("expected ") {
        Some((_, wanted)) => format!("This must be {}.", expected_type_label(wanted)),
        // Messages of our own types: a reason without its subject, or what is expected.
        None if begins(&["is ", "must "]) => format!("This {what}."),
        None if begins(&["a ", "an "]) => format!("This must be {what}."),
        None => format!("This cannot be read: {what}."),
    };
    (path.to_owned(), "invalid_type", msg)
}

/// What serde expected, in the terms of JSON and without the names of our types.
fn expected_type_label(wanted: &str) -> String {
    match wanted {
        "a sequence" => "a list".to_owned(),
        "a map" => "an object".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "i64" | "u64" | "i32" | "u32" | "usize" => "a whole number".to_owned(),
        _ if wanted.starts_with("struct ") => "an object".to_owned(),
        _ => quote_names(wanted),
    }
}

/// The text with quotation marks instead of backticks.
fn quote_names(text: &str) -> String {
    let mut texts = String::with_capacity(text.len());
    for (index, part) in text.split('`').enumerate() {
        match index {
            0 => {}
            odd if odd % 2 == 1 => texts.push('“'),
            _ => texts.push('”'),
        }
        texts.push_str(part);
    }
    texts
}

/// The path of a field: serde reports an unknown one either at its parent or at the field itself.
fn join_path(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else if path == name || path.ends_with(&format!(".{name}")) {
        path.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

/// Refuses NUL characters: PostgreSQL can't store them in text, and nobody types one. In JSON a NUL can only be written
/// as `\u0000`, so only a body that contains this text is searched.
pub(super) fn reject_nul(bytes: &[u8]) -> Result<(), ApiError> {
    if !bytes.windows(6).any(|window| window == br"\u0000") {
        return Ok(());
    }
    // Invalid JSON is reported by the caller's own parser.
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else {
        return Ok(());
    };
    let mut search = NulSearch::default();
    search.search_value(&value);
    if search.errors.is_empty() {
        return Ok(());
    }
    Err(ApiError::bad_request("nul_character", "Text must not contain a NUL character.")
        .with_errors(search.errors))
}

/// A search for the first NUL characters, as many as a response reports. A path is only built when one was found, and
/// no longer than a response shows: a long name above a long list would otherwise be copied for each entry.
#[derive(Default)]
struct NulSearch<'a> {
    path: Vec<PathStep<'a>>,
    errors: Vec<FieldError>,
}

/// A step of the path.
enum PathStep<'a> {
    Field(&'a str),
    Entry(usize),
}

impl<'a> NulSearch<'a> {
    fn search_value(&mut self, value: &'a Value) {
        match value {
            Value::String(text) if text.contains('\0') => {
                self.add_error("This must not contain a NUL character.");
            }
            Value::Array(values) => {
                for (index, value) in values.iter().enumerate() {
                    self.search_below(PathStep::Entry(index), value);
                }
            }
            Value::Object(fields) => {
                for (name, value) in fields {
                    if name.contains('\0') {
                        self.add_error("A field’s name must not contain a NUL character.");
                    } else {
                        self.search_below(PathStep::Field(name), value);
                    }
                }
            }
            _ => {}
        }
    }

    fn search_below(&mut self, step: PathStep<'a>, value: &'a Value) {
        if self.errors.len() < ERRORS_MAX {
            self.path.push(step);
            self.search_value(value);
            self.path.pop();
        }
    }

    fn add_error(&mut self, msg: &'static str) {
        if self.errors.len() < ERRORS_MAX {
            let error = FieldError::new(self.path_text(), "nul_character", msg);
            self.errors.push(error);
        }
    }

    fn path_text(&self) -> String {
        let mut path = String::new();
        for step in &self.path {
            match step {
                PathStep::Entry(index) => path.push_str(&format!("[{index}]")),
                PathStep::Field(name) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    // One character more than is displayed, so that the path is visibly shortened.
                    path.extend(name.chars().take(PATH_MAX + 1));
                }
            }
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_core::money::Pence;
    use plumbline_core::time::Date;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Line {
        #[allow(dead_code)]
        name: String,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        #[allow(dead_code)]
        lines: Vec<Line>,
    }

    fn refusal_of(text: &str) -> (String, String) {
        let error = parse::<Body>(text.as_bytes()).expect_err(text);
        let json = format!("{error:?}");
        let path = json.split("path: \"").nth(1).and_then(|rest| rest.split('"').next());
        (error.code().to_owned(), path.unwrap_or_default().to_owned())
    }

    #[test]
    fn each_json_error_has_its_code_and_its_path() {
        let pair = |code: &str, path: &str| (code.to_owned(), path.to_owned());
        assert_eq!(refusal_of("{"), pair("malformed_json", ""));
        assert_eq!(refusal_of(r#"{"lines":[]} x"#), pair("malformed_json", ""));
        assert_eq!(refusal_of("{}"), pair("missing_field", "lines"));
        assert_eq!(
            refusal_of(r#"{"lines":[{"name":"a"},{"nom":"b"}]}"#),
            pair("unknown_field", "lines[1].nom")
        );
        assert_eq!(refusal_of(r#"{"lines":[{"name":5}]}"#), pair("invalid_type", "lines[0].name"));
        assert_eq!(refusal_of(r#"{"lines":[{"name":"a\u0000"}]}"#), pair("nul_character", "lines[0].name"));
        assert_eq!(
            refusal_of(r#"{"lines":[{"name":"a","name":"b"}]}"#),
            pair("duplicate_field", "lines[0].name")
        );
    }

    #[test]
    fn describes_a_wrong_type_without_internal_names() {
        let result = |text: &str| explain_error("x", text).2;
        assert_eq!(
            result("invalid type: integer `5`, expected a string at line 1 column 9"),
            "This must be a string."
        );
        assert_eq!(
            result("invalid type: map, expected a sequence at line 1 column 9"),
            "This must be a list."
        );
        assert_eq!(
            result("unknown variant `pigeon`, expected `email` or `link`"),
            "This must be “email” or “link”."
        );
        assert_eq!(result("invalid type: null, expected struct SendRequest"), "This must be an object.");
        let read = |text: &str| {
            let error = serde_json::from_str::<Date>(text).expect_err(text);
            result(&error.to_string())
        };
        assert_eq!(read(r#""2026-02-30""#), "This is not a day of the calendar.");
        assert_eq!(read(r#""30/02/2026""#), "This must be a date written YYYY-MM-DD.");
        let error = serde_json::from_str::<Pence>(r#""1.234""#).expect_err("three decimals");
        assert_eq!(result(&error.to_string()), "This must be an amount in pounds with at most 2 decimals.");
    }

    #[test]
    fn counts_objects_but_not_braces_in_strings() {
        let many = |one: &str| format!(r#"{{"lines":[{}]}}"#, vec![one; 30_000].join(","));
        assert_eq!(count_objects(many("{}").as_bytes()), 30_001);
        for text in [r#""{""#, r#""\"{""#, r#""\\\"{""#, "[7]"] {
            assert_eq!(count_objects(many(text).as_bytes()), 1, "{text}");
        }
        // A brace after a text that ends in a backslash counts.
        assert_eq!(count_objects(many(r#""\\",{}"#).as_bytes()), 30_001);
        assert_eq!(count_objects(b"{}"), 0, "too short to be counted");
    }

    #[test]
    fn accepts_u0000_after_an_escaped_backslash() {
        assert!(parse::<Body>(br#"{"lines":[{"name":"a\\u0000"}]}"#).is_ok());
    }
}
