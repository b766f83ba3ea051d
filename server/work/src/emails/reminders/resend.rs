//! A reminder whose email was lost, sent again because somebody wants that.

use super::store::{self, ReminderRow, ReminderState};
use super::{customer_email, deliver};
use crate::emails::allowance;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::events;
use plumbline_records::documents::notifying::live::{DocumentEvent, announce_event};
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;

/// Whether a person may send a reminder again: never one that is known to have arrived.
#[must_use]
pub fn can_resend(row: &ReminderRow) -> bool {
    matches!(row.state, ReminderState::Failed | ReminderState::GivenUp | ReminderState::Unsure)
}

/// Sends the latest reminder of a document, which the caller has locked, again. Its text is written anew from the
/// current state, but it is the same message (`deliver`), so that a recipient who gets it twice can tell.
///
/// # Errors
/// 409 if it is not known to have failed, or if there is no reason for a reminder any more; 422 `to` if no address is
/// known; also the errors of [`allowance::reserve`].
pub async fn resend(state: &AppState, tx: &mut WriteTx, stored: &StoredDocument) -> Result<(), ApiError> {
    let row = store::find_latest(tx, &stored.row.id).await?;
    let Some(row) = row.filter(can_resend) else {
        let msg = "This reminder has been sent. We don’t send it twice.";
        return Err(ApiError::conflict("not_failed", msg));
    };
    stored.check_waiting(today(state)?)?;
    let to = customer_email(tx, stored).await?;
    let parties = Parties::for_document(tx, &stored.row).await?;
    let mail = (parties.profile.name.trim(), to.as_str());
    let taken = allowance::reserve(state, tx, &stored.row.user_id, mail).await?;
    let now = state.clock.now_ms();
    if !store::set_state(tx, &row, (ReminderState::Queued, ""), now).await? {
        return Err(ApiError::internal("a held reminder changed"));
    }
    deliver::queue(state, tx, stored, (&row, None), taken.report_url).await?;
    events::record(state, tx, "reminded", stored, &[]).await?;
    announce_event(tx, stored, DocumentEvent::Updated).await?;
    Ok(())
}
