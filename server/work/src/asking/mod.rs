//! What customers ask about a document on its page, and what the business replies.
//!
//! The holder of a link asks a question, or requests changes to an offer ([`ask`]); core says of which document
//! (`plumbline_core::status::asking`). The business hears of it live, by email and as a notification, and it is on the
//! document's timeline (`documents/reading/questions.rs`). The reply ([`reply`]) goes out by email, with the question
//! quoted: to the customer's own address, or where nobody knows one to the address that came with the question. Nothing
//! goes to that address before a person of the business wrote it, so that no stranger has us write to somebody else.
//!
//! Requested changes are answered by the new version that the business publishes, too ([`settle`]). The page shows
//! whoever holds its link what was asked on it, and whether it was answered (`public/asked.rs`).
//!
//! A question changes nothing of its document: its status, its versions and its figures stay.

mod ask;
mod reply;
mod settle;

pub use settle::HOOKS;

use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::questions as store;

/// The routes below each kind's path.
pub fn of_kind() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(ask::ask))
        .routes(routes!(reply::reply))
        .routes(routes!(reply::answered))
}

/// What customers of an account asked, for its export.
///
/// # Errors
/// When the database fails.
pub async fn export(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::all(conn, user_id).await?;
    Ok(rows.into_iter().map(|row| json!(row)).collect())
}

/// What an account replied, for its export.
///
/// # Errors
/// When the database fails.
pub async fn export_replies(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::all_replies(conn, user_id).await?;
    Ok(rows.into_iter().map(|row| json!(row)).collect())
}
