//! What a customer takes of a quote: one of its choices (good, better, best), and its optional lines.

use std::collections::{HashMap, HashSet};

use plumbline_core::calculate::totals::calculate;
use plumbline_core::calculate::validate::{DOCUMENT_LINES_MAX, validate};
use plumbline_core::document::Document;
use plumbline_core::error as core;
use plumbline_core::money::Pence;

use plumbline_platform::error::{ApiError, FieldError};
use plumbline_records::documents::drafting::validation::LINE_ID_MAX;
use plumbline_records::documents::stored::StoredDocument;

/// The field that names the choice.
const CHOSEN_FIELD: &str = "chosenChoice";
/// The field that lists the optional lines.
const SELECTED_FIELD: &str = "selected";

/// The choice and the optional lines that a customer takes.
#[derive(Debug)]
pub struct QuoteSelection {
    /// For the id of each chosen optional line, the index at which it was first sent; `None`: as the business set them.
    places: Option<HashMap<String, usize>>,
    /// The id of the picked choice; `None`: the one that the business recommends.
    chosen: Option<String>,
}

impl QuoteSelection {
    /// Reads what was sent, before a quote is locked for it: no more ids than a document has lines, and none longer
    /// than a line's id can be. An id that is sent twice counts once. `None` if nothing was sent.
    ///
    /// # Errors
    /// 422 `selected` or `chosenChoice`.
    pub fn parse(selected: Option<Vec<String>>, chosen: Option<String>) -> Result<Option<Self>, ApiError> {
        if chosen.as_ref().is_some_and(|id| is_too_long(id)) {
            return Err(unknown_choice());
        }
        let places = selected.map(index_options).transpose()?;
        let is_said = places.is_some() || chosen.is_some();
        Ok(is_said.then_some(Self { places, chosen }))
    }

    /// Whether an optional line is taken, which the business set to `selected`.
    fn takes(&self, id: &str, selected: bool) -> bool {
        let places = self.places.as_ref();
        places.map_or(selected, |places| places.contains_key(id))
    }

    /// Sets the choice and the optional lines in a document; ids that the document does not have are ignored.
    pub fn apply_to(&self, document: &mut Document) {
        if let Some(chosen) = &self.chosen
            && document.choices.iter().any(|choice| choice.id == *chosen)
        {
            document.chosen_choice = Some(chosen.clone());
        }
        for line in document.items.iter_mut().filter(|line| line.optional) {
            line.selected = self.takes(&line.id, line.selected);
        }
    }

    /// The index of the first id that is not an optional line of the quote.
    fn first_unknown(&self, quote: &StoredDocument) -> Option<usize> {
        let places = self.places.as_ref()?;
        let options = quote.document.items.iter().filter(|line| line.optional);
        let known: HashSet<usize> = options.filter_map(|line| places.get(&line.id).copied()).collect();
        let strays = places.values().filter(|at| !known.contains(at));
        strays.min().copied()
    }

    /// The picked choice, if it differs from the one that counts now.
    ///
    /// # Errors
    /// 422 `chosenChoice` if the quote does not offer it.
    fn other_choice(&self, quote: &StoredDocument) -> Result<Option<&str>, ApiError> {
        let Some(chosen) = self.chosen.as_deref() else {
            return Ok(None);
        };
        let mut choices = quote.document.choices.iter();
        if !choices.any(|choice| choice.id == chosen) {
            return Err(unknown_choice());
        }
        Ok(Some(chosen).filter(|id| quote.document.counted_choice_id() != Some(*id)))
    }
}

/// The index of each optional line's id.
fn index_options(selected: Vec<String>) -> Result<HashMap<String, usize>, ApiError> {
    if selected.len() > DOCUMENT_LINES_MAX {
        let msg = format!("At most {DOCUMENT_LINES_MAX} options can be chosen.");
        return Err(field_error(SELECTED_FIELD.to_owned(), "too_many", msg));
    }
    let mut places = HashMap::with_capacity(selected.len());
    for (at, id) in selected.into_iter().enumerate() {
        if is_too_long(&id) {
            return Err(unknown_option(at));
        }
        places.entry(id).or_insert(at);
    }
    Ok(places)
}

/// Takes this choice and these optional lines, and leaves out the others; core then calculates the totals. Returns
/// whether anything changed.
///
/// # Errors
/// 422 `chosenChoice` for an unknown choice, `selected` for an id that is not an option's, and the one of the two that
/// has to be corrected if the result is nothing or breaks a rule.
pub fn apply_selection(quote: &mut StoredDocument, choice: &QuoteSelection) -> Result<bool, ApiError> {
    let other = choice.other_choice(quote)?;
    if let Some(at) = choice.first_unknown(quote) {
        return Err(unknown_option(at));
    }
    let mut options = quote.document.items.iter().filter(|line| line.optional);
    if other.is_none() && options.all(|line| line.selected == choice.takes(&line.id, line.selected)) {
        return Ok(false);
    }
    let mut document = quote.document.clone();
    if let Some(other) = other {
        document.chosen_choice = Some(other.to_owned());
    }
    for line in document.items.iter_mut().filter(|line| line.optional) {
        line.selected = choice.takes(&line.id, line.selected);
    }
    let field = if choice.places.is_some() { SELECTED_FIELD } else { CHOSEN_FIELD };
    let totals = calculate(&document).map_err(|broken| {
        let first = broken.0.into_iter().next();
        let msg = first.map_or_else(String::new, |error| error.msg);
        field_error(field.to_owned(), "out_of_range", msg)
    })?;
    let is_too_much = |error: &core::FieldError| error.code == core::code::EXCEEDS_SUBTOTAL;
    if validate(&document).iter().any(is_too_much) {
        let msg = "The discount is more than your choice comes to. Choose more.";
        return Err(field_error(field.to_owned(), "out_of_range", msg.to_owned()));
    }
    if !document.has_counted_line() && totals.labour_total == Pence::ZERO {
        let msg = "Choose at least one of the options.";
        return Err(field_error(field.to_owned(), "required", msg.to_owned()));
    }
    quote.set_document(document)?;
    Ok(true)
}

fn is_too_long(id: &str) -> bool {
    id.chars().count() > LINE_ID_MAX
}

fn unknown_choice() -> ApiError {
    let msg = "There is no such choice on this quote.";
    field_error(CHOSEN_FIELD.to_owned(), "unknown_choice", msg.to_owned())
}

fn unknown_option(at: usize) -> ApiError {
    let msg = "There is no such option on this quote.";
    field_error(format!("{SELECTED_FIELD}[{at}]"), "unknown_option", msg.to_owned())
}

fn field_error(path: String, code: &'static str, msg: String) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new(path, code, msg)])
}
