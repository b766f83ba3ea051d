//! The provider's human check, which verifies a solution over HTTPS.

use std::net::IpAddr;
use std::time::Duration;

use serde::Deserialize;

use crate::clock::HOUR;
use crate::config::RecaptchaConfig;
use crate::error::{ApiError, BoxError};

/// How long a used token is remembered. The provider forgets tokens after two minutes itself.
pub(super) const LIFETIME: i64 = HOUR;
/// How long the provider may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest token sent on, in bytes.
const TOKEN_MAX: usize = 8192;

/// Asks the provider.
pub(super) struct Recaptcha {
    config: RecaptchaConfig,
    client: reqwest::Client,
}

#[derive(Deserialize)]
struct Verdict {
    success: bool,
    #[serde(default, rename = "error-codes")]
    error_codes: Vec<String>,
}

impl Recaptcha {
    pub(super) fn new(config: RecaptchaConfig) -> Result<Self, BoxError> {
        let client = reqwest::Client::builder().timeout(PATIENCE).build()?;
        Ok(Self { config, client })
    }

    pub(super) fn config(&self) -> &RecaptchaConfig {
        &self.config
    }

    /// Whether the provider says that a person solved it.
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
            .map_err(unanswered)?;
        let verdict: Verdict = answer.json().await.map_err(unanswered)?;
        let ours = ["missing-input-secret", "invalid-input-secret"];
        if verdict
            .error_codes
            .iter()
            .any(|code| ours.contains(&code.as_str()))
        {
            tracing::error!(codes = ?verdict.error_codes, "RECAPTCHA_SECRET_KEY is refused");
        }
        Ok(verdict.success)
    }
}

/// The provider cannot be asked: nothing is granted, and the person may come again.
fn unanswered(error: reqwest::Error) -> ApiError {
    // The address is cut off: it is ours and not of use to a reader of the log.
    let cause = error.without_url();
    tracing::error!(%cause, "the human check's provider did not answer");
    ApiError::unavailable(cause).with_message(
        "captcha_unavailable",
        "The human check is not available right now. Please try again in a moment.",
    )
}
