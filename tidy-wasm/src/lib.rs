//! The door to core's tidier for the browser. A package of its own, beside the rules in core-wasm:
//! it loads with the dialog that needs it, and nobody else waits for its words.

use plumbline_core::tidy::{self, Style};
use wasm_bindgen::prelude::*;

/// A small allocator: the default one is 2 kB more to download.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// Rough notes as a job description.
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
