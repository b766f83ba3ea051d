//! Card payments, from the account that a business connects to the document that is paid.
//!
//! ```text
//! connection         a business connects its own account at Stripe
//! checkout           a customer opens a checkout there     opening → open
//! webhook            a signed event, once each             open → paid (a confirmed payment) | expired | failed
//! complete           what a paid checkout becomes: a payment, and what follows from it
//! reversals          refunds and disputes                  what is left of the payment counts
//! checkout_job       job: closing what must not be paid any more, checking how a checkout without an
//!                    event ended
//! session_job        job: closing sessions at Stripe that no row knows any more
//! excess_refund_job  job: refunding what was more than due
//! business_refund    the business asks for a refund        refund_job calls Stripe
//! ```
//!
//! A payment counts once: its checkout turns to `paid` in the transaction that writes it, with the document locked.
//! Nothing that a browser says counts, least of all that it came back from paying. Without keys every call to
//! Stripe returns `CardError::Off`, and nobody is offered to pay by card.

mod business_refund;
mod checkout;
mod checkout_job;
mod complete;
mod connection;
mod excess_refund_job;
mod refund_job;
mod reversals;
mod session_job;
pub mod store;
mod webhook;

use axum::extract::DefaultBodyLimit;
use futures::future::BoxFuture;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::card::store::{accounts as connected, checkouts};
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::hooks::{DocumentChanged, HookFailure, Hooks, PaymentCounted, PlanChanged};
use plumbline_platform::ids::UserId;
use plumbline_platform::jobs::{self, JobHandler};
use plumbline_platform::state::{AppState, Services};

/// The route of the webhook.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(webhook::webhook))
        .layer(DefaultBodyLimit::max(webhook::BODY_LIMIT))
        .merge(connection::router())
}

/// The routes below each kind's path.
pub fn document_router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(checkout::stripe_checkout)).routes(routes!(business_refund::refund))
}

/// Queues the closing of every checkout of an account that is about to be deleted with its documents: nobody should pay
/// for what could not be recorded any more.
pub async fn close_account_checkouts(state: &AppState, tx: &mut WriteTx, user_id: &UserId) -> DbResult<()> {
    for row in checkouts::list_payable_by_user(tx, user_id).await? {
        if let Some(session_id) = row.session_id {
            let session = format!("{} {session_id}", row.account_id);
            jobs::enqueue(state, tx, session_job::KIND, &session).await?;
        }
    }
    Ok(())
}

/// The jobs of card payments.
pub const JOB_HANDLERS: &[JobHandler] = &[
    checkout_job::JOB_HANDLER,
    session_job::JOB_HANDLER,
    excess_refund_job::JOB_HANDLER,
    refund_job::JOB_HANDLER,
];

/// The hooks of card payments.
pub const HOOKS: Hooks =
    Hooks { changed: Some(on_changed), paid: Some(on_paid), plan: Some(on_plan_changed) };

/// Closes all checkouts of a document that was just paid: they asked for the payment before, and paying one now would
/// pay another instalment of the same amount.
fn on_paid<'a>(
    services: &'a Services,
    tx: &'a mut WriteTx,
    event: &'a PaymentCounted,
) -> BoxFuture<'a, Result<(), HookFailure>> {
    Box::pin(async move {
        let now = services.clock.now_ms();
        checkouts::close_outdated(tx, &event.document.id, &[], now).await?;
        Ok(())
    })
}

/// Closes the checkouts whose amount is no longer due, so that they can't be paid.
fn on_changed<'a>(
    services: &'a Services,
    tx: &'a mut WriteTx,
    event: &'a DocumentChanged,
) -> BoxFuture<'a, Result<(), HookFailure>> {
    Box::pin(async move {
        let now = services.clock.now_ms();
        checkouts::close_outdated(tx, &event.document.id, &event.amounts_due, now).await?;
        Ok(())
    })
}

/// Cards are offered only if the account's plan includes them.
fn on_plan_changed<'a>(
    _: &'a Services,
    tx: &'a mut WriteTx,
    event: &'a PlanChanged,
) -> BoxFuture<'a, Result<(), HookFailure>> {
    Box::pin(async move {
        connected::update_profiles_of_user(tx, &event.user_id, event.takes_cards).await?;
        Ok(())
    })
}
