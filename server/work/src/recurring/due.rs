//! The job that makes what is due of a recurring invoice, at eight in the morning in London. Its payload is the
//! recurring invoice's id.
//!
//! The next date is in the row and moves on in the transaction that makes the invoice, so that each date is made
//! once, however often the job runs. After a server was down, everything that it missed is made, each with its own
//! date, and nothing of it is sent.

use plumbline_core::time::Date;
use plumbline_core::time::repeat::Series;

use super::make::{self, InvoiceDelivery};
use super::record_activity;
use super::store::{self, RecurringMakes, RecurringRow};
use plumbline_platform::clock::{SECOND, london_date, london_instant};
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::RecurringId;
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Schedule};
use plumbline_platform::state::{AppState, Services};
use plumbline_records::documents::today;
use plumbline_records::notifications::NotificationKind;
use plumbline_records::plans;

const KIND: JobKind = JobKind::new("recurring_invoice", Lane::Bulk);

/// How many invoices one job makes. The rest is due at once, and other jobs have their turn in between.
const BATCH_SIZE: usize = 20;

/// The hour in London: a customer's phone should not ring at an odd time because of it.
const HOUR_IN_LONDON: u32 = 8;

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async {
        let id = task.payload.parse().map_err(JobFailure::permanent)?;
        let made = make_due(state, &id).await;
        made.map_err(|error| JobFailure::temporary(format!("{error:?}")))
    })
});

fn schedule_key(id: &RecurringId) -> String {
    format!("recurring:{id}")
}

/// When the invoice of a date is made, milliseconds since the epoch.
fn instant_for(day: Date) -> i64 {
    let day = day.to_string().parse();
    day.map_or(0, |day| london_instant(day, HOUR_IN_LONDON))
}

/// Schedules the job for the next date, or cancels it if there is none.
pub(super) async fn schedule(services: &Services, tx: &mut WriteTx, row: &RecurringRow) -> DbResult<()> {
    match row.next_day.filter(|_| !row.paused) {
        Some(day) => schedule_at(services, tx, row, instant_for(day)).await,
        None => cancel(tx, &row.id).await,
    }
}

async fn schedule_at(services: &Services, tx: &mut WriteTx, row: &RecurringRow, due_at: i64) -> DbResult<()> {
    let schedule = Schedule {
        key: &schedule_key(&row.id),
        user_id: Some(&row.user_id),
        kind: KIND,
        payload: row.id.as_str(),
        due_at,
    };
    jobs::schedule(services, tx, &schedule).await
}

/// Cancels the job.
pub(super) async fn cancel(tx: &mut WriteTx, id: &RecurringId) -> DbResult<()> {
    jobs::cancel(tx, &schedule_key(id)).await
}

/// Whether there may be more to make.
#[derive(PartialEq, Eq)]
enum MakeProgress {
    More,
    Finished,
}

async fn make_due(state: &AppState, id: &RecurringId) -> Result<(), ApiError> {
    for _ in 0..BATCH_SIZE {
        if make_next(state, id).await? == MakeProgress::Finished {
            return Ok(());
        }
    }
    // The rest is due at once: that was scheduled with the last invoice.
    Ok(())
}

/// Makes the next invoice that is due, in a transaction of its own.
async fn make_next(state: &AppState, id: &RecurringId) -> Result<MakeProgress, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let Some((row, day)) = lock_due(state, &mut tx, id).await? else {
        tx.commit().await?;
        return Ok(MakeProgress::Finished);
    };
    let invoice_delivery = if day < today(state)? {
        InvoiceDelivery::Late
    } else {
        match row.makes {
            RecurringMakes::Sent => InvoiceDelivery::Send,
            RecurringMakes::Draft => InvoiceDelivery::Draft,
        }
    };
    match make::make_invoice(state, &mut tx, (&row, day), &invoice_delivery).await {
        Ok(()) => {
            tx.commit().await?;
            Ok(MakeProgress::More)
        }
        Err(error) if error.status().is_server_error() => Err(error),
        Err(error) => {
            // Rolls everything back.
            drop(tx);
            if matches!(invoice_delivery, InvoiceDelivery::Send) {
                handle_not_sent(state, id, &error).await
            } else {
                pause_in_trouble(state, id, &error).await
            }
        }
    }
}

/// The recurring invoice, locked, with its date that has come. `None` if none has; then the next one is scheduled.
async fn lock_due(
    state: &AppState,
    tx: &mut WriteTx,
    id: &RecurringId,
) -> Result<Option<(RecurringRow, Date)>, ApiError> {
    let Some(row) = store::lock(tx, id).await? else {
        return Ok(None);
    };
    let today = today(state)?;
    let day = due_day(&row, today);
    match day.filter(|day| instant_for(*day) <= state.clock.now_ms()) {
        // The invoices of a lapsed account wait until it has a plan, and are then made as drafts, each with its own
        // date.
        Some(_) if !plans::can_write(state, tx, &row.user_id).await? => {
            let tomorrow = today.plus_days(1).unwrap_or(today);
            schedule_at(state, tx, &row, instant_for(tomorrow)).await?;
            Ok(None)
        }
        Some(day) => Ok(Some((row, day))),
        None => {
            schedule(state, tx, &row).await?;
            Ok(None)
        }
    }
}

/// Makes a draft of an invoice that could not be sent. If the email allowance is used up, it waits instead, if it can
/// still be sent today.
async fn handle_not_sent(
    state: &AppState,
    id: &RecurringId,
    error: &ApiError,
) -> Result<MakeProgress, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let Some((row, day)) = lock_due(state, &mut tx, id).await? else {
        tx.commit().await?;
        return Ok(MakeProgress::Finished);
    };
    let now = state.clock.now_ms();
    let later = error.retry_after().map(|seconds| now + seconds * SECOND);
    if let Some(later) = later.filter(|at| london_date(*at) == london_date(now)) {
        schedule_at(state, &mut tx, &row, later).await?;
        tx.commit().await?;
        return Ok(MakeProgress::Finished);
    }
    let invoice_delivery = InvoiceDelivery::NotSent {
        reason: error.user_message().to_owned(),
        notification_kind: notification_kind(error),
    };
    match make::make_invoice(state, &mut tx, (&row, day), &invoice_delivery).await {
        Ok(()) => {
            tx.commit().await?;
            Ok(MakeProgress::More)
        }
        Err(error) if error.status().is_server_error() => Err(error),
        Err(error) => {
            drop(tx);
            pause_in_trouble(state, id, &error).await
        }
    }
}

/// The notification for an invoice that could not be sent.
fn notification_kind(error: &ApiError) -> NotificationKind {
    match error.code() {
        "mail_stopped" => NotificationKind::RecurringMailStopped,
        _ if error.is_too_many() => NotificationKind::RecurringTooMany,
        _ if error.field() == Some("to") => NotificationKind::RecurringNoAddress,
        _ => NotificationKind::RecurringNotSent,
    }
}

/// If not even a draft can be made, for example because the account is full, the recurring invoice is paused until
/// somebody has looked at it.
async fn pause_in_trouble(
    state: &AppState,
    id: &RecurringId,
    error: &ApiError,
) -> Result<MakeProgress, ApiError> {
    let mut tx = state.db.begin_write().await?;
    if let Some((had, _)) = lock_due(state, &mut tx, id).await? {
        let row = RecurringRow {
            version: had.version.saturating_add(1),
            paused: true,
            trouble: error.user_message().to_owned(),
            updated_at: state.clock.now_ms(),
            ..had.clone()
        };
        if !store::update(&mut tx, &row, had.version).await? {
            return Err(ApiError::internal("a held row changed under its holder"));
        }
        schedule(state, &mut tx, &row).await?;
        record_activity(state, &mut tx, "stopped", &row).await?;
        make::notify_stopped(state, &mut tx, &row).await?;
    }
    tx.commit().await?;
    Ok(MakeProgress::Finished)
}

// The dates of a series. The next one is in its row and moves on in the transaction that makes it or skips it; a
// change never makes up for dates that have passed.

/// The first date of a new series: not before today, and later than an invoice that it repeats.
pub(super) fn first_day(series: Series, after: Option<Date>, today: Date) -> Option<Date> {
    next_day(series, after, today)
}

/// The next date of a series that is resumed: not before today, and later than the last date that is done.
pub(super) fn day_after_pause(row: &RecurringRow, today: Date) -> Option<Date> {
    next_day(row.series(), row.done_day, today)
}

fn next_day(series: Series, done: Option<Date>, today: Date) -> Option<Date> {
    match done {
        Some(done) if done >= today => series.next_after(done),
        Some(_) | None => series.next_from(today),
    }
}

/// The next date of a series that becomes `series`. If only its end changes, the next date is the same, if it is still
/// in the series; what was skipped remains skipped.
pub(super) fn day_after_change(had: &RecurringRow, series: Series, today: Date) -> Option<Date> {
    let was = had.series();
    if (was.first, was.repeat) == (series.first, series.repeat) {
        return match had.next_day.filter(|_| !had.paused) {
            Some(day) => Some(day).filter(|day| series.next_from(*day) == Some(*day)),
            None => next_day(series, had.done_day, today),
        };
    }
    // If the dates themselves change, only the one that was made, or skipped, last counts as done.
    let next = series.next_from(today)?;
    if had.done_day == Some(next) { series.next_after(next) } else { Some(next) }
}

/// The date that has come and whose invoice should be made, if there is one.
pub(super) fn due_day(row: &RecurringRow, today: Date) -> Option<Date> {
    row.next_day.filter(|day| !row.paused && *day <= today)
}
