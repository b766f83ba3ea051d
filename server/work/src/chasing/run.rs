//! The job of the day of a document's reminder. Whether it is still wanted is decided again, with the document locked;
//! the reminder, its email's job and the next reminder are written in one transaction, so that no interruption and no
//! second server sends it twice.
//!
//! It runs between nine and five in London, on the days of the week that the business chose. After a server was
//! down, only the latest reminder is sent.

use plumbline_core::time::Date;

use super::decision::{NoReminder, decide_next};
use super::schedule::{self, schedule_next};
use super::store;
use crate::emails::reminders::{self, PlannedReminder};
use plumbline_platform::clock::{CONTACT_HOURS, HOUR, london_hour};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::DocumentId;
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane};
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{DocumentEvent, announce_event};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::{store as documents, today};
use plumbline_records::plans;

/// The job of a document's reminder. The payload is the document's id.
pub(super) const KIND: JobKind = JobKind::new("chase", Lane::Bulk);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async {
        let id = task.payload.parse().map_err(JobFailure::permanent)?;
        let done = send_due(state, &id).await;
        done.map_err(|error| JobFailure::temporary(format!("{error:?}")))
    })
});

async fn send_due(state: &AppState, id: &DocumentId) -> Result<(), ApiError> {
    let today = today(state)?;
    let mut tx = state.db.begin_write().await?;
    let Some(found) = documents::lock_by_id(&mut tx, id).await? else {
        return Ok(());
    };
    let stored = StoredDocument::load(&mut tx, found).await?;
    // A lapsed account sends nothing: its reminders wait until it has a plan.
    if !plans::can_write(state, &mut tx, &stored.row.user_id).await? {
        let tomorrow = today.plus_days(1).unwrap_or(today);
        schedule::schedule_on(state, &mut tx, &stored, tomorrow).await?;
        tx.commit().await?;
        return Ok(());
    }
    if !CONTACT_HOURS.contains(&london_hour(state.clock.now_ms())) {
        schedule_next(state, &mut tx, &stored).await?;
        tx.commit().await?;
        return Ok(());
    }
    let going = match decide_next(state, &mut tx, &stored, today).await? {
        Ok(decided) => decided,
        Err(why) => {
            if why == NoReminder::Archived {
                schedule_next(state, &mut tx, &stored).await?;
            } else {
                jobs::cancel(&mut tx, &schedule::schedule_key(id)).await?;
            }
            tx.commit().await?;
            return Ok(());
        }
    };
    if going.reminder.on > today {
        schedule::schedule_on(state, &mut tx, &stored, going.reminder.on).await?;
        tx.commit().await?;
        return Ok(());
    }
    let planned = PlannedReminder {
        step: going.reminder.step,
        counted_from: going.counted_from,
        weekdays: &going.weekdays,
        nation: going.nation,
    };
    match reminders::remind_by_plan(state, &mut tx, &stored, planned).await {
        Ok(()) => {
            let noted = store::find_document(&mut tx, &stored.row.id).await?;
            if !noted.problem.is_empty() {
                let solved =
                    store::ChaseDocumentRow { problem: String::new(), problem_on: String::new(), ..noted };
                store::save_document(&mut tx, &solved).await?;
            }
            schedule_next(state, &mut tx, &stored).await?;
            tx.commit().await?;
            Ok(())
        }
        Err(error) if error.status().is_server_error() => Err(error),
        Err(error) => {
            // Everything is rolled back, and only the reason recorded.
            drop(tx);
            record_problem(state, id, today, &error).await
        }
    }
}

/// Records why a reminder was not sent, where the business sees it, and schedules another attempt: within the hour if
/// the email allowance is used up, and otherwise on the next day.
async fn record_problem(
    state: &AppState,
    id: &DocumentId,
    today: Date,
    error: &ApiError,
) -> Result<(), ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let Some(found) = documents::lock_by_id(&mut tx, id).await? else {
        return Ok(());
    };
    let stored = StoredDocument::load(&mut tx, found).await?;
    let noted = store::find_document(&mut tx, &stored.row.id).await?;
    let is_news = noted.problem != error.user_message();
    let noted = store::ChaseDocumentRow {
        problem: error.user_message().to_owned(),
        problem_on: today.to_string(),
        ..noted
    };
    store::save_document(&mut tx, &noted).await?;
    if error.is_too_many() {
        schedule::schedule_at(state, &mut tx, &stored, now + HOUR).await?;
    } else {
        schedule_next(state, &mut tx, &stored).await?;
    }
    if is_news {
        announce_event(&mut tx, &stored, DocumentEvent::Updated).await?;
    }
    tx.commit().await?;
    Ok(())
}
