//! Asking Stripe for the state of a subscription: after a change, so that nobody waits for an event; if two events have
//! the same second; and each day without an event. The connection is TLS with the secret key, which is as good a proof
//! as a signature.

use plumbline_core::money::Pence;

use super::store::{self, SubscriptionRow, invoices};
use super::{end_job, london_day, sync, to_api_error};
use plumbline_platform::clock::SECOND;
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane};
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::billing::{BillingInvoice, BillingSubscription};

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
            sync::apply_stripe_state(state, &mut tx, &mut row, seen).await?;
            for other in all.iter().filter(|it| it.id != seen.id && is_bought(it)) {
                tracing::error!(subscription = other.id, "an account has bought twice: one of them is ended");
                end_job::enqueue_end(state, &mut tx, &other.id).await?;
            }
        }
        None => sync::save_and_announce(state, &mut tx, &mut row, None).await?,
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
        let row = invoices::SubscriptionInvoiceRow {
            id: bill.id,
            user_id: user_id.clone(),
            number: bill.number,
            date: london_day(bill.created.saturating_mul(SECOND))?,
            made_at: bill.created,
            amount: Pence(bill.total),
            paid: bill.paid,
            link: bill.link,
        };
        invoices::save(tx, &row).await?;
    }
    Ok(())
}
