//! The daily job, in the morning in London: it finds accounts to remind of the end of their trial, plans that ended
//! with the day, and subscriptions without an event for a day. Each account is then handled by a job of its own.

use plumbline_core::plan::{Feature, SubscriptionState, TRIAL_DAYS, find_account_state, find_due_reminder};
use plumbline_core::time::Date;

use super::store::{self, SubscriptionRow};
use super::{emails, sync, today};
use plumbline_platform::clock::{DAY as ONE_DAY, SECOND, london_date, london_instant};
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Schedule};
use plumbline_platform::mail;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::CardError;

/// The hour in London: before the working day, but not during the night.
const LONDON_HOUR: u32 = 8;

/// The key of its schedule, which all servers share.
const SCHEDULE_KEY: &str = "plans";

const DAILY_JOB: JobKind = JobKind::new("plans_of_the_day", Lane::Bulk);

const ACCOUNT_JOB: JobKind = JobKind::new("plan_of_the_day", Lane::Bulk);

/// The daily job handler.
pub(super) const DAILY_JOB_HANDLER: JobHandler = JobHandler::new(DAILY_JOB, |state, _| {
    Box::pin(async {
        let done = enqueue_accounts(state).await;
        done.map_err(|error| JobFailure::temporary(format!("{error:?}")))
    })
});

/// The job handler for one account; the payload is the account's id.
pub(super) const ACCOUNT_JOB_HANDLER: JobHandler = JobHandler::new(ACCOUNT_JOB, |state, task| {
    Box::pin(async {
        let id = task.payload.parse::<UserId>().map_err(JobFailure::permanent)?;
        let done = update_account(state, &id).await;
        done.map_err(|error| JobFailure::temporary(format!("{error:?}")))
    })
});

/// Runs at every start. If plans are sold, the trial starts today for every account from before; if not, no account is
/// restricted.
pub async fn prepare_on_start(state: &AppState) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    if state.billing.is_on() {
        let to = today(state)?.plus_days(TRIAL_DAYS);
        let to = to.ok_or_else(|| ApiError::internal("a trial beyond the calendar"))?;
        store::start_all_trials(&mut tx, to, state.clock.now_ms()).await?;
        if jobs::find_due_at(&mut tx, SCHEDULE_KEY).await?.is_none() {
            schedule_daily(state, &mut tx, state.clock.now_ms()).await?;
        }
    } else {
        store::enable_cards_for_all(&mut tx).await?;
        jobs::cancel(&mut tx, SCHEDULE_KEY).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn schedule_daily(state: &AppState, tx: &mut WriteTx, due_at: i64) -> Result<(), ApiError> {
    let schedule = Schedule { key: SCHEDULE_KEY, user_id: None, kind: DAILY_JOB, payload: "", due_at };
    jobs::schedule(state, tx, &schedule).await?;
    Ok(())
}

/// The next time it is due, in the morning.
fn next_morning(now: i64) -> i64 {
    let today = london_date(now);
    let mut mornings = today.iter_days().take(3).map(|day| london_instant(day, LONDON_HOUR));
    mornings.find(|at| *at > now).unwrap_or_else(|| now + ONE_DAY)
}

async fn enqueue_accounts(state: &AppState) -> Result<(), ApiError> {
    let (now, today) = (state.clock.now_ms(), today(state)?);
    let mut after = String::new();
    loop {
        let mut tx = state.db.begin_write().await?;
        let rows = store::list_page(&mut tx, &after).await?;
        let Some(last) = rows.last() else {
            // The next day is scheduled last, so that an interrupted run starts again from the beginning.
            schedule_daily(state, &mut tx, next_morning(now)).await?;
            tx.commit().await?;
            return Ok(());
        };
        after = last.user_id.to_string();
        for row in rows.iter().filter(|row| needs_update(row, today, now)) {
            let job = (ACCOUNT_JOB, row.user_id.as_str());
            jobs::enqueue_for_account(state, &mut tx, &row.user_id, job, None).await?;
        }
        tx.commit().await?;
    }
}

/// Whether there is anything to do for an account on a day.
fn needs_update(row: &SubscriptionRow, today: Date, now: i64) -> bool {
    due_reminder(row, today).is_some() || is_outdated(row, today) || is_stale(row, now)
}

/// The reminder that is due and hasn't been sent.
fn due_reminder(row: &SubscriptionRow, today: Date) -> Option<u32> {
    find_due_reminder(&row.to_subscription(), today).filter(|left| row.reminded != Some(i64::from(*left)))
}

/// Whether what is stored about the plan's effects is out of date.
fn is_outdated(row: &SubscriptionRow, today: Date) -> bool {
    let known = row.to_subscription();
    row.lapsed == find_account_state(&known, today).can_write()
        || row.takes_cards != known.has_feature(Feature::CardPayments, today)
}

/// Whether it has a subscription at Stripe, and nothing was heard about it for a day.
fn is_stale(row: &SubscriptionRow, now: i64) -> bool {
    let is_there = matches!(row.state, SubscriptionState::Active | SubscriptionState::PastDue);
    let heard = row.told_at.max(row.asked_at).saturating_mul(SECOND);
    row.customer.is_some() && (is_there || row.checkout.is_some()) && now - heard >= ONE_DAY
}

async fn update_account(state: &AppState, user_id: &UserId) -> Result<(), ApiError> {
    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let row = store::find(&mut conn, user_id).await?;
    drop(conn);
    if row.is_some_and(|row| is_stale(&row, now)) {
        // If Stripe doesn't respond, the rest is done all the same, and the next day's job asks again.
        sync::try_refresh(state, user_id).await;
    }
    let today = today(state)?;
    let mut tx = state.db.begin_write().await?;
    let Some(mut row) = store::lock(&mut tx, user_id).await? else {
        return Ok(());
    };
    let left = due_reminder(&row, today);
    if left.is_none() && !is_outdated(&row, today) {
        return Ok(());
    }
    if let Some(left) = left
        && let Some((email, name, _)) = store::find_owner(&mut tx, user_id).await?
    {
        row.reminded = Some(i64::from(left));
        let email =
            emails::compose_trial_reminder(state, (user_id, &name, &email), &row.to_subscription(), today)?;
        mail::enqueue_for_account(state, &mut tx, user_id, &email, None).await?;
    }
    sync::save_and_announce(state, &mut tx, &mut row, None).await?;
    tx.commit().await?;
    Ok(())
}

// The job that ends a subscription at Stripe. Its payload is `customer cus_… cs_…` of an account that was deleted,
// with everything that it has there, or a single `sub_…`.

const KIND: JobKind = JobKind::new("plan_end", Lane::Ordinary);

/// The job handler.
pub(super) const JOB_HANDLER: JobHandler =
    JobHandler::new(KIND, |state, task| Box::pin(end_subscription(state, task.payload)));

/// Queues a job that ends a subscription.
pub(super) async fn enqueue_end(state: &AppState, tx: &mut WriteTx, subscription: &str) -> DbResult<()> {
    jobs::enqueue(state, tx, KIND, subscription).await
}

/// Queues a job that ends everything an account pays for, because the account is being deleted. Its customer and
/// invoices stay at Stripe, for the operator's accounts.
pub async fn end_account_subscriptions(state: &AppState, tx: &mut WriteTx, user_id: &UserId) -> DbResult<()> {
    let row = store::find(tx, user_id).await?;
    if let Some((customer, checkout)) = row.and_then(|row| Some((row.customer?, row.checkout))) {
        let all = format!("customer {customer} {}", checkout.unwrap_or_default());
        enqueue_end(state, tx, &all).await?;
    }
    Ok(())
}

async fn end_subscription(state: &AppState, payload: &str) -> Result<(), JobFailure> {
    let done = match payload.strip_prefix("customer ") {
        None => state.billing.end_subscription(payload).await,
        Some(rest) => {
            let (customer, checkout) = rest.split_once(' ').unwrap_or((rest, ""));
            end_customer_subscriptions(state, customer, checkout).await
        }
    };
    match done {
        Ok(()) => Ok(()),
        Err(error) if error.is_missing() => Ok(()),
        // Plans are no longer sold here; the operator who switched that off deals with the remaining subscriptions at
        // Stripe.
        Err(error @ CardError::Off) => Err(JobFailure::permanent(error)),
        Err(error) => Err(JobFailure::temporary(error)),
    }
}

/// Closes the checkout first, because a subscription that is bought while they are being listed would be missed.
async fn end_customer_subscriptions(
    state: &AppState,
    customer: &str,
    checkout: &str,
) -> Result<(), CardError> {
    if !checkout.is_empty() {
        state.billing.close_checkout(checkout).await?;
    }
    for seen in state.billing.list_subscriptions(customer).await? {
        if seen.is_live() {
            state.billing.end_subscription(&seen.id).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_run_is_at_8_in_london() {
        // 2026-11-16T09:00:00Z, then 07:59 of that day, and a day in summer.
        let at = 1_794_819_600_000;
        let hour = 3_600_000;
        assert_eq!(next_morning(at), at + 23 * hour);
        assert_eq!(next_morning(at - hour), at + 23 * hour);
        assert_eq!(next_morning(at - hour - 1), at - hour);
        // 2026-06-30T07:00:00Z is eight in London.
        let summer = 1_782_802_800_000;
        assert_eq!(next_morning(summer - 1), summer);
    }
}
