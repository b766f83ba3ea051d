//! The job that closes checkouts which must not be paid any more, and checks how a checkout without an event ended.
//! Its payload is the checkout's id.

use crate::card::complete::{self, Taken};
use crate::card::store::checkouts::{self, CheckoutRow, Stage};
use plumbline_platform::clock::{DAY, MINUTE};
use plumbline_platform::db::DbResult;
use plumbline_platform::error::ApiError;
use plumbline_platform::jobs::{self, Duty, Failure, JobKind, LONGEST_WAIT, Lane};
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::CardError;

/// How long after its creation, in milliseconds, a checkout is given up of which nothing was heard from Stripe: the
/// request that opened it has ended by then.
const OPENING_LIMIT: i64 = MINUTE;
/// How long, in milliseconds, a payment that takes days may take.
const PROCESSING_LIMIT: i64 = 14 * DAY;

/// The job that closes or checks a checkout.
pub(super) const KIND: JobKind = JobKind::new("card_checkout", Lane::Ordinary);

/// The handler of the job.
pub(super) const DUTY: Duty = Duty::new(KIND, |state, task| Box::pin(look(state, task.payload)));

/// The result of closing a checkout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closing {
    /// The checkout was not paid, and can't be paid any more.
    Closed,
    /// The checkout had been paid: the event is on its way.
    Paid,
}

/// Closes a checkout at Stripe, so that another may be opened.
///
/// # Errors
/// [`CardError`] when Stripe cannot be reached at the moment: then the checkout may still be paid.
pub async fn close(state: &AppState, row: &CheckoutRow) -> Result<Closing, CardError> {
    let Some(session_id) = row.session_id.as_deref() else {
        if state.clock.now_ms() - row.created_at < OPENING_LIMIT {
            return Err(CardError::Busy);
        }
        // Nobody was given its address.
        return turned(state, row, Stage::Failed).await;
    };
    match state.card.expire(&row.account_id, session_id).await {
        Ok(()) => turned(state, row, Stage::Expired).await,
        Err(error) if error.is_locked_out() => turned(state, row, Stage::Failed).await,
        Err(CardError::Refused { .. }) => {
            let session = state.card.session(&row.account_id, session_id).await?;
            match session.status.as_str() {
                "complete" => Ok(Closing::Paid),
                "expired" => turned(state, row, Stage::Expired).await,
                other => Err(CardError::Unavailable(format!(
                    "{other} and not to be closed"
                ))),
            }
        }
        Err(error) => Err(error),
    }
}

async fn turned(state: &AppState, row: &CheckoutRow, to: Stage) -> Result<Closing, CardError> {
    turn(state, row, to)
        .await
        .map_err(|error| CardError::Unavailable(error.to_string()))?;
    Ok(Closing::Closed)
}

async fn turn(state: &AppState, row: &CheckoutRow, to: Stage) -> DbResult<()> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    checkouts::turn(&mut tx, &row.id, (row.status, to), now).await?;
    tx.commit().await
}

/// Closes a checkout that has to be closed, and otherwise finds out how it ended.
async fn look(state: &AppState, id: &str) -> Result<(), Failure> {
    let mut conn = state.db.read().await.map_err(Failure::for_now)?;
    let row = checkouts::find(&mut conn, id).await;
    drop(conn);
    let Some(row) = row.map_err(Failure::for_now)? else {
        return Ok(());
    };
    let now = state.clock.now_ms();
    match row.status {
        Stage::Closing => match close(state, &row).await.map_err(Failure::for_now)? {
            Closing::Paid if now >= row.expires_at => ended(state, &row).await,
            Closing::Paid | Closing::Closed => Ok(()),
        },
        Stage::Opening => turn(state, &row, Stage::Failed)
            .await
            .map_err(Failure::for_now),
        Stage::Open | Stage::Processing => ended(state, &row).await,
        Stage::Paid | Stage::Expired | Stage::Failed => Ok(()),
    }
}

/// Asks Stripe how a checkout ended whose time is over, if no event has come.
///
/// Normally a payment counts only by a signed event. If none came in all the time in which the checkout could be paid,
/// and Stripe repeats events for hours, something is wrong with the endpoint, and a customer who has paid would be
/// asked again. So Stripe is asked, over TLS and with the secret key, about the very session that was opened, which
/// proves as much as the signature. What a browser says plays no part.
async fn ended(state: &AppState, row: &CheckoutRow) -> Result<(), Failure> {
    let session_id = row.session_id.as_deref().unwrap_or_default();
    let session = match state.card.session(&row.account_id, session_id).await {
        Ok(session) => session,
        Err(error) if error.is_locked_out() => {
            return turn(state, row, Stage::Failed)
                .await
                .map_err(Failure::for_now);
        }
        Err(error) => return Err(Failure::for_now(error)),
    };
    let now = state.clock.now_ms();
    match session.status.as_str() {
        "complete" if session.paid => {
            tracing::error!(
                checkout = %row.id,
                "a card payment was found that no event told of: look at the webhook endpoint"
            );
            let taken = Taken {
                session_id,
                payment_intent: session.payment_intent.as_deref(),
                amount: session.amount,
                currency: &session.currency,
                at: now,
            };
            let failed = |error: ApiError| Failure::for_now(format!("{error:?}"));
            let mut tx = state.db.begin_write().await.map_err(Failure::for_now)?;
            let done = complete::record(state, &mut tx, row, &taken).await;
            done.map_err(failed)?;
            tx.commit().await.map_err(Failure::for_now)
        }
        "complete" if now - row.created_at > PROCESSING_LIMIT => turn(state, row, Stage::Failed)
            .await
            .map_err(Failure::for_now),
        "complete" => {
            if row.status == Stage::Open {
                let turned = turn(state, row, Stage::Processing).await;
                turned.map_err(Failure::for_now)?;
            }
            again(state, row, now + LONGEST_WAIT).await
        }
        "expired" => turn(state, row, Stage::Expired)
            .await
            .map_err(Failure::for_now),
        _ => again(state, row, now + 5 * MINUTE).await,
    }
}

async fn again(state: &AppState, row: &CheckoutRow, at: i64) -> Result<(), Failure> {
    let queue = async {
        let mut tx = state.db.begin_write().await?;
        jobs::enqueue_at(state, &mut tx, KIND, &row.id, at).await?;
        tx.commit().await
    };
    queue.await.map_err(Failure::for_now)
}
