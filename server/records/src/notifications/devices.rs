//! GET and DELETE /api/notifications/devices: the browsers to which notifications are sent.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;

use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::SubscriptionId;
use plumbline_platform::push::store::{self, PushSubscriptionRow};
use plumbline_platform::sessions::{CurrentUser, user_agent};
use plumbline_platform::state::AppState;

/// The browsers that receive notifications, and the key with which another browser subscribes.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct NotifiedDevices {
    /// This server's key, in base64url, for `pushManager.subscribe`.
    application_server_key: String,
    /// The browsers: this one first, then the latest.
    devices: Vec<NotifiedDevice>,
}

/// A browser that receives notifications.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct NotifiedDevice {
    /// The id.
    #[schema(value_type = String)]
    id: SubscriptionId,
    /// A description: `Chrome on Android`.
    device: String,
    /// Whether it is the browser of this request.
    current: bool,
    /// When it subscribed, milliseconds since the epoch.
    created_at: i64,
    /// When a notification was last sent to it, milliseconds since the epoch.
    last_sent_at: Option<i64>,
}

impl NotifiedDevice {
    pub(super) fn from_subscription(row: PushSubscriptionRow, user: &CurrentUser) -> Self {
        Self {
            current: user.device_id.as_ref() == Some(&row.device_id),
            device: user_agent::describe_user_agent(&row.user_agent),
            id: row.id,
            created_at: row.created_at,
            last_sent_at: row.last_sent_at,
        }
    }
}

/// The browsers that receive notifications.
#[utoipa::path(get, path = "/api/notifications/devices", tag = "notifications",
    operation_id = "devices", responses((status = 200, body = NotifiedDevices)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<NotifiedDevices>, ApiError> {
    let mut conn = state.db.read().await?;
    let rows = store::list_for_account(&mut conn, &user.id).await?.into_iter();
    let mut devices: Vec<_> = rows.map(|row| NotifiedDevice::from_subscription(row, &user)).collect();
    devices.sort_by_key(|device| !device.current);
    Ok(Json(NotifiedDevices { application_server_key: state.push.public_key().to_owned(), devices }))
}

/// Stops sending notifications to a browser.
#[utoipa::path(delete, path = "/api/notifications/devices/{id}", tag = "notifications",
    params(SubscriptionId), responses((status = 204), (status = 404, body = ErrorBody)))]
pub(super) async fn unsubscribe(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<SubscriptionId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let found = store::delete(&mut tx, &user.id, &id).await?;
    tx.commit().await?;
    if found { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::not_found("Device")) }
}
