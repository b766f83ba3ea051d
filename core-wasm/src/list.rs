//! Doors to the lists of what a device holds. Requests and answers are JSON: of thousands of rows their text crosses many
//! times as fast as their values.

use plumbline_core::error::InputError;
use plumbline_core::json::to_text;
use plumbline_core::kind::DocumentKind;
use plumbline_core::text_api;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::values::to_js_error;

/// What a list of documents has on the day `today`: a `ListedDocuments` of a `DocumentListRequest`.
///
/// # Errors
///
/// There is no such kind, the request cannot be read, or `today` is no date.
#[wasm_bindgen(js_name = listDocuments)]
pub fn list_documents(
    #[wasm_bindgen(unchecked_param_type = "DocumentKind")] kind: &str,
    request: &str,
    today: &str,
) -> Result<String, JsValue> {
    text(text_api::list_documents(known(kind)?, request, today))
}

/// How many documents all and each of a kind's lists have: a list of `TabCount` of a `DocumentListRequest`.
///
/// # Errors
///
/// As `listDocuments`.
#[wasm_bindgen(js_name = countDocuments)]
pub fn count_documents(
    #[wasm_bindgen(unchecked_param_type = "DocumentKind")] kind: &str,
    request: &str,
    today: &str,
) -> Result<String, JsValue> {
    text(text_api::count_documents(known(kind)?, request, today))
}

/// What a list of expenses has: a `ListedExpenses` of an `ExpenseListRequest`.
///
/// # Errors
///
/// The request cannot be read.
#[wasm_bindgen(js_name = listExpenses)]
pub fn list_expenses(request: &str) -> Result<String, JsValue> {
    text(text_api::list_expenses(request))
}

/// The kind of a word.
pub fn known(kind: &str) -> Result<DocumentKind, JsValue> {
    DocumentKind::parse(kind)
        .ok_or_else(|| JsValue::from(format!("There is no kind of document '{kind}'.")))
}

fn text<T: Serialize>(answer: Result<T, InputError>) -> Result<String, JsValue> {
    match answer {
        Ok(value) => Ok(to_text(&value)),
        Err(failure) => Err(to_js_error(&failure)),
    }
}
