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

use super::Message;
use super::endpoint::{PublicOnly, Target, is_not_public};
use super::keys::Keys;
use crate::clock::SECOND;
use crate::config::Config;
use crate::error::BoxError;

/// How long a service may take to take a connection, and in all.
const CONNECTING: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(10);

/// The most characters of the words: a lock screen shows fewer, and services take 4 KB.
const MOST_TITLE: usize = 200;

/// The service; what [`crate::state::AppState`] holds.
pub struct Push {
    keys: Keys,
    client: reqwest::Client,
    /// The operator's own push service, which may be in a private network.
    own: Option<Url>,
    /// Where the services' people reach us.
    contact: String,
}

/// What a service said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It has taken the message.
    Taken,
    /// There is no such browser (any more).
    Gone,
    /// It does not take this message; another try will not help.
    Refused(String),
    /// It could not take it now; again in this many milliseconds at the earliest.
    Later(String, i64),
}

impl Push {
    pub(super) fn new(config: &Config, public_url: &Url, keys: Keys) -> Result<Self, BoxError> {
        let own = config.push_service.clone();
        let host = own.as_ref().and_then(Url::host_str).map(str::to_owned);
        // A proxy would look names up by itself, and find what this server must not reach.
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(Policy::none())
            .connect_timeout(CONNECTING)
            .timeout(PATIENCE)
            .dns_resolver(Arc::new(PublicOnly { own: host }))
            .build()?;
        let contact = match public_url.scheme() {
            "https" => public_url.origin().ascii_serialization(),
            _ => format!("mailto:{}", config.support_email),
        };
        Ok(Self {
            keys,
            client,
            own,
            contact,
        })
    }

    /// The key that a browser subscribes under.
    #[must_use]
    pub fn public_key(&self) -> &str {
        self.keys.public()
    }

    /// The operator's own push service.
    #[must_use]
    pub fn own(&self) -> Option<&Url> {
        self.own.as_ref()
    }

    /// Hands a message to a browser's service, which keeps it for `seconds` while the browser is away.
    /// Of the service's answer its status is read, nothing else.
    pub(super) async fn send(
        &self,
        target: &Target,
        message: &Message,
        (seconds, now): (i64, i64),
    ) -> Answer {
        let title: String = message.title.chars().take(MOST_TITLE).collect();
        let told = json!({ "title": title, "path": message.path, "tag": message.tag });
        let auth = Auth::from(target.auth);
        let body = web_push_native::encrypt(told.to_string().into_bytes(), &target.key, &auth);
        let body = match body {
            Ok(body) => body,
            Err(error) => return Answer::Refused(format!("it cannot be encrypted: {error}")),
        };
        let authorization = self
            .keys
            .authorization(&target.origin(), &self.contact, now);
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
            Ok(response) => answer(&response, now),
            Err(error) if is_not_public(&error) => Answer::Gone,
            // The address is the service's secret, and no log's.
            Err(error) => Answer::Later(format!("no answer: {}", error.without_url()), 0),
        }
    }
}

fn answer(response: &Response, now: i64) -> Answer {
    let status = response.status();
    match status {
        _ if status.is_success() => Answer::Taken,
        StatusCode::NOT_FOUND | StatusCode::GONE => Answer::Gone,
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS => {
            Answer::Later(format!("status {status}"), retry_after(response, now))
        }
        _ if status.is_server_error() => {
            Answer::Later(format!("status {status}"), retry_after(response, now))
        }
        _ => Answer::Refused(format!("status {status}")),
    }
}

/// How long the service wants to be left alone, in milliseconds: it says seconds or a date.
fn retry_after(response: &Response, now: i64) -> i64 {
    let text = response.headers().get(RETRY_AFTER);
    let text = text
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    wait(text.trim(), now)
}

fn wait(text: &str, now: i64) -> i64 {
    let seconds = text.parse::<u32>().ok();
    let by_seconds = seconds.map(|seconds| i64::from(seconds) * SECOND);
    let at = || DateTime::parse_from_rfc2822(text).ok();
    let wait = by_seconds.or_else(|| at().map(|at| at.timestamp_millis() - now));
    wait.unwrap_or(0).max(0)
}

#[cfg(test)]
mod tests {
    use super::wait;

    #[test]
    fn a_service_says_when_to_come_again() {
        let now = 1_794_819_600_000;
        assert_eq!(wait("120", now), 120_000);
        assert_eq!(wait("Mon, 16 Nov 2026 09:01:00 GMT", now), 60_000);
        assert_eq!(wait("Mon, 16 Nov 2026 08:00:00 GMT", now), 0);
        for text in ["", "soon", "-5", "99999999999999999999"] {
            assert_eq!(wait(text, now), 0, "{text}");
        }
    }
}
