//! The lists of what a device stores. Requests and responses are JSON text: with thousands of rows, text is passed many
//! times as fast as values.

use plumbline_core::error::{InputError, RuleErrors};
use plumbline_core::expense::{self, ExpensePreview};
use plumbline_core::json::to_text;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::number::Number;
use plumbline_core::tax::Vehicle;
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
    text(text_api::list_documents(parse_kind(kind)?, request, today))
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
    text(text_api::count_documents(parse_kind(kind)?, request, today))
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
pub fn parse_kind(kind: &str) -> Result<DocumentKind, JsValue> {
    DocumentKind::parse(kind).ok_or_else(|| JsValue::from(format!("There is no kind of document '{kind}'.")))
}

fn text<T: Serialize>(result: Result<T, InputError>) -> Result<String, JsValue> {
    match result {
        Ok(value) => Ok(to_text(&value)),
        Err(failure) => Err(to_js_error(&failure)),
    }
}

// Core's calculation of an expense. Results are JSON.

/// The amounts of a purchase. Its VAT is that on the receipt or, if that is empty, what the rate gives. The result is
/// the JSON of the server's preview.
///
/// # Errors
///
/// The fields that are not valid, as the JSON of the server's error.
#[wasm_bindgen(js_name = calculatePurchase)]
pub fn calculate_purchase(amount: &str, vat_rate: &str, vat_amount: &str) -> Result<String, String> {
    let [amount, rate, vat] = [amount, vat_rate, vat_amount].map(Number::from_text);
    to_json_result(expense::calculate_purchase(&amount, &rate, &vat))
}

/// The amount of a journey after `before` miles in the same tax year: the JSON of the server's preview.
///
/// # Errors
///
/// The fields that are not valid, as the JSON of the server's error.
#[wasm_bindgen(js_name = calculateJourney)]
pub fn calculate_journey(date: &str, vehicle: &str, miles: &str, before: &str) -> Result<String, String> {
    let date = date.parse().map_err(|error| malformed_error(format!("The date {error}.")))?;
    let vehicle = Vehicle::ALL.into_iter().find(|it| it.code() == vehicle);
    let vehicle = vehicle.ok_or_else(|| malformed_error("There is no such vehicle.".to_owned()))?;
    let before = expense::parse_tenths(&Number::from_text(before)).unwrap_or_default();
    to_json_result(expense::calculate_journey(date, vehicle, &Number::from_text(miles), before))
}

/// The tax year of a day, `2026/27`, whose miles are counted together; empty if the text is not a date.
#[wasm_bindgen(js_name = taxYear)]
#[must_use]
pub fn tax_year(date: &str) -> String {
    let date = date.parse().ok();
    date.map_or_else(String::new, |date| plumbline_core::tax::TaxYear::containing(date).label())
}

fn to_json_result(found: Result<ExpensePreview, RuleErrors>) -> Result<String, String> {
    match found {
        Ok(preview) => Ok(to_text(&preview)),
        Err(errors) => Err(InputError::from(errors).to_json()),
    }
}

fn malformed_error(reason: String) -> String {
    InputError::Malformed(reason).to_json()
}
