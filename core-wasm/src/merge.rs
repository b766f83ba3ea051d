//! Doors to core's merging of two edits of one document; documents are flat, as in a save.

use std::collections::HashSet;

use plumbline_core::edit::{between, merge, three_way};
use plumbline_core::error::Failure;
use wasm_bindgen::prelude::*;

use crate::values::{Answer, give, sheet};

/// The fields that `theirs` and `mine` both made something else of since `base`; where that is null or undefined, since nobody
/// knows any more what it was, all in which they differ.
///
/// # Errors
///
/// A field has a wrong type.
#[wasm_bindgen(js_name = mergeConflicts, unchecked_return_type = "Conflict[]")]
pub fn merge_conflicts(
    #[wasm_bindgen(unchecked_param_type = "object | null")] base: JsValue,
    #[wasm_bindgen(unchecked_param_type = "object")] theirs: JsValue,
    #[wasm_bindgen(unchecked_param_type = "object")] mine: JsValue,
) -> Answer {
    let is_known = !base.is_null() && !base.is_undefined();
    let (theirs, mine) = (sheet(theirs)?, sheet(mine)?);
    give(Ok(if is_known {
        three_way::conflicts_between(&sheet(base)?, &theirs, &mine)
    } else {
        merge::differences(&theirs, &between(&theirs, &mine))
    }))
}

/// `theirs` with what separates `mine` from `base` put upon it, but for the fields that are to stay theirs, by the paths of
/// their conflicts.
///
/// # Errors
///
/// A field has a wrong type, or they are too many changes.
#[wasm_bindgen(unchecked_return_type = "unknown")]
pub fn merge(
    #[wasm_bindgen(unchecked_param_type = "object")] base: JsValue,
    #[wasm_bindgen(unchecked_param_type = "object")] theirs: JsValue,
    #[wasm_bindgen(unchecked_param_type = "object")] mine: JsValue,
    stay: Vec<String>,
) -> Answer {
    let (base, theirs, mine) = (sheet(base)?, sheet(theirs)?, sheet(mine)?);
    let stay: HashSet<String> = stay.into_iter().collect();
    let merged = three_way::merge(&base, &theirs, &mine, &stay);
    give(merged.map_err(Failure::from))
}
