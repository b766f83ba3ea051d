//! POST /api/auth/pin/setup and DELETE /api/auth/pin

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use plumbline_core::credentials::check_pin_setup;
use serde::{Deserialize, Serialize};

use super::to_field_errors;
use super::within_limits::LimitedUser;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::ApiJson;
use plumbline_platform::sessions::cookie::CookieSecret;
use plumbline_platform::sessions::devices;
use plumbline_platform::state::AppState;

/// A PIN, or that no PIN is wanted.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct PinSetupRequest {
    pin: Option<String>,
    skip: Option<bool>,
}

/// What the browser should remember.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PinSetup {
    /// Whether the owner has decided, for or against a PIN.
    pin_setup_completed: bool,
    /// Whether a PIN signs in on this device.
    use_pin: bool,
}

/// Sets the PIN of this device, which replaces the one before, or records that no PIN is wanted. A PIN that is easy to
/// guess is refused. The password must have been entered on this device before.
#[utoipa::path(post, path = "/api/auth/pin/setup", tag = "accounts", request_body = PinSetupRequest,
    responses((status = 200, body = PinSetup), (status = 400, body = plumbline_platform::error::ErrorBody),
        (status = 403, body = plumbline_platform::error::ErrorBody), (status = 422, body = plumbline_platform::error::ErrorBody),
        (status = 429)))]
pub(super) async fn set_up(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
    headers: HeaderMap,
    ApiJson(request): ApiJson<PinSetupRequest>,
) -> Result<Json<PinSetup>, ApiError> {
    let pin = match (request.pin, request.skip) {
        (Some(pin), None | Some(false)) => pin,
        (None, Some(true)) => {
            return Ok(Json(PinSetup { pin_setup_completed: true, use_pin: false }));
        }
        _ => {
            let error = FieldError::new("pin", "required", "PIN must be 4 digits");
            return Err(ApiError::rule_broken(vec![error]));
        }
    };
    let broken = check_pin_setup(&pin, None);
    if let Some(first) = broken.first() {
        return Err(ApiError::rule_broken(to_field_errors(&broken)).with_message(first.code, first.msg));
    }
    let secret =
        CookieSecret::Device.read(&headers, &state.public_url).ok_or_else(ApiError::password_required)?;
    let mut tx = state.db.begin_write().await?;
    let device = devices::find(&mut tx, &user.id, &secret).await?.ok_or_else(ApiError::password_required)?;
    let hash = devices::hash_pin(&secret, &pin);
    if !devices::set_pin(&mut tx, &device.id, Some(&hash)).await? {
        return Err(ApiError::password_required());
    }
    tx.commit().await?;
    Ok(Json(PinSetup { pin_setup_completed: true, use_pin: true }))
}

/// Removes the PIN of this device; does nothing if it has none.
#[utoipa::path(delete, path = "/api/auth/pin", tag = "accounts",
    responses((status = 204), (status = 429)))]
pub(super) async fn turn_off(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
) -> Result<StatusCode, ApiError> {
    if let Some(device) = &user.device_id {
        let mut tx = state.db.begin_write().await?;
        devices::set_pin(&mut tx, device, None).await?;
        tx.commit().await?;
    }
    Ok(StatusCode::NO_CONTENT)
}
