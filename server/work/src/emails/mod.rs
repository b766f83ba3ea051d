//! Emails about documents: to the customer with the link and the PDF, a receipt, a copy of what was accepted; to
//! the business with what the customer did.
//!
//! Emails to customers carry an account's own words to any address. So their number is limited (`allowance`), each
//! can be reported (`report`), and reports or the operator stop an account's email (`stopping`).
//!
//! An email is checked before anything is written, and queued in the transaction of its cause.

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
pub use document_email::{CheckedEmail, EmailRequest, check_document, queue_document, queue_voided};
pub use enclosed::{EnclosedAbout, EnclosedEmail, EnclosedKind, queue_enclosed, requeue_enclosed};
pub use reply::{ReplyEmail, queue_reply};

use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::PaymentId;
use plumbline_platform::jobs::JobHandler;
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::payments::{self, RecordedBy};
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

/// Sends the customer a receipt of a payment that counts from now on. A payment that the business recorded on its own,
/// often long afterwards, is bookkeeping and no news to anybody.
pub async fn schedule_receipt(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    payment: &PaymentId,
) -> Result<(), ApiError> {
    let payment = payments::find(tx, &stored.row.id, payment).await?;
    match payment.filter(|payment| payment.recorded_by == RecordedBy::Customer) {
        Some(payment) => receipt::schedule_receipt(state, tx, stored, &payment).await,
        None => Ok(()),
    }
}
