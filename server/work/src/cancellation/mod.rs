//! Jobs that a consumer may cancel within 14 days of agreeing to them.
//!
//! Core decides who may, until when, and what follows (`plumbline_core::consumer`). The notice and the form are
//! stored with the version that the customer reads (`documents/issuing/pack.rs`), and whether they asked for an
//! early start is stored with their acceptance. This module is for what happens afterwards: the customer cancels on
//! their page ([`cancel`]) or tells the business ([`record`]); the business says when the work was finished, or how
//! much was done ([`settle`]), and notes what it refunded by hand ([`give_back`]).
//!
//! A cancelled quote keeps its status, because it was accepted; its badge and its banner show the day on which it
//! was cancelled. Its invoices stay as they are but are no longer chased automatically, it can't be converted, and
//! a stage asks for no more than what is owed for the work that was done (`stages/ask.rs`).
//!
//! A variation is cancelled by itself, and the rest of its job stays agreed. A job is cancelled and settled
//! together with its variations, in one transaction ([`note`], `documents/reading/settled.rs`).

mod answer;
mod cancel;
mod give_back;
mod note;
mod read;
mod record;
mod settle;

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
            read::cancellation,
            record::record_cancellation,
            settle::settle_cancellation
        ))
        .routes(routes!(cancel::cancel))
        .routes(routes!(give_back::give_back))
}

/// The cancelled jobs of an account, for its export.
///
/// # Errors
/// When the database fails.
pub async fn export(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::of_account(conn, user_id).await?;
    let told = rows.iter().map(|row| {
        let CancellationRow {
            document_id,
            user_id: _, // whose export it is
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
    Ok(told.collect())
}
