//! Doors to the rules for the browser and Node. No rule lives here: text goes in, text comes out,
//! and an error is thrown as the JSON body that the server would answer with.

use plumbline_core::{error::Failure, json};
use wasm_bindgen::prelude::*;

mod draft;
mod rules;

/// A small allocator: the default one is 2 kB more to download.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// What a door gives back: its text, or the error body as a thrown string.
type Answer = Result<String, JsValue>;

/// A document's totals as JSON.
///
/// # Errors
///
/// The text is malformed or the document breaks a rule.
#[wasm_bindgen]
pub fn calculate(document: &str) -> Answer {
    json::calculate(document).map_err(JsValue::from)
}

/// Everything that keeps a document from being saved, as a JSON list of field errors.
///
/// # Errors
///
/// The text is malformed.
#[wasm_bindgen]
pub fn validate(document: &str) -> Answer {
    json::validate(document).map_err(JsValue::from)
}

/// The answer to one line of NDJSON, as `plumbline calc` writes it: totals or error, and a line
/// feed; nothing for a blank line.
#[wasm_bindgen(js_name = answerLine)]
#[must_use]
pub fn answer_line(line: &str) -> String {
    plumbline_core::ndjson::answer_text(line)
}

/// The error body that a door throws.
fn thrown(failure: &Failure) -> JsValue {
    JsValue::from(failure.to_json())
}
