//! Deleting a draft. What was issued keeps its number and stays.

use plumbline_core::kind::Kind;

use crate::db::Conn;
use crate::documents::status::Step;
use crate::documents::store;
use crate::documents::stored::Stored;
use crate::error::ApiError;
use crate::state::AppState;

/// Deletes a draft.
///
/// # Errors
/// 409 for an issued document, and for an invoice made from a quote; 404.
pub async fn delete(state: &AppState, user_id: &str, kind: Kind, id: &str) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    delete_in(state, &mut tx, user_id, kind, id).await?;
    tx.commit().await?;
    Ok(())
}

/// [`delete`] in the caller's transaction.
///
/// # Errors
/// As [`delete`].
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
