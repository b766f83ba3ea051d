//! POST /api/account/passkeys/begin and POST /api/account/passkeys: adding a passkey.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;
use webauthn_rs::prelude::{CredentialID, PasskeyRegistration, RegisterPublicKeyCredential, WebauthnError};

use super::store::{self, PasskeyRow};
use super::{NAME_MAX, PASSKEYS_MAX, Passkey, PasskeyCeremony, build_webauthn, setup_error};
use crate::accounts::captcha::LimitedUser;
use crate::accounts::deletion::CurrentPassword;
use crate::accounts::{change_password, emails, store as accounts};
use plumbline_platform::db::is_unique_violation;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{ApiJson, RawJson};
use plumbline_platform::mail;
use plumbline_platform::sessions::devices;
use plumbline_platform::state::AppState;

/// The passkey that the browser made.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct NewPasskey {
    /// The secret that came with the options.
    ceremony: String,
    /// The name that the owner gives it; empty for the name of the browser.
    name: String,
    /// The credential, as its `toJSON` returns it.
    #[schema(value_type = Object)]
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    credential: Value,
}

/// The options from which a browser makes a passkey. Requires the password, because a passkey can sign in from now on.
#[utoipa::path(post, path = "/api/account/passkeys/begin", tag = "account",
    operation_id = "begin_passkey", request_body = CurrentPassword,
    responses((status = 200, body = PasskeyCeremony), (status = 400, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429)))]
pub(super) async fn begin(
    State(state): State<AppState>,
    LimitedUser { user, client }: LimitedUser,
    body: RawJson,
) -> Result<Json<PasskeyCeremony>, ApiError> {
    let webauthn = build_webauthn(&state)?;
    let password = CurrentPassword::parse(&body)?;
    change_password::require_password(&state, &user, client, password).await?;
    let mut tx = state.db.begin_write().await?;
    let known = store::list(&mut tx, &user.id).await?;
    check_limit(known.len())?;
    // A device that already has a passkey is not asked to make another.
    let known = known.iter().map(PasskeyRow::credential);
    let known: Vec<CredentialID> =
        known.map(|credential| credential.map(|it| it.cred_id().clone())).collect::<Result<_, _>>()?;
    let id = Uuid::parse_str(user.id.as_str()).map_err(|_| ApiError::internal("an account's id"))?;
    let name = user.name.trim();
    let displayed = if name.is_empty() { &user.email } else { name };
    let (creation_challenge_response, passkey_registration) =
        webauthn.start_passkey_registration(id, &user.email, displayed, Some(known)).map_err(setup_error)?;
    let ceremony = store::save(&state, &mut tx, Some(&user.id), &passkey_registration).await?;
    tx.commit().await?;
    let mut options = serde_json::to_value(&creation_challenge_response.public_key)?;
    // The device must be able to find the passkey without a typed name, so that signing in takes one tap.
    let selection = &mut options["authenticatorSelection"];
    selection["residentKey"] = json!("required");
    selection["requireResidentKey"] = json!(true);
    Ok(Json(PasskeyCeremony { ceremony, options }))
}

/// Adds the passkey that the browser made; the owner gets an email.
#[utoipa::path(post, path = "/api/account/passkeys", tag = "account", operation_id = "add_passkey",
    request_body = NewPasskey,
    responses((status = 201, body = Passkey), (status = 400, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn add(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
    headers: HeaderMap,
    ApiJson(input): ApiJson<NewPasskey>,
) -> Result<(StatusCode, Json<Passkey>), ApiError> {
    let webauthn = build_webauthn(&state)?;
    let mut name = input.name.trim().to_owned();
    if name.is_empty() {
        name = devices::describe_user_agent(&devices::read_user_agent(&headers));
    }
    check_name("name", &name)?;
    let made: RegisterPublicKeyCredential = store::parse_answer(input.credential)?;
    let passkey_registration: PasskeyRegistration =
        store::use_up(&state, Some(&user.id), &input.ceremony).await?;
    // The library has no error of its own for a passkey that the account already has.
    let credential_id = store::encode_id(&made.raw_id);
    let known = store::list(&mut *state.db.read().await?, &user.id).await?;
    if known.iter().any(|row| row.credential_id == credential_id) {
        return Err(already_added());
    }
    let credential = webauthn
        .finish_passkey_registration(&made, &passkey_registration)
        .map_err(|error| registration_error(&error))?;
    let now = state.clock.now_ms();
    let row = PasskeyRow::new(state.ids.new_id(), &user.id, name, &credential, now)?;
    let mut tx = state.db.begin_write().await?;
    // Locked, so that if two are added when there is space for one, one of them is refused.
    let owner = accounts::lock(&mut tx, &user.id).await?;
    let owner = owner.ok_or_else(ApiError::session_expired)?;
    check_limit(store::list(&mut tx, &user.id).await?.len())?;
    match store::insert(&mut tx, &row).await {
        Err(error) if is_unique_violation(&error) => {
            return Err(already_added());
        }
        written => written?,
    }
    mail::enqueue(&state, &mut tx, &emails::compose_passkey_added(&state, &owner, &row.name)?).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(row.into())))
}

/// The error for a passkey that is not accepted.
fn registration_error(error: &WebauthnError) -> ApiError {
    tracing::info!(?error, "a passkey was refused");
    ApiError::bad_field("credential", "passkey_refused", "This passkey could not be added. Please try again.")
}

fn already_added() -> ApiError {
    ApiError::conflict("passkey_known", "This passkey is already in use.")
}

/// Checks that the account may have one more passkey.
fn check_limit(known: usize) -> Result<(), ApiError> {
    if known < PASSKEYS_MAX {
        return Ok(());
    }
    Err(ApiError::conflict(
        "too_many_passkeys",
        format!("An account can have at most {PASSKEYS_MAX} passkeys. Remove one you no longer use."),
    ))
}

/// Validates a name.
pub(super) fn check_name(path: &str, name: &str) -> Result<(), ApiError> {
    let mut checks = FieldChecks::new();
    checks.check_required_line(path, name, NAME_MAX, "Give the passkey a name.");
    checks.into_result()
}
