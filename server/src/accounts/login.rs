//! POST /api/auth/login

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use plumbline_core::credentials::{login as login_rules, normal_email};
use serde::{Deserialize, Serialize};

use super::store::UserRow;
use super::{PASSWORD_MAX, RequiresVerification, User, address, field_errors, invalid, store};
use crate::error::ApiError;
use crate::http::{ApiJson, ClientAddress};
use crate::ids::sha256_hex;
use crate::limits::Limit;
use crate::sessions::{cookie, store as sessions};
use crate::state::AppState;

/// How much is kept of what a browser calls itself, in characters.
const USER_AGENT_MAX: usize = 300;

/// An address and its password. `username` is the e-mail address; `email` is taken as well.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct LoginRequest {
    username: Option<String>,
    email: Option<String>,
    password: String,
    recaptcha_token: Option<String>,
}

/// The user, or that the address has to be verified first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum LoginAnswer {
    /// Signed in.
    User(User),
    /// Right password, address not verified yet: not signed in.
    RequiresVerification(RequiresVerification),
}

/// Signs in: a new session under a new secret, in the place of the browser's old one.
#[utoipa::path(post, path = "/api/auth/login", tag = "accounts", request_body = LoginRequest,
    responses((status = 200, body = LoginAnswer), (status = 400, body = crate::error::ErrorBody),
        (status = 401, body = crate::error::ErrorBody), (status = 429)))]
pub(super) async fn login(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    ApiJson(request): ApiJson<LoginRequest>,
) -> Result<Response, ApiError> {
    let email = address(request.username, request.email);
    let broken = login_rules(&email, &request.password);
    if !broken.is_empty() {
        return Err(invalid(field_errors(&broken), None));
    }
    let key = normal_email(&email);
    state.limits.check(Limit::LoginByAddress, client)?;
    state.limits.check(Limit::LoginByAccount, &key)?;
    state
        .captcha
        .verify(request.recaptcha_token.as_deref(), client)
        .await?;

    let mut conn = state.db.read().await?;
    let user = store::find_by_email(&mut conn, &key).await?;
    drop(conn);
    let hash = user.as_ref().map(|user| user.password_hash.clone());
    let fits = request.password.chars().count() <= PASSWORD_MAX;
    let right = fits && state.passwords.verify(request.password, hash).await?;
    let Some(user) = user.filter(|_| right) else {
        return Err(ApiError::new(
            axum::http::StatusCode::UNAUTHORIZED,
            "wrong_credentials",
            "Invalid email address or password",
        ));
    };
    if user.verified_at.is_none() {
        let answer = RequiresVerification {
            requires_verification: true,
        };
        return Ok(Json(LoginAnswer::RequiresVerification(answer)).into_response());
    }
    open_session(&state, &headers, user).await
}

async fn open_session(
    state: &AppState,
    headers: &HeaderMap,
    user: UserRow,
) -> Result<Response, ApiError> {
    let secret = state.ids.token::<32>();
    let agent = headers
        .get(header::USER_AGENT)
        .and_then(|value| value.to_str().ok());
    let agent: String = agent
        .unwrap_or_default()
        .chars()
        .take(USER_AGENT_MAX)
        .collect();
    let session = sessions::NewSession {
        id: &state.ids.new_id(),
        token_hash: &sha256_hex(&secret),
        user_id: &user.id,
        user_agent: &agent,
        now: state.clock.now_ms(),
    };
    let mut tx = state.db.begin_write().await?;
    if let Some(old) = cookie::read(headers, &state.public_url) {
        sessions::delete(&mut tx, &sha256_hex(old)).await?;
    }
    sessions::insert(&mut tx, &session).await?;
    tx.commit().await?;
    let user = User {
        id: user.id,
        email: user.email,
        name: user.name,
    };
    let mut response = Json(LoginAnswer::User(user)).into_response();
    if let Some(value) = cookie::set(&state.public_url, &secret) {
        response.headers_mut().insert(cookie::HEADER, value);
    }
    Ok(response)
}
