//! POST /api/auth/confirm-password, and requiring the password again for some actions.

use std::net::IpAddr;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;

use super::within_limits::LimitedUser;
use super::{PASSWORD_MAX, store};
use plumbline_platform::error::ApiError;
use plumbline_platform::http::ApiJson;
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::sessions::{CurrentUser, store as sessions};
use plumbline_platform::state::AppState;

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
