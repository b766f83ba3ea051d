//! The job that sends a document by email with its PDF. The PDF is made when the email is sent, so that no
//! transaction waits for the typesetter and no job contains a file.

use plumbline_core::kind::DocumentKind;
use serde::{Deserialize, Serialize};

use super::allowance::is_stopped;
use super::tracking;
use crate::einvoice;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{DocumentId, JobId, UserId};
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Task};
use plumbline_platform::mail::{Attachment, Mail, deliver_in_job};
use plumbline_platform::pdf::PdfError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::printable::{self, DocumentPdfError};
use plumbline_records::documents::stored::StoredDocument;

/// The job that makes a document's PDF and sends it.
const KIND: JobKind = JobKind::new("document_mail", Lane::Ordinary);

/// The largest PDF, in bytes, that is attached: many mail servers accept 10 MB, and encoding adds a third. A larger one
/// is reached by the link in the email.
const ATTACHMENT_MAX: usize = 7_000_000;

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler =
    JobHandler::new(KIND, |state, task| Box::pin(deliver(state, task)))
        .with_failure_hook(tracking::record_outcome);

/// The job's payload.
#[derive(Serialize, Deserialize)]
struct DocumentMail {
    mail: Mail,
    user_id: UserId,
    kind: DocumentKind,
    document_id: DocumentId,
    version: i64,
}

/// Queues the email with a document, in its latest issued version, to its customer.
pub(super) async fn queue_email(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    (id, mail): (&JobId, Mail),
) -> Result<(), ApiError> {
    tracking::track(state, tx, stored, (id, &mail)).await?;
    let payload = serde_json::to_string(&DocumentMail {
        mail,
        user_id: stored.row.user_id.clone(),
        kind: stored.kind,
        document_id: stored.row.id.clone(),
        version: stored.row.issued_version,
    })?;
    let of = (id, &stored.row.user_id);
    jobs::enqueue_with_id(state, tx, of, (KIND, &payload), None).await?;
    Ok(())
}

/// Sends the version for which the email was queued, with the payments of now.
async fn deliver(state: &AppState, task: Task<'_>) -> Result<(), JobFailure> {
    let mut job: DocumentMail = serde_json::from_str(task.payload).map_err(JobFailure::permanent)?;
    let mut conn = state.db.read().await.map_err(JobFailure::temporary)?;
    let stopped = is_stopped(&mut conn, &job.user_id).await;
    // Queued before the stop: it waits some days for the operator to look.
    if stopped.map_err(JobFailure::temporary)? {
        return Err(tracking::stopped_failure());
    }
    drop(conn);
    job.mail = tracking::with_current_receiver(state, task.id, job.mail).await?;
    let document = (&job.user_id, job.kind, &job.document_id);
    job.mail = attach_pdf(state, document, job.version, job.mail, task.id).await?;
    attach_einvoice(state, &mut job).await.map_err(retry_later)?;
    deliver_in_job(state, &job.mail, task).await?;
    tracking::set_sent(state, task.id).await
}

/// Attaches the e-invoice too, if the customer wants it and it can be made.
async fn attach_einvoice(state: &AppState, job: &mut DocumentMail) -> Result<(), ApiError> {
    let mut tx = state.db.begin_read().await?;
    let stored = StoredDocument::find(&mut tx, &job.user_id, job.kind, &job.document_id).await?;
    if let Some((name, kind, bytes)) = einvoice::build_attachment(&mut tx, &stored).await? {
        job.mail.attachments.push(Attachment::new(&name, kind, &bytes));
    }
    Ok(())
}

/// Attaches the PDF of a document to an email: the given issued version, with the payments of now.
///
/// # Errors
/// Fails for now while every typesetter is busy, and for good if the document is gone.
pub(super) async fn attach_pdf(
    state: &AppState,
    (user_id, kind, document_id): (&UserId, DocumentKind, &DocumentId),
    version: i64,
    mut mail: Mail,
    job: &str,
) -> Result<Mail, JobFailure> {
    match printable::make_sent_pdf(state, user_id, kind, document_id, version).await {
        Ok(Some(pdf)) if pdf.bytes.len() > ATTACHMENT_MAX => {
            tracing::warn!(mail = job, bytes = pdf.bytes.len(), "the PDF is too large for a mail");
        }
        Ok(Some(pdf)) => {
            let file = Attachment::new(&pdf.name, "application/pdf", &pdf.bytes);
            mail.attachments.push(file);
        }
        Ok(None) => {
            return Err(JobFailure::permanent("the document is gone with its account"));
        }
        Err(DocumentPdfError::Pdf(error @ PdfError::Busy)) => {
            return Err(JobFailure::temporary(error.to_string()));
        }
        // The email is sent anyway, since its link leads to the document.
        Err(DocumentPdfError::Pdf(error)) => {
            tracing::error!(%error, mail = job, "the mail goes without its PDF");
        }
        Err(DocumentPdfError::Api(error)) => {
            return Err(JobFailure::temporary(format!("{error:?}")));
        }
    }
    Ok(mail)
}

fn retry_later(error: ApiError) -> JobFailure {
    JobFailure::temporary(format!("{error:?}"))
}
