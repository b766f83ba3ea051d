//! The job that ends a subscription at Stripe. Its payload is `customer cus_… cs_…` of an account that was deleted,
//! with everything that it has there, or a single `sub_…`.

use super::store;
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane};
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::CardError;

const KIND: JobKind = JobKind::new("plan_end", Lane::Ordinary);

/// The job handler.
pub(super) const JOB_HANDLER: JobHandler =
    JobHandler::new(KIND, |state, task| Box::pin(end_subscription(state, task.payload)));

/// Queues a job that ends a subscription.
pub(super) async fn enqueue_end(state: &AppState, tx: &mut WriteTx, id: &str) -> DbResult<()> {
    jobs::enqueue(state, tx, KIND, id).await
}

/// Queues a job that ends everything an account pays for, because the account is being deleted. Its customer and
/// invoices stay at Stripe, for the operator's accounts.
pub async fn end_account_subscriptions(state: &AppState, tx: &mut WriteTx, user_id: &str) -> DbResult<()> {
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
