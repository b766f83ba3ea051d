//! NUL characters in the texts of a JSON body.

use serde_json::Value;

use crate::error::{ApiError, ERRORS_MAX, FieldError, PATH_MAX};

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
