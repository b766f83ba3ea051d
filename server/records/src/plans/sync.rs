//! Writes the state that Stripe reports for a subscription to the row of its account, and notifies everybody who needs
//! to know.

use plumbline_core::plan::{Feature, Plan, Subscription, SubscriptionState, find_account_state};
use plumbline_core::time::Date;

use super::store::{self, SubscriptionRow};
use super::{emails, london_day, today};
use plumbline_platform::clock::SECOND;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::PlanChanged;
use plumbline_platform::live::{self, Announcement};
use plumbline_platform::mail;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::billing::BillingSubscription;

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
        state.hooks.run_plan_changed(state, tx, &event).await?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_has_its_word() {
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
