//! GET /api/auth/captcha and GET /api/auth/config

use std::net::IpAddr;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use serde::Serialize;

use plumbline_platform::captcha::altcha::Challenge;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::ClientAddress;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::{CookieSecret, CurrentUser};
use plumbline_platform::state::AppState;

/// What the pages for signing in and registering need to know.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AuthConfig {
    /// The human check in use.
    captcha: CaptchaProvider,
    /// Whether a PIN can sign in.
    pin: bool,
    /// The host name to which passkeys are bound: pages on this host can use them. `None` if the server has no host
    /// name.
    passkeys_of: Option<String>,
    /// Where people can ask for help.
    support_email: String,
    /// Whether an installed app has consent for optional features if nobody has chosen.
    installed_consent: InstalledConsent,
    /// Whether conversions are reported to anybody.
    conversions: bool,
}

/// The default consent of an installed app.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum InstalledConsent {
    /// No consent; the app's settings offer the choice.
    Ask,
    /// Consent to everything.
    Granted,
}

/// The human check in use.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "provider", rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum CaptchaProvider {
    /// No human check.
    Off,
    /// The proof of work of `GET /api/auth/captcha`.
    Altcha,
    /// Google's reCAPTCHA.
    #[serde(rename_all = "camelCase")]
    Recaptcha {
        /// The public key.
        site_key: String,
        /// Whether it is the enterprise edition.
        enterprise: bool,
        /// The address from which its script is loaded, such as `https://www.google.com`.
        host: String,
    },
}

/// How people sign in on this server.
#[utoipa::path(get, path = "/api/auth/config", tag = "accounts",
    responses((status = 200, body = AuthConfig), (status = 429)))]
pub(super) async fn read_config(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
) -> Result<Json<AuthConfig>, ApiError> {
    state.limits.check(ProcessLimit::SessionByAddress, client)?;
    let captcha = match state.captcha.recaptcha() {
        Some(keys) => CaptchaProvider::Recaptcha {
            site_key: keys.site_key.clone(),
            enterprise: keys.enterprise,
            host: keys.host.origin().ascii_serialization(),
        },
        None if state.captcha.is_off() => CaptchaProvider::Off,
        None => CaptchaProvider::Altcha,
    };
    Ok(Json(AuthConfig {
        captcha,
        pin: true,
        passkeys_of: super::passkeys::bound_name(&state),
        support_email: state.config.support_email.clone(),
        installed_consent: match state.config.installed_consent {
            true => InstalledConsent::Granted,
            false => InstalledConsent::Ask,
        },
        conversions: state.config.ad_conversions.is_some(),
    }))
}

/// A new proof of work, in ALTCHA's format. Its solution, as the widget returns it (JSON in base64), is sent as
/// `recaptchaToken` and is valid once, within 20 minutes.
#[utoipa::path(get, path = "/api/auth/captcha", tag = "accounts",
    responses((status = 200, body = Challenge), (status = 404, body = plumbline_platform::error::ErrorBody),
        (status = 429)))]
pub(super) async fn create_challenge(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
) -> Result<Json<Challenge>, ApiError> {
    state.limits.check(ProcessLimit::CaptchaByAddress, client)?;
    let challenge = state.captcha.challenge();
    challenge.map(Json).ok_or_else(|| ApiError::not_found("Challenge"))
}

// Limits that are checked before anybody is looked up: each made-up session secret would otherwise cost a query.

/// The signed-in person in their own settings, within the limits of their network address and account.
pub(super) struct LimitedUser {
    /// The person.
    pub user: CurrentUser,
    /// The network address of the request.
    pub client: IpAddr,
}

impl FromRequestParts<AppState> for LimitedUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let client = count_request(parts, state, ProcessLimit::SettingsByAddress).await?;
        let user = CurrentUser::from_request_parts(parts, state).await?;
        state.limits.check(ProcessLimit::SettingsByAccount, &user.id)?;
        Ok(Self { user, client })
    }
}

/// The signed-in person, within the limits of their network address and account; `None` if the browser has no session.
/// If its session has ended, the request is refused with 401.
pub(super) struct MaybeLimitedUser(pub Option<CurrentUser>);

impl FromRequestParts<AppState> for MaybeLimitedUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        count_request(parts, state, ProcessLimit::SessionByAddress).await?;
        if CookieSecret::Session.read(&parts.headers, &state.public_url).is_none() {
            return Ok(Self(None));
        }
        let user = CurrentUser::from_request_parts(parts, state).await?;
        state.limits.check(ProcessLimit::SessionByAccount, &user.id)?;
        Ok(Self(Some(user)))
    }
}

/// Counts the request for its network address, and returns the address.
async fn count_request(parts: &mut Parts, state: &AppState, limit: ProcessLimit) -> Result<IpAddr, ApiError> {
    let Ok(ClientAddress(client)) = ClientAddress::from_request_parts(parts, state).await;
    state.limits.check(limit, client)?;
    Ok(client)
}
