//! Drafts made from other documents.

use plumbline_core::dates::Date;
use plumbline_core::document::Document;
use plumbline_core::kind::Kind;

use super::store::DocumentRow;
use super::stored::{fill, totals_of};
use crate::error::ApiError;
use crate::state::AppState;

pub mod duplicate;

/// The most days that a copy keeps between its two dates.
const MOST_DAYS: i64 = 366;

/// A new draft from another document's row, dated today, with so many days to its second date.
///
/// # Errors
/// 500 when core refuses what was judged before.
pub fn draft(
    state: &AppState,
    from: &DocumentRow,
    kind: Kind,
    document: &Document,
    days: i64,
) -> Result<DocumentRow, ApiError> {
    let today = super::today(state)?;
    let now = state.clock.now_ms();
    let id = state.ids.new_id();
    let mut row = DocumentRow::draft(id, &from.user_id, kind, &from.business_profile_id, now);
    row.contact_id.clone_from(&from.contact_id);
    row.issue_date = Some(today.to_string());
    row.due_date = after(today, days).map(|date| date.to_string());
    row.job_description.clone_from(&from.job_description);
    row.notes.clone_from(&from.notes);
    row.template.clone_from(&from.template);
    if from.kind == row.kind {
        // A quote's own terms are not an invoice's: those come from the profile.
        row.terms.clone_from(&from.terms);
    }
    fill(&mut row, document, &totals_of(document)?)?;
    Ok(row)
}

fn after(today: Date, days: i64) -> Option<Date> {
    today.plus_days(u32::try_from(days.clamp(0, MOST_DAYS)).unwrap_or_default())
}
