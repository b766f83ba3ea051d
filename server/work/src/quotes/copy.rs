//! The job that emails the customer the certificate of what they accepted, made when the email is sent.

use plumbline_core::kind::Kind;
use serde::{Deserialize, Serialize};

use crate::letters;
use crate::quotes::certificate;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::Subject;
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::jobs::{self, Duty, Failure, JobKind, Lane, Task};
use plumbline_platform::mail::{Attachment, Mail, send};
use plumbline_platform::state::AppState;
use plumbline_records::documents::stored::Stored;

/// The job that makes the certificate and sends it.
const KIND: JobKind = JobKind::new("certificate_mail", Lane::Ordinary);

/// The handler of the job.
pub(super) const DUTY: Duty =
    Duty::new(KIND, |state, task| Box::pin(deliver(state, task))).noted(letters::posted::note);

/// The job's payload.
#[derive(Serialize, Deserialize)]
struct CertificateMail {
    mail: Mail,
    user_id: UserId,
    quote_id: DocumentId,
}

/// Queues the customer's copy of an acceptance, if their address is known. `signed` is who was there for the business,
/// and a note about a signature that arrived later.
pub(super) async fn later(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &Stored,
    signed: (Option<&str>, &[String]),
) -> Result<(), ApiError> {
    let Some(copy) = letters::accepted(state, tx, quote, signed).await? else {
        return Ok(());
    };
    let id = state.ids.new_id();
    letters::posted::wait(state, tx, quote, (&id, &copy.mail)).await?;
    let payload = serde_json::to_string(&CertificateMail {
        mail: copy.mail,
        user_id: quote.row.user_id.clone(),
        quote_id: quote.row.id.clone(),
    })?;
    let of = (&id, &quote.row.user_id);
    jobs::enqueue_as(state, tx, of, (KIND, &payload), copy.at).await?;
    Ok(())
}

async fn deliver(state: &AppState, task: Task<'_>) -> Result<(), Failure> {
    let job: CertificateMail = serde_json::from_str(task.payload).map_err(Failure::for_good)?;
    let quote = Subject {
        user_id: job.user_id,
        kind: Kind::Quote,
        id: job.quote_id,
    };
    let Some(mut mail) = letters::may_leave(state, &quote, job.mail).await? else {
        return letters::posted::dropped(state, task.id).await;
    };
    match certificate::for_customer(state, &quote.user_id, &quote.id).await {
        Ok(Some(pdf)) => {
            let file = Attachment::new(&pdf.name, "application/pdf", &pdf.bytes);
            mail.attachments.push(file);
        }
        Ok(None) => return Err(Failure::for_good("the quote is gone with its account")),
        // The email is sent anyway, since its link leads to the certificate.
        Err(error) => {
            tracing::error!(
                ?error,
                mail = task.id,
                "the mail goes without its certificate"
            );
        }
    }
    send(state, &mail, task).await?;
    letters::posted::sent_to(state, task.id, &mail.to).await
}
