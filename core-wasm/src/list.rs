//! The lists of what a device stores. Requests and responses are JSON text: with thousands of rows, text is passed many
//! times as fast as values.

use plumbline_core::error::InputError;
use plumbline_core::json::to_text;
use plumbline_core::kind::DocumentKind;
use plumbline_core::text_api;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::values::to_js_error;

/// The content of a list of documents on the day `today`, for a `DocumentListRequest`: a `ListedDocuments`.
///
/// # Errors
///
/// The kind is unknown, the request cannot be read, or `today` is not a date.
#[wasm_bindgen(js_name = listDocuments)]
pub fn list_documents(
    #[wasm_bindgen(unchecked_param_type = "DocumentKind")] kind: &str,
    request: &str,
    today: &str,
) -> Result<String, JsValue> {
    text(text_api::list_documents(known(kind)?, request, today))
}

/// The number of documents of a kind, and in each of its lists, for a `DocumentListRequest`: a list of `TabCount`.
///
/// # Errors
///
/// As for `listDocuments`.
#[wasm_bindgen(js_name = countDocuments)]
pub fn count_documents(
    #[wasm_bindgen(unchecked_param_type = "DocumentKind")] kind: &str,
    request: &str,
    today: &str,
) -> Result<String, JsValue> {
    text(text_api::count_documents(known(kind)?, request, today))
}

/// The content of a list of expenses, for an `ExpenseListRequest`: a `ListedExpenses`.
///
/// # Errors
///
/// The request cannot be read.
#[wasm_bindgen(js_name = listExpenses)]
pub fn list_expenses(request: &str) -> Result<String, JsValue> {
    text(text_api::list_expenses(request))
}

/// Reads the name of a kind; an unknown one is thrown as an error.
pub fn known(kind: &str) -> Result<DocumentKind, JsValue> {
    DocumentKind::parse(kind).ok_or_else(|| JsValue::from(format!("There is no kind of document '{kind}'.")))
}

fn text<T: Serialize>(answer: Result<T, InputError>) -> Result<String, JsValue> {
    match answer {
        Ok(value) => Ok(to_text(&value)),
        Err(failure) => Err(to_js_error(&failure)),
    }
}
