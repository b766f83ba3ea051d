//! Stripe's signed events about plans. The endpoint belongs to `card` (`card/webhook.rs`), which has checked that
//! each event is genuine, recent and new.

use plumbline_core::plan::SubscriptionState;

use super::store::{self, SubscriptionRow};
use super::sync;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::billing::BillingSubscription;
use plumbline_platform::stripe::event::Event;

/// How far Stripe's clock may differ from ours, in seconds.
const CLOCK_TOLERANCE: i64 = 60;

/// Processes an event about the plans that the operator sells; returns whether it was one.
pub async fn handle_event(state: &AppState, tx: &mut WriteTx, event: &Event) -> Result<bool, ApiError> {
    // A business may itself sell subscriptions from its connected account; those aren't ours.
    if !event.account().is_empty() {
        return Ok(false);
    }
    let is_checkout =
        event.kind.starts_with("checkout.session.") && event.text_field("mode") == "subscription";
    let is_subscription = event.kind.starts_with("customer.subscription.");
    if !is_checkout && !is_subscription && !event.kind.starts_with("invoice.") {
        return Ok(false);
    }
    if !state.billing.is_on() {
        return Ok(true);
    }
    let Some(user_id) = store::find_account(tx, event.text_field("customer")).await? else {
        tracing::info!(event = event.id, "an event for a customer that isn't ours");
        return Ok(true);
    };
    let Some(mut row) = store::lock(tx, &user_id).await? else {
        return Ok(true);
    };
    match event.kind.as_str() {
        _ if is_subscription => handle_subscription_event(state, tx, &mut row, event).await?,
        "checkout.session.expired" if row.checkout.as_deref() == Some(event.text_field("id")) => {
            row.checkout = None;
            store::write(tx, &mut row, state.clock.now_ms()).await?;
        }
        // These events report only that a payment was made or failed. The resulting state is in the subscription, and
        // open windows are notified of it once, whichever of its events arrives first.
        "checkout.session.completed" | "invoice.paid" | "invoice.payment_failed" => {
            sync::enqueue_refresh(state, tx, &user_id).await?;
        }
        _ => {}
    }
    Ok(true)
}

async fn handle_subscription_event(
    state: &AppState,
    tx: &mut WriteTx,
    row: &mut SubscriptionRow,
    event: &Event,
) -> Result<(), ApiError> {
    let Some(seen) = BillingSubscription::from_json(event.object()) else {
        tracing::error!(event = event.id, "a subscription that cannot be read");
        return Ok(());
    };
    let weight = match is_other_subscription(row, &seen) {
        true => EventAge::Doubtful,
        false => compare_event_age(event.created, row.told_at, row.asked_at),
    };
    match weight {
        EventAge::Old => {}
        EventAge::Doubtful => sync::enqueue_refresh(state, tx, &row.user_id).await?,
        EventAge::New => {
            row.told_at = event.created;
            sync::apply_stripe_state(state, tx, row, &seen).await?;
        }
    }
    Ok(())
}

/// Whether an event is about another subscription than the one that the account pays for.
fn is_other_subscription(row: &SubscriptionRow, seen: &BillingSubscription) -> bool {
    let is_paid = matches!(row.state, SubscriptionState::Active | SubscriptionState::PastDue);
    let is_own = row.subscription.as_deref() == Some(seen.id.as_str());
    !is_own && (is_paid || !seen.is_live())
}

/// What an event means, given when it was created.
#[derive(Debug, PartialEq, Eq)]
enum EventAge {
    /// Newer data is stored already.
    Old,
    /// It isn't clear which is newer, so Stripe is asked.
    Doubtful,
    /// It is the newest.
    New,
}

/// Compares an event with the stored data. Events arrive in any order and have their time in whole seconds; the time
/// when Stripe was last asked is by our clock, which may differ from Stripe's.
const fn compare_event_age(created: i64, told_at: i64, asked_at: i64) -> EventAge {
    if created < told_at || created < asked_at - CLOCK_TOLERANCE {
        return EventAge::Old;
    }
    if created == told_at || created <= asked_at + CLOCK_TOLERANCE {
        return EventAge::Doubtful;
    }
    EventAge::New
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_an_events_time_with_the_last_event_and_the_last_query() {
        assert_eq!(compare_event_age(1_000, 0, 0), EventAge::New);
        assert_eq!(compare_event_age(999, 1_000, 0), EventAge::Old);
        assert_eq!(compare_event_age(1_000, 1_000, 0), EventAge::Doubtful);
        assert_eq!(compare_event_age(1_001, 1_000, 0), EventAge::New);
        // Asked at 1000.
        assert_eq!(compare_event_age(939, 0, 1_000), EventAge::Old);
        assert_eq!(compare_event_age(940, 0, 1_000), EventAge::Doubtful);
        assert_eq!(compare_event_age(1_060, 0, 1_000), EventAge::Doubtful);
        assert_eq!(compare_event_age(1_061, 0, 1_000), EventAge::New);
    }
}
