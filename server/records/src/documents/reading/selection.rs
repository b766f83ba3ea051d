//! A quote as it would be with another choice and other options: what its customer picks before they accept.
//! Nothing is written; the amounts are those that accepting it would store. Only the server calculates this,
//! because only it has the costs and the hidden prices.

use plumbline_core::calculate::RULES_VERSION;
use plumbline_core::calculate::totals::calculate;
use plumbline_core::document::Document;

use crate::documents::store::DocumentStatus;
use crate::documents::store::versions::VersionRow;
use crate::documents::stored::StoredDocument;
use plumbline_platform::error::{ApiError, FieldError};

/// The longest list of ids that is read; 500 of our own ids are shorter.
const IDS_LENGTH_MAX: usize = 20_000;

/// The optional lines and the choice that a customer has selected.
#[derive(Debug, Clone, Copy, Default)]
pub struct CustomerSelection<'a> {
    /// The ids of the ticked optional lines, separated by commas; `None` for the business's own selection.
    pub selected: Option<&'a str>,
    /// The id of the selected choice; `None` for the one that the business recommends.
    pub choice: Option<&'a str>,
}

/// The version with the selected choice and exactly the ticked optional lines. Ids that the quote doesn't offer (any
/// more) are ignored. If nothing can be chosen any more, the version is returned unchanged: what was accepted is final.
///
/// # Errors
/// 422 `selected` if the list is too long, or if it or `choice` breaks a rule.
pub fn apply_selection(
    stored: &StoredDocument,
    version: VersionRow,
    picks: CustomerSelection<'_>,
) -> Result<VersionRow, ApiError> {
    let is_picked = picks.selected.is_some() || picks.choice.is_some();
    if !is_picked || stored.row.status != DocumentStatus::Sent {
        return Ok(version);
    }
    if picks.selected.is_some_and(|list| list.len() > IDS_LENGTH_MAX) {
        return Err(field_error("selected", "too_long", "These are too many options."));
    }
    let mut document: Document = serde_json::from_str(&version.input)?;
    let is_chosen = select_choice(&mut document, picks.choice);
    let is_ticked = select_options(&mut document, picks.selected);
    if !is_chosen && !is_ticked {
        return Ok(version);
    }
    let totals = calculate(&document).map_err(|broken| {
        let field = if is_ticked { "selected" } else { "choice" };
        let first = broken.0.into_iter().next();
        field_error(field, "out_of_range", first.map_or_else(String::new, |error| error.msg))
    })?;
    Ok(VersionRow {
        input: serde_json::to_string(&document)?,
        totals: serde_json::to_string(&totals)?,
        rules_version: i64::from(RULES_VERSION),
        // The stored texts are for the business's own selection.
        texts: None,
        ..version
    })
}

/// Selects this choice; returns whether a different one was selected before.
fn select_choice(document: &mut Document, choice: Option<&str>) -> bool {
    let mut choices = document.choices.iter();
    let known = choice.filter(|id| choices.any(|choice| choice.id == *id));
    let other = known.filter(|id| document.counted_choice_id() != Some(*id));
    let other = other.map(str::to_owned);
    let is_other = other.is_some();
    document.chosen_choice = other.or(document.chosen_choice.take());
    is_other
}

/// Ticks exactly these optional lines; returns whether different ones were ticked before.
fn select_options(document: &mut Document, selected: Option<&str>) -> bool {
    let Some(selected) = selected else {
        return false;
    };
    // An id may itself contain a comma.
    let list = format!(",{selected},");
    let is_taken = |id: &str| list.contains(&format!(",{id},"));
    let options = document.items.iter_mut().filter(|line| line.optional);
    let mut is_other = false;
    for line in options {
        let taken = is_taken(&line.id);
        is_other |= line.selected != taken;
        line.selected = taken;
    }
    is_other
}

fn field_error(field: &str, code: &'static str, msg: impl Into<String>) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new(field, code, msg.into())])
}
