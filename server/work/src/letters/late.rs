//! The job that sends a customer's copy, at once or when the account's allowance has room for it. What is true then
//! decides: whether the account's email is stopped, and which address the customer has.

use plumbline_core::kind::Kind;
use serde::{Deserialize, Serialize};

use super::allowance::is_stopped;
use super::copies::Copy;
use super::posted;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::Subject;
use plumbline_platform::ids::{DocumentId, JobId, UserId};
use plumbline_platform::jobs::{self, Duty, Failure, JobKind, Lane, Task};
use plumbline_platform::mail::{Mail, send};
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::reached::address_of;
use plumbline_records::documents::store;
use plumbline_records::documents::stored::Stored;

/// The job that sends a customer's copy.
const KIND: JobKind = JobKind::new("customer_copy", Lane::Ordinary);

/// The handler of the job.
pub(super) const DUTY: Duty =
    Duty::new(KIND, |state, task| Box::pin(deliver(state, task))).noted(posted::note);

/// The job's payload.
#[derive(Serialize, Deserialize)]
struct CustomerCopy {
    mail: Mail,
    user_id: UserId,
    kind: Kind,
    document_id: DocumentId,
    /// The address that the customer gave with their question, used while their own is unknown. Empty for other copies,
    /// and for those that an older server queued.
    #[serde(default)]
    otherwise: Option<String>,
}

/// Queues a copy that needs no attachment, and returns the id of the email.
pub(super) async fn queue(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    copy: Copy,
) -> Result<JobId, ApiError> {
    queue_to(state, tx, stored, (copy, None)).await
}

/// The same, with the address `otherwise` for a customer who has no address of their own when the copy is sent.
pub(super) async fn queue_to(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    (copy, otherwise): (Copy, Option<String>),
) -> Result<JobId, ApiError> {
    let id = state.ids.new_id();
    posted::wait(state, tx, stored, (&id, &copy.mail)).await?;
    let payload = serde_json::to_string(&CustomerCopy {
        mail: copy.mail,
        user_id: stored.row.user_id.clone(),
        kind: stored.kind,
        document_id: stored.row.id.clone(),
        otherwise,
    })?;
    let job = (KIND, payload.as_str());
    jobs::enqueue_as(state, tx, (&id, &stored.row.user_id), job, copy.at).await?;
    Ok(id)
}

async fn deliver(state: &AppState, task: Task<'_>) -> Result<(), Failure> {
    let job: CustomerCopy = serde_json::from_str(task.payload).map_err(Failure::for_good)?;
    let document = Subject {
        user_id: job.user_id,
        kind: job.kind,
        id: job.document_id,
    };
    let Some(mail) = leaving(state, &document, (job.mail, job.otherwise)).await? else {
        return posted::dropped(state, task.id).await;
    };
    send(state, &mail, task).await?;
    posted::sent_to(state, task.id, &mail.to).await
}

/// A copy as it may be sent now, to the customer's current address. `None` if the customer has no address any more, or
/// the document is gone.
///
/// # Errors
/// Fails for now while the account's email is stopped: it waits some days for the operator to look.
pub async fn may_leave(
    state: &AppState,
    document: &Subject,
    mail: Mail,
) -> Result<Option<Mail>, Failure> {
    leaving(state, document, (mail, None)).await
}

async fn leaving(
    state: &AppState,
    document: &Subject,
    (mail, otherwise): (Mail, Option<String>),
) -> Result<Option<Mail>, Failure> {
    let mut conn = state.db.read().await.map_err(Failure::for_now)?;
    let stopped = is_stopped(&mut conn, &document.user_id).await;
    if stopped.map_err(Failure::for_now)? {
        return Err(posted::stopped());
    }
    let found = store::find(&mut conn, &document.user_id, document.kind, &document.id).await;
    let Some(row) = found.map_err(Failure::for_now)? else {
        return Ok(None);
    };
    let to = address_of(&mut conn, &row).await;
    let to = to.map_err(|error| Failure::for_now(format!("{error:?}")))?;
    Ok(to.or(otherwise).map(|to| Mail { to, ..mail }))
}
