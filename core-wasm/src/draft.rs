//! The document that an editor edits, stored in WebAssembly: a keystroke sends only what changed, and the browser
//! reads the totals directly from WebAssembly's memory.

use std::collections::HashSet;

use plumbline_core::edit::draft::{self, EditOutcome, LineNumberField};
use plumbline_core::edit::{Operation, diff, merge};
use plumbline_core::error::{FieldError, InputError, RuleErrors};
use wasm_bindgen::prelude::*;

use crate::result_buffer::{self, ResultBuffer};
use crate::values::{JsResult, parse_document, parse_list, to_js, to_js_error, to_js_result, to_json_value};

/// A document that is being edited.
#[wasm_bindgen]
pub struct Draft {
    draft: draft::Draft,
    results: ResultBuffer,
}

impl Draft {
    /// Updates the numbers that an edit has changed, and returns flags. 1: the document can be calculated, so the
    /// numbers are current. 2: the field errors have changed.
    fn update_flags(&mut self, edit_outcome: EditOutcome) -> u32 {
        self.results.update(&self.draft, edit_outcome);
        u32::from(edit_outcome.is_calculated) + 2 * u32::from(edit_outcome.errors_changed)
    }
}

#[wasm_bindgen]
impl Draft {
    /// A draft of a document, in the flat form of a save.
    ///
    /// # Errors
    ///
    /// A field has the wrong type.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "object")] document: JsValue) -> Result<Draft, JsValue> {
        let draft = draft::Draft::new(parse_document(document)?);
        let results = ResultBuffer::new(&draft);
        Ok(Draft { draft, results })
    }

    /// Sets a number that was typed into the line at `index`; `field` is an index into `lineNumbers()`. Returns flags:
    /// 1 calculated, 2 the errors have changed.
    #[wasm_bindgen(js_name = setLineNumber)]
    pub fn set_line_number(&mut self, index: usize, field: usize, text: &str) -> u32 {
        match LineNumberField::ALL.get(field) {
            Some(field) => {
                let edit_outcome = self.draft.set_line_number(index, *field, text);
                self.update_flags(edit_outcome)
            }
            None => 0,
        }
    }

    /// Applies an operation. Returns the same flags as `setLineNumber`.
    ///
    /// # Errors
    ///
    /// The operation cannot be applied; the draft is then unchanged.
    #[wasm_bindgen(js_name = apply)]
    pub fn apply(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Operation")] operation: JsValue,
    ) -> Result<u32, JsValue> {
        let operation =
            Operation::parse(to_json_value(operation)?, "").map_err(|failure| to_js_error(&failure))?;
        let refused = |error: FieldError| to_js_error(&InputError::Rules(RuleErrors::from(error)));
        let edit_outcome = self.draft.apply(&operation).map_err(refused)?;
        Ok(self.update_flags(edit_outcome))
    }

    /// Replaces the payments by a list in the form of a document. Returns the same flags as `setLineNumber`.
    ///
    /// # Errors
    ///
    /// A field has the wrong type.
    #[wasm_bindgen(js_name = setPayments)]
    pub fn set_payments(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "readonly object[]")] payments: JsValue,
    ) -> Result<u32, JsValue> {
        let edit_outcome = self.draft.set_payments(parse_list(payments, "payments")?);
        Ok(self.update_flags(edit_outcome))
    }

    /// The address of the numbers in the package's memory: `resultsLength` 64-bit floats. The address changes when
    /// lines or groups are added or removed, so read it after each edit.
    #[wasm_bindgen(getter, js_name = resultsOffset)]
    #[must_use]
    pub fn results_offset(&self) -> usize {
        self.results.numbers().as_ptr() as usize
    }

    /// The length of the numbers.
    #[wasm_bindgen(getter, js_name = resultsLength)]
    #[must_use]
    pub fn results_length(&self) -> usize {
        self.results.numbers().len()
    }

    /// The sums of the sections, in pence and in order; empty if there are none. Like the numbers, they are those of
    /// the last successful calculation.
    #[wasm_bindgen(js_name = sectionTotals)]
    #[must_use]
    pub fn section_totals(&self) -> Vec<f64> {
        let sections = self.draft.last_totals().sections.iter();
        sections.map(|it| result_buffer::to_number(it.subtotal)).collect()
    }

    /// The totals, including the lines.
    ///
    /// # Errors
    ///
    /// The document breaks a rule.
    #[wasm_bindgen(unchecked_return_type = "Totals")]
    pub fn totals(&self) -> JsResult {
        to_js_result(self.draft.totals().map_err(InputError::from))
    }

    /// Every error that prevents the document from being saved.
    #[wasm_bindgen(unchecked_return_type = "FieldError[]")]
    #[must_use]
    pub fn errors(&self) -> JsValue {
        to_js(&self.draft.errors())
    }
}

/// The names of a line's number fields, for `Draft.setLineNumber`.
#[wasm_bindgen(js_name = lineNumbers, unchecked_return_type = "string[]")]
#[must_use]
pub fn line_numbers() -> JsValue {
    to_js(&LineNumberField::ALL)
}

/// The names of the numbers: of those before the lines, of those for each line, and of those for each group.
#[wasm_bindgen(js_name = resultNames, unchecked_return_type = "[string[], string[], string[]]")]
#[must_use]
pub fn result_names() -> JsValue {
    to_js(&[&result_buffer::HEAD[..], &result_buffer::LINE[..], &result_buffer::GROUP[..]])
}

/// The package's memory, which contains the numbers of a draft.
#[wasm_bindgen(js_name = resultsMemory, unchecked_return_type = "WebAssembly.Memory")]
#[must_use]
pub fn results_memory() -> JsValue {
    wasm_bindgen::memory()
}

// Merging two edits of one document. Documents are flat, as in a save.

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
        merge::conflicts_between(&parse_document(base)?, &theirs, &mine)
    } else {
        merge::find_conflicts_without_base(&theirs, &diff(&theirs, &mine))
    }))
}

/// `theirs` with the changes from `base` to `mine`, except in the fields of `keep_theirs`, which contains paths of
/// conflicts.
///
/// # Errors
///
/// A field has a wrong type, or there are too many changes.
#[wasm_bindgen(unchecked_return_type = "unknown")]
pub fn merge(
    #[wasm_bindgen(unchecked_param_type = "object")] base: JsValue,
    #[wasm_bindgen(unchecked_param_type = "object")] theirs: JsValue,
    #[wasm_bindgen(unchecked_param_type = "object")] mine: JsValue,
    keep_theirs: Vec<String>,
) -> JsResult {
    let (base, theirs, mine) = (parse_document(base)?, parse_document(theirs)?, parse_document(mine)?);
    let keep_theirs: HashSet<String> = keep_theirs.into_iter().collect();
    let merged = merge::merge(&base, &theirs, &mine, &keep_theirs);
    to_js_result(merged.map_err(InputError::from))
}
