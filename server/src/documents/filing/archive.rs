//! Putting documents out of sight and back. The status, the number and the customer's link stay.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plumbline_core::kind::Kind;

use crate::db::WriteTx;
use crate::documents::reading::answer::Answer;
use crate::documents::reading::get::respond;
use crate::documents::stored::Stored;
use crate::documents::telling::live::{Event, announce};
use crate::error::{ApiError, ErrorBody};
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// Puts a document out of sight; the customer's link stays. Again is no error.
#[utoipa::path(post, path = "/{id}/archive", tag = "documents", responses(
    (status = 200, body = Answer), (status = 404, body = ErrorBody)))]
pub async fn archive(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    Path(id): Path<String>,
) -> Result<Json<Answer>, ApiError> {
    set(&state, &user.id, kind, &id, true).await
}

/// Brings an archived document back. Again is no error.
#[utoipa::path(post, path = "/{id}/restore", tag = "documents", responses(
    (status = 200, body = Answer), (status = 404, body = ErrorBody)))]
pub async fn restore(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    Path(id): Path<String>,
) -> Result<Json<Answer>, ApiError> {
    set(&state, &user.id, kind, &id, false).await
}

async fn set(
    state: &AppState,
    user_id: &str,
    kind: Kind,
    id: &str,
    archived: bool,
) -> Result<Json<Answer>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let stored = set_in(state, &mut tx, user_id, kind, id, archived).await?;
    announce(&mut tx, &stored, Event::Updated).await?;
    tx.commit().await?;
    respond(state, stored).await
}

/// Archives or restores a document in the caller's transaction.
///
/// # Errors
/// 404.
pub async fn set_in(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &str,
    kind: Kind,
    id: &str,
    archived: bool,
) -> Result<Stored, ApiError> {
    let mut stored = Stored::lock(tx, user_id, kind, id).await?;
    if stored.row.archived != archived {
        stored.row.archived = archived;
        stored.write(state, tx, state.clock.now_ms()).await?;
    }
    Ok(stored)
}
