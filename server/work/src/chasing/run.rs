//! The job of the day of a document's reminder. Whether it is still wanted is decided again, with the document
//! held; the reminder, its email's job and the next reminder are written in one transaction, so that no
//! interruption and no second server sends it twice.
//!
//! It runs between nine and five in London, on the days of the week that the business chose. After a server was
//! down, only the latest reminder is sent.

use plumbline_core::time::Date;

use super::decide::{Why, decide};
use super::schedule::{self, plan_next};
use super::store;
use crate::letters::remind::{self, Planned};
use plumbline_platform::clock::{DECENT, HOUR, london_hour};
use plumbline_platform::error::ApiError;
use plumbline_platform::jobs::{self, Duty, Failure, JobKind, Lane};
use plumbline_platform::state::AppState;
use plumbline_records::documents::store as documents;
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::telling::live::{Event, announce};
use plumbline_records::documents::today;
use plumbline_records::plans;

/// The job of a document's reminder. The payload is the document's id.
pub(super) const KIND: JobKind = JobKind::new("chase", Lane::Bulk);

/// The handler of the job.
pub(super) const DUTY: Duty = Duty::new(KIND, |state, task| {
    Box::pin(async {
        let done = chase(state, task.payload).await;
        done.map_err(|error| Failure::for_now(format!("{error:?}")))
    })
});

async fn chase(state: &AppState, id: &str) -> Result<(), ApiError> {
    let today = today(state)?;
    let mut tx = state.db.begin_write().await?;
    let Some(found) = documents::lock_any(&mut tx, id).await? else {
        return Ok(());
    };
    let stored = Stored::read(&mut tx, found).await?;
    // A lapsed account sends nothing: its reminders wait until it has a plan.
    if !plans::may_write(state, &mut tx, &stored.row.user_id).await? {
        let tomorrow = today.plus_days(1).unwrap_or(today);
        schedule::on(state, &mut tx, &stored, tomorrow).await?;
        tx.commit().await?;
        return Ok(());
    }
    if !DECENT.contains(&london_hour(state.clock.now_ms())) {
        plan_next(state, &mut tx, &stored).await?;
        tx.commit().await?;
        return Ok(());
    }
    let going = match decide(state, &mut tx, &stored, today).await? {
        Ok(decided) => decided,
        Err(why) => {
            if why == Why::Archived {
                plan_next(state, &mut tx, &stored).await?;
            } else {
                jobs::cancel(&mut tx, &schedule::key(id)).await?;
            }
            tx.commit().await?;
            return Ok(());
        }
    };
    if going.next.on > today {
        schedule::on(state, &mut tx, &stored, going.next.on).await?;
        tx.commit().await?;
        return Ok(());
    }
    let planned = Planned {
        step: going.next.step,
        counted_from: going.end,
        weekdays: &going.weekdays,
        nation: going.nation,
    };
    match remind::by_plan(state, &mut tx, &stored, planned).await {
        Ok(()) => {
            let noted = store::document(&mut tx, &stored.row.id).await?;
            if !noted.problem.is_empty() {
                let solved = store::DocumentRow {
                    problem: String::new(),
                    problem_on: String::new(),
                    ..noted
                };
                store::put_document(&mut tx, &solved).await?;
            }
            plan_next(state, &mut tx, &stored).await?;
            tx.commit().await?;
            Ok(())
        }
        Err(error) if error.status().is_server_error() => Err(error),
        Err(error) => {
            // Everything is rolled back, and only the reason recorded.
            drop(tx);
            kept(state, id, today, &error).await
        }
    }
}

/// Records why a reminder was not sent, where the business sees it, and schedules another attempt: within the hour if
/// the email allowance is used up, and otherwise on the next day.
async fn kept(state: &AppState, id: &str, today: Date, error: &ApiError) -> Result<(), ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let Some(found) = documents::lock_any(&mut tx, id).await? else {
        return Ok(());
    };
    let stored = Stored::read(&mut tx, found).await?;
    let noted = store::document(&mut tx, &stored.row.id).await?;
    let is_news = noted.problem != error.sentence();
    let noted = store::DocumentRow {
        problem: error.sentence().to_owned(),
        problem_on: today.to_string(),
        ..noted
    };
    store::put_document(&mut tx, &noted).await?;
    if error.is_too_many() {
        schedule::at(state, &mut tx, &stored, now + HOUR).await?;
    } else {
        plan_next(state, &mut tx, &stored).await?;
    }
    if is_news {
        announce(&mut tx, &stored, Event::Updated).await?;
    }
    tx.commit().await?;
    Ok(())
}
