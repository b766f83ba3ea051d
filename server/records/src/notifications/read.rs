//! POST /api/notifications/{id}/read and /api/notifications/read: marking them as read.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;

use super::list::find_position;
use super::{Notification, not_found, store};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::NotificationId;
use plumbline_platform::live::{self, Announcement};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// How far the list was read.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ReadNotifications {
    /// The newest notification that was displayed: later ones stay unread.
    through: String,
}

/// Marks a notification as read and returns it. Repeating the request is no error.
#[utoipa::path(post, path = "/api/notifications/{id}/read", tag = "notifications",
    params(NotificationId),
    responses((status = 200, body = Notification), (status = 404, body = ErrorBody)))]
pub(super) async fn mark_read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<NotificationId>,
) -> Result<Json<Notification>, ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let row = store::mark_read(&mut tx, &user.id, &id, now).await?;
    let row = row.ok_or_else(not_found)?;
    live::announce(&mut tx, &Announcement::notification(&user.id)).await?;
    tx.commit().await?;
    Ok(Json(row.into()))
}

/// Marks all notifications up to one as read.
#[utoipa::path(post, path = "/api/notifications/read", tag = "notifications",
    request_body = ReadNotifications,
    responses((status = 204), (status = 400, body = ErrorBody)))]
pub(super) async fn mark_all_read(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(request): ApiJson<ReadNotifications>,
) -> Result<StatusCode, ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let (at, id) = find_position(&mut tx, &user.id, "through", &request.through).await?;
    store::mark_all_read(&mut tx, &user.id, (at, &id), now).await?;
    live::announce(&mut tx, &Announcement::notification(&user.id)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
