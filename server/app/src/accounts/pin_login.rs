//! POST /api/auth/pin/login

use std::net::IpAddr;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use plumbline_core::credentials::{check_pin, check_pin_setup};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq as _;

use super::captcha::LimitedUser;
use super::{User, open_session, store, to_field_errors, validation_error};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::{ApiJson, ClientAddress};
use plumbline_platform::ids::{DeviceId, UserId};
use plumbline_platform::limits::{AccountLimit, ProcessLimit};
use plumbline_platform::sessions::CookieSecret;
use plumbline_platform::sessions::devices::{self, MAX_FAILURES};
use plumbline_platform::state::AppState;

/// The account that last signed in on this device, and its PIN.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PinLoginRequest {
    user_id: String,
    pin: String,
}

/// Signs in with a PIN. This also requires the device's secret, a cookie that was set when the password was entered, so
/// that account and PIN alone are never enough. Five wrong PINs in a row remove the device's PIN, even if they arrive
/// at the same time.
#[utoipa::path(post, path = "/api/auth/pin/login", tag = "accounts", request_body = PinLoginRequest,
    responses((status = 200, body = User), (status = 400, body = plumbline_platform::error::ErrorBody),
        (status = 401, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn pin_login(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    ApiJson(request): ApiJson<PinLoginRequest>,
) -> Result<Response, ApiError> {
    let field_errors = check_pin(&request.pin);
    if !field_errors.is_empty() {
        return Err(validation_error(to_field_errors(&field_errors), None));
    }
    let limits = &state.limits;
    let device = find_device(&state, &headers, client, &request.user_id).await?;
    let Some((user_id, secret, device)) = device else {
        // The request is not from a known device, so no PIN is tried, and the attempt counts only for the network
        // address.
        limits.check_account(AccountLimit::PinByAddress, client).await?;
        return Err(wrong_pin());
    };
    limits.check_account(AccountLimit::PinByDevice, &device).await?;

    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let device = devices::find(&mut tx, &user_id, &secret).await?.ok_or_else(wrong_pin)?;
    let Some((failures, hash)) = devices::take_attempt(&mut tx, &device.id).await? else {
        // Read again, because another request may have used up the last attempt meanwhile.
        let device = devices::find(&mut tx, &user_id, &secret).await?;
        let is_removed = device.is_some_and(|device| device.removed_at.is_some());
        return Err(if is_removed { pin_removed() } else { wrong_pin() });
    };
    let entered_hash = devices::hash_pin(&secret, &request.pin);
    if !bool::from(entered_hash.as_bytes().ct_eq(hash.as_bytes())) {
        let is_last_attempt = failures >= MAX_FAILURES;
        if is_last_attempt {
            devices::remove_pin(&mut tx, &device.id, now).await?;
        }
        // Committed so that the attempt counts.
        tx.commit().await?;
        return Err(if is_last_attempt { pin_removed() } else { wrong_pin() });
    }
    let user = store::find(&mut tx, &user_id).await?.ok_or_else(wrong_pin)?;
    let owner = (&user_id, &device.id);
    let secrets = open_session::open_by_pin(&state, &mut tx, &headers, owner, secret).await?;
    tx.commit().await?;
    let mut response = Json(User::from(user)).into_response();
    secrets.set_cookies(response.headers_mut(), &state.public_url);
    Ok(response)
}

/// The account, the secret and the device of a request; `None` if there is no such device.
async fn find_device(
    state: &AppState,
    headers: &HeaderMap,
    client: IpAddr,
    user_id: &str,
) -> Result<Option<(UserId, String, DeviceId)>, ApiError> {
    let secret = CookieSecret::Device.read(headers, &state.public_url);
    let (Ok(user_id), Some(secret)) = (user_id.parse::<UserId>(), secret) else {
        return Ok(None);
    };
    // Each invented secret costs a query, so after many requests from one address no more secrets are looked up.
    if state.limits.check(ProcessLimit::DeviceByAddress, client).is_err() {
        return Ok(None);
    }
    let mut conn = state.db.read().await?;
    let device = devices::find(&mut conn, &user_id, &secret).await?;
    Ok(device.map(|device| (user_id, secret, device.id)))
}

fn wrong_pin() -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, "invalid_pin", "Invalid PIN")
}

fn pin_removed() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        "pin_removed",
        "Too many wrong PINs. Please log in with your email and password.",
    )
}

/// The new PIN, or `skip` if the owner doesn't want a PIN.
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

/// Sets the PIN of this device, replacing an earlier one. A PIN that is easy to guess is refused, and the password must
/// have been entered on this device before. With `skip`, nothing is stored: the browser remembers that the owner
/// decided against a PIN.
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
    let field_errors = check_pin_setup(&pin, None);
    if let Some(first) = field_errors.first() {
        return Err(ApiError::rule_broken(to_field_errors(&field_errors)).with_message(first.code, first.msg));
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
