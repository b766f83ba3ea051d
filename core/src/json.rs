//! The text doors (rules.md, section 6): `plumbline calc`, the WASM package and the HTTP previews
//! all call these with the raw text, so that the same document gives the same bytes.

use serde::Serialize;

use crate::document::Document;
use crate::error::{Failure, FieldError, RuleErrors};
use crate::line::Line;
use crate::reader::{self, ReadError};
use crate::shape;
use crate::totals::{self, Totals};
use crate::validate::validate as broken_rules;
use crate::writer;

pub use crate::shape::unknown_fields;

/// A document's totals as JSON.
///
/// # Errors
///
/// The error body as JSON: `{"message", "code", "errors"}` (see [`Failure::body`]).
pub fn calculate(text: &str) -> Result<String, String> {
    match totals(text) {
        Ok(totals) => Ok(to_text(&totals)),
        Err(failure) => Err(failure.to_json()),
    }
}

/// Everything that keeps a document from being saved, as a JSON list of field errors: `[]` when
/// it may be saved.
///
/// # Errors
///
/// The error body as JSON when the text is no JSON object.
pub fn validate(text: &str) -> Result<String, String> {
    match document(text) {
        Ok(document) => Ok(to_text(&broken_rules(&document))),
        Err(Failure::Rules(RuleErrors(errors))) => Ok(to_text(&errors)),
        Err(failure) => Err(failure.to_json()),
    }
}

/// A document's totals from its text.
///
/// # Errors
///
/// Malformed text, or every rule that the document breaks.
pub fn totals(text: &str) -> Result<Totals, Failure> {
    Ok(totals::calculate(&document(text)?)?)
}

/// Reads a document from its text.
///
/// # Errors
///
/// Malformed text, or every field of a wrong type or with an unknown word. Numbers are not
/// checked here: they keep what was written.
pub fn document(text: &str) -> Result<Document, Failure> {
    // Files and some clients begin with a byte-order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match reader::read(text) {
        Ok(document) => Ok(document),
        Err(error) => Err(explain(&error, shape::wrong_fields(text))),
    }
}

/// Reads one line from its text; `index` is its place in the document, for the paths of errors.
///
/// # Errors
///
/// As [`document`].
pub fn line(text: &str, index: usize) -> Result<Line, Failure> {
    match reader::read(text) {
        Ok(line) => Ok(line),
        Err(error) => {
            let at = format!("items[{index}]");
            Err(explain(&error, shape::wrong_line_fields(text, &at)))
        }
    }
}

/// Names the fields behind a reader's error; what no field explains is malformed text, or a field
/// that is given twice.
fn explain(error: &ReadError, wrong_fields: Result<Vec<FieldError>, ReadError>) -> Failure {
    match wrong_fields {
        Ok(errors) if !errors.is_empty() => Failure::Rules(RuleErrors(errors)),
        _ => Failure::Malformed(format!("This is not a JSON document: {error}.")),
    }
}

/// JSON text of a value of this crate.
#[must_use]
pub fn to_text<T: Serialize>(value: &T) -> String {
    writer::write(value)
}
