//! The job that makes the next one of a repeating expense, on its day in London. Its payload is the expense's id.
//!
//! The next date is part of the expense and moves on in the transaction that makes it, so that each date is made
//! once, however often the job runs. After a server was down, everything that it missed is made.

use plumbline_core::time::Date;
use plumbline_core::time::repeat::Repeat;

use super::store::{self, ExpenseRow};
use super::{Expense, record_activity};
use crate::documents::today;
use plumbline_platform::clock::london_day_start;
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::ExpenseId;
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Schedule};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::state::{AppState, Services};

const KIND: JobKind = JobKind::new("repeat_expense", Lane::Bulk);

/// How many expenses one job creates; the rest is due at once, in another job, so that other jobs get their turn.
const BATCH_SIZE: usize = 50;

/// For how many days expenses are created if a series begins in the past: for an older series, nobody wants years of
/// them at once.
const CATCH_UP_DAYS_MAX: i64 = 366;

/// The job handler.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async {
        let id = task.payload.parse().map_err(JobFailure::permanent)?;
        let made = create_due(state, &id).await;
        made.map_err(|error| JobFailure::temporary(format!("{error:?}")))
    })
});

fn schedule_key(id: &ExpenseId) -> String {
    format!("expense:{id}")
}

/// When a new expense is repeated for the first time, including days that have passed. `made` is the last day of the
/// series if the expense existed before: if its first expense is deleted and restored, the others still exist.
pub(super) fn first_repeat(row: &ExpenseRow, made: Option<Date>, today: Date) -> Option<Date> {
    let is_old = row.date.days_until(today) > CATCH_UP_DAYS_MAX;
    let after = match made {
        Some(made) => made.max(row.date).max(yesterday(today)),
        None if is_old => yesterday(today),
        None => row.date,
    };
    next_repeat(row, after)
}

/// A changed expense with the dates of its series. If the series changed, it continues from today: existing expenses
/// don't change, and no expenses are created for the past.
pub(super) fn with_repeat_days(row: ExpenseRow, had: &ExpenseRow, today: Date) -> ExpenseRow {
    let series = |row: &ExpenseRow| (row.date, row.repeats, row.repeat_until);
    if series(&row) == series(had) {
        return ExpenseRow { repeat_done: had.repeat_done, repeat_next: had.repeat_next, ..row };
    }
    if had.repeats == Repeat::Never {
        return ExpenseRow { repeat_next: next_repeat(&row, row.date.max(yesterday(today))), ..row };
    }
    let done = had.repeat_done.unwrap_or(row.date);
    ExpenseRow {
        repeat_done: had.repeat_done,
        repeat_next: next_repeat(&row, row.date.max(done).max(yesterday(today))),
        ..row
    }
}

fn yesterday(today: Date) -> Date {
    today.day_before().unwrap_or(today)
}

/// The next day of a series after a day; `None` if the series has ended by then.
fn next_repeat(row: &ExpenseRow, after: Date) -> Option<Date> {
    let next = row.repeats.next_after(row.date, after)?;
    Some(next).filter(|day| row.repeat_until.is_none_or(|last| *day <= last))
}

/// Schedules the next expense of a series, or cancels its schedule if there is no next day.
pub(super) async fn schedule_repeat(services: &Services, tx: &mut WriteTx, row: &ExpenseRow) -> DbResult<()> {
    let Some(day) = row.repeat_next else {
        return cancel_repeat(tx, &row.id).await;
    };
    let day = day.to_string().parse().ok();
    let schedule = Schedule {
        key: &schedule_key(&row.id),
        user_id: Some(&row.user_id),
        kind: KIND,
        payload: row.id.as_str(),
        due_at: day.map_or_else(|| services.clock.now_ms(), london_day_start),
    };
    jobs::schedule(services, tx, &schedule).await
}

/// Cancels the schedule of an expense's series.
pub(super) async fn cancel_repeat(tx: &mut WriteTx, id: &ExpenseId) -> DbResult<()> {
    jobs::cancel(tx, &schedule_key(id)).await
}

/// Creates the expenses of a series that are due.
async fn create_due(state: &AppState, id: &ExpenseId) -> Result<(), ApiError> {
    let today = today(state)?;
    let mut tx = state.db.begin_write().await?;
    let Some(mut head) = store::find_by_id(&mut tx, id).await? else {
        return Ok(());
    };
    for _ in 0..BATCH_SIZE {
        let Some(due) = head.repeat_next.filter(|due| *due <= today) else {
            break;
        };
        let next = next_repeat(&head, due);
        if !store::advance_series(&mut tx, &head.id, due, next).await? {
            // Another server has created it in the meantime, and schedules the next.
            return Ok(());
        }
        head.repeat_next = next;
        create_repeat(state, &mut tx, &head, due).await?;
    }
    schedule_repeat(state, &mut tx, &head).await?;
    tx.commit().await?;
    Ok(())
}

/// Creates the expense for a day.
async fn create_repeat(
    state: &AppState,
    tx: &mut WriteTx,
    head: &ExpenseRow,
    due: Date,
) -> Result<(), ApiError> {
    let row = of_day(head, state.ids.new_id(), due, state.clock.now_ms());
    store::insert(tx, &row).await?;
    let user_id = row.user_id.clone();
    record_activity(state, tx, &user_id, "repeated", &Expense::from_row(row, Vec::new())).await?;
    // An expense that is created automatically is never refused because of the quota.
    let more = StorageUse { noted: quota::EXPENSE_BYTES, ..StorageUse::default() };
    quota::count_storage(state, tx, &user_id, more).await
}

/// The expense for a day: a copy of the first one without its receipts. Every column is named, so that a new one
/// doesn't compile until somebody decides whether it is copied.
fn of_day(head: &ExpenseRow, id: ExpenseId, due: Date, now: i64) -> ExpenseRow {
    let ExpenseRow {
        id: _, // an id of its own
        user_id,
        version: _, // it was never changed
        date: _,    // its own day
        supplier,
        supplier_key,
        description,
        category,
        amount,
        vat_rate,
        vat_amount,
        private_share,
        vehicle_cost,
        vat_kind,
        goods_or_service,
        contact_id,
        business_profile_id,
        job,
        vehicle,
        tenths,
        repeats: _, // only the first repeats
        repeat_until: _,
        repeat_done: _,
        repeat_next: _,
        repeat_of: _,     // of the first
        from_bank: _,     // it is in no bank's file
        receipt_count: _, // the receipts are of the first
        words: text,
        created_at: _,
        updated_at: _,
    } = head.clone();
    ExpenseRow {
        id,
        user_id,
        version: 1,
        date: due,
        supplier,
        supplier_key,
        description,
        category,
        amount,
        vat_rate,
        vat_amount,
        private_share,
        vehicle_cost,
        vat_kind,
        goods_or_service,
        contact_id,
        business_profile_id,
        job,
        vehicle,
        tenths,
        repeats: Repeat::Never,
        repeat_until: None,
        repeat_done: None,
        repeat_next: None,
        repeat_of: Some(head.id.clone()),
        from_bank: false,
        receipt_count: 0,
        words: text,
        created_at: now,
        updated_at: now,
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_repeated_expense_copies_the_first_except_date_and_receipts() {
        let head = ExpenseRow::every_field();
        let id: ExpenseId = Uuid::now_v7().into();
        let due = "2027-01-04".parse().unwrap();
        let mut expected = head.clone();
        expected.id = id.clone();
        expected.version = 1;
        expected.date = due;
        expected.repeats = Repeat::Never;
        expected.repeat_until = None;
        expected.repeat_done = None;
        expected.repeat_next = None;
        expected.repeat_of = Some(head.id.clone());
        expected.from_bank = false;
        expected.receipt_count = 0;
        (expected.created_at, expected.updated_at) = (7, 7);
        let made = of_day(&head, id, due, 7);
        assert_eq!(format!("{made:?}"), format!("{expected:?}"));
    }
}
