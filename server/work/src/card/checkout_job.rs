//! The job that closes checkouts which must not be paid any more, and checks how a checkout without an event ended.
//! Its payload is the checkout's id.

use crate::card::complete::{self, StripePayment};
use crate::card::store::checkouts::{self, CheckoutRow, CheckoutStatus};
use plumbline_platform::clock::{DAY, MINUTE};
use plumbline_platform::db::DbResult;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::CheckoutId;
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, LONGEST_WAIT, Lane};
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::CardError;

/// How long after its creation, in milliseconds, a checkout is given up of which nothing was heard from Stripe: the
/// request that opened it has ended by then.
const OPENING_TIMEOUT: i64 = MINUTE;
/// How long, in milliseconds, a payment that takes days may take.
const PROCESSING_TIMEOUT: i64 = 14 * DAY;

/// The job that closes or checks a checkout.
pub(super) const KIND: JobKind = JobKind::new("card_checkout", Lane::Ordinary);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async {
        let id = task.payload.parse().map_err(JobFailure::permanent)?;
        check_checkout(state, &id).await
    })
});

/// The result of closing a checkout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseOutcome {
    /// The checkout was not paid, and can't be paid any more.
    Closed,
    /// The checkout had been paid: the event is on its way.
    Paid,
}

/// Closes a checkout at Stripe, so that another may be opened.
///
/// # Errors
/// [`CardError`] when Stripe cannot be reached at the moment: then the checkout may still be paid.
pub async fn close(state: &AppState, row: &CheckoutRow) -> Result<CloseOutcome, CardError> {
    let Some(session_id) = row.session_id.as_deref() else {
        if state.clock.now_ms() - row.created_at < OPENING_TIMEOUT {
            return Err(CardError::Busy);
        }
        // Nobody was given its address.
        return change_status_as_closed(state, row, CheckoutStatus::Failed).await;
    };
    match state.card.expire_session(&row.account_id, session_id).await {
        Ok(()) => change_status_as_closed(state, row, CheckoutStatus::Expired).await,
        Err(error) if error.is_locked_out() => {
            change_status_as_closed(state, row, CheckoutStatus::Failed).await
        }
        Err(CardError::Refused { .. }) => {
            let session = state.card.find_session(&row.account_id, session_id).await?;
            match session.status.as_str() {
                "complete" => Ok(CloseOutcome::Paid),
                "expired" => change_status_as_closed(state, row, CheckoutStatus::Expired).await,
                other => Err(CardError::Unavailable(format!("{other} and not to be closed"))),
            }
        }
        Err(error) => Err(error),
    }
}

async fn change_status_as_closed(
    state: &AppState,
    row: &CheckoutRow,
    to: CheckoutStatus,
) -> Result<CloseOutcome, CardError> {
    change_status(state, row, to).await.map_err(|error| CardError::Unavailable(error.to_string()))?;
    Ok(CloseOutcome::Closed)
}

async fn change_status(state: &AppState, row: &CheckoutRow, to: CheckoutStatus) -> DbResult<()> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    checkouts::change_status(&mut tx, &row.id, (row.status, to), now).await?;
    tx.commit().await
}

/// Closes a checkout that has to be closed, and otherwise finds out how it ended.
async fn check_checkout(state: &AppState, id: &CheckoutId) -> Result<(), JobFailure> {
    let mut conn = state.db.read().await.map_err(JobFailure::temporary)?;
    let row = checkouts::find(&mut conn, id).await;
    drop(conn);
    let Some(row) = row.map_err(JobFailure::temporary)? else {
        return Ok(());
    };
    let now = state.clock.now_ms();
    match row.status {
        CheckoutStatus::Closing => match close(state, &row).await.map_err(JobFailure::temporary)? {
            CloseOutcome::Paid if now >= row.expires_at => resolve_ended(state, &row).await,
            CloseOutcome::Paid | CloseOutcome::Closed => Ok(()),
        },
        CheckoutStatus::Opening => {
            change_status(state, &row, CheckoutStatus::Failed).await.map_err(JobFailure::temporary)
        }
        CheckoutStatus::Open | CheckoutStatus::Processing => resolve_ended(state, &row).await,
        CheckoutStatus::Paid | CheckoutStatus::Expired | CheckoutStatus::Failed => Ok(()),
    }
}

/// Asks Stripe how a checkout ended whose time is over, if no event has come.
///
/// Normally a payment counts only by a signed event. If none came in all the time in which the checkout could be paid,
/// and Stripe repeats events for hours, something is wrong with the endpoint, and a customer who has paid would be
/// asked again. So Stripe is asked, over TLS and with the secret key, about the very session that was opened, which
/// proves as much as the signature. What a browser says plays no part.
async fn resolve_ended(state: &AppState, row: &CheckoutRow) -> Result<(), JobFailure> {
    let session_id = row.session_id.as_deref().unwrap_or_default();
    let session = match state.card.find_session(&row.account_id, session_id).await {
        Ok(session) => session,
        Err(error) if error.is_locked_out() => {
            return change_status(state, row, CheckoutStatus::Failed).await.map_err(JobFailure::temporary);
        }
        Err(error) => return Err(JobFailure::temporary(error)),
    };
    let now = state.clock.now_ms();
    match session.status.as_str() {
        "complete" if session.paid => {
            tracing::error!(
                checkout = %row.id,
                "a card payment was found that no event told of: look at the webhook endpoint"
            );
            let taken = StripePayment {
                session_id,
                payment_intent: session.payment_intent.as_deref(),
                amount: session.amount,
                currency: &session.currency,
                at: now,
            };
            let failed = |error: ApiError| JobFailure::temporary(format!("{error:?}"));
            let mut tx = state.db.begin_write().await.map_err(JobFailure::temporary)?;
            let done = complete::record_payment(state, &mut tx, row, &taken).await;
            done.map_err(failed)?;
            tx.commit().await.map_err(JobFailure::temporary)
        }
        "complete" if now - row.created_at > PROCESSING_TIMEOUT => {
            change_status(state, row, CheckoutStatus::Failed).await.map_err(JobFailure::temporary)
        }
        "complete" => {
            if row.status == CheckoutStatus::Open {
                let turned = change_status(state, row, CheckoutStatus::Processing).await;
                turned.map_err(JobFailure::temporary)?;
            }
            check_again(state, row, now + LONGEST_WAIT).await
        }
        "expired" => change_status(state, row, CheckoutStatus::Expired).await.map_err(JobFailure::temporary),
        _ => check_again(state, row, now + 5 * MINUTE).await,
    }
}

async fn check_again(state: &AppState, row: &CheckoutRow, at: i64) -> Result<(), JobFailure> {
    let queue = async {
        let mut tx = state.db.begin_write().await?;
        jobs::enqueue_at(state, &mut tx, KIND, row.id.as_str(), at).await?;
        tx.commit().await
    };
    queue.await.map_err(JobFailure::temporary)
}
