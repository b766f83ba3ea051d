//! Core's tidier: rough notes made into a job description.

use plumbline_core::tidy::{self, DescriptionStyle};
use wasm_bindgen::prelude::*;

/// Turns rough notes into a job description.
///
/// # Errors
///
/// The style is unknown.
#[wasm_bindgen(js_name = tidy)]
pub fn tidy_notes(
    notes: &str,
    #[wasm_bindgen(unchecked_param_type = "\"paragraph\" | \"bullets\"")] style: &str,
) -> Result<String, JsValue> {
    let style = DescriptionStyle::parse(style)
        .ok_or_else(|| JsValue::from(format!("There is no style '{style}'.")))?;
    Ok(tidy::tidy_notes(notes, style))
}
