//! A quote as it would be with other options: what its customer ticks before they accept. Nothing
//! is written; the figures are those that an accept with the same options would keep.

use plumbline_core::calculate::totals::calculate;
use plumbline_core::document::Document;

use crate::documents::store::Status;
use crate::documents::store::versions::VersionRow;
use crate::documents::stored::Stored;
use crate::error::{ApiError, FieldError};

/// The longest list of ids that is read: more than 500 of ours come to.
const LONGEST: usize = 20_000;

/// The version with the optional lines taken whose ids stand in `selected`, between commas, and the
/// others left out. As it is where there is nothing left to choose: what was accepted stands.
///
/// # Errors
/// 422 `selected` where the list is too long or the rules refuse what was chosen.
pub fn with(
    stored: &Stored,
    version: VersionRow,
    selected: Option<&str>,
) -> Result<VersionRow, ApiError> {
    let Some(selected) = selected.filter(|_| stored.row.status == Status::Sent) else {
        return Ok(version);
    };
    if selected.len() > LONGEST {
        return Err(refused("too_long", "These are too many options."));
    }
    let mut document: Document = serde_json::from_str(&version.input)?;
    // An id may hold a comma itself.
    let list = format!(",{selected},");
    let is_taken = |id: &str| list.contains(&format!(",{id},"));
    let options = document.items.iter_mut().filter(|line| line.optional);
    let mut is_other = false;
    for line in options {
        let taken = is_taken(&line.id);
        is_other |= line.selected != taken;
        line.selected = taken;
    }
    if !is_other {
        return Ok(version);
    }
    let totals = calculate(&document).map_err(|broken| {
        let first = broken.0.into_iter().next();
        refused(
            "out_of_range",
            first.map_or_else(String::new, |error| error.msg),
        )
    })?;
    Ok(VersionRow {
        input: serde_json::to_string(&document)?,
        totals: serde_json::to_string(&totals)?,
        // The words that were kept are of the other choice.
        texts: None,
        ..version
    })
}

fn refused(code: &'static str, msg: impl Into<String>) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new("selected", code, msg.into())])
}
