//! POST /api/auth/passkey/begin and POST /api/auth/passkey/login

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;
use webauthn_rs::prelude::{DiscoverableAuthentication, DiscoverableKey, PublicKeyCredential};

use super::{PasskeyCeremony, build_webauthn, setup_error, store};
use crate::accounts::login::LoginResponse;
use crate::accounts::{RequiresVerification, open_session, store as accounts};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiJson, ClientAddress};
use plumbline_platform::ids::UserId;
use plumbline_platform::limits::{AccountLimit, ProcessLimit};
use plumbline_platform::state::AppState;

/// The browser's signature.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PasskeyLogin {
    /// The secret that came with the options.
    ceremony: String,
    /// The credential, as its `toJSON` returns it.
    #[schema(value_type = Object)]
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    credential: Value,
}

/// The options that a browser signs, with any passkey that its owner chooses: no account is named, so nobody learns who
/// has a passkey.
#[utoipa::path(post, path = "/api/auth/passkey/begin", tag = "accounts",
    operation_id = "begin_passkey_login",
    responses((status = 200, body = PasskeyCeremony), (status = 404, body = ErrorBody),
        (status = 429)))]
pub(super) async fn begin(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
) -> Result<Json<PasskeyCeremony>, ApiError> {
    state.limits.check(ProcessLimit::PasskeyByAddress, client)?;
    let webauthn = build_webauthn(&state)?;
    let (request_challenge_response, discoverable_authentication) =
        webauthn.start_discoverable_authentication().map_err(setup_error)?;
    let mut tx = state.db.begin_write().await?;
    let ceremony = store::save(&state, &mut tx, None, &discoverable_authentication).await?;
    tx.commit().await?;
    let options = serde_json::to_value(&request_challenge_response.public_key)?;
    Ok(Json(PasskeyCeremony { ceremony, options }))
}

/// Signs in with a passkey: a new session with a new secret replaces the browser's old one.
#[utoipa::path(post, path = "/api/auth/passkey/login", tag = "accounts",
    operation_id = "passkey_login", request_body = PasskeyLogin,
    responses((status = 200, body = LoginResponse), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 429)))]
pub(super) async fn sign_in(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    ApiJson(input): ApiJson<PasskeyLogin>,
) -> Result<Response, ApiError> {
    state.limits.check_account(AccountLimit::PasskeyByAddress, client).await?;
    let webauthn = build_webauthn(&state)?;
    let signed: PublicKeyCredential = store::parse_answer(input.credential)?;
    let discoverable_authentication: DiscoverableAuthentication =
        store::use_up(&state, None, &input.ceremony).await?;
    let (owner, credential_id) =
        webauthn.identify_discoverable_authentication(&signed).map_err(|_| unknown_passkey())?;
    let credential_id = store::encode_id(credential_id);
    let mut tx = state.db.begin_write().await?;
    let row = store::lock(&mut tx, &credential_id).await?;
    let row = row.filter(|row| row.user_id == UserId::from(owner));
    let mut row = row.ok_or_else(unknown_passkey)?;
    let mut credential = row.credential()?;
    let key = DiscoverableKey::from(&credential);
    // Checks the signature, that the owner was verified, and that the counter has gone up if the passkey has one.
    let result = webauthn.finish_discoverable_authentication_v2(&signed, discoverable_authentication, &key);
    let authentication_result = result.map_err(|error| {
        tracing::warn!(?error, passkey = %row.id, "a passkey was refused");
        unknown_passkey()
    })?;
    credential.update_credential(&authentication_result);
    row.record_use(&credential, state.clock.now_ms())?;
    store::update_use(&mut tx, &row).await?;
    let user = accounts::find(&mut tx, &row.user_id).await?;
    let user = user.ok_or_else(unknown_passkey)?;
    if user.verified_at.is_none() {
        let answer = RequiresVerification { requires_verification: true };
        return Ok(Json(LoginResponse::RequiresVerification(answer)).into_response());
    }
    let secrets = open_session::open_by_passkey(&state, &mut tx, &headers, &user).await?;
    tx.commit().await?;
    let mut response = Json(LoginResponse::User(user.into())).into_response();
    secrets.set_cookies(response.headers_mut(), &state.public_url);
    Ok(response)
}

/// One response for everything that can be wrong, so that nobody learns which passkeys exist.
fn unknown_passkey() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        "unknown_passkey",
        "We don’t recognise this passkey. Log in with your password instead.",
    )
}
