//! Emails about documents: to the customer with the link and the PDF, a receipt, a copy of what was accepted; to
//! the business with what the customer did.
//!
//! Emails to customers carry an account's own words to any address. So their number is limited (`allowance`), each
//! can be reported (`report`), and reports or the operator stop an account's email (`stopping`).
//!
//! Documents don't depend on emails: hooks report that one is sent or that a payment counts, and the email is
//! queued here, in the same transaction.

mod allowance;
mod business;
mod cancellation;
mod copies;
mod deliver;
mod document_email;
mod enclosed;
pub mod notice;
mod receipt;
pub mod reminders;
mod reply;
mod report;
mod rows;
pub mod stopping;
mod store;
pub mod tracking;

pub use business::{ask_business, forward_to_business, notify_business};
pub use cancellation::{CancellationEmail, queue_cancellation, queue_cancellation_amount};
pub use copies::{
    EmailCopy, compose_acceptance, prepare_copy, queue_payment_not_received, queue_payment_removed,
    queue_receipt_correction, queue_requested_receipt,
};
pub use document_email::queue_voided;
pub use enclosed::{EnclosedAbout, EnclosedEmail, EnclosedKind, queue_enclosed, requeue_enclosed};
pub use reply::{ReplyEmail, queue_reply};

use axum::routing::get;
use futures::future::BoxFuture;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::{DocumentIssued, Hooks, LinkOpened, PaymentCounted};
use plumbline_platform::jobs::JobHandler;
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::payments::{self, RecordedBy};
use plumbline_records::documents::store::posted_emails;
use plumbline_records::documents::stored::StoredDocument;

/// The routes of a document's emails, below each kind's path.
pub fn document_router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(tracking::resend::resend))
        .routes(routes!(tracking::resend::mark_arrived))
}

/// The page on which an email can be reported.
pub fn page_router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().route("/report/{secret}", get(report::show_page).post(report::report_email))
}

/// Deletes the records of emails that are long past.
pub async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    store::delete_old(conn, now).await
}

/// The jobs of emails.
pub const JOB_HANDLERS: &[JobHandler] = &[
    deliver::JOB_HANDLER,
    enclosed::JOB_HANDLER,
    copies::JOB_HANDLER,
    notice::JOB_HANDLER,
    tracking::support_answers::JOB_HANDLER,
    receipt::JOB_HANDLER,
    reminders::JOB_HANDLER,
];

/// The hooks of emails.
pub const HOOKS: Hooks =
    Hooks { issued: Some(on_issued), paid: Some(on_paid), opened: Some(on_opened), ..Hooks::NONE };

fn on_issued<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a DocumentIssued,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        let document = &event.document;
        // Whatever happened to the last email: the customer is to get the document again.
        posted_emails::mark_settled(tx, &document.id).await?;
        let Some(issue_email) = &event.email else {
            return Ok(());
        };
        let stored = StoredDocument::find(tx, &document.user_id, document.kind, &document.id).await?;
        document_email::queue_document(state, tx, &stored, issue_email).await
    })
}

/// A customer who opens the link has the document, so nobody has to ask whether the email arrived.
fn on_opened<'a>(
    _state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a LinkOpened,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move { Ok(posted_emails::mark_settled(tx, &event.document.id).await?) })
}

/// Sends the customer a receipt of what they paid. A payment that the business recorded on its own, often long
/// afterwards, is bookkeeping and no news to anybody.
fn on_paid<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a PaymentCounted,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        let document = &event.document;
        let payment = payments::find(tx, &document.id, &event.payment_id).await?;
        let Some(payment) = payment.filter(|payment| payment.recorded_by == RecordedBy::Customer) else {
            return Ok(());
        };
        let stored = StoredDocument::find(tx, &document.user_id, document.kind, &document.id).await?;
        receipt::schedule_receipt(state, tx, &stored, &payment).await
    })
}
