//! What customers ask about a document on its page, and what the business replies.
//!
//! Anybody with the link can ask a question, or request changes to an offer ([`ask`]); core decides about which
//! documents (`plumbline_core::status::questions`). The business learns of it live, by email and by a notification,
//! and it is on the document's timeline (`documents/reading/questions.rs`). The reply ([`reply`]) is emailed with
//! the question quoted: to the customer's own address or, if nobody knows one, to the address that came with the
//! question. Nothing is sent to that address before a person of the business writes to it, so that no stranger can
//! make us write to somebody else.
//!
//! Publishing a new version also answers requested changes ([`hooks`]). The page shows the person with its link
//! what was asked on it, and whether it was answered (`public/questions.rs`).
//!
//! A question changes nothing about its document: status, versions and amounts stay.

mod ask;
mod hooks;
mod reply;

pub use hooks::HOOKS;

use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::questions as store;

/// The routes below each kind's path.
pub fn document_router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(ask::ask))
        .routes(routes!(reply::reply))
        .routes(routes!(reply::mark_answered))
}

/// The questions of an account's customers, for its export.
pub async fn export(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::list_for_account(conn, user_id).await?;
    Ok(rows.into_iter().map(|row| json!(row)).collect())
}

/// The replies of an account, for its export.
pub async fn export_replies(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::list_replies_for_account(conn, user_id).await?;
    Ok(rows.into_iter().map(|row| json!(row)).collect())
}
