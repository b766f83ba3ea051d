//! What a customer takes of a quote: one of its choices (good, better, best), and its optional lines.

use std::collections::{HashMap, HashSet};

use plumbline_core::calculate::totals::calculate;
use plumbline_core::calculate::validate::{MOST_LINES, validate};
use plumbline_core::document::Document;
use plumbline_core::error as core;
use plumbline_core::money::Pence;

use plumbline_platform::error::{ApiError, FieldError};
use plumbline_records::documents::drafting::judge::LINE_ID;
use plumbline_records::documents::stored::Stored;

/// The field that names the choice.
const CHOSEN: &str = "chosenChoice";
/// The field that lists the optional lines.
const SELECTED: &str = "selected";

/// What is taken.
#[derive(Debug)]
pub struct Choice {
    /// The place at which each optional line was sent first, by its id; none: as the business set them.
    places: Option<HashMap<String, usize>>,
    /// The id of the choice; none: the one that the business recommends.
    chosen: Option<String>,
}

impl Choice {
    /// Reads what was sent, before any quote is held for it: no more ids than a document has lines,
    /// none longer than a line's id can be. One that is sent twice is taken once. None where nothing
    /// was sent.
    ///
    /// # Errors
    /// 422 `selected` or `chosenChoice`.
    pub fn read(
        selected: Option<Vec<String>>,
        chosen: Option<String>,
    ) -> Result<Option<Self>, ApiError> {
        if chosen.as_ref().is_some_and(|id| is_too_long(id)) {
            return Err(no_choice());
        }
        let places = selected.map(places).transpose()?;
        let is_said = places.is_some() || chosen.is_some();
        Ok(is_said.then_some(Self { places, chosen }))
    }

    /// Whether it takes an optional line that stands as `selected`.
    fn takes(&self, id: &str, selected: bool) -> bool {
        let places = self.places.as_ref();
        places.map_or(selected, |places| places.contains_key(id))
    }

    /// Has a document say what it takes; what the document does not offer is passed over.
    pub fn put(&self, document: &mut Document) {
        if let Some(chosen) = &self.chosen
            && document.choices.iter().any(|choice| choice.id == *chosen)
        {
            document.chosen_choice = Some(chosen.clone());
        }
        for line in document.items.iter_mut().filter(|line| line.optional) {
            line.selected = self.takes(&line.id, line.selected);
        }
    }

    /// The place of the first id that is no optional line's of the quote.
    fn stray(&self, quote: &Stored) -> Option<usize> {
        let places = self.places.as_ref()?;
        let options = quote.document.items.iter().filter(|line| line.optional);
        let known: HashSet<usize> = options
            .filter_map(|line| places.get(&line.id).copied())
            .collect();
        let strays = places.values().filter(|at| !known.contains(at));
        strays.min().copied()
    }

    /// The choice that it takes where that is another than the one that counts.
    ///
    /// # Errors
    /// 422 `chosenChoice` for one that the quote does not offer.
    fn other(&self, quote: &Stored) -> Result<Option<&str>, ApiError> {
        let Some(chosen) = self.chosen.as_deref() else {
            return Ok(None);
        };
        let mut choices = quote.document.choices.iter();
        if !choices.any(|choice| choice.id == chosen) {
            return Err(no_choice());
        }
        Ok(Some(chosen).filter(|id| quote.document.chosen() != Some(*id)))
    }
}

/// The ids of the optional lines, each at its place.
fn places(selected: Vec<String>) -> Result<HashMap<String, usize>, ApiError> {
    if selected.len() > MOST_LINES {
        let msg = format!("At most {MOST_LINES} options can be chosen.");
        return Err(refused(SELECTED.to_owned(), "too_many", msg));
    }
    let mut places = HashMap::with_capacity(selected.len());
    for (at, id) in selected.into_iter().enumerate() {
        if is_too_long(&id) {
            return Err(no_option(at));
        }
        places.entry(id).or_insert(at);
    }
    Ok(places)
}

/// Takes this choice and these optional lines, and leaves the others out; whether that is anything else
/// than what stands. The totals follow, by core.
///
/// # Errors
/// 422 `chosenChoice` for a choice that there is not, `selected` for an id that is no option's, and
/// the one of the two that is to be mended where what is taken comes to nothing or breaks a rule.
pub fn take(quote: &mut Stored, choice: &Choice) -> Result<bool, ApiError> {
    let other = choice.other(quote)?;
    if let Some(at) = choice.stray(quote) {
        return Err(no_option(at));
    }
    let mut options = quote.document.items.iter().filter(|line| line.optional);
    if other.is_none() && options.all(|line| line.selected == choice.takes(&line.id, line.selected))
    {
        return Ok(false);
    }
    let mut document = quote.document.clone();
    if let Some(other) = other {
        document.chosen_choice = Some(other.to_owned());
    }
    for line in document.items.iter_mut().filter(|line| line.optional) {
        line.selected = choice.takes(&line.id, line.selected);
    }
    let field = if choice.places.is_some() {
        SELECTED
    } else {
        CHOSEN
    };
    let totals = calculate(&document).map_err(|broken| {
        let first = broken.0.into_iter().next();
        let msg = first.map_or_else(String::new, |error| error.msg);
        refused(field.to_owned(), "out_of_range", msg)
    })?;
    let is_too_much = |error: &core::FieldError| error.code == core::code::EXCEEDS_SUBTOTAL;
    if validate(&document).iter().any(is_too_much) {
        let msg = "The discount is more than your choice comes to. Choose more.";
        return Err(refused(field.to_owned(), "out_of_range", msg.to_owned()));
    }
    if !document.has_counted_line() && totals.labour_total == Pence::ZERO {
        let msg = "Choose at least one of the options.";
        return Err(refused(field.to_owned(), "required", msg.to_owned()));
    }
    quote.put(document)?;
    Ok(true)
}

fn is_too_long(id: &str) -> bool {
    id.chars().count() > LINE_ID
}

fn no_choice() -> ApiError {
    let msg = "There is no such choice on this quote.";
    refused(CHOSEN.to_owned(), "unknown_choice", msg.to_owned())
}

fn no_option(at: usize) -> ApiError {
    let msg = "There is no such option on this quote.";
    refused(
        format!("{SELECTED}[{at}]"),
        "unknown_option",
        msg.to_owned(),
    )
}

fn refused(path: String, code: &'static str, msg: String) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new(path, code, msg)])
}
