//! What a customer may do again and again, reported to the business in one email.
//!
//! If a payment is recorded, withdrawn and recorded again, the first is reported at once, and what follows within
//! some minutes in one email afterwards, with the result. Screens show all of it as it happens.

use plumbline_core::kind::Kind;
use serde::{Deserialize, Serialize};

use super::business::{ask_business, to_business};
use plumbline_platform::clock::MINUTE;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::jobs::{self, Duty, Failure, JobKind, Lane, Schedule};
use plumbline_platform::state::AppState;
use plumbline_records::documents::store;
use plumbline_records::documents::store::payments::PaymentStatus;
use plumbline_records::documents::stored::Stored;

/// What the business should do about a pending payment.
const TO_CHECK: &str = "Please check that it has arrived, and confirm it in Plumbline.";

/// How long, in milliseconds, the next notice about the same document waits after the last one.
const PAUSE: i64 = 5 * MINUTE;

/// The job at the end of a pause.
const KIND: JobKind = JobKind::new("customer_notice", Lane::Ordinary);

/// The handler of the job.
pub(super) const DUTY: Duty = Duty::new(KIND, |state, task| Box::pin(tell(state, task.payload)));

/// The job's payload.
#[derive(Serialize, Deserialize)]
struct Pause {
    user_id: UserId,
    kind: Kind,
    document_id: DocumentId,
    /// The latest news since the last notice; `None` if nothing has happened.
    since: Option<Notice>,
}

/// What happened to a payment.
#[derive(Serialize, Deserialize)]
struct Notice {
    sentence: String,
    payment: String,
}

/// Notifies the business of what its customer did with a payment: at once or, if there was a notice about this document
/// just now, a little later and instead of the notice that is already waiting.
pub async fn of_payment(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    sentence: String,
    payment: String,
) -> Result<(), ApiError> {
    let notice = Notice { sentence, payment };
    match jobs::due_at(tx, &key(&stored.row.id)).await? {
        Some(due_at) => pause(state, tx, stored, Some(notice), due_at).await,
        None => now(state, tx, stored, notice).await,
    }
}

/// Queues the email, after which the next one has to wait.
async fn now(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    notice: Notice,
) -> Result<(), ApiError> {
    let rows = [("Payment", notice.payment)];
    let mut payments = stored.payments.iter();
    let waits = payments.any(|payment| payment.status == PaymentStatus::Pending);
    let sentence = notice.sentence.as_str();
    if waits {
        ask_business(state, tx, stored, (sentence, TO_CHECK), &rows).await?;
    } else {
        to_business(state, tx, stored, sentence, &rows).await?;
    }
    let due_at = state.clock.now_ms() + PAUSE;
    pause(state, tx, stored, None, due_at).await
}

async fn pause(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    since: Option<Notice>,
    due_at: i64,
) -> Result<(), ApiError> {
    let payload = serde_json::to_string(&Pause {
        user_id: stored.row.user_id.clone(),
        kind: stored.kind,
        document_id: stored.row.id.clone(),
        since,
    })?;
    let schedule = Schedule {
        key: &key(&stored.row.id),
        user_id: Some(&stored.row.user_id),
        kind: KIND,
        payload: &payload,
        due_at,
    };
    jobs::schedule(state, tx, &schedule).await?;
    Ok(())
}

fn key(document_id: &str) -> String {
    format!("notice:{document_id}")
}

/// Sends what has happened during a pause.
async fn tell(state: &AppState, payload: &str) -> Result<(), Failure> {
    let pause: Pause = serde_json::from_str(payload).map_err(Failure::for_good)?;
    let Some(notice) = pause.since else {
        return Ok(());
    };
    let failed = |error: ApiError| Failure::for_now(format!("{error:?}"));
    let mut tx = state.db.begin_write().await.map_err(Failure::for_now)?;
    // Newer news was sent since this was due, or this news itself in an earlier attempt.
    if jobs::due_at(&mut tx, &key(&pause.document_id))
        .await
        .map_err(Failure::for_now)?
        .is_some()
    {
        return Ok(());
    }
    let found = store::find(&mut tx, &pause.user_id, pause.kind, &pause.document_id).await;
    // The document was deleted, alone or with its account: there is nobody or nothing to notify about.
    let Some(row) = found.map_err(Failure::for_now)? else {
        return Ok(());
    };
    let stored = Stored::read(&mut tx, row).await.map_err(failed)?;
    now(state, &mut tx, &stored, notice).await.map_err(failed)?;
    tx.commit().await.map_err(Failure::for_now)
}
