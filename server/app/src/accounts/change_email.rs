//! POST and DELETE /api/account/email, POST /api/account/email/verify

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::credentials::{check_verification, is_email, normalise_email};
use serde::Deserialize;

use super::account::{self, Account};
use super::captcha::LimitedUser;
use super::store::changes::{self, EmailChange};
use super::store::{self, resets};
use super::verify_email::{self, CodeReceiver};
use super::{MessageResponse, change_password, emails, to_field_errors, validation_error};
use plumbline_platform::db::is_unique_violation;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::ApiJson;
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::state::AppState;
use plumbline_platform::{attempts, mail};

/// The new address, and the password.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct ChangeEmailRequest {
    email: String,
    current_password: Option<String>,
}

/// Sends a code to a new address and notifies the old one. The response does not reveal whether the new address has an
/// account of its own: if it has, it gets an email that says so instead of a code.
#[utoipa::path(post, path = "/api/account/email", tag = "account", request_body = ChangeEmailRequest,
    responses((status = 202, body = MessageResponse), (status = 400, body = plumbline_platform::error::ErrorBody),
        (status = 403, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn request_change(
    State(state): State<AppState>,
    LimitedUser { user, client }: LimitedUser,
    ApiJson(request): ApiJson<ChangeEmailRequest>,
) -> Result<(StatusCode, Json<MessageResponse>), ApiError> {
    let email = request.email.trim().to_owned();
    if !is_email(&email) {
        let msg = "Please enter a valid email address";
        return Err(ApiError::bad_field("email", "invalid_email", msg));
    }
    let email_key = normalise_email(&email);
    if email_key == normalise_email(&user.email) {
        let msg = "This is already your address.";
        return Err(ApiError::bad_field("email", "same_email", msg));
    }
    change_password::require_password(&state, &user, client, request.current_password).await?;
    state.limits.check_account(AccountLimit::ChangeEmailByAccount, &user.id).await?;

    let (code, row) = verify_email::generate(&state);
    let change = EmailChange { email, email_key, code: row };
    let mut tx = state.db.begin_write().await?;
    changes::replace(&mut tx, &user.id, &change).await?;
    let owner = store::find_by_email(&mut tx, &change.email_key).await?;
    let to_new = match owner {
        None => {
            let receiver = CodeReceiver { id: &user.id, email: &change.email };
            emails::compose_change_code(&receiver, &code, &state.link_to("/settings"))?
        }
        Some(owner) => emails::compose_address_in_use(&state, &owner)?,
    };
    let until = change.code.expires_at;
    mail::enqueue_urgent(&state, &mut tx, &to_new, Some(until)).await?;
    let to_old =
        emails::compose_change_requested(&state, (&user.id, &user.name, &user.email), &change.email)?;
    mail::enqueue(&state, &mut tx, &to_old).await?;
    tx.commit().await?;
    let message_response =
        MessageResponse::new("A code is on its way to your new address. Enter it to finish.");
    Ok((StatusCode::ACCEPTED, Json(message_response)))
}

/// The code that was sent to the new address.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct VerifyNewEmailRequest {
    code: String,
}

/// Changes the address if the code that was sent to the new one is right.
#[utoipa::path(post, path = "/api/account/email/verify", tag = "account",
    request_body = VerifyNewEmailRequest,
    responses((status = 200, body = Account), (status = 400, body = plumbline_platform::error::ErrorBody),
        (status = 429)))]
pub(super) async fn verify(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
    ApiJson(request): ApiJson<VerifyNewEmailRequest>,
) -> Result<Json<Account>, ApiError> {
    let broken = check_verification(&user.email, &request.code);
    if !broken.is_empty() {
        return Err(validation_error(to_field_errors(&broken), None));
    }
    let now = state.clock.now_ms();
    let tries = format!("change:{}", user.id);
    let mut tx = state.db.begin_write().await?;
    let counted = verify_email::count_attempt(&mut tx, (&tries, verify_email::ATTEMPTS_MAX), now).await?;
    let change = changes::find(&mut tx, &user.id).await?;
    let change =
        change.filter(|change| counted.is_ok() && verify_email::is_valid(&change.code, &request.code, now));
    let taken = match &change {
        Some(change) => store::find_by_email(&mut tx, &change.email_key).await?,
        None => None,
    };
    let Some(change) = change.filter(|_| taken.is_none()) else {
        // Committed so that the attempt counts.
        tx.commit().await?;
        counted?;
        return Err(verify_email::wrong_code());
    };
    if !changes::delete(&mut tx, &user.id).await? {
        return Err(verify_email::wrong_code());
    }
    let address = (change.email.as_str(), change.email_key.as_str());
    match store::set_email(&mut tx, &user.id, address, now).await {
        // Another account was registered with the address at the same moment.
        Err(error) if is_unique_violation(&error) => return Err(verify_email::wrong_code()),
        other => other?,
    }
    // A link in the old address's mailbox must not open the account any more.
    resets::delete_all(&mut tx, &user.id).await?;
    attempts::reset(&mut tx, &tries).await?;
    let to_old = emails::compose_email_changed(&state, (&user.id, &user.name, &user.email), &change.email)?;
    mail::enqueue(&state, &mut tx, &to_old).await?;
    let account = account::load_account(&state, &mut tx, &user).await?;
    tx.commit().await?;
    Ok(Json(account))
}

/// Cancels the change; does nothing if there is none.
#[utoipa::path(delete, path = "/api/account/email", tag = "account", responses((status = 204)))]
pub(super) async fn cancel(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    changes::delete(&mut tx, &user.id).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
