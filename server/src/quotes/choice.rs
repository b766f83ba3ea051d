//! The options that a customer takes of a quote.

use plumbline_core::calculate::totals::calculate;
use plumbline_core::money::Pence;

use crate::documents::stored::Stored;
use crate::error::{ApiError, FieldError};

/// Takes the optional lines of these ids and leaves the others out; whether that is another
/// choice than the one that stands. The totals follow, by core.
///
/// # Errors
/// 422 `selected` for an id that is no option's, and where the choice comes to nothing or breaks
/// a rule.
pub fn take(quote: &mut Stored, selected: &[String]) -> Result<bool, ApiError> {
    let options = || quote.document.items.iter().filter(|line| line.optional);
    for (at, id) in selected.iter().enumerate() {
        if !options().any(|line| line.id == *id) {
            let path = format!("selected[{at}]");
            let msg = "There is no such option on this quote.";
            return Err(refused(path, "unknown_option", msg.to_owned()));
        }
    }
    if options().all(|line| line.selected == selected.contains(&line.id)) {
        return Ok(false);
    }
    let mut document = quote.document.clone();
    for line in document.items.iter_mut().filter(|line| line.optional) {
        line.selected = selected.contains(&line.id);
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

fn refused(path: String, code: &'static str, msg: String) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new(path, code, msg)])
}
