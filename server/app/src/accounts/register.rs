//! POST /api/auth/register

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use plumbline_core::credentials::{check_registration, normalise_email};
use serde::Deserialize;

use super::store::{self, UserRow};
use super::verify_email::{self, CodeReceiver, verify_link};
use super::{
    NAME_MAX, PASSWORD_MAX, RequiresVerification, email_address, open_session, to_field_errors, unverified,
    validation_error,
};
use plumbline_platform::db::is_unique_violation;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{ApiJson, ClientAddress};
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::sessions::CookieSecret;
use plumbline_platform::state::AppState;
use plumbline_records::plans;

/// A registration. `username` and `email` are the same address; either may be left out.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct RegisterRequest {
    username: Option<String>,
    email: Option<String>,
    name: String,
    password: String,
    confirm_password: Option<String>,
    recaptcha_token: Option<String>,
}

/// Creates an account and emails its verification code; if the code is not entered, the account is deleted after seven
/// days. The browser becomes a known device.
#[utoipa::path(post, path = "/api/auth/register", tag = "accounts",
    request_body = RegisterRequest,
    responses((status = 201, body = RequiresVerification),
        (status = 400, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn register(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    ApiJson(request): ApiJson<RegisterRequest>,
) -> Result<Response, ApiError> {
    state.limits.check_account(AccountLimit::RegisterByAddress, client).await?;
    let name = request.name.trim().to_owned();
    validate(&request, &name)?;
    let email = email_address(request.email, request.username);
    state.captcha.verify(request.recaptcha_token.as_deref(), client).await?;

    let key = normalise_email(&email);
    // Counted after the human check, so that nobody's registration is blocked by requests that fail it.
    state.limits.check_account(AccountLimit::RegisterByAccount, &key).await?;
    let mut conn = state.db.read().await?;
    if store::find_by_email(&mut conn, &key).await?.is_some() {
        return Err(email_taken());
    }
    drop(conn);
    // Hashing is slow, so it is done before the transaction takes the write lock.
    let password_hash = state.passwords.hash(request.password).await?;
    let now = state.clock.now_ms();
    let user = UserRow {
        id: state.ids.new_id(),
        email,
        email_key: key,
        name,
        business_name: String::new(),
        phone: String::new(),
        address: String::new(),
        password_hash,
        verified_at: None,
        last_login_at: None,
        created_at: now,
        updated_at: now,
        is_admin: false,
    };
    let mut tx = state.db.begin_write().await?;
    match store::insert(&mut tx, &user).await {
        Err(error) if is_unique_violation(&error) => return Err(email_taken()),
        other => other?,
    }
    unverified::schedule(&state, &mut tx, &user).await?;
    plans::start_trial(&state, &mut tx, &user.id).await?;
    verify_email::send_code(&state, &verify_link(&state, &user.email), &mut tx, CodeReceiver::from(&user))
        .await?;
    // A browser that another account knows keeps its secret, and with it the other account's PIN.
    let known = CookieSecret::Device.read(&headers, &state.public_url).is_some();
    let device = match known {
        true => None,
        false => Some(open_session::register_device(&state, &mut tx, &headers, &user.id).await?),
    };
    tx.commit().await?;
    let answer = RequiresVerification { requires_verification: true };
    let mut response = (StatusCode::CREATED, Json(answer)).into_response();
    if let Some(secret) = device {
        CookieSecret::Device.set(response.headers_mut(), &state.public_url, &secret);
    }
    Ok(response)
}

fn validate(request: &RegisterRequest, name: &str) -> Result<(), ApiError> {
    let password = &request.password;
    let email = email_address(request.email.clone(), request.username.clone());
    let mut errors =
        to_field_errors(&check_registration(name, &email, password, request.confirm_password.as_deref()));
    // With two different addresses, the person would expect to sign in with the one that was not registered.
    if (request.username.as_ref()).is_some_and(|other| normalise_email(other) != normalise_email(&email)) {
        errors.push(FieldError::new("username", "mismatch", "The username must be the email address"));
    }
    let mut checks = FieldChecks::new();
    checks.check_line("name", name, NAME_MAX);
    errors.extend(checks.into_errors());
    if password.chars().count() > PASSWORD_MAX {
        errors.push(FieldError::new("password", "too_long", "Password can have at most 200 characters"));
    }
    if errors.is_empty() {
        return Ok(());
    }
    let weak = errors.iter().all(|error| error.path == "password");
    Err(validation_error(errors, weak.then_some("Password does not meet requirements")))
}

fn email_taken() -> ApiError {
    let message = "Email already registered";
    ApiError::bad_request("email_taken", message).with_errors(vec![FieldError::new(
        "email",
        "email_taken",
        message,
    )])
}
