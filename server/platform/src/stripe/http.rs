//! Sending async-stripe's requests. Its own client would read every error into Stripe's whole model, megabytes of
//! code; here only the few fields that are used are read, and the others may change with Stripe's versions.

use std::time::Duration;

use reqwest::Method;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use stripe_client_core::{RequestBuilder, StripeMethod, StripeRequest, VERSION};
use url::Url;

use super::CardError;
use crate::config::StripeConfig;
use crate::error::BoxError;

/// How long Stripe may take to respond. A customer is waiting for it.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The most characters of an idempotency key.
const KEY_LENGTH_MAX: usize = 255;

/// The HTTP client of Stripe's API, with its key.
pub(super) struct StripeHttp {
    client: reqwest::Client,
    base: Url,
}

/// A request that hasn't been sent yet.
pub(super) struct StripeCall<'a> {
    http: &'a StripeHttp,
    request: RequestBuilder,
    account: Option<&'a str>,
    key: Option<&'a str>,
}

/// A response of which only the success matters.
#[derive(Debug, Deserialize)]
pub(super) struct Acknowledgement {}

/// A response with a list.
#[derive(Debug, Deserialize)]
pub(super) struct StripeList<T> {
    /// The objects in the list.
    pub data: Vec<T>,
}

/// The body of a refusal.
#[derive(Debug, Deserialize)]
struct StripeErrorBody {
    error: StripeErrorDetail,
}

#[derive(Debug, Deserialize)]
struct StripeErrorDetail {
    code: Option<String>,
    message: Option<String>,
}

impl StripeHttp {
    pub(super) fn new(config: &StripeConfig) -> Result<Self, BoxError> {
        let mut key = HeaderValue::try_from(format!("Bearer {}", config.secret_key.as_str()))?;
        key.set_sensitive(true);
        let headers =
            [(AUTHORIZATION, key), ("stripe-version".parse()?, HeaderValue::try_from(VERSION.as_str())?)];
        let client = reqwest::Client::builder()
            .default_headers(HeaderMap::from_iter(headers))
            .user_agent(concat!("Plumbline/", env!("CARGO_PKG_VERSION")))
            .timeout(TIMEOUT)
            // Following a redirect would send the key to somebody else, and on a reused connection that was closed in
            // the meantime it would be unknown whether a charge was received.
            .redirect(reqwest::redirect::Policy::none())
            .pool_max_idle_per_host(0)
            .build()?;
        Ok(Self { client, base: config.api_base.clone() })
    }

    /// A request for the platform's own account.
    pub(super) fn new_call<'a>(&'a self, request: &impl StripeRequest) -> StripeCall<'a> {
        StripeCall { http: self, request: request.build(), account: None, key: None }
    }
}

impl<'a> StripeCall<'a> {
    /// Sends the request for this connected account.
    pub(super) fn for_account(self, account: &'a str) -> Self {
        Self { account: Some(account), ..self }
    }

    /// Sets the idempotency key: Stripe doesn't repeat what it has already done with this key.
    pub(super) fn with_idempotency_key(self, key: &'a str) -> Self {
        Self { key: Some(key), ..self }
    }

    /// Sends the request once.
    ///
    /// # Errors
    /// [`CardError`] if Stripe can't be reached or refuses.
    pub(super) async fn send<T: DeserializeOwned>(self) -> Result<T, CardError> {
        if self.key.is_some_and(|key| key.len() > KEY_LENGTH_MAX) {
            return Err(CardError::Unavailable("an idempotency key that is too long".to_owned()));
        }
        let base = self.http.base.as_str().trim_end_matches('/');
        let query = self.request.query.map(|query| format!("?{query}"));
        let url = format!("{base}/v1{}{}", self.request.path, query.unwrap_or_default());
        let method = match self.request.method {
            StripeMethod::Get => Method::GET,
            StripeMethod::Post => Method::POST,
            StripeMethod::Delete => Method::DELETE,
        };
        let mut request = self.http.client.request(method, url);
        if let Some(account) = self.account {
            request = request.header("stripe-account", account);
        }
        if let Some(key) = self.key {
            request = request.header("idempotency-key", key);
        }
        if let Some(body) = self.request.body {
            let form = "application/x-www-form-urlencoded";
            request = request.header(CONTENT_TYPE, form).body(body);
        }
        let answer = request.send().await.map_err(unavailable_error)?;
        let status = answer.status().as_u16();
        let bytes = answer.bytes().await.map_err(unavailable_error)?;
        if matches!(status, 200..=299) {
            return serde_json::from_slice(&bytes)
                .map_err(|error| CardError::Unavailable(format!("an answer that is none: {error}")));
        }
        Err(to_refusal(status, &bytes))
    }
}

fn to_refusal(status: u16, bytes: &[u8]) -> CardError {
    match status {
        409 => CardError::Busy,
        400..=499 if status != 429 => match serde_json::from_slice::<StripeErrorBody>(bytes) {
            Ok(StripeErrorBody { error }) => CardError::Refused {
                status,
                code: error.code.unwrap_or_default(),
                text: error.message.unwrap_or_default(),
            },
            Err(error) => CardError::Unavailable(format!("status {status}, and no reason: {error}")),
        },
        _ => CardError::Unavailable(format!("status {status}")),
    }
}

fn unavailable_error(error: reqwest::Error) -> CardError {
    // Includes the causes, such as a name that can't be resolved or an invalid certificate.
    let error: BoxError = error.without_url().into();
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    CardError::Unavailable(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classifies_a_stripe_error_by_its_status_and_fields() {
        let body = br#"{"error":{"code":"card_declined","message":"No.","type":"card_error",
            "payment_intent":{"id":"pi_1","of_a_newer_version":{}}}}"#;
        assert!(matches!(to_refusal(402, body),
            CardError::Refused { status: 402, code, text } if code == "card_declined" && text == "No."));
        assert!(matches!(to_refusal(409, body), CardError::Busy));
        assert!(matches!(to_refusal(429, body), CardError::Unavailable(_)));
        assert!(matches!(to_refusal(503, b"<html>"), CardError::Unavailable(_)));
        // It is unknown whether it was Stripe who refused.
        assert!(matches!(to_refusal(404, b"<html>"), CardError::Unavailable(_)));
        assert!(to_refusal(404, br#"{"error":{"message":"No such thing"}}"#).is_missing());
    }
}
