//! The provider's human check, which verifies a solution over HTTPS.

use std::net::IpAddr;
use std::time::Duration;

use serde::Deserialize;

use crate::clock::HOUR;
use crate::config::RecaptchaConfig;
use crate::error::{ApiError, BoxError};

/// How long a used token is remembered, in milliseconds. The provider itself forgets tokens after two minutes.
pub(super) const LIFETIME: i64 = HOUR;
/// How long the provider may take to respond.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The longest token that is sent to the provider, in bytes.
const TOKEN_MAX: usize = 8192;

/// The client of the provider.
pub(super) struct Recaptcha {
    config: RecaptchaConfig,
    client: reqwest::Client,
}

#[derive(Deserialize)]
struct RecaptchaResponse {
    success: bool,
    #[serde(default, rename = "error-codes")]
    error_codes: Vec<String>,
}

impl Recaptcha {
    pub(super) fn new(config: RecaptchaConfig) -> Result<Self, BoxError> {
        let client = reqwest::Client::builder().timeout(TIMEOUT).build()?;
        Ok(Self { config, client })
    }

    pub(super) fn config(&self) -> &RecaptchaConfig {
        &self.config
    }

    /// Whether the provider says that a person solved the check.
    pub(super) async fn verify(&self, token: &str, address: IpAddr) -> Result<bool, ApiError> {
        if token.len() > TOKEN_MAX {
            return Ok(false);
        }
        let address = address.to_string();
        let form = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("secret", &self.config.secret_key)
            .append_pair("response", token)
            .append_pair("remoteip", &address)
            .finish();
        let answer = self
            .client
            .post(self.config.verify_url.clone())
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form)
            .send()
            .await
            .and_then(reqwest::Response::error_for_status)
            .map_err(unavailable_error)?;
        let verdict: RecaptchaResponse = answer.json().await.map_err(unavailable_error)?;
        let ours = ["missing-input-secret", "invalid-input-secret"];
        if verdict.error_codes.iter().any(|code| ours.contains(&code.as_str())) {
            tracing::error!(codes = ?verdict.error_codes, "RECAPTCHA_SECRET_KEY is refused");
        }
        Ok(verdict.success)
    }
}

/// The error when the provider can't be reached: nothing is allowed, and the person may try again.
fn unavailable_error(error: reqwest::Error) -> ApiError {
    // Without the address, which is ours and of no use in the log.
    let cause = error.without_url();
    tracing::error!(%cause, "the human check's provider did not answer");
    ApiError::unavailable(cause).with_message(
        "captcha_unavailable",
        "The human check is not available right now. Please try again in a moment.",
    )
}
