//! A reminder that the business sends itself, by WhatsApp or as a text message.

use super::store::{self, ReminderRow, State};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::telling::events;
use plumbline_records::documents::telling::live::{Event, announce};
use plumbline_records::documents::today;

/// Records that the business sent a reminder on its own, by this kind of message: a plan sends none on that day.
/// Recording it again changes nothing.
///
/// # Errors
/// 409 if the customer should not be reminded.
pub async fn told(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    by: &str,
) -> Result<(), ApiError> {
    let today = today(state)?;
    stored.may_remind(today)?;
    let row = ReminderRow {
        document_id: stored.row.id.clone(),
        day: today.to_string(),
        step: String::new(),
        counted_from: String::new(),
        state: State::Told,
        problem: String::new(),
        changed_at: state.clock.now_ms(),
    };
    // If an email was sent that day, that reminder stays recorded.
    store::note(tx, &row).await?;
    events::record(state, tx, "nudged", stored, &[("by", by)]).await?;
    announce(tx, stored, Event::Updated).await?;
    Ok(())
}
