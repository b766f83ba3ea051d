//! POST /api/auth/login

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use plumbline_core::credentials::{check_login as login_rules, normalise_email};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::caller::{AttemptPolicy, Caller};
use super::captcha::MaybeLimitedUser;
use super::{
    PASSWORD_MAX, RequiresVerification, User, email_address, open_session, store, to_field_errors,
    validation_error,
};
use plumbline_platform::error::ApiError;
use plumbline_platform::http::{ApiJson, ClientAddress};
use plumbline_platform::ids::sha256_hex;
use plumbline_platform::limits::{AccountLimit, ProcessLimit};
use plumbline_platform::push::store as subscriptions;
use plumbline_platform::sessions::{CookieSecret, store as sessions};
use plumbline_platform::state::AppState;

/// The limits on attempts to sign in with a password. Only attempts with a wrong password count.
const ATTEMPT_POLICY: AttemptPolicy = AttemptPolicy {
    code: "login",
    by_address: AccountLimit::LoginByAddress,
    by_caller: AccountLimit::LoginByCaller,
    by_strangers: AccountLimit::LoginByStrangers,
    refuses_strangers: true,
    unchecked_by_account: 3,
    unchecked_by_address: 10,
};

/// An email address and its password. The address is in `username`; `email` is accepted instead.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct LoginRequest {
    username: Option<String>,
    email: Option<String>,
    password: String,
    recaptcha_token: Option<String>,
}

/// The user who signed in, or a flag that the email address must be verified first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum LoginResponse {
    /// Signed in.
    User(User),
    /// The password is right, but the address is not verified yet, so no session was opened.
    RequiresVerification(RequiresVerification),
}

/// Signs in: a new session with a new secret replaces the browser's old one.
#[utoipa::path(post, path = "/api/auth/login", tag = "accounts", request_body = LoginRequest,
    responses((status = 200, body = LoginResponse), (status = 400, body = plumbline_platform::error::ErrorBody),
        (status = 401, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn login(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    ApiJson(request): ApiJson<LoginRequest>,
) -> Result<Response, ApiError> {
    let email = email_address(request.username, request.email);
    let field_errors = login_rules(&email, &request.password);
    if !field_errors.is_empty() {
        return Err(validation_error(to_field_errors(&field_errors), None));
    }
    let key = normalise_email(&email);
    let caller = Caller::from_request(&state, &headers, client, &key).await?;
    let solution = request.recaptcha_token.as_deref();
    let attempt = ATTEMPT_POLICY.check(&state, (&caller, &key), client, solution).await?;

    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let user = store::find_by_email(&mut conn, &key).await?;
    drop(conn);
    let hash = user.as_ref().map(|user| user.password_hash.clone());
    let is_short_enough = request.password.chars().count() <= PASSWORD_MAX;
    let is_right = is_short_enough && state.passwords.verify(request.password, hash).await?;
    let mut tx = state.db.begin_write().await?;
    let Some(user) = user.filter(|_| is_right) else {
        attempt.count(&mut tx, now).await?;
        tx.commit().await?;
        return Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            "wrong_credentials",
            "Invalid email address or password",
        ));
    };
    attempt.reset(&mut tx).await?;
    if user.verified_at.is_none() {
        tx.commit().await?;
        let response = RequiresVerification { requires_verification: true };
        return Ok(Json(LoginResponse::RequiresVerification(response)).into_response());
    }
    let secrets = open_session::open_by_password(&state, &mut tx, &headers, &user).await?;
    tx.commit().await?;
    let mut response = Json(LoginResponse::User(user.into())).into_response();
    secrets.set_cookies(response.headers_mut(), &state.public_url);
    Ok(response)
}

/// Ends the browser's session, if it has one, and removes its cookie. If an administrator is viewing the account, this
/// also ends their own session, to which they would have returned. The device remains known, so that its PIN still
/// signs in, but no more push notifications are sent to it.
#[utoipa::path(post, path = "/api/auth/logout", tag = "accounts", responses((status = 200, body = Object)))]
pub(super) async fn logout(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    state.limits.check(ProcessLimit::SessionByAddress, client)?;
    let cookies = [CookieSecret::Session, CookieSecret::Own];
    let secrets = cookies.map(|cookie| cookie.read(&headers, &state.public_url));
    let mut response = Json(json!({})).into_response();
    CookieSecret::Session.clear(response.headers_mut(), &state.public_url);
    if secrets[1].is_some() {
        CookieSecret::Own.clear(response.headers_mut(), &state.public_url);
    }
    if secrets.iter().any(Option::is_some) {
        let mut tx = state.db.begin_write().await?;
        for secret in secrets.into_iter().flatten() {
            let session = sha256_hex(secret);
            subscriptions::delete_for_session(&mut tx, &session).await?;
            sessions::delete(&mut tx, &session).await?;
        }
        tx.commit().await?;
    }
    Ok(response)
}

/// The signed-in person; null for a visitor, whose browser has no session.
#[utoipa::path(get, path = "/api/auth/me", tag = "accounts",
    responses((status = 200, body = Option<User>),
        (status = 401, body = plumbline_platform::error::ErrorBody,
            headers(("x-session-expired" = String, description = "true when a session has ended")))))]
pub(super) async fn read_me(MaybeLimitedUser(user): MaybeLimitedUser) -> Json<Option<User>> {
    Json(user.map(User::from))
}
