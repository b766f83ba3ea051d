//! The daily job, in the morning in London: it finds accounts to remind of the end of their trial, plans that ended
//! with the day, and subscriptions without an event for a day. Each account is then handled by a job of its own.

use plumbline_core::plan::{Feature, SubscriptionState, TRIAL_DAYS, reminder, standing};
use plumbline_core::time::Date;

use super::store::{self, SubscriptionRow};
use super::{look, mails, mirror, today};
use plumbline_platform::clock::{DAY as ONE_DAY, SECOND, london_at, london_date};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::jobs::{self, Duty, Failure, JobKind, Lane, Schedule};
use plumbline_platform::mail;
use plumbline_platform::state::AppState;

/// The hour in London: before the working day, but not during the night.
const HOUR: u32 = 8;
/// The key of its schedule, which all servers share.
const KEY: &str = "plans";

const ALL: JobKind = JobKind::new("plans_of_the_day", Lane::Bulk);
const ONE: JobKind = JobKind::new("plan_of_the_day", Lane::Bulk);

/// The daily job handler.
pub(super) const DAY: Duty = Duty::new(ALL, |state, _| {
    Box::pin(async {
        let done = all(state).await;
        done.map_err(|error| Failure::for_now(format!("{error:?}")))
    })
});

/// The job handler for one account; the payload is the account's id.
pub(super) const OF_ACCOUNT: Duty = Duty::new(ONE, |state, task| {
    Box::pin(async {
        let id = task.payload.parse::<UserId>().map_err(Failure::for_good)?;
        let done = one(state, &id).await;
        done.map_err(|error| Failure::for_now(format!("{error:?}")))
    })
});

/// Runs at every start. If plans are sold, the trial starts today for every account from before; if not, no account is
/// restricted.
pub async fn start(state: &AppState) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    if state.billing.is_on() {
        let to = today(state)?.plus_days(TRIAL_DAYS);
        let to = to.ok_or_else(|| ApiError::internal("a trial beyond the calendar"))?;
        store::begin_all(&mut tx, to, state.clock.now_ms()).await?;
        if jobs::due_at(&mut tx, KEY).await?.is_none() {
            schedule(state, &mut tx, state.clock.now_ms()).await?;
        }
    } else {
        store::all_take_cards(&mut tx).await?;
        jobs::cancel(&mut tx, KEY).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn schedule(state: &AppState, tx: &mut WriteTx, due_at: i64) -> Result<(), ApiError> {
    let schedule = Schedule {
        key: KEY,
        user_id: None,
        kind: ALL,
        payload: "",
        due_at,
    };
    jobs::schedule(state, tx, &schedule).await?;
    Ok(())
}

/// The next time it is due, in the morning.
fn next(now: i64) -> i64 {
    let today = london_date(now);
    let mut mornings = today.iter_days().take(3).map(|day| london_at(day, HOUR));
    mornings
        .find(|at| *at > now)
        .unwrap_or_else(|| now + ONE_DAY)
}

async fn all(state: &AppState) -> Result<(), ApiError> {
    let (now, today) = (state.clock.now_ms(), today(state)?);
    let mut after = String::new();
    loop {
        let mut tx = state.db.begin_write().await?;
        let rows = store::page(&mut tx, &after).await?;
        let Some(last) = rows.last() else {
            // The next day is scheduled last, so that an interrupted run starts again from the beginning.
            schedule(state, &mut tx, next(now)).await?;
            tx.commit().await?;
            return Ok(());
        };
        after = last.user_id.to_string();
        for row in rows
            .iter()
            .filter(|row| asks_for_something(row, today, now))
        {
            let job = (ONE, row.user_id.as_str());
            jobs::enqueue_for(state, &mut tx, &row.user_id, job, None).await?;
        }
        tx.commit().await?;
    }
}

/// Whether there is anything to do for an account on a day.
fn asks_for_something(row: &SubscriptionRow, today: Date, now: i64) -> bool {
    due(row, today).is_some() || turns(row, today) || is_unheard_of(row, now)
}

/// The reminder that is due and hasn't been sent.
fn due(row: &SubscriptionRow, today: Date) -> Option<u32> {
    reminder(&row.known(), today).filter(|left| row.reminded != Some(i64::from(*left)))
}

/// Whether what is stored about the plan's effects is out of date.
fn turns(row: &SubscriptionRow, today: Date) -> bool {
    let known = row.known();
    row.lapsed == standing(&known, today).may_write()
        || row.takes_cards != known.has(Feature::CardPayments, today)
}

/// Whether it has a subscription at Stripe, and nothing was heard about it for a day.
fn is_unheard_of(row: &SubscriptionRow, now: i64) -> bool {
    let is_there = matches!(
        row.state,
        SubscriptionState::Active | SubscriptionState::PastDue
    );
    let heard = row.told_at.max(row.asked_at).saturating_mul(SECOND);
    row.customer.is_some() && (is_there || row.checkout.is_some()) && now - heard >= ONE_DAY
}

async fn one(state: &AppState, user_id: &UserId) -> Result<(), ApiError> {
    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let row = store::find(&mut conn, user_id).await?;
    drop(conn);
    if row.is_some_and(|row| is_unheard_of(&row, now)) {
        // If Stripe doesn't respond, the rest is done all the same, and the next day's job asks again.
        look::quietly(state, user_id).await;
    }
    let today = today(state)?;
    let mut tx = state.db.begin_write().await?;
    let Some(mut row) = store::lock(&mut tx, user_id).await? else {
        return Ok(());
    };
    let left = due(&row, today);
    if left.is_none() && !turns(&row, today) {
        return Ok(());
    }
    if let Some(left) = left
        && let Some((email, name, _)) = store::owner(&mut tx, user_id).await?
    {
        row.reminded = Some(i64::from(left));
        let told = mails::reminder(state, (user_id, &name, &email), &row.known(), today)?;
        mail::enqueue_for(state, &mut tx, user_id, &told, None).await?;
    }
    mirror::settle(state, &mut tx, &mut row, None).await?;
    tx.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_morning_is_at_eight_in_london() {
        // 2026-11-16T09:00:00Z, then 07:59 of that day, and a day in summer.
        let at = 1_794_819_600_000;
        let hour = 3_600_000;
        assert_eq!(next(at), at + 23 * hour);
        assert_eq!(next(at - hour), at + 23 * hour);
        assert_eq!(next(at - hour - 1), at - hour);
        // 2026-06-30T07:00:00Z is eight in London.
        let summer = 1_782_802_800_000;
        assert_eq!(next(summer - 1), summer);
    }
}
