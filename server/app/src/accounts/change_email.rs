//! POST and DELETE /api/account/email, POST /api/account/email/verify

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::credentials::{is_email, normal_email, verification};
use serde::Deserialize;

use super::account::{self, Account};
use super::code::{self, Receiver};
use super::store::changes::{self, Change};
use super::store::resets;
use super::within_limits::AtSettings;
use super::{Told, confirm_password, field_errors, invalid, mails, store};
use plumbline_platform::attempts;
use plumbline_platform::db::is_unique_violation;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::ApiJson;
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::mail;
use plumbline_platform::state::AppState;

/// The new address, and the password.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct ChangeEmailRequest {
    email: String,
    current_password: Option<String>,
}

/// Sends a code to a new address and tells the old one. The answer does not say whether the new
/// address has an account of its own: then a mail to it does, and no code comes.
#[utoipa::path(post, path = "/api/account/email", tag = "account", request_body = ChangeEmailRequest,
    responses((status = 202, body = Told), (status = 400, body = plumbline_platform::error::ErrorBody),
        (status = 403, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn ask(
    State(state): State<AppState>,
    AtSettings { user, client }: AtSettings,
    ApiJson(request): ApiJson<ChangeEmailRequest>,
) -> Result<(StatusCode, Json<Told>), ApiError> {
    let email = request.email.trim().to_owned();
    if !is_email(&email) {
        let msg = "Please enter a valid email address";
        return Err(ApiError::bad_field("email", "invalid_email", msg));
    }
    let email_key = normal_email(&email);
    if email_key == normal_email(&user.email) {
        let msg = "This is already your address.";
        return Err(ApiError::bad_field("email", "same_email", msg));
    }
    confirm_password::require(&state, &user, client, request.current_password).await?;
    state
        .limits
        .check_account(AccountLimit::ChangeEmailByAccount, &user.id)
        .await?;

    let (code, row) = code::make(&state);
    let change = Change {
        email,
        email_key,
        code: row,
    };
    let mut tx = state.db.begin_write().await?;
    changes::replace(&mut tx, &user.id, &change).await?;
    let owner = store::find_by_email(&mut tx, &change.email_key).await?;
    let to_new = match owner {
        None => {
            let receiver = Receiver {
                id: &user.id,
                email: &change.email,
            };
            mails::change_code(&receiver, &code, &state.link("/settings"))?
        }
        Some(owner) => mails::address_in_use(&state, &owner)?,
    };
    let until = change.code.expires_at;
    mail::enqueue_urgent(&state, &mut tx, &to_new, Some(until)).await?;
    let to_old = mails::change_asked(&state, (&user.id, &user.name, &user.email), &change.email)?;
    mail::enqueue(&state, &mut tx, &to_old).await?;
    tx.commit().await?;
    let told = Told::new("A code is on its way to your new address. Enter it to finish.");
    Ok((StatusCode::ACCEPTED, Json(told)))
}

/// The code that was sent to the new address.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct VerifyNewEmailRequest {
    code: String,
}

/// Changes the address by the code that was sent to the new one.
#[utoipa::path(post, path = "/api/account/email/verify", tag = "account",
    request_body = VerifyNewEmailRequest,
    responses((status = 200, body = Account), (status = 400, body = plumbline_platform::error::ErrorBody),
        (status = 429)))]
pub(super) async fn verify(
    State(state): State<AppState>,
    AtSettings { user, .. }: AtSettings,
    ApiJson(request): ApiJson<VerifyNewEmailRequest>,
) -> Result<Json<Account>, ApiError> {
    let broken = verification(&user.email, &request.code);
    if !broken.is_empty() {
        return Err(invalid(field_errors(&broken), None));
    }
    let now = state.clock.now_ms();
    let tries = format!("change:{}", user.id);
    let mut tx = state.db.begin_write().await?;
    let counted = code::count_try(&mut tx, (&tries, code::MAX_TRIES), now).await?;
    let change = changes::find(&mut tx, &user.id).await?;
    let change =
        change.filter(|change| counted.is_ok() && code::is_right(&change.code, &request.code, now));
    let taken = match &change {
        Some(change) => store::find_by_email(&mut tx, &change.email_key).await?,
        None => None,
    };
    let Some(change) = change.filter(|_| taken.is_none()) else {
        // The try counts.
        tx.commit().await?;
        counted?;
        return Err(code::wrong());
    };
    if !changes::delete(&mut tx, &user.id).await? {
        return Err(code::wrong());
    }
    let address = (change.email.as_str(), change.email_key.as_str());
    match store::set_email(&mut tx, &user.id, address, now).await {
        // Somebody registered it in this very moment.
        Err(error) if is_unique_violation(&error) => return Err(code::wrong()),
        other => other?,
    }
    // A link that lies in the old address's mailbox must not open the account any more.
    resets::delete_all(&mut tx, &user.id).await?;
    attempts::forget(&mut tx, &tries).await?;
    let to_old = mails::email_changed(&state, (&user.id, &user.name, &user.email), &change.email)?;
    mail::enqueue(&state, &mut tx, &to_old).await?;
    let account = account::describe(&state, &mut tx, &user).await?;
    tx.commit().await?;
    Ok(Json(account))
}

/// Takes the change back; nothing happens when there is none.
#[utoipa::path(delete, path = "/api/account/email", tag = "account", responses((status = 204)))]
pub(super) async fn cancel(
    State(state): State<AppState>,
    AtSettings { user, .. }: AtSettings,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    changes::delete(&mut tx, &user.id).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
