//! Jobs that a consumer may cancel within 14 days of agreeing to them.
//!
//! Core decides who may, until when, and what follows (`plumbline_core::consumer`). What a customer is given
//! goes with the quote and is kept with its version (`documents/issuing/pack.rs`); whether they asked for an
//! early start is kept with their acceptance. Here is what becomes of it afterwards: the customer cancels on
//! their page ([`cancel`]), or told the business in another way ([`record`]); the business says when all of the
//! work was done, or how much of it was ([`settle`]), and notes what it gave back by hand ([`give_back`]).
//!
//! A cancelled quote keeps its status: what was accepted was accepted. It has a day on which it was cancelled
//! beside it, which its badge and its banner say. Invoices of its job stay as they are, and more can be made up to what
//! is owed for what was done (`stages/ask.rs`).
//!
//! A variation is cancelled by itself and leaves its job as it was agreed without it; a job is cancelled with its
//! variations ([`note`]), and settled with them (`documents/reading/settled.rs`).

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
use plumbline_records::documents::store::cancellations as store;

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
        json!({
            "documentId": row.document_id,
            "notedAt": row.noted_at,
            "byBusiness": row.by_business,
            "shareDone": row.share_done,
            "withJob": row.with_job,
        })
    });
    Ok(told.collect())
}
