//! A reminder that the business sends itself, by WhatsApp or as a text message.

use super::store::{self, ReminderRow, ReminderState};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::events;
use plumbline_records::documents::notifying::live::{DocumentEvent, announce_event};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;

/// Records that the business sent a reminder on its own, by this kind of message: a plan sends none on that day.
/// Recording it again changes nothing.
///
/// # Errors
/// 409 if the customer should not be reminded.
pub async fn record_passed_on(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    by: &str,
) -> Result<(), ApiError> {
    let today = today(state)?;
    stored.check_reminder(today)?;
    let row = ReminderRow {
        document_id: stored.row.id.clone(),
        day: today.to_string(),
        step: String::new(),
        counted_from: String::new(),
        state: ReminderState::Told,
        problem: String::new(),
        changed_at: state.clock.now_ms(),
    };
    // If an email was sent that day, that reminder stays recorded.
    store::insert(tx, &row).await?;
    events::record(state, tx, "nudged", stored, &[("by", by)]).await?;
    announce_event(tx, stored, DocumentEvent::Updated).await?;
    Ok(())
}
