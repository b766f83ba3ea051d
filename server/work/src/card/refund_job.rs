//! The job that asks Stripe for the refund that a business wants. Its payload is the refund's id.

use plumbline_core::money::Pence;

use crate::card::complete::record_event;
use crate::card::reversals;
use crate::card::store::checkouts;
use plumbline_platform::clock::{DAY, MINUTE};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::RefundId;
use plumbline_platform::jobs::{JobFailure, JobHandler, JobKind, Lane};
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::{CardError, RefundRequest};
use plumbline_records::documents::notifying::{DocumentEvent, announce_event};
use plumbline_records::documents::store::payments;
use plumbline_records::documents::store::refunds::{self, RefundRow, RefundStatus};
use plumbline_records::notifications::NotificationKind;

/// The job for a refund that a business requested.
pub(super) const KIND: JobKind = JobKind::new("card_refund_asked", Lane::Ordinary);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async {
        let id = task.payload.parse().map_err(JobFailure::permanent)?;
        request_refund(state, &id).await
    })
});

/// For how long, in milliseconds, Stripe is asked again if it does not respond: it stores the result of a key for a
/// day.
const RETRY_FOR: i64 = DAY;
/// For how long, in milliseconds, the same key is used.
const KEY_LIFETIME: i64 = 15 * MINUTE;
/// The most characters of Stripe's own message.
const STRIPE_TEXT_MAX: usize = 200;

async fn request_refund(state: &AppState, id: &RefundId) -> Result<(), JobFailure> {
    let mut conn = state.db.read().await.map_err(JobFailure::temporary)?;
    let found = refunds::find(&mut conn, id).await;
    // Stripe's event may have arrived first.
    let is_asked = |row: &RefundRow| row.status == RefundStatus::Asked;
    let Some(row) = found.map_err(JobFailure::temporary)?.filter(is_asked) else {
        return Ok(());
    };
    let checkout = checkouts::find_by_payment(&mut conn, &row.payment_id).await;
    drop(conn);
    let checkout = checkout.map_err(JobFailure::temporary)?;
    let Some((checkout, intent)) = checkout.and_then(|row| {
        let intent = row.payment_intent.clone()?;
        Some((row, intent))
    }) else {
        return Err(JobFailure::permanent("a card payment without its intent"));
    };
    // With the same key, Stripe repeats an error of its own. Whether it made the refund anyway is found by our id, once
    // Stripe has had the time.
    let turn = (state.clock.now_ms() - row.created_at) / KEY_LIFETIME;
    let wanted = RefundRequest {
        account_id: &checkout.account_id,
        payment_intent: &intent,
        refund_id: row.id.as_str(),
        key: &format!("refund-{}-{turn}", row.id),
        amount: row.amount,
    };
    let refusal = match state.card.refund_payment(&wanted).await {
        Ok(()) => None,
        Err(error @ (CardError::Refused { .. } | CardError::Off)) => Some(refusal_text(&error)),
        Err(error) if state.clock.now_ms() - row.created_at < RETRY_FOR => {
            return Err(JobFailure::temporary(error));
        }
        Err(error) => Some(refusal_text(&error)),
    };
    let settled = record_outcome(state, &row, refusal.as_deref()).await;
    settled.map_err(|error| JobFailure::temporary(format!("{error:?}")))
}

/// Stores Stripe's response.
async fn record_outcome(state: &AppState, refund: &RefundRow, refusal: Option<&str>) -> Result<(), ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let to = match refusal {
        Some(_) => RefundStatus::Refused,
        None => RefundStatus::Sent,
    };
    let turned = refunds::change_status(&mut tx, &refund.id, (&[RefundStatus::Asked], to), refusal, now);
    if turned.await? {
        notify_business(state, &mut tx, refund, refusal.is_some()).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Updates open screens; a refusal is also sent as a notification.
async fn notify_business(
    state: &AppState,
    tx: &mut WriteTx,
    refund: &RefundRow,
    is_refused: bool,
) -> Result<(), ApiError> {
    let Some(payment) = payments::find_by_id(tx, &refund.payment_id).await? else {
        return Ok(());
    };
    for stored in reversals::lock_documents(tx, &payment).await? {
        announce_event(tx, &stored, DocumentEvent::Status).await?;
        if is_refused && stored.row.id == payment.document_id {
            let failed = (NotificationKind::CardRefundFailed, Pence(refund.amount));
            record_event(state, tx, &stored, ("card_refund_failed", failed)).await?;
        }
    }
    Ok(())
}

/// Why Stripe refused, for the business to read.
fn refusal_text(error: &CardError) -> String {
    if error.is_locked_out() {
        return "Stripe no longer lets Plumbline act for your account. Refund it in your Stripe \
            dashboard."
            .to_owned();
    }
    match error {
        CardError::Refused { code, text, .. } => match code.as_str() {
            "charge_already_refunded" => {
                "It had already been refunded in your Stripe dashboard.".to_owned()
            }
            "charge_disputed" => "The customer’s bank disputes this payment. Reply in your Stripe dashboard."
                .to_owned(),
            "balance_insufficient" | "insufficient_funds" => {
                "Your balance at Stripe does not cover it. Top it up there, or wait for the next \
                 payments, then try again."
                    .to_owned()
            }
            _ if text.trim().is_empty() => {
                "Stripe refused it without saying why. Look in your Stripe dashboard.".to_owned()
            }
            _ => format!(
                "Stripe says: {}",
                text.chars().take(STRIPE_TEXT_MAX).collect::<String>()
            ),
        },
        _ => {
            "Stripe didn’t reply for a day. Check in your Stripe dashboard whether it was refunded, then try again."
                .to_owned()
        }
    }
}
