//! The options that a customer takes of a quote.

use std::collections::{HashMap, HashSet};

use plumbline_core::calculate::totals::calculate;
use plumbline_core::calculate::validate::MOST_LINES;
use plumbline_core::money::Pence;

use crate::documents::drafting::judge::LINE_ID;
use crate::documents::stored::Stored;
use crate::error::{ApiError, FieldError};

/// The optional lines that are taken, each by its id.
#[derive(Debug)]
pub struct Choice {
    /// The place at which each was sent first.
    places: HashMap<String, usize>,
}

impl Choice {
    /// Reads what was sent, before any quote is held for it: no more ids than a document has lines,
    /// none longer than a line's id can be. One that is sent twice is taken once.
    ///
    /// # Errors
    /// 422 `selected`.
    pub fn read(selected: Vec<String>) -> Result<Self, ApiError> {
        if selected.len() > MOST_LINES {
            let msg = format!("At most {MOST_LINES} options can be chosen.");
            return Err(refused("selected".to_owned(), "too_many", msg));
        }
        let mut places = HashMap::with_capacity(selected.len());
        for (at, id) in selected.into_iter().enumerate() {
            if id.chars().count() > LINE_ID {
                return Err(no_option(at));
            }
            places.entry(id).or_insert(at);
        }
        Ok(Self { places })
    }

    fn takes(&self, id: &str) -> bool {
        self.places.contains_key(id)
    }

    /// The place of the first id that is no optional line's of the quote.
    fn stray(&self, quote: &Stored) -> Option<usize> {
        let options = quote.document.items.iter().filter(|line| line.optional);
        let known: HashSet<usize> = options
            .filter_map(|line| self.places.get(&line.id).copied())
            .collect();
        let strays = self.places.values().filter(|at| !known.contains(at));
        strays.min().copied()
    }
}

/// Takes these optional lines and leaves the others out; whether that is another choice than the
/// one that stands. The totals follow, by core.
///
/// # Errors
/// 422 `selected` for an id that is no option's, and where the choice comes to nothing or breaks
/// a rule.
pub fn take(quote: &mut Stored, choice: &Choice) -> Result<bool, ApiError> {
    if let Some(at) = choice.stray(quote) {
        return Err(no_option(at));
    }
    let mut options = quote.document.items.iter().filter(|line| line.optional);
    if options.all(|line| line.selected == choice.takes(&line.id)) {
        return Ok(false);
    }
    let mut document = quote.document.clone();
    for line in document.items.iter_mut().filter(|line| line.optional) {
        line.selected = choice.takes(&line.id);
    }
    let totals = calculate(&document).map_err(|broken| {
        let first = broken.0.into_iter().next();
        let msg = first.map_or_else(String::new, |error| error.msg);
        refused("selected".to_owned(), "out_of_range", msg)
    })?;
    if !document.has_counted_line() && totals.labour_total == Pence::ZERO {
        let msg = "Choose at least one of the options.";
        return Err(refused("selected".to_owned(), "required", msg.to_owned()));
    }
    quote.put(document)?;
    Ok(true)
}

fn no_option(at: usize) -> ApiError {
    let msg = "There is no such option on this quote.";
    refused(format!("selected[{at}]"), "unknown_option", msg.to_owned())
}

fn refused(path: String, code: &'static str, msg: String) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new(path, code, msg)])
}
