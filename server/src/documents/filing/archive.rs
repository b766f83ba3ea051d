//! Putting documents out of sight and back. The status, the number and the customer's link stay.

use plumbline_core::kind::Kind;

use crate::db::Conn;
use crate::documents::stored::Stored;
use crate::documents::telling::live::{Event, announce};
use crate::error::ApiError;
use crate::state::AppState;

/// Archives or restores a document; again is no error.
///
/// # Errors
/// 404.
pub async fn set(
    state: &AppState,
    user_id: &str,
    kind: Kind,
    id: &str,
    archived: bool,
) -> Result<Stored, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let stored = set_in(state, &mut tx, user_id, kind, id, archived).await?;
    announce(&mut tx, &stored, Event::Updated).await?;
    tx.commit().await?;
    Ok(stored)
}

/// [`set`] in the caller's transaction.
///
/// # Errors
/// 404.
pub async fn set_in(
    state: &AppState,
    conn: &mut Conn,
    user_id: &str,
    kind: Kind,
    id: &str,
    archived: bool,
) -> Result<Stored, ApiError> {
    let mut stored = Stored::lock(conn, user_id, kind, id).await?;
    if (stored.row.archived != 0) != archived {
        stored.row.archived = i64::from(archived);
        stored.write(conn, state.clock.now_ms()).await?;
    }
    Ok(stored)
}
