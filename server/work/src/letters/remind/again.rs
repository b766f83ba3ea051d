//! A reminder whose email was lost, sent again because somebody wants that.

use super::store::{self, ReminderRow, State};
use super::{address, deliver};
use crate::letters::allowance;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::telling::events;
use plumbline_records::documents::telling::live::{Event, announce};
use plumbline_records::documents::today;

/// Whether a person may send a reminder again: never one that is known to have arrived.
#[must_use]
pub fn may_try_again(row: &ReminderRow) -> bool {
    matches!(row.state, State::Failed | State::GivenUp | State::Unsure)
}

/// Sends the latest reminder of a document, which the caller has locked, again. Its text is written anew from the
/// current state, but it is the same message (`deliver`), so that a recipient who gets it twice can tell.
///
/// # Errors
/// 409 if it is not known to have failed, or if there is no reason for a reminder any more; 422 `to` if no address is
/// known; also the errors of [`allowance::take`].
pub async fn again(state: &AppState, tx: &mut WriteTx, stored: &Stored) -> Result<(), ApiError> {
    let row = store::latest(tx, &stored.row.id).await?;
    let Some(row) = row.filter(may_try_again) else {
        let msg = "This reminder has been sent. We don’t send it twice.";
        return Err(ApiError::conflict("not_failed", msg));
    };
    stored.waits(today(state)?)?;
    let to = address(tx, stored).await?;
    let parties = Parties::shown(tx, &stored.row).await?;
    let mail = (parties.profile.name.trim(), to.as_str());
    let taken = allowance::take(state, tx, &stored.row.user_id, mail).await?;
    let now = state.clock.now_ms();
    if !store::set_state(tx, &row, (State::Queued, ""), now).await? {
        return Err(ApiError::internal("a held reminder changed"));
    }
    deliver::later(state, tx, stored, (&row, None), taken.report).await?;
    events::record(state, tx, "reminded", stored, &[]).await?;
    announce(tx, stored, Event::Updated).await?;
    Ok(())
}
