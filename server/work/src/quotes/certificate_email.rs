//! The job that emails the customer the certificate of what they accepted, made when the email is sent.

use plumbline_core::kind::DocumentKind;
use serde::{Deserialize, Serialize};

use crate::emails;
use crate::quotes::certificate;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::DocumentRef;
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Task};
use plumbline_platform::mail::{Attachment, Mail, deliver_in_job};
use plumbline_platform::state::AppState;
use plumbline_records::documents::stored::StoredDocument;

/// The job that makes the certificate and sends it.
const KIND: JobKind = JobKind::new("certificate_mail", Lane::Ordinary);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler =
    JobHandler::new(KIND, |state, task| Box::pin(deliver(state, task)))
        .with_failure_hook(emails::tracking::record_outcome);

/// The job's payload.
#[derive(Serialize, Deserialize)]
struct CertificateMail {
    mail: Mail,
    user_id: UserId,
    quote_id: DocumentId,
}

/// Queues the customer's copy of an acceptance, if their address is known. `signed` is who was there for the business,
/// and a note about a signature that arrived later.
pub(super) async fn queue(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &StoredDocument,
    signed: (Option<&str>, &[String]),
) -> Result<(), ApiError> {
    let Some(copy) = emails::compose_acceptance(state, tx, quote, signed).await? else {
        return Ok(());
    };
    let id = state.ids.new_id();
    emails::tracking::track(state, tx, quote, (&id, &copy.mail)).await?;
    let payload = serde_json::to_string(&CertificateMail {
        mail: copy.mail,
        user_id: quote.row.user_id.clone(),
        quote_id: quote.row.id.clone(),
    })?;
    let of = (&id, &quote.row.user_id);
    jobs::enqueue_with_id(state, tx, of, (KIND, &payload), copy.at).await?;
    Ok(())
}

async fn deliver(state: &AppState, task: Task<'_>) -> Result<(), JobFailure> {
    let job: CertificateMail = serde_json::from_str(task.payload).map_err(JobFailure::permanent)?;
    let quote = DocumentRef { user_id: job.user_id, kind: DocumentKind::Quote, id: job.quote_id };
    let Some(mut mail) = emails::prepare_copy(state, &quote, job.mail).await? else {
        return emails::tracking::set_dropped(state, task.id).await;
    };
    match certificate::render_for_customer(state, &quote.user_id, &quote.id).await {
        Ok(Some(pdf)) => {
            let file = Attachment::new(&pdf.name, "application/pdf", &pdf.bytes);
            mail.attachments.push(file);
        }
        Ok(None) => return Err(JobFailure::permanent("the quote is gone with its account")),
        // The email is sent anyway, since its link leads to the certificate.
        Err(error) => {
            tracing::error!(?error, mail = task.id, "the mail goes without its certificate");
        }
    }
    deliver_in_job(state, &mail, task).await?;
    emails::tracking::set_sent_to(state, task.id, &mail.to).await
}
