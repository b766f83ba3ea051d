//! Writes the state that Stripe reports for a subscription to the row of its account, and notifies everybody who needs
//! to know.

use plumbline_core::money::Pence;
use plumbline_core::plan::{Feature, Plan, Subscription, SubscriptionState, find_account_state};
use plumbline_core::time::Date;

use super::store::{self, SubscriptionRow};
use super::{daily_job, emails, london_day, to_api_error, today};
use plumbline_platform::clock::SECOND;
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::PlanChanged;
use plumbline_platform::ids::UserId;
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane};
use plumbline_platform::live::{self, Announcement};
use plumbline_platform::mail;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::billing::{BillingInvoice, BillingSubscription};

/// A change of plan, as sent to the account's open windows (`docs/product.md`, section 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlanAction {
    Started,
    Upgraded,
    Downgraded,
    Cancelled,
    Resumed,
    PaymentFailed,
    Paid,
    Lapsed,
}

impl PlanAction {
    const fn code(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Upgraded => "upgraded",
            Self::Downgraded => "downgraded",
            Self::Cancelled => "cancelled",
            Self::Resumed => "resumed",
            Self::PaymentFailed => "payment_failed",
            Self::Paid => "paid",
            Self::Lapsed => "lapsed",
        }
    }
}

/// Stores Stripe's data about the row's subscription; the caller has locked the row.
pub(super) async fn apply_stripe_state(
    state: &AppState,
    tx: &mut WriteTx,
    row: &mut SubscriptionRow,
    seen: &BillingSubscription,
) -> Result<(), ApiError> {
    let before = row.to_subscription();
    if seen.to_state() != SubscriptionState::None {
        update_row(row, seen)?;
    } else if row.subscription.as_deref() == Some(seen.id.as_str()) {
        // It was never paid for, so it counts as if nothing had been bought.
        row.subscription = None;
        row.plan = Plan::Trial;
        row.state = SubscriptionState::None;
        row.paid_to = None;
        row.next_payment = None;
        row.cancelled = false;
    }
    save_and_announce(state, tx, row, Some(before)).await
}

fn update_row(row: &mut SubscriptionRow, seen: &BillingSubscription) -> Result<(), ApiError> {
    let Some(plan) = seen.plan else {
        tracing::error!(subscription = seen.id, "a subscription to a price that is no plan's");
        return Ok(());
    };
    row.subscription = Some(seen.id.clone());
    row.plan = plan;
    row.state = seen.to_state();
    match row.state {
        SubscriptionState::Active => {
            row.checkout = None;
            row.paid_to = Some(last_day(seen.period_end)?);
            // A period ends at the time of day at which it began, so the last paid day may be the day of the next
            // payment.
            row.next_payment = Some(london_day(seen.period_end.saturating_mul(SECOND))?);
            row.cancelled = seen.ends;
        }
        SubscriptionState::PastDue => {
            // The present period is the one whose payment failed.
            row.paid_to = Some(last_day(seen.period_start)?);
            row.next_payment = None;
            row.cancelled = seen.ends;
        }
        SubscriptionState::Ended => row.cancelled = !seen.unpaid,
        SubscriptionState::None => {}
    }
    Ok(())
}

/// The last day before a period ends, in London.
fn last_day(seconds: i64) -> Result<Date, ApiError> {
    london_day(seconds.saturating_mul(SECOND).saturating_sub(1))
}

/// Saves the row with the effects of its new state, and announces them. `before` is the previous state, if it changed.
pub(super) async fn save_and_announce(
    state: &AppState,
    tx: &mut WriteTx,
    row: &mut SubscriptionRow,
    before: Option<Subscription>,
) -> Result<(), ApiError> {
    let today = today(state)?;
    let known = row.to_subscription();
    let may_write = find_account_state(&known, today).can_write();
    let lapses = !may_write && !row.lapsed;
    row.lapsed = !may_write;
    let takes_cards = known.has_feature(Feature::CardPayments, today);
    let turns = takes_cards != row.takes_cards;
    row.takes_cards = takes_cards;
    store::write(tx, row, state.clock.now_ms()).await?;
    if turns {
        let event = PlanChanged { user_id: row.user_id.clone(), takes_cards };
        state.hooks().run_plan_changed(state, tx, &event).await?;
    }
    let action = match before {
        _ if lapses => Some(PlanAction::Lapsed),
        Some(before) => find_action(&before, &known),
        None => None,
    };
    if let Some(action) = action {
        let announcement = Announcement::subscription(&row.user_id, action.code(), row.plan.code());
        live::announce(tx, &announcement).await?;
    }
    let fails = before.is_some_and(|before| before.state != SubscriptionState::PastDue)
        && known.state == SubscriptionState::PastDue;
    if fails && let Some((email, name, _)) = store::find_owner(tx, &row.user_id).await? {
        let email = emails::compose_payment_failed(state, (&row.user_id, &name, &email), &known, today)?;
        mail::enqueue_for_account(state, tx, &row.user_id, &email, None).await?;
    }
    Ok(())
}

/// The change between two states of a subscription.
fn find_action(before: &Subscription, after: &Subscription) -> Option<PlanAction> {
    let is_bought =
        |it: &Subscription| matches!(it.state, SubscriptionState::Active | SubscriptionState::PastDue);
    match (is_bought(before), is_bought(after)) {
        (false, true) => Some(PlanAction::Started),
        // Cancelled during the trial, whose remaining days still count.
        (true, false) => Some(PlanAction::Cancelled),
        (false, false) => None,
        (true, true) if before.plan < after.plan => Some(PlanAction::Upgraded),
        (true, true) if before.plan > after.plan => Some(PlanAction::Downgraded),
        (true, true) => match (before.state, after.state) {
            (SubscriptionState::Active, SubscriptionState::PastDue) => Some(PlanAction::PaymentFailed),
            (SubscriptionState::PastDue, SubscriptionState::Active) => Some(PlanAction::Paid),
            _ => match (before.cancelled, after.cancelled) {
                (false, true) => Some(PlanAction::Cancelled),
                (true, false) => Some(PlanAction::Resumed),
                _ => None,
            },
        },
    }
}

// Asking Stripe for the state of a subscription: after a change, so that nobody waits for an event; if two events have
// the same second; and each day without an event. The connection is TLS with the secret key, which is as good a proof
// as a signature.

/// The job kind for asking Stripe about an account. The payload is the account's id.
const KIND: JobKind = JobKind::new("plan_look", Lane::Ordinary);

/// The job handler.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async {
        let id = task.payload.parse::<UserId>().map_err(JobFailure::permanent)?;
        let done = refresh_subscription(state, &id).await;
        done.map_err(|error| JobFailure::temporary(format!("{error:?}")))
    })
});

/// Queues a job that asks Stripe about an account.
pub(super) async fn enqueue_refresh(state: &AppState, tx: &mut WriteTx, user_id: &UserId) -> DbResult<()> {
    jobs::enqueue_for_account(state, tx, user_id, (KIND, user_id.as_str()), None).await
}

/// Asks now. If that fails, an event from Stripe or the daily job brings the data later.
pub(super) async fn try_refresh(state: &AppState, user_id: &UserId) {
    if let Err(error) = refresh_subscription(state, user_id).await {
        tracing::warn!(?error, "a plan could not be read back");
    }
}

/// Asks Stripe for an account's subscription and invoices, and stores both.
pub(super) async fn refresh_subscription(state: &AppState, user_id: &UserId) -> Result<(), ApiError> {
    let mut conn = state.db.read().await?;
    let row = store::find(&mut conn, user_id).await?;
    drop(conn);
    let Some(customer) = row.and_then(|row| row.customer) else {
        return Ok(());
    };
    let asked_at = state.clock.now_ms() / SECOND;
    let all = match state.billing.list_subscriptions(&customer).await {
        Ok(all) => all,
        Err(error) if error.is_missing() => {
            tracing::error!(customer, "a customer is not known at Stripe");
            return Ok(());
        }
        Err(error) => return Err(to_api_error(&error)),
    };
    let bills = state.billing.list_invoices(&customer).await;
    let bills = bills.map_err(|error| to_api_error(&error))?;
    let mut tx = state.db.begin_write().await?;
    let Some(mut row) = store::lock(&mut tx, user_id).await? else {
        return Ok(());
    };
    // A later request got its response earlier.
    if row.asked_at > asked_at {
        return Ok(());
    }
    row.asked_at = asked_at;
    match select_subscription(&row, &all) {
        Some(seen) => {
            apply_stripe_state(state, &mut tx, &mut row, seen).await?;
            for other in all.iter().filter(|it| it.id != seen.id && is_bought(it)) {
                tracing::error!(subscription = other.id, "an account has bought twice: one of them is ended");
                daily_job::enqueue_end(state, &mut tx, &other.id).await?;
            }
        }
        None => save_and_announce(state, &mut tx, &mut row, None).await?,
    }
    save_invoices(&mut tx, user_id, bills).await?;
    tx.commit().await?;
    Ok(())
}

/// Whether a subscription is paid for, or was and its payment is being tried again.
fn is_bought(seen: &BillingSubscription) -> bool {
    seen.is_live() && seen.status != "incomplete" && seen.plan.is_some()
}

/// The subscription that counts: the row's own while it is active; otherwise the newest active one; otherwise the row's
/// own in its final state.
fn select_subscription<'a>(
    row: &SubscriptionRow,
    all: &'a [BillingSubscription],
) -> Option<&'a BillingSubscription> {
    let is_own = |seen: &&BillingSubscription| row.subscription.as_deref() == Some(seen.id.as_str());
    let mut bought = all.iter().filter(|seen| is_bought(seen));
    let own = all.iter().find(is_own);
    own.filter(|seen| is_bought(seen)).or_else(|| bought.next()).or(own)
}

async fn save_invoices(
    tx: &mut WriteTx,
    user_id: &UserId,
    bills: Vec<BillingInvoice>,
) -> Result<(), ApiError> {
    for bill in bills {
        let row = store::SubscriptionInvoiceRow {
            id: bill.id,
            user_id: user_id.clone(),
            number: bill.number,
            date: london_day(bill.created.saturating_mul(SECOND))?,
            made_at: bill.created,
            amount: Pence(bill.total),
            paid: bill.paid,
            link: bill.link,
        };
        store::save(tx, &row).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_of_a_subscription_has_its_action() {
        let trial = Subscription {
            plan: Plan::Trial,
            trial_to: "2026-11-30".parse().expect("a day"),
            state: SubscriptionState::None,
            paid_to: None,
            cancelled: false,
        };
        let with =
            |plan, cancelled| Subscription { plan, cancelled, state: SubscriptionState::Active, ..trial };
        let (core, plus) = (with(Plan::Core, false), with(Plan::Plus, false));
        let ending = with(Plan::Plus, true);
        let unpaid = Subscription { state: SubscriptionState::PastDue, ..plus };
        let ended = Subscription { state: SubscriptionState::Ended, ..ending };
        for (before, after, word) in [
            (trial, core, Some("started")),
            (core, plus, Some("upgraded")),
            (plus, core, Some("downgraded")),
            (plus, ending, Some("cancelled")),
            (ending, plus, Some("resumed")),
            (plus, unpaid, Some("payment_failed")),
            (unpaid, unpaid, None),
            (unpaid, plus, Some("paid")),
            (ending, ended, Some("cancelled")),
            (ended, plus, Some("started")),
            (plus, plus, None),
            (trial, trial, None),
        ] {
            assert_eq!(find_action(&before, &after).map(PlanAction::code), word);
        }
    }
}
