//! Core's tidier: rough notes made into a job description.

use plumbline_core::tidy::{self, Style};
use wasm_bindgen::prelude::*;

/// Turns rough notes into a job description.
///
/// # Errors
///
/// There is no such style.
#[wasm_bindgen]
pub fn tidy(
    notes: &str,
    #[wasm_bindgen(unchecked_param_type = "\"paragraph\" | \"bullets\"")] style: &str,
) -> Result<String, JsValue> {
    let style = Style::parse(style)
        .ok_or_else(|| JsValue::from(format!("There is no style '{style}'.")))?;
    Ok(tidy::tidy(notes, style))
}
