//! Values across the border: typed by the generated TypeScript on the other side.

use js_sys::{Array, Number, Object};
use plumbline_core::document::Document;
use plumbline_core::edit::{Head, Sheet};
use plumbline_core::error::Failure;
use plumbline_core::json::{self, FromTree};
use serde::Serialize;
use serde_json::{Map, Value};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { Badge } from "../../api/generated/Badge";
import type { Broken } from "../../api/generated/Broken";
import type { FieldError } from "../../api/generated/FieldError";
import type { Instalment } from "../../api/generated/Instalment";
import type { JudgedInstalments } from "../../api/generated/JudgedInstalments";
import type { Kind } from "../../api/generated/Kind";
import type { LabourUnit } from "../../api/generated/LabourUnit";
import type { Margin } from "../../api/generated/Margin";
import type { Operation } from "../../api/generated/Operation";
import type { Parties } from "../../api/generated/Parties";
import type { Presentation } from "../../api/generated/Presentation";
import type { Repeat } from "../../api/generated/Repeat";
import type { StrengthReport } from "../../api/generated/StrengthReport";
import type { Totals } from "../../api/generated/Totals";
"#;

/// What a door gives back: its value, or the error body, thrown.
pub type Answer = Result<JsValue, JsValue>;

/// Reads a value of one of core's types. It comes by way of a tree: a reader of each type for the
/// browser's own values, beside the one that names the path of what is wrong, would be a third of
/// the package.
pub fn read<T: FromTree>(value: JsValue) -> Result<T, JsValue> {
    T::from_tree(&tree(value)?, "").map_err(|failure| thrown(&failure))
}

/// A value as a tree, as JSON would have it: a field that is undefined is not there. Read here and
/// not by serde-wasm-bindgen, whose errors write floats: that is a fifteenth of the package.
pub fn tree(value: JsValue) -> Result<Value, JsValue> {
    grown(&value, 0).ok_or_else(|| {
        let said = "This is no document: it holds what JSON cannot.".to_owned();
        thrown(&Failure::Malformed(said))
    })
}

/// As deep as serde_json reads.
const DEEPEST: u8 = 127;

fn grown(value: &JsValue, depth: u8) -> Option<Value> {
    if depth > DEEPEST {
        return None;
    }
    if value.is_null() || value.is_undefined() {
        return Some(Value::Null);
    }
    if let Some(said) = value.as_bool() {
        return Some(Value::Bool(said));
    }
    if let Some(number) = value.as_f64() {
        return Some(number_of(number));
    }
    if let Some(text) = value.as_string() {
        return Some(Value::String(text));
    }
    if let Some(list) = value.dyn_ref::<Array>() {
        let entries = list.iter().map(|entry| grown(&entry, depth + 1));
        return entries.collect::<Option<_>>().map(Value::Array);
    }
    if value.is_function() || !value.is_object() {
        return None;
    }
    let mut fields = Map::new();
    for entry in Object::entries(value.unchecked_ref()).iter() {
        let entry: Array = entry.unchecked_into();
        let field = entry.get(1);
        if !field.is_undefined() {
            fields.insert(entry.get(0).as_string()?, grown(&field, depth + 1)?);
        }
    }
    Some(Value::Object(fields))
}

/// A whole number as one, another as the text that JavaScript writes: core reads both alike. NaN and the
/// infinite are null, as JSON writes them.
fn number_of(number: f64) -> Value {
    // Up to here every whole number is exact.
    const SAFE: f64 = 9_007_199_254_740_991.0;
    if !number.is_finite() {
        return Value::Null;
    }
    if number.fract() == 0.0 && number.abs() <= SAFE {
        return Value::from(number as i64);
    }
    let written = Number::from(number).to_string_with_radix(10);
    Value::String(written.map(String::from).unwrap_or_default())
}

/// Reads a flat document of a save.
pub fn sheet(value: JsValue) -> Result<Sheet, JsValue> {
    let head: Head = read(value.clone())?;
    Ok(Sheet::of(head, read::<Document>(value)?))
}

/// Reads a list of one of core's types; `name` is what it is called in the error.
pub fn list<T: FromTree>(value: JsValue, name: &str) -> Result<Vec<T>, JsValue> {
    match tree(value)? {
        Value::Array(entries) => {
            let entries = entries.iter().enumerate();
            let read = |(at, entry)| T::from_tree(entry, &format!("{name}[{at}]"));
            let read: Result<Vec<T>, Failure> = entries.map(read).collect();
            read.map_err(|failure| thrown(&failure))
        }
        _ => Err(thrown(&json::explain(name, "expected a sequence"))),
    }
}

/// Hands a value over, or throws the error body.
pub fn give<T: Serialize>(answer: Result<T, Failure>) -> Answer {
    match answer {
        Ok(value) => Ok(to_js(&value)),
        Err(failure) => Err(thrown(&failure)),
    }
}

/// A value as JSON would have it: objects are plain, and what there is not is null.
pub fn to_js<T: Serialize + ?Sized>(value: &T) -> JsValue {
    // The crate's types hold nothing that the browser has no value for.
    value
        .serialize(&Serializer::json_compatible())
        .unwrap_or(JsValue::NULL)
}

/// The error body that a door throws.
pub fn thrown(failure: &Failure) -> JsValue {
    to_js(&failure.body())
}
