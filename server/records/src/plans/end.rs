//! The job that ends a subscription at Stripe. Its payload is `customer cus_… cs_…` of an account that was deleted,
//! with everything that it has there, or a single `sub_…`.

use super::store;
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::jobs::{self, Duty, Failure, JobKind, Lane};
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::CardError;

const KIND: JobKind = JobKind::new("plan_end", Lane::Ordinary);

/// The job handler.
pub(super) const DUTY: Duty = Duty::new(KIND, |state, task| Box::pin(run(state, task.payload)));

/// Queues a job that ends a subscription.
pub(super) async fn later(state: &AppState, tx: &mut WriteTx, id: &str) -> DbResult<()> {
    jobs::enqueue(state, tx, KIND, id).await
}

/// Queues a job that ends everything an account pays for, because the account is being deleted. Its customer and
/// invoices stay at Stripe, for the operator's accounts.
pub async fn ended(state: &AppState, tx: &mut WriteTx, user_id: &str) -> DbResult<()> {
    let row = store::find(tx, user_id).await?;
    if let Some((customer, checkout)) = row.and_then(|row| Some((row.customer?, row.checkout))) {
        let all = format!("customer {customer} {}", checkout.unwrap_or_default());
        later(state, tx, &all).await?;
    }
    Ok(())
}

async fn run(state: &AppState, payload: &str) -> Result<(), Failure> {
    let done = match payload.strip_prefix("customer ") {
        None => state.billing.end(payload).await,
        Some(rest) => {
            let (customer, checkout) = rest.split_once(' ').unwrap_or((rest, ""));
            all_of(state, customer, checkout).await
        }
    };
    match done {
        Ok(()) => Ok(()),
        Err(error) if error.is_missing() => Ok(()),
        // Plans are no longer sold here; the operator who switched that off deals with the remaining subscriptions at
        // Stripe.
        Err(error @ CardError::Off) => Err(Failure::for_good(error)),
        Err(error) => Err(Failure::for_now(error)),
    }
}

/// Closes the checkout first, because a subscription that is bought while they are being listed would be missed.
async fn all_of(state: &AppState, customer: &str, checkout: &str) -> Result<(), CardError> {
    if !checkout.is_empty() {
        state.billing.close(checkout).await?;
    }
    for seen in state.billing.subscriptions(customer).await? {
        if seen.is_live() {
            state.billing.end(&seen.id).await?;
        }
    }
    Ok(())
}
