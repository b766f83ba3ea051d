//! A document as JSON text in, its totals or its errors out (docs/rules.md, section 6). `plumbline calc` and the
//! HTTP previews call these with the raw text, so that the same document gives the same bytes.

use crate::calculate::totals::{self, Totals};
use crate::calculate::validate::validate;
use crate::document::Document;
use crate::error::{InputError, RuleErrors};
use crate::json::to_text;

/// The totals of a document given as JSON.
///
/// # Errors
///
/// The text is malformed, or the document breaks rules, all of which are returned.
pub fn calculate_totals(text: &str) -> Result<Totals, InputError> {
    Ok(totals::calculate(&Document::from_json(text)?)?)
}

/// The totals of a document, as JSON.
///
/// # Errors
///
/// The error body as JSON: `{"message", "code", "errors"}` (see [`InputError::to_body`]).
pub fn calculate_totals_json(text: &str) -> Result<String, String> {
    let totals = calculate_totals(text).map_err(|failure| failure.to_json())?;
    Ok(to_text(&totals))
}

/// Every error that prevents a document from being saved, as a JSON list of field errors; `[]` if it can be saved.
///
/// # Errors
///
/// The error body as JSON if the text is not a JSON object.
pub fn find_errors_json(text: &str) -> Result<String, String> {
    match Document::from_json(text) {
        Ok(document) => Ok(to_text(&validate(&document))),
        Err(InputError::Rules(RuleErrors(errors))) => Ok(to_text(&errors)),
        Err(failure) => Err(failure.to_json()),
    }
}
