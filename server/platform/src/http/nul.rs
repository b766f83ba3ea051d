//! NUL characters in the texts of a JSON body.

use serde_json::Value;

use crate::error::{ApiError, FieldError, MOST_ERRORS, MOST_PATH};

/// PostgreSQL cannot keep a NUL in text and nobody types one. In JSON it can only be written as
/// `\u0000`, so that only a body with that text is looked into.
pub(super) fn refuse(bytes: &[u8]) -> Result<(), ApiError> {
    if !bytes.windows(6).any(|window| window == br"\u0000") {
        return Ok(());
    }
    // What is not JSON is named by the caller's own parse.
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

/// A look for the first of them, as many as an answer names. A path is written where something was
/// found, and no longer than an answer shows it: a long name over a long list would be as many
/// copies of it.
#[derive(Default)]
struct Search<'a> {
    path: Vec<Step<'a>>,
    errors: Vec<FieldError>,
}

/// A step down.
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
                        self.found("A field's name must not contain a NUL character.");
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
                    // A sign more than is shown, so that it is seen to be cut.
                    path.extend(name.chars().take(MOST_PATH + 1));
                }
            }
        }
        path
    }
}
