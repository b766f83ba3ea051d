//! Values between Rust and JavaScript; the generated TypeScript describes them on the other side.

use plumbline_core::document::Document;
use plumbline_core::edit::{EditableDocument, EditableHeader};
use plumbline_core::error::InputError;
use plumbline_core::json;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { Badge } from "../../api/generated/Badge";
import type { FormError } from "../../api/generated/FormError";
import type { Conflict } from "../../api/generated/Conflict";
import type { DueUnit } from "../../api/generated/DueUnit";
import type { FieldError } from "../../api/generated/FieldError";
import type { Instalment } from "../../api/generated/Instalment";
import type { InstalmentCheck } from "../../api/generated/InstalmentCheck";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { LabourUnit } from "../../api/generated/LabourUnit";
import type { Margin } from "../../api/generated/Margin";
import type { NextPayment } from "../../api/generated/NextPayment";
import type { Operation } from "../../api/generated/Operation";
import type { Parties } from "../../api/generated/Parties";
import type { Presentation } from "../../api/generated/Presentation";
import type { RecordedPayment } from "../../api/generated/RecordedPayment";
import type { Repeat } from "../../api/generated/Repeat";
import type { Rest } from "../../api/generated/Rest";
import type { StrengthReport } from "../../api/generated/StrengthReport";
import type { Totals } from "../../api/generated/Totals";
"#;

/// The result of an exported function: a value, or the error body, which is thrown.
pub type JsResult = Result<JsValue, JsValue>;

/// Reads a value of one of core's types.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    json::from_tree(to_json_value(value)?, "").map_err(|failure| to_js_error(&failure))
}

/// A value as it would be in JSON. It is converted to a tree, in which core's reader treats a null field as missing.
pub fn to_json_value(value: JsValue) -> Result<Value, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|_| {
        let text = "This value can’t be written as JSON.".to_owned();
        to_js_error(&InputError::Malformed(text))
    })
}

/// Reads a flat document of a save.
pub fn parse_document(value: JsValue) -> Result<EditableDocument, JsValue> {
    let head: EditableHeader = from_js(value.clone())?;
    Ok(EditableDocument::new(head, from_js::<Document>(value)?))
}

/// Reads a list of one of core's types; `name` is used in the error message.
pub fn parse_list<T: DeserializeOwned>(value: JsValue, name: &str) -> Result<Vec<T>, JsValue> {
    match to_json_value(value)? {
        Value::Array(entries) => {
            let entries = entries.into_iter().enumerate();
            let read = |(at, entry)| json::from_tree(entry, &format!("{name}[{at}]"));
            let read: Result<Vec<T>, InputError> = entries.map(read).collect();
            read.map_err(|failure| to_js_error(&failure))
        }
        _ => Err(to_js_error(&json::explain_error(name, "expected a sequence"))),
    }
}

/// Returns a value, or throws the error body.
pub fn to_js_result<T: Serialize>(result: Result<T, InputError>) -> JsResult {
    match result {
        Ok(value) => Ok(to_js(&value)),
        Err(failure) => Err(to_js_error(&failure)),
    }
}

/// A value as it would be in JSON: objects are plain, and a missing value is null.
pub fn to_js<T: Serialize + ?Sized>(value: &T) -> JsValue {
    // Every value of core's types exists in JavaScript, so this can't fail.
    value.serialize(&Serializer::json_compatible()).unwrap_or(JsValue::NULL)
}

/// The error body that an exported function throws.
pub fn to_js_error(failure: &InputError) -> JsValue {
    to_js(&failure.to_body())
}
