//! NUL characters in the texts of a JSON body.

use serde_json::Value;

use crate::error::{ApiError, FieldError, MOST_ERRORS, MOST_PATH};

/// Refuses NUL characters: PostgreSQL can't store them in text, and nobody types one. In JSON a NUL can only be written
/// as `\u0000`, so only a body that contains this text is searched.
pub(super) fn refuse(bytes: &[u8]) -> Result<(), ApiError> {
    if !bytes.windows(6).any(|window| window == br"\u0000") {
        return Ok(());
    }
    // Invalid JSON is reported by the caller's own parser.
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else {
        return Ok(());
    };
    let mut search = Search::default();
    search.look_into(&value);
    if search.errors.is_empty() {
        return Ok(());
    }
    Err(
        ApiError::bad_request("nul_character", "Text must not contain a NUL character.")
            .with_errors(search.errors),
    )
}

/// A search for the first NUL characters, as many as a response reports. A path is only built when one was found, and
/// no longer than a response shows: a long name above a long list would otherwise be copied for each entry.
#[derive(Default)]
struct Search<'a> {
    path: Vec<Step<'a>>,
    errors: Vec<FieldError>,
}

/// A step of the path.
enum Step<'a> {
    Field(&'a str),
    Entry(usize),
}

impl<'a> Search<'a> {
    fn look_into(&mut self, value: &'a Value) {
        match value {
            Value::String(text) if text.contains('\0') => {
                self.found("This must not contain a NUL character.");
            }
            Value::Array(values) => {
                for (index, value) in values.iter().enumerate() {
                    self.below(Step::Entry(index), value);
                }
            }
            Value::Object(fields) => {
                for (name, value) in fields {
                    if name.contains('\0') {
                        self.found("A field’s name must not contain a NUL character.");
                    } else {
                        self.below(Step::Field(name), value);
                    }
                }
            }
            _ => {}
        }
    }

    fn below(&mut self, step: Step<'a>, value: &'a Value) {
        if self.errors.len() < MOST_ERRORS {
            self.path.push(step);
            self.look_into(value);
            self.path.pop();
        }
    }

    fn found(&mut self, msg: &'static str) {
        if self.errors.len() < MOST_ERRORS {
            let error = FieldError::new(self.written(), "nul_character", msg);
            self.errors.push(error);
        }
    }

    fn written(&self) -> String {
        let mut path = String::new();
        for step in &self.path {
            match step {
                Step::Entry(index) => path.push_str(&format!("[{index}]")),
                Step::Field(name) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    // One character more than is displayed, so that the path is visibly shortened.
                    path.extend(name.chars().take(MOST_PATH + 1));
                }
            }
        }
        path
    }
}
