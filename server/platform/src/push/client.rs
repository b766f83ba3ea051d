//! One message to one browser, through its push service.

use std::sync::Arc;
use std::time::Duration;

use chrono::DateTime;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Response, StatusCode};
use serde_json::json;
use url::Url;
use web_push_native::Auth;

use super::endpoint::{PublicResolver, PushTarget, is_not_public};
use super::{PushKeys, PushMessage};
use crate::clock::SECOND;
use crate::config::Config;
use crate::error::BoxError;

/// How long a push service may take to connect, and for the whole request.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const TIMEOUT: Duration = Duration::from_secs(10);

/// The most characters of the text: a lock screen shows fewer, and services accept 4 KB.
const TITLE_MAX: usize = 200;

/// The client of the push services, as part of [`crate::state::AppState`].
pub struct PushService {
    keys: PushKeys,
    client: reqwest::Client,
    /// The operator's own push service, which may be in a private network.
    own_service: Option<Url>,
    /// The address at which the operators of a push service can reach us.
    contact: String,
}

/// The response of a push service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PushOutcome {
    /// The service accepted the message.
    Accepted,
    /// The subscription doesn't exist, or no longer exists.
    Gone,
    /// The service refuses this message, so trying again won't help.
    Refused(String),
    /// The service can't accept it now; try again after at least this many milliseconds.
    Later(String, i64),
}

impl PushService {
    pub(super) fn new(config: &Config, public_url: &Url, keys: PushKeys) -> Result<Self, BoxError> {
        let own = config.push_service.clone();
        let host = own.as_ref().and_then(Url::host_str).map(str::to_owned);
        // A proxy would resolve names itself, and might reach addresses that this server must not reach.
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(Policy::none())
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(TIMEOUT)
            .dns_resolver(Arc::new(PublicResolver { own_service: host }))
            .build()?;
        let contact = match public_url.scheme() {
            "https" => public_url.origin().ascii_serialization(),
            _ => format!("mailto:{}", config.support_email),
        };
        Ok(Self { keys, client, own_service: own, contact })
    }

    /// The public key with which a browser subscribes.
    #[must_use]
    pub fn public_key(&self) -> &str {
        self.keys.public()
    }

    /// The operator's own push service, if there is one.
    #[must_use]
    pub fn own_service(&self) -> Option<&Url> {
        self.own_service.as_ref()
    }

    /// Sends a message to a browser's push service, which stores it for `seconds` while the browser is offline. Only
    /// the status of the response and its `Retry-After` header are read.
    pub(super) async fn send(
        &self,
        target: &PushTarget,
        message: &PushMessage,
        (seconds, now): (i64, i64),
    ) -> PushOutcome {
        let title: String = message.title.chars().take(TITLE_MAX).collect();
        let reply = json!({ "title": title, "path": message.path, "tag": message.tag });
        let auth = Auth::from(target.auth);
        let body = web_push_native::encrypt(reply.to_string().into_bytes(), &target.key, &auth);
        let body = match body {
            Ok(body) => body,
            Err(error) => return PushOutcome::Refused(format!("it cannot be encrypted: {error}")),
        };
        let authorization = self.keys.authorization(&target.origin(), &self.contact, now);
        let request = self
            .client
            .post(target.url.clone())
            .header("ttl", seconds)
            .header("urgency", "high")
            .header(AUTHORIZATION, authorization)
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .body(body);
        match request.send().await {
            Ok(response) => to_outcome(&response, now),
            Err(error) if is_not_public(&error) => PushOutcome::Gone,
            // The address is a secret of the service and must not be logged.
            Err(error) => PushOutcome::Later(format!("no answer: {}", error.without_url()), 0),
        }
    }
}

fn to_outcome(response: &Response, now: i64) -> PushOutcome {
    let status = response.status();
    match status {
        _ if status.is_success() => PushOutcome::Accepted,
        StatusCode::NOT_FOUND | StatusCode::GONE => PushOutcome::Gone,
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS => {
            PushOutcome::Later(format!("status {status}"), retry_after(response, now))
        }
        _ if status.is_server_error() => {
            PushOutcome::Later(format!("status {status}"), retry_after(response, now))
        }
        _ => PushOutcome::Refused(format!("status {status}")),
    }
}

/// How long to wait before the next attempt, in milliseconds: the header contains seconds or a date.
fn retry_after(response: &Response, now: i64) -> i64 {
    let text = response.headers().get(RETRY_AFTER);
    let text = text.and_then(|value| value.to_str().ok()).unwrap_or_default();
    parse_retry_after(text.trim(), now)
}

fn parse_retry_after(text: &str, now: i64) -> i64 {
    let seconds = text.parse::<u32>().ok();
    let by_seconds = seconds.map(|seconds| i64::from(seconds) * SECOND);
    let at = || DateTime::parse_from_rfc2822(text).ok();
    let wait = by_seconds.or_else(|| at().map(|at| at.timestamp_millis() - now));
    wait.unwrap_or(0).max(0)
}

#[cfg(test)]
mod tests {
    use super::parse_retry_after;

    #[test]
    fn parses_the_retry_after_header() {
        let now = 1_794_819_600_000;
        assert_eq!(parse_retry_after("120", now), 120_000);
        assert_eq!(parse_retry_after("Mon, 16 Nov 2026 09:01:00 GMT", now), 60_000);
        assert_eq!(parse_retry_after("Mon, 16 Nov 2026 08:00:00 GMT", now), 0);
        for text in ["", "soon", "-5", "99999999999999999999"] {
            assert_eq!(parse_retry_after(text, now), 0, "{text}");
        }
    }
}
