//! Emails about documents: to the customer with the link and the PDF, a receipt, a copy of what was accepted; to
//! the business with what the customer did.
//!
//! Emails to customers carry an account's own words to any address. So their number is limited (`allowance`), each
//! can be reported (`report`), and reports or the operator stop an account's email (`standing`).
//!
//! Documents don't depend on emails: hooks report that one is sent or that a payment counts, and the email is
//! queued here, in the same transaction.

mod allowance;
mod business;
mod cancelled;
mod copies;
mod deliver;
mod enclosed;
mod late;
mod mail;
pub mod notice;
pub mod posted;
mod receipt;
pub mod remind;
mod reply;
mod report;
mod rows;
pub mod standing;
mod store;
mod voided;

pub use business::{ask_business, pass_on, to_business};
pub use cancelled::{Cancelled, cancelled, owed};
pub use copies::{Copy, accepted, not_received, receipt_asked, removed, waits_again};
pub use enclosed::{About, Enclosed, Paper, send_enclosed, send_enclosed_again};
pub use late::may_leave;
pub use reply::{Answered, reply};
pub use voided::voided;

use axum::routing::get;
use futures::future::BoxFuture;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::{Hooks, Issued, Opened, Paid};
use plumbline_platform::jobs::Duty;
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::mails;
use plumbline_records::documents::store::payments::{self, Recorder};
use plumbline_records::documents::stored::Stored;

/// The routes of a document's emails, below each kind's path.
pub fn of_kind() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(posted::again::again))
        .routes(routes!(posted::again::arrived))
}

/// The page on which an email can be reported.
pub fn pages() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().route("/report/{secret}", get(report::page).post(report::report))
}

/// Deletes the records of emails that are long past.
pub async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    store::delete_old(conn, now).await
}

/// The jobs of emails.
pub const DUTIES: &[Duty] = &[
    deliver::DUTY,
    enclosed::DUTY,
    late::DUTY,
    notice::DUTY,
    posted::answers::DUTY,
    receipt::DUTY,
    remind::DUTY,
];

/// The hooks of emails.
pub const HOOKS: Hooks = Hooks {
    issued: Some(issued),
    paid: Some(paid),
    opened: Some(opened),
    ..Hooks::NONE
};

fn issued<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a Issued,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        let document = &event.document;
        // Whatever happened to the last email: the customer is to get the document again.
        mails::settle(tx, &document.id).await?;
        let Some(letter) = &event.letter else {
            return Ok(());
        };
        let stored = Stored::find(tx, &document.user_id, document.kind, &document.id).await?;
        mail::to_customer(state, tx, &stored, letter).await
    })
}

/// A customer who opens the link has the document, so nobody has to ask whether the email arrived.
fn opened<'a>(
    _state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a Opened,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move { Ok(mails::settle(tx, &event.document.id).await?) })
}

/// Sends the customer a receipt of what they paid. A payment that the business recorded on its own, often long
/// afterwards, is bookkeeping and no news to anybody.
fn paid<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a Paid,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        let document = &event.document;
        let payment = payments::find(tx, &document.id, &event.payment_id).await?;
        let Some(payment) = payment.filter(|payment| payment.recorded_by == Recorder::Customer)
        else {
            return Ok(());
        };
        let stored = Stored::find(tx, &document.user_id, document.kind, &document.id).await?;
        receipt::later(state, tx, &stored, &payment).await
    })
}
