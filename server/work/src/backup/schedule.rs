//! The nightly backup: a schedule with one key, so that of several servers one makes it. If no server was running
//! when it was due, it is made when one starts. If it fails, it is tried again each hour, and the operator gets an
//! email the first time.

use chrono::{Days, NaiveDate};

use super::{BackupError, Place, emails, take};
use plumbline_platform::clock::{HOUR, MINUTE, london_date, london_instant};
use plumbline_platform::config::Destination;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Schedule};
use plumbline_platform::state::AppState;

const KIND: JobKind = JobKind::new("backup", Lane::Bulk);
const KEY: &str = "backup";
/// The payload of a backup that is tried again: the operator has been notified.
const RETRY_PAYLOAD: &str = "again";

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async move {
        let done = run(state, task.payload == RETRY_PAYLOAD).await;
        done.map_err(|error| JobFailure::temporary(format!("{error:?}")))
    })
});

/// Schedules the next backup, if backups are configured.
pub async fn schedule_next(state: &AppState) -> Result<(), ApiError> {
    if state.config.backup.to.is_none() {
        return Ok(());
    }
    let next = next_at(state.clock.now_ms(), state.config.backup.at);
    let mut tx = state.db.begin_write().await?;
    // One that is due earlier was missed, or is to be tried again.
    let planned = jobs::find_due_at(&mut tx, KEY).await?;
    if planned.is_none_or(|due| due > next) {
        schedule_at(state, &mut tx, next, "").await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn schedule_at(state: &AppState, tx: &mut WriteTx, due_at: i64, payload: &str) -> Result<(), ApiError> {
    let schedule = Schedule { key: KEY, user_id: None, kind: KIND, payload, due_at };
    jobs::schedule(state, tx, &schedule).await?;
    Ok(())
}

/// The next instant, in unix milliseconds, with this time of day in London.
fn next_at(now: i64, (hour, minute): (u32, u32)) -> i64 {
    let today = london_date(now);
    let at = |day: NaiveDate| london_instant(day, hour) + i64::from(minute) * MINUTE;
    let tomorrow = today.checked_add_days(Days::new(1)).unwrap_or(today);
    if at(today) > now { at(today) } else { at(tomorrow) }
}

/// Makes the backup of this night, and schedules the next. A failure is reported once, until a backup succeeds; one
/// that was made by hand reports its own failures.
async fn run(state: &AppState, is_known: bool) -> Result<(), ApiError> {
    let Some(destination) = &state.config.backup.to else {
        // This server has no place for it; a server that has one schedules the next backup when it starts.
        return Ok(());
    };
    let done = take_backup(state, destination).await;
    let now = state.clock.now_ms();
    let next = next_at(now, state.config.backup.at);
    let mut tx = state.db.begin_write().await?;
    let fault = match done {
        Ok(taken) if taken.proof.holds() => {
            tracing::info!(
                backup = taken.row.name,
                bytes = taken.row.bytes,
                documents = taken.row.documents,
                "a backup was made and verified"
            );
            schedule_at(state, &mut tx, next, "").await?;
            None
        }
        Ok(taken) => {
            schedule_at(state, &mut tx, next, RETRY_PAYLOAD).await?;
            Some(format!("{} failed its check: {}", taken.row.name, taken.row.fault))
        }
        Err(error) => {
            schedule_at(state, &mut tx, next.min(now + HOUR), RETRY_PAYLOAD).await?;
            Some(error.to_string())
        }
    };
    if let Some(fault) = fault {
        tracing::error!(fault, "the backup of this night failed");
        if !is_known {
            emails::notify_operator(state, &mut tx, &fault).await?;
        }
    }
    tx.commit().await?;
    Ok(())
}

async fn take_backup(state: &AppState, to: &Destination) -> Result<take::TakenBackup, BackupError> {
    let place = Place::from_destination(to)?;
    let whole = take::BackupContext {
        db: &state.db,
        files: &state.files,
        data: &state.config.data,
        clock: &state.clock,
        ids: &state.ids,
        starts_anew: false,
    };
    take::take(&whole, &place, Some(state.config.backup.keep)).await
}

#[cfg(test)]
mod tests {
    use super::next_at;

    #[test]
    fn the_next_backup_is_at_the_set_london_time_today_or_tomorrow() {
        let at = |text: &str| {
            let read = chrono::DateTime::parse_from_rfc3339(text).expect("an instant");
            read.timestamp_millis()
        };
        let next = |text: &str| next_at(at(text), (3, 10));
        assert_eq!(next("2026-11-26T03:09:59Z"), at("2026-11-26T03:10:00Z"));
        assert_eq!(next("2026-11-26T03:10:00Z"), at("2026-11-27T03:10:00Z"));
        // In summer London is an hour ahead; the clocks went forward at one in the morning.
        assert_eq!(next("2026-03-28T12:00:00Z"), at("2026-03-29T02:10:00Z"));
    }
}
