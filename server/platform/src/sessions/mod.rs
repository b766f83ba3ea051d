//! Sessions and devices, in the database. The cookie of a session or a device contains a random secret; the tables
//! contain hashes of them.
//!
//! A session ends after 20 minutes without a request. A device is a browser in which the password was entered: only
//! with its secret can a PIN be used to sign in.
//!
//! A session of support in an account (`support_view`) can read but not write. An account that is suspended
//! (`suspended`) still has sessions, but they don't work.

mod current;
pub mod devices;
pub mod store;
mod support_view;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use url::Url;

use crate::clock::{MINUTE, SECOND, is_valid_at};
use crate::config::Config;
use crate::error::ApiError;

pub use current::{CurrentUser, MaybeUser, is_session_alive};
pub use store::is_suspended;
pub use support_view::{SupportView, read_only_error};

/// A session without a request for this long has ended, in milliseconds.
pub const IDLE_LIMIT: i64 = 20 * MINUTE;

/// How often the time of the last request is stored at most, in milliseconds.
pub const SEEN_INTERVAL: i64 = 15 * SECOND;

/// How long a password that was entered again counts, in milliseconds.
pub const CONFIRMATION_LIFETIME: i64 = 5 * MINUTE;

/// Whether a session last used at `last_seen_at` is live. If that is in the future, the clock was set back since: up to
/// the same limit the session stays live, beyond it the session has ended.
#[must_use]
pub fn is_alive(last_seen_at: i64, now: i64) -> bool {
    (now - last_seen_at).abs() <= IDLE_LIMIT
}

/// How a session began, and when its password was entered.
#[derive(Debug, Clone, Copy)]
pub struct PasswordProof {
    /// When the session began, milliseconds since the epoch.
    pub created_at: i64,
    /// Whether it began with a PIN or a passkey.
    pub by_pin: bool,
    /// When the password was entered again, milliseconds since the epoch; `None` if it wasn't.
    pub confirmed_at: Option<i64>,
}

impl PasswordProof {
    /// Whether the password was entered again in the last 5 minutes.
    #[must_use]
    pub fn is_confirmed(self, now: i64) -> bool {
        self.confirmed_at.is_some_and(|at| is_valid_at(now, at, at + CONFIRMATION_LIFETIME))
    }

    /// Whether the password was entered in the last 5 minutes, to sign in or again.
    #[must_use]
    pub fn is_fresh(self, now: i64) -> bool {
        let begun = self.created_at;
        self.is_confirmed(now) || (!self.by_pin && is_valid_at(now, begun, begun + CONFIRMATION_LIFETIME))
    }
}

// The cookies: the session's secret and the device's. HttpOnly, SameSite=Lax; under https Secure
// and `__Host-`.

/// How long a browser stores the device's secret, in seconds: a year.
const DEVICE_AGE: i64 = 365 * 24 * 60 * 60;

/// The kinds of secrets in cookies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CookieSecret {
    /// The session's secret; the browser deletes it when it is closed.
    Session,
    /// The device's secret, with which a PIN signs in; stored for a year.
    Device,
    /// The secret of a support admin's own session, to which they return after leaving an account that they looked
    /// into; the browser deletes it when it is closed.
    Own,
}

impl CookieSecret {
    /// The cookie's name for this public address.
    #[must_use]
    pub fn name(self, public_url: &Url) -> &'static str {
        match (self, is_https(public_url)) {
            (Self::Session, false) => "plumbline_session",
            (Self::Session, true) => "__Host-plumbline_session",
            (Self::Device, false) => "plumbline_device",
            (Self::Device, true) => "__Host-plumbline_device",
            (Self::Own, false) => "plumbline_own",
            (Self::Own, true) => "__Host-plumbline_own",
        }
    }

    /// The secret in the request's cookie, if there is one.
    #[must_use]
    pub fn read(self, headers: &HeaderMap, public_url: &Url) -> Option<String> {
        let jar = CookieJar::from_headers(headers);
        jar.get(self.name(public_url))
            .map(|cookie| cookie.value().to_owned())
            .filter(|secret| !secret.is_empty())
    }

    /// Sets the cookie in a response.
    pub fn set(self, headers: &mut HeaderMap, public_url: &Url, secret: &str) {
        let mut text = self.build(public_url, secret.to_owned()).to_string();
        if self == Self::Device {
            text.push_str(&format!("; Max-Age={DEVICE_AGE}"));
        }
        append(headers, &text);
    }

    /// Deletes the cookie in a response.
    pub fn clear(self, headers: &mut HeaderMap, public_url: &Url) {
        let mut cookie = self.build(public_url, String::new());
        cookie.make_removal();
        append(headers, &cookie.to_string());
    }

    fn build(self, public_url: &Url, secret: String) -> Cookie<'static> {
        Cookie::build((self.name(public_url), secret))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(is_https(public_url))
            .build()
    }
}

fn append(headers: &mut HeaderMap, cookie: &str) {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        headers.append(header::SET_COOKIE, value);
    }
}

fn is_https(public_url: &Url) -> bool {
    public_url.scheme() == "https"
}

// Suspended accounts: nobody can sign in, no session or socket works, and nothing is sent in their name. What was sent
// to their customers can still be read by its link.

/// The code of the error.
pub const CODE: &str = "suspended";

/// 403: the account is suspended. The reason isn't given here, because it is between the owner and support.
#[must_use]
pub fn suspended_error(config: &Config) -> ApiError {
    let message = format!(
        "This account is suspended. Nothing in it has been deleted. Please write to {}.",
        config.support_email
    );
    ApiError::new(StatusCode::FORBIDDEN, CODE, message)
}
