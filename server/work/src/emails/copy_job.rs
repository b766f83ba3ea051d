//! The job that sends a customer's copy, at once or when the account's allowance permits it. Whether the account's
//! email is stopped, and which address the customer has, is checked at that time.

use plumbline_core::kind::DocumentKind;
use serde::{Deserialize, Serialize};

use super::allowance::is_stopped;
use super::copies::EmailCopy;
use super::tracking;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::DocumentRef;
use plumbline_platform::ids::{DocumentId, JobId, UserId};
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Task};
use plumbline_platform::mail::{Mail, deliver_in_job};
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::customer_email::find_customer_email;
use plumbline_records::documents::store;
use plumbline_records::documents::stored::StoredDocument;

/// The job that sends a customer's copy.
const KIND: JobKind = JobKind::new("customer_copy", Lane::Ordinary);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler =
    JobHandler::new(KIND, |state, task| Box::pin(deliver(state, task)))
        .with_failure_hook(tracking::record_outcome);

/// The job's payload.
#[derive(Serialize, Deserialize)]
struct CustomerCopy {
    mail: Mail,
    user_id: UserId,
    kind: DocumentKind,
    document_id: DocumentId,
    /// The address that the customer gave with their question, used while their own is unknown. Empty for other copies,
    /// and for those that an older server queued.
    #[serde(default)]
    otherwise: Option<String>,
}

/// Queues a copy that needs no attachment, and returns the id of the email.
pub(super) async fn queue_copy(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    copy: EmailCopy,
) -> Result<JobId, ApiError> {
    queue_copy_with_fallback(state, tx, stored, (copy, None)).await
}

/// The same, with the address `otherwise` for a customer who has no address of their own when the copy is sent.
pub(super) async fn queue_copy_with_fallback(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    (copy, otherwise): (EmailCopy, Option<String>),
) -> Result<JobId, ApiError> {
    let id = state.ids.new_id();
    tracking::track(state, tx, stored, (&id, &copy.mail)).await?;
    let payload = serde_json::to_string(&CustomerCopy {
        mail: copy.mail,
        user_id: stored.row.user_id.clone(),
        kind: stored.kind,
        document_id: stored.row.id.clone(),
        otherwise,
    })?;
    let job = (KIND, payload.as_str());
    jobs::enqueue_with_id(state, tx, (&id, &stored.row.user_id), job, copy.at).await?;
    Ok(id)
}

async fn deliver(state: &AppState, task: Task<'_>) -> Result<(), JobFailure> {
    let job: CustomerCopy = serde_json::from_str(task.payload).map_err(JobFailure::permanent)?;
    let document = DocumentRef { user_id: job.user_id, kind: job.kind, id: job.document_id };
    let Some(mail) = prepare_with_fallback(state, &document, (job.mail, job.otherwise)).await? else {
        return tracking::set_dropped(state, task.id).await;
    };
    deliver_in_job(state, &mail, task).await?;
    tracking::set_sent_to(state, task.id, &mail.to).await
}

/// A copy as it may be sent now, to the customer's current address. `None` if the customer has no address any more, or
/// the document is gone.
///
/// # Errors
/// Fails for now while the account's email is stopped: it waits some days for the operator to look.
pub async fn prepare_copy(
    state: &AppState,
    document: &DocumentRef,
    mail: Mail,
) -> Result<Option<Mail>, JobFailure> {
    prepare_with_fallback(state, document, (mail, None)).await
}

async fn prepare_with_fallback(
    state: &AppState,
    document: &DocumentRef,
    (mail, otherwise): (Mail, Option<String>),
) -> Result<Option<Mail>, JobFailure> {
    let mut conn = state.db.read().await.map_err(JobFailure::temporary)?;
    let stopped = is_stopped(&mut conn, &document.user_id).await;
    if stopped.map_err(JobFailure::temporary)? {
        return Err(tracking::stopped_failure());
    }
    let found = store::find(&mut conn, &document.user_id, document.kind, &document.id).await;
    let Some(row) = found.map_err(JobFailure::temporary)? else {
        return Ok(None);
    };
    let to = find_customer_email(&mut conn, &row).await;
    let to = to.map_err(|error| JobFailure::temporary(format!("{error:?}")))?;
    Ok(to.or(otherwise).map(|to| Mail { to, ..mail }))
}
