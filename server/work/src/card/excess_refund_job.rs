//! The job that refunds what a customer paid more than was due. Its payload is the checkout's id.

use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;

use crate::card::complete::{customer_name, record_event};
use crate::card::store::checkouts::{self, CheckoutRow};
use crate::emails;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::CheckoutId;
use plumbline_platform::jobs::{JobFailure, JobHandler, JobKind, Lane};
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::CardError;
use plumbline_records::documents;
use plumbline_records::documents::store::payments;
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::notifications::NotificationKind;

/// The job that refunds the excess of a checkout.
pub(super) const KIND: JobKind = JobKind::new("card_refund", Lane::Ordinary);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async {
        let id = task.payload.parse().map_err(JobFailure::permanent)?;
        refund_excess(state, &id).await
    })
});

/// Refunds what was paid through a checkout beyond what was due. The refund is recorded when Stripe's event arrives.
async fn refund_excess(state: &AppState, id: &CheckoutId) -> Result<(), JobFailure> {
    let mut conn = state.db.read().await.map_err(JobFailure::temporary)?;
    let row = checkouts::find(&mut conn, id).await;
    let Some(row) = row.map_err(JobFailure::temporary)?.filter(|row| row.excess > 0) else {
        return Ok(());
    };
    let payment = match &row.payment_id {
        Some(payment_id) => payments::find_by_id(&mut conn, payment_id).await,
        None => Ok(None),
    };
    drop(conn);
    let payment = payment.map_err(JobFailure::temporary)?;
    if payment.is_none_or(|payment| payment.refunded >= row.excess) {
        return Ok(());
    }
    let Some(intent) = row.payment_intent.as_deref() else {
        return Err(JobFailure::permanent("a card payment without its intent"));
    };
    let done = state.card.refund_checkout(&row.account_id, intent, row.id.as_str(), row.excess).await;
    match done {
        Ok(()) => Ok(()),
        Err(CardError::Refused { code, .. }) if code == "charge_already_refunded" => Ok(()),
        Err(error @ CardError::Refused { .. }) => {
            tracing::error!(checkout = %row.id, %error, "what was more than due was not given back");
            notify_business(state, &row)
                .await
                .map_err(|error| JobFailure::temporary(format!("{error:?}")))?;
            Err(JobFailure::permanent(error))
        }
        Err(error) => Err(JobFailure::temporary(error)),
    }
}

/// Notifies the business that Stripe refuses the refund, so that they have to do it.
async fn notify_business(state: &AppState, checkout: &CheckoutRow) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    let Some(row) = documents::store::lock_by_id(&mut tx, &checkout.document_id).await? else {
        return Ok(());
    };
    let stored = StoredDocument::load(&mut tx, row).await?;
    let excess = Pence(checkout.excess);
    let failed = ("card_refund_failed", (NotificationKind::CardRefundFailed, excess));
    record_event(state, &mut tx, &stored, failed).await?;
    let sentence = format!(
        "{} of what {} paid by card for {} {} was more than is due and could not be refunded: please refund it in \
         your Stripe dashboard",
        format_gbp(excess),
        customer_name(&stored),
        stored.kind.code(),
        stored.row.number.as_deref().unwrap_or_default()
    );
    emails::notify_business(state, &mut tx, &stored, &sentence, &[]).await?;
    tx.commit().await?;
    Ok(())
}
