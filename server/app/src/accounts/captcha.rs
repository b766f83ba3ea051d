//! GET /api/auth/captcha and GET /api/auth/config

use axum::Json;
use axum::extract::State;
use serde::Serialize;

use plumbline_platform::captcha::altcha::Challenge;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::ClientAddress;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::state::AppState;

/// What the pages of sign-in and registration have to know.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AuthConfig {
    /// Which human check is in use.
    captcha: CaptchaProvider,
    /// Whether a PIN can sign in.
    pin: bool,
    /// The name of a host to which passkeys are bound: pages there can ask for one. None where the
    /// server has no name.
    passkeys_of: Option<String>,
    /// Where people ask for help.
    support_email: String,
    /// What an installed app allows of what is optional where nobody has chosen.
    installed_consent: InstalledConsent,
    /// Whether anybody hears of conversions.
    conversions: bool,
}

/// What an installed app allows in silence.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum InstalledConsent {
    /// Nothing: its settings have the choice.
    Ask,
    /// All of it.
    Granted,
}

/// The human check in use.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "provider", rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum CaptchaProvider {
    /// None.
    Off,
    /// The proof of work of `GET /api/auth/captcha`.
    Altcha,
    /// The provider's own.
    #[serde(rename_all = "camelCase")]
    Recaptcha {
        /// The public key.
        site_key: String,
        /// Whether it is the enterprise edition.
        enterprise: bool,
        /// Where its script comes from, such as `https://www.google.com`.
        host: String,
    },
}

/// How people sign in here.
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
        conversions: state.config.conversions.is_some(),
    }))
}

/// A new proof of work, in ALTCHA's format. Its solution, as the widget gives it (JSON in base64),
/// travels as `recaptchaToken` and serves once within 20 minutes.
#[utoipa::path(get, path = "/api/auth/captcha", tag = "accounts",
    responses((status = 200, body = Challenge), (status = 404, body = plumbline_platform::error::ErrorBody),
        (status = 429)))]
pub(super) async fn create_challenge(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
) -> Result<Json<Challenge>, ApiError> {
    state.limits.check(ProcessLimit::CaptchaByAddress, client)?;
    let challenge = state.captcha.challenge();
    challenge
        .map(Json)
        .ok_or_else(|| ApiError::not_found("Challenge"))
}
