//! The document behind an editor, resident in WASM: only what changed crosses.

use plumbline_core::edit::draft;
use plumbline_core::error::Failure;
use plumbline_core::json;
use wasm_bindgen::prelude::*;

use crate::{Answer, thrown};

/// A document that is being edited. Methods that read text throw the error body as a JSON string
/// and leave the draft as it was.
#[wasm_bindgen]
pub struct Draft(draft::Draft);

type Done = Result<(), JsValue>;

fn done(result: Result<(), Failure>) -> Done {
    result.map_err(|failure| thrown(&failure))
}

#[wasm_bindgen]
impl Draft {
    /// A draft of a document's JSON.
    ///
    /// # Errors
    ///
    /// The text is malformed or has a field of a wrong type.
    #[wasm_bindgen(constructor)]
    pub fn new(document: &str) -> Result<Draft, JsValue> {
        draft::Draft::new(document)
            .map(Draft)
            .map_err(|failure| thrown(&failure))
    }

    /// Replaces everything but the lines.
    ///
    /// # Errors
    ///
    /// As the constructor.
    #[wasm_bindgen(js_name = setHeader)]
    pub fn set_header(&mut self, document: &str) -> Done {
        done(self.0.set_header(document))
    }

    /// Replaces the line at a place; the place after the last line adds one.
    ///
    /// # Errors
    ///
    /// As the constructor, or there is no such place.
    #[wasm_bindgen(js_name = setLine)]
    pub fn set_line(&mut self, index: usize, line: &str) -> Done {
        done(self.0.set_line(index, line))
    }

    /// Puts a line in at a place, before the one that is there.
    ///
    /// # Errors
    ///
    /// As the constructor, or there is no such place.
    #[wasm_bindgen(js_name = insertLine)]
    pub fn insert_line(&mut self, index: usize, line: &str) -> Done {
        done(self.0.insert_line(index, line))
    }

    /// Takes a line out.
    ///
    /// # Errors
    ///
    /// There is no such line.
    #[wasm_bindgen(js_name = removeLine)]
    pub fn remove_line(&mut self, index: usize) -> Done {
        done(self.0.remove_line(index))
    }

    /// Moves a line to another place.
    ///
    /// # Errors
    ///
    /// There is no such line or place.
    #[wasm_bindgen(js_name = moveLine)]
    pub fn move_line(&mut self, from: usize, to: usize) -> Done {
        done(self.0.move_line(from, to))
    }

    /// The totals as JSON.
    ///
    /// # Errors
    ///
    /// The document breaks a rule.
    pub fn totals(&self) -> Answer {
        let totals = self.0.totals().map_err(|failure| thrown(&failure))?;
        Ok(json::to_text(&totals))
    }

    /// Everything that keeps the document from being saved, as a JSON list of field errors.
    #[must_use]
    pub fn validate(&self) -> String {
        json::to_text(&self.0.validate())
    }
}
