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

/// What the business does about a payment that waits for it.
const TO_CHECK: &str = "Please check that it has arrived, and confirm it in Plumbline.";

/// How long after a notice the next of the same document waits.
const PAUSE: i64 = 5 * MINUTE;

/// The end of a pause.
const KIND: JobKind = JobKind::new("customer_notice", Lane::Ordinary);

/// What is told then.
pub(super) const DUTY: Duty = Duty::new(KIND, |state, task| Box::pin(tell(state, task.payload)));

/// The payload.
#[derive(Serialize, Deserialize)]
struct Pause {
    user_id: UserId,
    kind: Kind,
    document_id: DocumentId,
    /// What has happened since the last notice, the newest of it; none where nothing has.
    since: Option<Notice>,
}

/// What happened to a payment.
#[derive(Serialize, Deserialize)]
struct Notice {
    sentence: String,
    payment: String,
}

/// Tells the business what its customer did with a payment: now, or, where it was told of this
/// document just now, a little later and instead of what waits already.
///
/// # Errors
/// When the database fails.
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

/// Queues the mail, after which the next one waits.
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

/// The end of a pause: tells what has happened in it.
async fn tell(state: &AppState, payload: &str) -> Result<(), Failure> {
    let pause: Pause = serde_json::from_str(payload).map_err(Failure::for_good)?;
    let Some(notice) = pause.since else {
        return Ok(());
    };
    let failed = |error: ApiError| Failure::for_now(format!("{error:?}"));
    let mut tx = state.db.begin_write().await.map_err(Failure::for_now)?;
    // Something newer has been told since this was due, or this itself at an attempt before.
    if jobs::due_at(&mut tx, &key(&pause.document_id))
        .await
        .map_err(Failure::for_now)?
        .is_some()
    {
        return Ok(());
    }
    let found = store::find(&mut tx, &pause.user_id, pause.kind, &pause.document_id).await;
    // Gone with its account, or deleted: there is nobody to tell, or nothing to tell of.
    let Some(row) = found.map_err(Failure::for_now)? else {
        return Ok(());
    };
    let stored = Stored::read(&mut tx, row).await.map_err(failed)?;
    now(state, &mut tx, &stored, notice).await.map_err(failed)?;
    tx.commit().await.map_err(Failure::for_now)
}
