//! POST /api/auth/reset-password

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use plumbline_core::credentials::{check_reset as reset_rules, is_email, normalise_email};
use serde::Deserialize;

use super::caller::{AttemptPolicy, Caller};
use super::store;
use super::store::resets::{self, ResetRow};
use super::{
    MessageResponse, PASSWORD_MAX, emails, open_session, passkeys, to_field_errors, unverified,
    validation_error,
};
use plumbline_platform::clock::{HOUR, is_valid_at};
use plumbline_platform::db::DbResult;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::{ApiJson, ClientAddress};
use plumbline_platform::ids::sha256_hex;
use plumbline_platform::jobs::{self, JobHandler, JobKind, Lane};
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::sessions::{CookieSecret, devices, store as sessions};
use plumbline_platform::state::AppState;
use plumbline_platform::{attempts, mail};

/// The longest token that is looked up, in bytes; a real one has 43.
const TOKEN_MAX: usize = 200;

/// The token of a link, and the new password.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct ResetPasswordRequest {
    token: Option<String>,
    new_password: String,
}

/// Sets a new password with a link from an email. The link is valid once; all sessions and PINs of the account end, and
/// the owner gets an email. The browser becomes a known device.
#[utoipa::path(post, path = "/api/auth/reset-password", tag = "accounts",
    request_body = ResetPasswordRequest,
    responses((status = 200, body = MessageResponse),
        (status = 400, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn reset_password(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    ApiJson(request): ApiJson<ResetPasswordRequest>,
) -> Result<Response, ApiError> {
    let token = request.token.unwrap_or_default();
    let now = state.clock.now_ms();
    let link = find(&state, &token, now).await?;
    // Somebody with a valid link is not held up by others at the same network address who guess.
    let (limit, key) = match &link {
        Some(link) => (AccountLimit::ResetByLink, link.token_hash.clone()),
        None => (AccountLimit::ResetByAddress, client.to_string()),
    };
    state.limits.check_account(limit, key).await?;
    let mut errors = to_field_errors(&reset_rules(&token, &request.new_password, None));
    if request.new_password.chars().count() > PASSWORD_MAX {
        let msg = "Password can have at most 200 characters";
        errors.push(FieldError::new("newPassword", "too_long", msg));
    }
    if token.is_empty() || token.len() > TOKEN_MAX {
        return Err(invalid_token());
    }
    if !errors.is_empty() {
        return Err(validation_error(errors, None));
    }
    let link = link.ok_or_else(invalid_token)?;
    // Hashing is slow, so it is done before the transaction takes the write lock.
    let hash = state.passwords.hash(request.new_password).await?;

    let mut tx = state.db.begin_write().await?;
    if !resets::use_up(&mut tx, &link.token_hash).await? {
        return Err(invalid_token());
    }
    let user = store::find(&mut tx, &link.user_id).await?.ok_or_else(invalid_token)?;
    store::set_password(&mut tx, &user.id, &hash, now).await?;
    // The link was emailed to this address, which proves as much as a code.
    unverified::mark_verified(&mut tx, &user.id, now).await?;
    resets::delete_all(&mut tx, &user.id).await?;
    sessions::delete_others(&mut tx, &user.id, None).await?;
    devices::delete_others(&mut tx, &user.id, None).await?;
    // Somebody who gets back into an account in this way removes everybody who got in before.
    passkeys::store::delete_all(&mut tx, &user.id).await?;
    let email_key = plumbline_core::credentials::normalise_email(&user.email);
    attempts::reset(&mut tx, &format!("login:{email_key}")).await?;
    mail::enqueue(&state, &mut tx, &emails::compose_password_changed(&state, &user)?).await?;
    let device = open_session::register_device(&state, &mut tx, &headers, &user.id).await?;
    tx.commit().await?;
    let message_response = MessageResponse::new("You can now login with your new password.");
    let mut response = Json(message_response).into_response();
    CookieSecret::Device.set(response.headers_mut(), &state.public_url, &device);
    Ok(response)
}

/// The link with a token; `None` if it is not valid.
async fn find(state: &AppState, token: &str, now: i64) -> DbResult<Option<ResetRow>> {
    if token.is_empty() || token.len() > TOKEN_MAX {
        return Ok(None);
    }
    let mut conn = state.db.read().await?;
    let link = resets::find(&mut conn, &sha256_hex(token)).await?;
    Ok(link.filter(|link| is_valid_at(now, link.created_at, link.expires_at)))
}

fn invalid_token() -> ApiError {
    ApiError::bad_field("token", "invalid_token", "Invalid reset token")
}

/// All requests are counted.
const ATTEMPT_POLICY: AttemptPolicy = AttemptPolicy {
    code: "forgot",
    by_address: AccountLimit::ForgotByAddress,
    by_caller: AccountLimit::ForgotByCaller,
    by_strangers: AccountLimit::ForgotByStrangers,
    refuses_strangers: false,
    unchecked_by_account: 3,
    unchecked_by_address: 10,
};

/// The account whose password was forgotten.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct ForgotPasswordRequest {
    email: String,
    recaptcha_token: Option<String>,
}

/// Sends a link for setting a new password. The response is the same, and takes as long, whether or not the address has
/// an account: that is looked up afterwards.
#[utoipa::path(post, path = "/api/auth/forgot-password", tag = "accounts",
    request_body = ForgotPasswordRequest,
    responses((status = 200, body = MessageResponse),
        (status = 400, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn forgot_password(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    ApiJson(request): ApiJson<ForgotPasswordRequest>,
) -> Result<Json<MessageResponse>, ApiError> {
    if !is_email(request.email.trim()) {
        let msg = "Please enter a valid email address";
        let error = FieldError::new("email", "invalid_email", msg);
        return Err(validation_error(vec![error], None));
    }
    let key = normalise_email(&request.email);
    let caller = Caller::from_request(&state, &headers, client, &key).await?;
    let solution = request.recaptcha_token.as_deref();
    let tries = ATTEMPT_POLICY.check(&state, (&caller, &key), client, solution).await?;

    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    tries.count(&mut tx, now).await?;
    if tries.is_effective {
        jobs::enqueue(&state, &mut tx, KIND, &key).await?;
    }
    tx.commit().await?;
    Ok(Json(MessageResponse::new(
        "If this address has an account, a link to choose a new password is on its way.",
    )))
}

// The job that emails a link for a new password, if the address has an account. Its payload is the address as
// addresses are compared.

/// How long a link is valid, in milliseconds.
const LIFETIME: i64 = HOUR;

/// The job that sends a requested link.
pub(super) const KIND: JobKind = JobKind::new("reset", Lane::Urgent);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async { send(state, task.payload).await.map_err(super::retry_later) })
});

async fn send(state: &AppState, email_key: &str) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    if let Some(user) = store::find_by_email(&mut tx, email_key).await? {
        let now = state.clock.now_ms();
        let token = state.ids.new_link_token::<32>();
        let reset = ResetRow {
            token_hash: sha256_hex(&token),
            user_id: user.id.clone(),
            created_at: now,
            expires_at: now + LIFETIME,
        };
        resets::insert(&mut tx, &reset).await?;
        let link = state.link_to(&format!("/reset-password?token={token}"));
        let email = emails::compose_reset(&user, &link)?;
        mail::enqueue_urgent(state, &mut tx, &email, Some(reset.expires_at)).await?;
    }
    tx.commit().await?;
    Ok(())
}
