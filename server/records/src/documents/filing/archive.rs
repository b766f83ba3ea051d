//! Archiving a document and restoring it. The status, the number and the customer's link stay.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plumbline_core::kind::Kind;

use crate::documents::reading::answer::Answer;
use crate::documents::reading::get::respond;
use crate::documents::store;
use crate::documents::stored::Stored;
use crate::documents::telling::events;
use crate::documents::telling::live::{Event, announce_of};
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Archives a document; the customer's link still works. Repeating the request is no error.
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

/// Restores an archived document. Repeating the request is no error.
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
    user_id: &UserId,
    kind: Kind,
    id: &str,
    archived: bool,
) -> Result<Json<Answer>, ApiError> {
    let id: DocumentId = id.parse().map_err(|_| ApiError::not_found(kind.title()))?;
    let mut tx = state.db.begin_write().await?;
    set_in(state, &mut tx, (user_id, kind, &id), archived).await?;
    announce_of(&mut tx, (user_id, kind, &id), Event::Updated).await?;
    tx.commit().await?;
    let mut conn = state.db.read().await?;
    let stored = Stored::find(&mut conn, user_id, kind, &id).await?;
    drop(conn);
    respond(state, stored).await
}

/// Archives or restores a document in the caller's transaction. Every document can be archived, so nothing else is
/// checked.
///
/// # Errors
/// 404.
pub async fn set_in(
    state: &AppState,
    conn: &mut Conn,
    document: (&UserId, Kind, &str),
    archived: bool,
) -> Result<(), ApiError> {
    let (user_id, kind, id) = document;
    let now = state.clock.now_ms();
    let changed = store::set_archived(conn, (user_id, kind, id), archived, now).await?;
    if changed {
        let event = if archived { "archived" } else { "restored" };
        events::record_of(state, conn, event, document).await?;
    }
    if !changed && !store::is_there(conn, user_id, kind, id).await? {
        return Err(ApiError::not_found(kind.title()));
    }
    Ok(())
}
