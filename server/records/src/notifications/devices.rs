//! GET and DELETE /api/notifications/devices: the browsers to which notifications are sent.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};

use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::SubscriptionId;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::push::PushTarget;
use plumbline_platform::push::store::{self, PushSubscriptionRow};
use plumbline_platform::sessions::{CurrentUser, devices};
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
            device: devices::describe_user_agent(&row.user_agent),
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

/// A browser's `PushSubscription`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PushSubscriptionInput {
    /// The browser's address at its push service.
    endpoint: String,
    /// The keys for encrypting messages to it.
    keys: PushKeys,
}

/// The keys for encrypting messages to a browser.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PushKeys {
    /// Its public key, base64url.
    p256dh: String,
    /// Its authentication secret, base64url.
    auth: String,
}

/// Sends notifications to this browser from now on. Repeating the request is no error; if the browser received another
/// account's notifications, these end.
#[utoipa::path(post, path = "/api/notifications/devices", tag = "notifications",
    request_body = PushSubscriptionInput,
    responses((status = 200, body = NotifiedDevice), (status = 400, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn subscribe(
    State(state): State<AppState>,
    user: CurrentUser,
    headers: HeaderMap,
    ApiJson(input): ApiJson<PushSubscriptionInput>,
) -> Result<Json<NotifiedDevice>, ApiError> {
    state.limits.check(ProcessLimit::SettingsByAccount, &user.id)?;
    let PushSubscriptionInput { endpoint, keys } = input;
    PushTarget::parse(&endpoint, &keys.p256dh, &keys.auth, state.push.own_service())
        .map_err(|why| ApiError::rule_broken(vec![FieldError::new(why.path, "invalid", why.msg)]))?;
    // A session from before devices were recorded; it will soon expire.
    let device_id = user.device_id.clone().ok_or_else(ApiError::session_expired)?;
    let mut tx = state.db.begin_write().await?;
    if let Some(same) = store::find_by_endpoint(&mut tx, &endpoint).await?
        && (&same.user_id, &same.device_id) == (&user.id, &device_id)
        && (&same.p256dh, &same.auth) == (&keys.p256dh, &keys.auth)
    {
        return Ok(Json(NotifiedDevice::from_subscription(same, &user)));
    }
    let row = PushSubscriptionRow {
        id: state.ids.new_id(),
        user_id: user.id.clone(),
        device_id,
        endpoint_hash: store::hash_endpoint(&endpoint),
        endpoint,
        p256dh: keys.p256dh,
        auth: keys.auth,
        user_agent: devices::read_user_agent(&headers),
        refusals: 0,
        created_at: state.clock.now_ms(),
        last_sent_at: None,
    };
    store::upsert(&mut tx, &row).await?;
    tx.commit().await?;
    Ok(Json(NotifiedDevice::from_subscription(row, &user)))
}
