//! Deleting a draft. What was issued keeps its number and stays.

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use plumbline_core::kind::Kind;

use crate::db::Conn;
use crate::documents::status::Step;
use crate::documents::store;
use crate::documents::stored::Stored;
use crate::error::{ApiError, ErrorBody};
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// Deletes a draft; an issued document is refused.
#[utoipa::path(delete, path = "/{id}", tag = "documents", responses(
    (status = 204), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    delete_in(&state, &mut tx, &user.id, kind, &id).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes a draft in the caller's transaction.
///
/// # Errors
/// 409 for an issued document, and for an invoice made from a quote; 404.
pub async fn delete_in(
    state: &AppState,
    conn: &mut Conn,
    user_id: &str,
    kind: Kind,
    id: &str,
) -> Result<(), ApiError> {
    let mut stored = Stored::lock(conn, user_id, kind, id).await?;
    stored.step(Step::Delete, crate::documents::today(state)?)?;
    if stored.is_made_from_quote() {
        // A quote is invoiced once (rules.md, section 4): without this draft it never could be.
        return Err(ApiError::conflict(
            "made_from_quote",
            "This invoice was made from a quote. Archive it instead.",
        ));
    }
    store::delete(conn, &stored.row.id).await?;
    Ok(())
}
