//! POST /api/account/password

use std::net::IpAddr;

use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::credentials::find_unmet_rules;
use serde::Deserialize;

use super::captcha::LimitedUser;
use super::store::{self, resets};
use super::{PASSWORD_MAX, emails, validation_error};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::ApiJson;
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::mail;
use plumbline_platform::sessions::{CurrentUser, devices, store as sessions};
use plumbline_platform::state::AppState;

/// The current password and the new one.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct ChangePasswordRequest {
    current_password: Option<String>,
    new_password: String,
}

/// Changes the password, by the rules of a reset. Every other device is signed out and loses its PIN; this session
/// continues.
#[utoipa::path(post, path = "/api/account/password", tag = "account",
    request_body = ChangePasswordRequest,
    responses((status = 204), (status = 400, body = plumbline_platform::error::ErrorBody),
        (status = 403, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn change_password(
    State(state): State<AppState>,
    LimitedUser { user, client }: LimitedUser,
    ApiJson(request): ApiJson<ChangePasswordRequest>,
) -> Result<StatusCode, ApiError> {
    let rules = find_unmet_rules(&request.new_password);
    let mut errors: Vec<_> =
        rules.iter().map(|rule| FieldError::new("newPassword", rule.code(), rule.message())).collect();
    if request.new_password.chars().count() > PASSWORD_MAX {
        let msg = "Password can have at most 200 characters";
        errors.push(FieldError::new("newPassword", "too_long", msg));
    }
    if !errors.is_empty() {
        let message = "Password does not meet security requirements";
        return Err(validation_error(errors, Some(message)));
    }
    require_password(&state, &user, client, request.current_password).await?;
    let hash = state.passwords.hash(request.new_password).await?;

    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let row = store::find(&mut tx, &user.id).await?.ok_or_else(ApiError::session_expired)?;
    store::set_password(&mut tx, &user.id, &hash, now).await?;
    resets::delete_all(&mut tx, &user.id).await?;
    sessions::delete_others(&mut tx, &user.id, Some(&user.session_id)).await?;
    devices::delete_others(&mut tx, &user.id, user.device_id.as_ref()).await?;
    mail::enqueue(&state, &mut tx, &emails::compose_password_changed(&state, &row)?).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

// POST /api/auth/confirm-password, and requiring the password again for some actions.

/// The password of the signed-in account.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ConfirmPasswordRequest {
    password: String,
}

/// Checks the password again: for 5 minutes this session may do what requires it.
#[utoipa::path(post, path = "/api/auth/confirm-password", tag = "accounts",
    request_body = ConfirmPasswordRequest,
    responses((status = 204), (status = 400, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn confirm_password(
    State(state): State<AppState>,
    LimitedUser { user, client }: LimitedUser,
    ApiJson(request): ApiJson<ConfirmPasswordRequest>,
) -> Result<StatusCode, ApiError> {
    check_password(&state, &user, client, ("password", request.password)).await?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    sessions::confirm(&mut tx, &user.session_id, now).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Checks that the password comes with the request, or was confirmed in this session in the last 5 minutes. Having
/// signed in with it does not count.
///
/// # Errors
/// 403 `password_required` without one; 400 `wrong_password`; 429 after too many.
pub(super) async fn require_password(
    state: &AppState,
    user: &CurrentUser,
    client: IpAddr,
    current: Option<String>,
) -> Result<(), ApiError> {
    match current {
        Some(password) => check_password(state, user, client, ("currentPassword", password)).await,
        None if user.proof.is_confirmed(state.clock.now_ms()) => Ok(()),
        None => Err(ApiError::password_required()),
    }
}

async fn check_password(
    state: &AppState,
    user: &CurrentUser,
    client: IpAddr,
    (path, password): (&'static str, String),
) -> Result<(), ApiError> {
    state.limits.check_account(AccountLimit::ConfirmByAddress, client).await?;
    state.limits.check_account(AccountLimit::ConfirmByAccount, &user.id).await?;
    let mut conn = state.db.read().await?;
    let row = store::find(&mut conn, &user.id).await?;
    drop(conn);
    let fits = password.chars().count() <= PASSWORD_MAX;
    let hash = row.map(|row| row.password_hash);
    if fits && state.passwords.verify(password, hash).await? {
        return Ok(());
    }
    Err(ApiError::bad_field(path, "wrong_password", "That password isn’t right."))
}
