//! The job that sends a document by email with its PDF. The PDF is made when the email is sent, so that no
//! transaction waits for the typesetter and no job contains a file.

use plumbline_core::kind::Kind;
use serde::{Deserialize, Serialize};

use super::allowance::is_stopped;
use super::posted;
use crate::einvoice;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{DocumentId, JobId, UserId};
use plumbline_platform::jobs::{self, Duty, Failure, JobKind, Lane, Task};
use plumbline_platform::mail::{Attachment, Mail, send};
use plumbline_platform::pdf::PdfError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::paper::{self, PaperError};
use plumbline_records::documents::stored::Stored;

/// The job that makes a document's PDF and sends it.
const KIND: JobKind = JobKind::new("document_mail", Lane::Ordinary);

/// The largest PDF, in bytes, that is attached: many mail servers accept 10 MB, and encoding adds a third. A larger one
/// is reached by the link in the email.
const MOST_ATTACHED: usize = 7_000_000;

/// The handler of the job.
pub(super) const DUTY: Duty =
    Duty::new(KIND, |state, task| Box::pin(deliver(state, task))).noted(posted::note);

/// The job's payload.
#[derive(Serialize, Deserialize)]
struct DocumentMail {
    mail: Mail,
    user_id: UserId,
    kind: Kind,
    document_id: DocumentId,
    version: i64,
}

/// Queues the email with a document, in its latest issued version, to its customer.
pub(super) async fn later(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    (id, mail): (&JobId, Mail),
) -> Result<(), ApiError> {
    posted::wait(state, tx, stored, (id, &mail)).await?;
    let payload = serde_json::to_string(&DocumentMail {
        mail,
        user_id: stored.row.user_id.clone(),
        kind: stored.kind,
        document_id: stored.row.id.clone(),
        version: stored.row.issued_version,
    })?;
    let of = (id, &stored.row.user_id);
    jobs::enqueue_as(state, tx, of, (KIND, &payload), None).await?;
    Ok(())
}

/// Sends the version for which the email was queued, with the payments of now.
async fn deliver(state: &AppState, task: Task<'_>) -> Result<(), Failure> {
    let mut job: DocumentMail = serde_json::from_str(task.payload).map_err(Failure::for_good)?;
    let mut conn = state.db.read().await.map_err(Failure::for_now)?;
    let stopped = is_stopped(&mut conn, &job.user_id).await;
    // Queued before the stop: it waits some days for the operator to look.
    if stopped.map_err(Failure::for_now)? {
        return Err(posted::stopped());
    }
    drop(conn);
    job.mail = posted::to_receiver(state, task.id, job.mail).await?;
    let document = (&job.user_id, job.kind, &job.document_id);
    job.mail = attach(state, document, job.version, job.mail, task.id).await?;
    with_einvoice(state, &mut job).await.map_err(for_now)?;
    send(state, &job.mail, task).await?;
    posted::sent(state, task.id).await
}

/// Attaches the e-invoice too, if the customer wants it and it can be made.
async fn with_einvoice(state: &AppState, job: &mut DocumentMail) -> Result<(), ApiError> {
    let mut tx = state.db.begin_read().await?;
    let stored = Stored::find(&mut tx, &job.user_id, job.kind, &job.document_id).await?;
    if let Some((name, kind, bytes)) = einvoice::attached(&mut tx, &stored).await? {
        job.mail
            .attachments
            .push(Attachment::new(&name, kind, &bytes));
    }
    Ok(())
}

/// Attaches the PDF of a document to an email: the given issued version, with the payments of now.
///
/// # Errors
/// Fails for now while every typesetter is busy, and for good if the document is gone.
pub(super) async fn attach(
    state: &AppState,
    (user_id, kind, document_id): (&UserId, Kind, &DocumentId),
    version: i64,
    mut mail: Mail,
    id: &str,
) -> Result<Mail, Failure> {
    match paper::sent(state, user_id, kind, document_id, version).await {
        Ok(Some(pdf)) if pdf.bytes.len() > MOST_ATTACHED => {
            tracing::warn!(
                mail = id,
                bytes = pdf.bytes.len(),
                "the PDF is too large for a mail"
            );
        }
        Ok(Some(pdf)) => {
            let file = Attachment::new(&pdf.name, "application/pdf", &pdf.bytes);
            mail.attachments.push(file);
        }
        Ok(None) => return Err(Failure::for_good("the document is gone with its account")),
        Err(PaperError::Pdf(error @ PdfError::Busy)) => {
            return Err(Failure::for_now(error.to_string()));
        }
        // The email is sent anyway, since its link leads to the document.
        Err(PaperError::Pdf(error)) => {
            tracing::error!(%error, mail = id, "the mail goes without its PDF");
        }
        Err(PaperError::Api(error)) => return Err(Failure::for_now(format!("{error:?}"))),
    }
    Ok(mail)
}

fn for_now(error: ApiError) -> Failure {
    Failure::for_now(format!("{error:?}"))
}
