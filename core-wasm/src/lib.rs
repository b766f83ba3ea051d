//! The rules for the browser and Node. No rule is defined here: values of the generated types are passed in and
//! returned, and an error is thrown as the body of the server's error response.

use plumbline_core::calculate::all_in;
use plumbline_core::calculate::choices;
use plumbline_core::calculate::margin as margins;
use plumbline_core::calculate::totals;
use plumbline_core::calculate::validate;
use plumbline_core::calculate::vat_conversion;
use plumbline_core::document::Document;
use plumbline_core::edit::{self, Operation};
use plumbline_core::error::InputError;
use plumbline_core::money::number::Number;
use wasm_bindgen::prelude::*;

mod advice;
mod draft;
mod list;
mod result_buffer;
mod rules;
mod values;

use values::{JsResult, from_js, parse_document, to_js_error, to_js_result, to_json_value};

/// A document's totals.
///
/// # Errors
///
/// A field has a wrong type, or the document breaks a rule.
#[wasm_bindgen(unchecked_return_type = "Totals")]
pub fn calculate(#[wasm_bindgen(unchecked_param_type = "object")] document: JsValue) -> JsResult {
    let document: Document = from_js(document)?;
    to_js_result(totals::calculate(&document).map_err(InputError::from))
}

/// Every error that prevents a document from being saved.
///
/// # Errors
///
/// A field has a wrong type.
#[wasm_bindgen(unchecked_return_type = "FieldError[]")]
pub fn validate(#[wasm_bindgen(unchecked_param_type = "object")] document: JsValue) -> JsResult {
    let document: Document = from_js(document)?;
    to_js_result(Ok(validate::validate(&document)))
}

/// The discount that brings a document's total to `target`, in pounds.
///
/// # Errors
///
/// As for `calculate`; also if the target is not an amount, or is above the total without a discount.
#[wasm_bindgen(js_name = discountFor, unchecked_return_type = "{ discount: string; totalAmount: string; exact: boolean }")]
pub fn find_discount(
    #[wasm_bindgen(unchecked_param_type = "object")] document: JsValue,
    target: &str,
) -> JsResult {
    let document: Document = from_js(document)?;
    let found = all_in::find_discount(&document, &Number::from_text(target));
    to_js_result(found.map_err(InputError::from))
}

/// The price in pounds that one more line must have so that the total is nearest to `target`; null if the total is that
/// much already.
///
/// # Errors
///
/// As for `calculate`; also if the target is not an amount.
#[wasm_bindgen(js_name = restFor, unchecked_return_type = "Rest | null")]
pub fn rest_for(
    #[wasm_bindgen(unchecked_param_type = "object")] document: JsValue,
    target: &str,
) -> JsResult {
    let document: Document = from_js(document)?;
    let found = all_in::rest_for(&document, &Number::from_text(target));
    to_js_result(found.map_err(InputError::from))
}

/// The fixed discount of a document in pounds after its prices are switched to include VAT, or no longer to include it;
/// empty if there is no fixed discount, or nothing can be calculated.
///
/// # Errors
///
/// A field has a wrong type.
#[wasm_bindgen(js_name = turnDiscount)]
pub fn turn_discount(
    #[wasm_bindgen(unchecked_param_type = "object")] document: JsValue,
    to_include: bool,
) -> Result<String, JsValue> {
    let document: Document = from_js(document)?;
    let turned = vat_conversion::turned_discount(&document, to_include);
    Ok(turned.map(|discount| discount.to_string()).unwrap_or_default())
}

/// The most, in pounds, that may be paid under a quote if the customer accepts it. `agreed` is the job's agreed total
/// before a variation, in pounds; 0 for any other quote. `None` if it can't be calculated.
///
/// # Errors
///
/// A field has a wrong type.
#[wasm_bindgen(js_name = maxPayable)]
pub fn max_payable(
    #[wasm_bindgen(unchecked_param_type = "object")] document: JsValue,
    agreed: &str,
) -> Result<Option<String>, JsValue> {
    let document: Document = from_js(document)?;
    let agreed = Number::from_text(agreed).to_pence();
    let most = choices::max_payable(&document, agreed.unwrap_or_default());
    Ok(most.map(|most| most.to_string()))
}

/// The margin of a document, as it is or with this choice chosen; null if no line that counts has a cost.
///
/// # Errors
///
/// As for `calculate`.
#[wasm_bindgen(js_name = margin, unchecked_return_type = "Margin | null")]
pub fn calculate_margin(
    #[wasm_bindgen(unchecked_param_type = "object")] document: JsValue,
    choice: Option<String>,
) -> JsResult {
    let document: Document = from_js(document)?;
    let found = margins::calculate_margin_with_choice(&document, choice.as_deref());
    to_js_result(found.map_err(InputError::from))
}

/// The operations that turn `before` into `after`; both are flat documents of a save.
///
/// # Errors
///
/// A field has a wrong type.
#[wasm_bindgen(js_name = between, unchecked_return_type = "Operation[]")]
pub fn diff(
    #[wasm_bindgen(unchecked_param_type = "object")] before: JsValue,
    #[wasm_bindgen(unchecked_param_type = "object")] after: JsValue,
) -> JsResult {
    to_js_result(Ok(edit::diff(&parse_document(before)?, &parse_document(after)?)))
}

/// The flat document of a save after these operations.
///
/// # Errors
///
/// A field has a wrong type, or an operation cannot be applied.
#[wasm_bindgen(unchecked_return_type = "unknown")]
pub fn apply(
    #[wasm_bindgen(unchecked_param_type = "object")] document: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Operation[]")] operations: JsValue,
) -> JsResult {
    let operations = Operation::parse_list(to_json_value(operations)?, "operations");
    let operations = operations.map_err(|failure| to_js_error(&failure))?;
    let after = edit::apply(&parse_document(document)?, &operations);
    to_js_result(after.map_err(InputError::from))
}
