//! What a customer may do again and again, reported to the business in one email.
//!
//! If a payment is recorded, withdrawn and recorded again, the first is reported at once, and what follows within
//! some minutes in one email afterwards, with the result. Screens show all of it as it happens.

use plumbline_core::kind::DocumentKind;
use serde::{Deserialize, Serialize};

use super::business::{ask_business, notify_business};
use plumbline_platform::clock::MINUTE;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Schedule};
use plumbline_platform::state::AppState;
use plumbline_records::documents::store;
use plumbline_records::documents::store::payments::PaymentStatus;
use plumbline_records::documents::stored::StoredDocument;

/// What the business should do about a pending payment.
const TO_CHECK: &str = "Please check that it has arrived, and confirm it in Plumbline.";

/// How long, in milliseconds, the next notice about the same document waits after the last one.
const PAUSE: i64 = 5 * MINUTE;

/// The job at the end of a pause.
const KIND: JobKind = JobKind::new("customer_notice", Lane::Ordinary);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler =
    JobHandler::new(KIND, |state, task| Box::pin(end_pause(state, task.payload)));

/// The job's payload.
#[derive(Serialize, Deserialize)]
struct NoticePause {
    user_id: UserId,
    kind: DocumentKind,
    document_id: DocumentId,
    /// The latest news since the last notice; `None` if nothing has happened.
    since: Option<PaymentNotice>,
}

/// What happened to a payment.
#[derive(Serialize, Deserialize)]
struct PaymentNotice {
    sentence: String,
    payment: String,
}

/// Notifies the business of what its customer did with a payment: at once or, if there was a notice about this document
/// just now, a little later and instead of the notice that is already waiting.
pub async fn notify_of_payment(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    sentence: String,
    payment: String,
) -> Result<(), ApiError> {
    let notice = PaymentNotice { sentence, payment };
    match jobs::find_due_at(tx, &schedule_key(&stored.row.id)).await? {
        Some(due_at) => start_pause(state, tx, stored, Some(notice), due_at).await,
        None => send_now(state, tx, stored, notice).await,
    }
}

/// Queues the email, after which the next one has to wait.
async fn send_now(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    notice: PaymentNotice,
) -> Result<(), ApiError> {
    let rows = [("Payment", notice.payment)];
    let mut payments = stored.payments.iter();
    let waits = payments.any(|payment| payment.status == PaymentStatus::Pending);
    let sentence = notice.sentence.as_str();
    if waits {
        ask_business(state, tx, stored, (sentence, TO_CHECK), &rows).await?;
    } else {
        notify_business(state, tx, stored, sentence, &rows).await?;
    }
    let due_at = state.clock.now_ms() + PAUSE;
    start_pause(state, tx, stored, None, due_at).await
}

async fn start_pause(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    since: Option<PaymentNotice>,
    due_at: i64,
) -> Result<(), ApiError> {
    let payload = serde_json::to_string(&NoticePause {
        user_id: stored.row.user_id.clone(),
        kind: stored.kind,
        document_id: stored.row.id.clone(),
        since,
    })?;
    let schedule = Schedule {
        key: &schedule_key(&stored.row.id),
        user_id: Some(&stored.row.user_id),
        kind: KIND,
        payload: &payload,
        due_at,
    };
    jobs::schedule(state, tx, &schedule).await?;
    Ok(())
}

fn schedule_key(document_id: &DocumentId) -> String {
    format!("notice:{document_id}")
}

/// Sends what has happened during a pause.
async fn end_pause(state: &AppState, payload: &str) -> Result<(), JobFailure> {
    let pause: NoticePause = serde_json::from_str(payload).map_err(JobFailure::permanent)?;
    let Some(notice) = pause.since else {
        return Ok(());
    };
    let failed = |error: ApiError| JobFailure::temporary(format!("{error:?}"));
    let mut tx = state.db.begin_write().await.map_err(JobFailure::temporary)?;
    // Newer news was sent since this was due, or this news itself in an earlier attempt.
    if jobs::find_due_at(&mut tx, &schedule_key(&pause.document_id))
        .await
        .map_err(JobFailure::temporary)?
        .is_some()
    {
        return Ok(());
    }
    let found = store::find(&mut tx, &pause.user_id, pause.kind, &pause.document_id).await;
    // The document was deleted, alone or with its account: there is nobody or nothing to notify about.
    let Some(row) = found.map_err(JobFailure::temporary)? else {
        return Ok(());
    };
    let stored = StoredDocument::load(&mut tx, row).await.map_err(failed)?;
    send_now(state, &mut tx, &stored, notice).await.map_err(failed)?;
    tx.commit().await.map_err(JobFailure::temporary)
}
