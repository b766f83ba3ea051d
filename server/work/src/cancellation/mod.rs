//! Jobs that a consumer may cancel within 14 days of agreeing to them.
//!
//! Core decides who may, until when, and what follows (`plumbline_core::consumer`). The notice and the form are
//! stored with the version that the customer reads (`documents/issuing/cancellation_pack.rs`), and whether they asked
//! for an early start is stored with their acceptance. This module is for what happens afterwards: the customer cancels
//! on their page ([`cancel`]) or in another way, which the business records ([`record`]); the business says when the
//! work was finished, or how much was done ([`settlement`]), and records what it refunded by hand ([`refund`]).
//!
//! A cancelled quote keeps its status, because it was accepted; its badge and its banner show the day on which it
//! was cancelled. Its invoices stay as they are but are no longer chased automatically, it can't be converted, and
//! a stage asks for no more than what is owed for the work that was done (`stages/request.rs`).
//!
//! A variation is cancelled on its own, and the rest of its job stays agreed. A job is cancelled and settled
//! together with its variations, in one transaction ([`recording`], `documents/reading/settlement.rs`).

mod cancel;
mod read;
mod record;
mod recording;
mod refund;
mod response;
mod settlement;

use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::cancellations::{self as store, CancellationRow};

/// The routes below the path of quotes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(
            read::read_cancellation,
            record::record_cancellation,
            settlement::settle_cancellation
        ))
        .routes(routes!(cancel::cancel))
        .routes(routes!(refund::record_cancellation_refund))
}

/// The cancelled jobs of an account, for its export.
pub async fn export(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::list_for_account(conn, user_id).await?;
    let result = rows.iter().map(|row| {
        let CancellationRow {
            document_id,
            user_id: _, // the account, which is the same for the whole export
            noted_at,
            by_business,
            share_done,
            with_job,
        } = row;
        json!({
            "documentId": document_id,
            "notedAt": noted_at,
            "byBusiness": by_business,
            "shareDone": share_done,
            "withJob": with_job,
        })
    });
    Ok(result.collect())
}
