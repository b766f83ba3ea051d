//! GET /api/notifications, and how many of them are new.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::{Notification, store};
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::ids::NotificationId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The query for the list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct NotificationListQuery {
    /// 1 to 100; 30 by default.
    limit: Option<i64>,
    /// Only notifications after this id in the list: the last one of the page before.
    before: Option<String>,
}

/// How many notifications are unread.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct UnreadNotifications {
    /// The number; 100 means 100 or more.
    unread: i64,
}

/// The account's notifications, newest first.
#[utoipa::path(get, path = "/api/notifications", tag = "notifications", params(NotificationListQuery),
    responses((status = 200, body = Vec<Notification>), (status = 400, body = ErrorBody)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<NotificationListQuery>,
) -> Result<Json<Vec<Notification>>, ApiError> {
    let mut conn = state.db.read().await?;
    let before = query.before.as_deref();
    let before = match before.filter(|id| !id.is_empty()) {
        Some(text) => find_position(&mut conn, &user.id, "before", text).await?,
        None => (i64::MAX, String::new()),
    };
    let limit = query.limit.unwrap_or(30).clamp(1, 100);
    let rows = store::list(&mut conn, &user.id, (before.0, &before.1), limit).await?;
    Ok(Json(rows.into_iter().map(Notification::from).collect()))
}

/// How many notifications are unread.
#[utoipa::path(get, path = "/api/notifications/unread", tag = "notifications",
    responses((status = 200, body = UnreadNotifications)))]
pub(super) async fn unread(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<UnreadNotifications>, ApiError> {
    let mut conn = state.db.read().await?;
    let unread = store::count_unread(&mut conn, &user.id).await?;
    Ok(Json(UnreadNotifications { unread }))
}

/// The position of a notification in the account's list.
pub(super) async fn find_position(
    conn: &mut Conn,
    user_id: &str,
    path: &'static str,
    text: &str,
) -> Result<(i64, String), ApiError> {
    let id = text.parse::<NotificationId>();
    let id = id.map_err(|_| field_error(path, "This is not an id."))?;
    match store::find_created_at(conn, user_id, &id).await? {
        Some(at) => Ok((at, id.into())),
        None => Err(field_error(path, "We couldn’t find this notification.")),
    }
}

fn field_error(path: &'static str, msg: &'static str) -> ApiError {
    ApiError::bad_request("bad_query", msg).with_errors(vec![FieldError::new(path, "invalid", msg)])
}
