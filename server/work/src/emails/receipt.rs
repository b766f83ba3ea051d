//! The job that sends the receipt of a payment, a moment after the business confirmed it, so that a confirmation by
//! mistake can be undone before anybody is notified.

use plumbline_core::kind::DocumentKind;
use plumbline_core::status::PaymentMethod;
use serde::{Deserialize, Serialize};

use super::copies;
use plumbline_platform::clock::SECOND;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{DocumentId, PaymentId, UserId};
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Schedule};
use plumbline_platform::state::AppState;
use plumbline_records::documents::store;
use plumbline_records::documents::store::payments::{self, PaymentRow, PaymentStatus};
use plumbline_records::documents::stored::StoredDocument;

/// How long, in milliseconds, a confirmation can be undone before anybody learns of it: the toast's five seconds, and
/// some more for a poor signal.
const UNDO_WINDOW: i64 = 15 * SECOND;

/// The job that sends a receipt.
const KIND: JobKind = JobKind::new("payment_receipt", Lane::Ordinary);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler =
    JobHandler::new(KIND, |state, task| Box::pin(send(state, task.payload)));

/// The job's payload.
#[derive(Serialize, Deserialize)]
struct ReceiptJob {
    user_id: UserId,
    kind: DocumentKind,
    document_id: DocumentId,
    payment_id: PaymentId,
}

/// Queues the receipt of a payment that has just been confirmed. A card payment's is sent at once, since no person
/// confirmed it, unless Stripe has still to say whether it came by card or from a bank account; any other is sent after
/// a pause.
pub(super) async fn schedule_receipt(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    payment: &PaymentRow,
) -> Result<(), ApiError> {
    if payment.method == PaymentMethod::Stripe && payment.by_bank.is_some() {
        return copies::queue_receipt(state, tx, stored, payment).await;
    }
    let payload = serde_json::to_string(&ReceiptJob {
        user_id: stored.row.user_id.clone(),
        kind: stored.kind,
        document_id: stored.row.id.clone(),
        payment_id: payment.id.clone(),
    })?;
    let schedule = Schedule {
        key: &schedule_key(payment),
        user_id: Some(&stored.row.user_id),
        kind: KIND,
        payload: &payload,
        due_at: state.clock.now_ms() + UNDO_WINDOW,
    };
    jobs::schedule(state, tx, &schedule).await?;
    Ok(())
}

/// Cancels the receipt of a payment that is pending again. Returns false if the receipt has been sent.
pub(super) async fn cancel_receipt(tx: &mut WriteTx, payment: &PaymentRow) -> Result<bool, ApiError> {
    let key = schedule_key(payment);
    let waits = jobs::find_due_at(tx, &key).await?.is_some();
    jobs::cancel(tx, &key).await?;
    Ok(waits)
}

/// A deposit that is both on a quote and on its invoice has one receipt.
fn schedule_key(payment: &PaymentRow) -> String {
    format!("receipt:{}", payment.original_id())
}

async fn send(state: &AppState, payload: &str) -> Result<(), JobFailure> {
    let receipt: ReceiptJob = serde_json::from_str(payload).map_err(JobFailure::permanent)?;
    let failed = |error: ApiError| JobFailure::temporary(format!("{error:?}"));
    let mut tx = state.db.begin_write().await.map_err(JobFailure::temporary)?;
    let id = &receipt.document_id;
    let found = store::find(&mut tx, &receipt.user_id, receipt.kind, id).await;
    // The document was deleted with its account: there is nobody to notify.
    let Some(row) = found.map_err(JobFailure::temporary)? else {
        return Ok(());
    };
    let payment = payments::find(&mut tx, id, &receipt.payment_id).await;
    let counts = |payment: &PaymentRow| payment.status == PaymentStatus::Confirmed;
    let Some(payment) = payment.map_err(JobFailure::temporary)?.filter(counts) else {
        return Ok(());
    };
    let stored = StoredDocument::load(&mut tx, row).await.map_err(failed)?;
    let sent = copies::queue_receipt(state, &mut tx, &stored, &payment).await;
    sent.map_err(failed)?;
    tx.commit().await.map_err(JobFailure::temporary)
}
