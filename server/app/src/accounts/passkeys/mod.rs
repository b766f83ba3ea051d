//! Passkeys: signing in with what unlocks the device (WebAuthn). The device has a private key for this server's
//! name, signs what it is asked to, and says itself whose account it is for; the public key is stored here.
//!
//! ```text
//! add        after the password, the browser makes one, and the owner gets an email
//! sign_in    anybody is asked for one; the response says whose it is
//! manage     the list, names, removal
//! ceremony   what a browser is asked to sign, stored here and used up by one response
//! store      the tables
//! ```
//!
//! A passkey is bound to the host of `PLUMBLINE_PUBLIC_URL`. The device must have asked for a finger, a face or a
//! code. It does not replace the password: what asks for the password still does after signing in with a passkey.
//! Setting a new password by the emailed link removes all passkeys, so that an owner who gets their account back is
//! rid of everybody else's.

mod add;
mod sign_in;
pub(super) mod store;

use add::check_name;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use url::{Host, Url};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use webauthn_rs::WebauthnBuilder;
use webauthn_rs::prelude::{Webauthn, WebauthnError};

use crate::accounts::captcha::LimitedUser;
use crate::accounts::{emails, store as accounts};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::PasskeyId;
use plumbline_platform::mail;
use plumbline_platform::state::AppState;

/// The most passkeys of an account.
const PASSKEYS_MAX: usize = 20;

/// The longest name, in characters.
const NAME_MAX: usize = 60;

/// The routes.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(add::begin))
        .routes(routes!(list, add::add))
        .routes(routes!(rename, remove))
        .routes(routes!(sign_in::begin))
        .routes(routes!(sign_in::sign_in))
}

/// A passkey as its owner sees it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Passkey {
    /// The id.
    #[schema(value_type = String)]
    id: PasskeyId,
    /// The name that the owner gives it.
    name: String,
    /// When it was added, milliseconds since the epoch.
    created_at: i64,
    /// When it was last used to sign in, milliseconds since the epoch.
    last_used_at: Option<i64>,
}

impl From<store::PasskeyRow> for Passkey {
    fn from(row: store::PasskeyRow) -> Self {
        Self { id: row.id, name: row.name, created_at: row.created_at, last_used_at: row.last_used_at }
    }
}

/// What the browser is asked to do, and the secret that it returns with its response.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PasskeyCeremony {
    /// The secret.
    ceremony: String,
    /// The options, as `PublicKeyCredential.parse…OptionsFromJSON` accepts them.
    #[schema(value_type = Object)]
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    options: serde_json::Value,
}

/// The name to which passkeys are bound, and the address of the pages that use them. Browsers allow no passkeys for an
/// IP address: a loopback address becomes `localhost`, and for any other the result is `None`.
fn relying_party(public_url: &Url) -> Option<(String, Url)> {
    let local = match public_url.host()? {
        Host::Domain(name) => return Some((name.to_owned(), public_url.clone())),
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    };
    let mut named = public_url.clone();
    named.set_host(local.then_some("localhost")).ok()?;
    Some(("localhost".to_owned(), named))
}

/// The name to which this server's passkeys are bound; `None` if it has no name.
pub(super) fn bound_name(state: &AppState) -> Option<String> {
    relying_party(&state.public_url).map(|(name, _)| name)
}

fn build_webauthn(state: &AppState) -> Result<Webauthn, ApiError> {
    let (name, origin) = relying_party(&state.public_url).ok_or_else(|| ApiError::not_found("Passkey"))?;
    let builder = WebauthnBuilder::new(&name, &origin).map_err(setup_error)?;
    builder.rp_name("Plumbline").build().map_err(setup_error)
}

/// The error for a wrong configuration of the server.
fn setup_error(error: WebauthnError) -> ApiError {
    ApiError::internal(format!("passkeys: {error:?}"))
}

/// The account's passkeys, newest first.
#[utoipa::path(get, path = "/api/account/passkeys", tag = "account", operation_id = "passkeys",
    responses((status = 200, body = Vec<Passkey>)))]
async fn list(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
) -> Result<Json<Vec<Passkey>>, ApiError> {
    let mut conn = state.db.read().await?;
    let rows = store::list(&mut conn, &user.id).await?;
    Ok(Json(rows.into_iter().map(Passkey::from).collect()))
}

/// The new name of a passkey.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PasskeyName {
    name: String,
}

/// Renames a passkey.
#[utoipa::path(put, path = "/api/account/passkeys/{id}", tag = "account",
    operation_id = "rename_passkey", params(PasskeyId), request_body = PasskeyName,
    responses((status = 200, body = Passkey), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
async fn rename(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
    Path(id): Path<PasskeyId>,
    ApiJson(input): ApiJson<PasskeyName>,
) -> Result<Json<Passkey>, ApiError> {
    let name = input.name.trim();
    check_name("name", name)?;
    let mut tx = state.db.begin_write().await?;
    let row = store::rename(&mut tx, &user.id, &id, name).await?;
    let row = row.ok_or_else(not_found)?;
    tx.commit().await?;
    Ok(Json(row.into()))
}

/// Removes a passkey, so that it can't sign in any more; the owner gets an email. Requires the password unless it was
/// just entered, so that somebody who finds an open screen can't lock out the owner's devices.
#[utoipa::path(delete, path = "/api/account/passkeys/{id}", tag = "account",
    operation_id = "remove_passkey", params(PasskeyId),
    responses((status = 204), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn remove(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
    Path(id): Path<PasskeyId>,
) -> Result<StatusCode, ApiError> {
    user.require_fresh_password(state.clock.now_ms())?;
    let mut tx = state.db.begin_write().await?;
    let row = store::delete(&mut tx, &user.id, &id).await?;
    let row = row.ok_or_else(not_found)?;
    let owner = accounts::find(&mut tx, &user.id).await?;
    let owner = owner.ok_or_else(ApiError::session_expired)?;
    let email = emails::compose_passkey_removed(&state, &owner, &row.name)?;
    mail::enqueue(&state, &mut tx, &email).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

fn not_found() -> ApiError {
    ApiError::not_found("Passkey")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_need_a_host_name_instead_of_an_ip_address() {
        let of = |url: &str| {
            relying_party(&url.parse().expect("an address")).map(|(name, at)| (name, at.to_string()))
        };
        let named = |name: &str, at: &str| Some((name.to_owned(), at.to_owned()));
        assert_eq!(of("https://quotes.example/"), named("quotes.example", "https://quotes.example/"));
        assert_eq!(of("http://127.0.0.1:8080"), named("localhost", "http://localhost:8080/"));
        assert_eq!(of("http://[::1]:8080"), named("localhost", "http://localhost:8080/"));
        assert_eq!(of("http://192.168.1.7:8080"), None);
    }
}
