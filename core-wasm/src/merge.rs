//! Core's merging of two edits of one document; documents are flat, as in a save.

use std::collections::HashSet;

use plumbline_core::edit::{diff, merge, three_way};
use plumbline_core::error::InputError;
use wasm_bindgen::prelude::*;

use crate::values::{JsResult, parse_document, to_js_result};

/// The fields that both `theirs` and `mine` have changed since `base`. If `base` is null or undefined because it is no
/// longer known, all fields in which they differ.
///
/// # Errors
///
/// A field has a wrong type.
#[wasm_bindgen(js_name = mergeConflicts, unchecked_return_type = "Conflict[]")]
pub fn merge_conflicts(
    #[wasm_bindgen(unchecked_param_type = "object | null")] base: JsValue,
    #[wasm_bindgen(unchecked_param_type = "object")] theirs: JsValue,
    #[wasm_bindgen(unchecked_param_type = "object")] mine: JsValue,
) -> JsResult {
    let is_known = !base.is_null() && !base.is_undefined();
    let (theirs, mine) = (parse_document(theirs)?, parse_document(mine)?);
    to_js_result(Ok(if is_known {
        three_way::conflicts_between(&parse_document(base)?, &theirs, &mine)
    } else {
        merge::differences(&theirs, &diff(&theirs, &mine))
    }))
}

/// `theirs` with the changes from `base` to `mine` applied, except for the fields that are to remain as in `theirs`,
/// which are given by the paths of their conflicts.
///
/// # Errors
///
/// A field has a wrong type, or there are too many changes.
#[wasm_bindgen(unchecked_return_type = "unknown")]
pub fn merge(
    #[wasm_bindgen(unchecked_param_type = "object")] base: JsValue,
    #[wasm_bindgen(unchecked_param_type = "object")] theirs: JsValue,
    #[wasm_bindgen(unchecked_param_type = "object")] mine: JsValue,
    stay: Vec<String>,
) -> JsResult {
    let (base, theirs, mine) = (parse_document(base)?, parse_document(theirs)?, parse_document(mine)?);
    let stay: HashSet<String> = stay.into_iter().collect();
    let merged = three_way::merge(&base, &theirs, &mine, &stay);
    to_js_result(merged.map_err(InputError::from))
}
