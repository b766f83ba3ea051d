//! POST /api/notifications/devices: a browser asks for notifications.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;

use super::devices::NotifiedDevice;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::ApiJson;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::push::PushTarget;
use plumbline_platform::push::store::{self, PushSubscriptionRow};
use plumbline_platform::sessions::{CurrentUser, user_agent};
use plumbline_platform::state::AppState;

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
        user_agent: user_agent::read_user_agent(&headers),
        refusals: 0,
        created_at: state.clock.now_ms(),
        last_sent_at: None,
    };
    store::upsert(&mut tx, &row).await?;
    tx.commit().await?;
    Ok(Json(NotifiedDevice::from_subscription(row, &user)))
}
