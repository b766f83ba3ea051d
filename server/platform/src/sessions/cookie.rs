//! The cookies: the session's secret and the device's. HttpOnly, SameSite=Lax; under https Secure
//! and `__Host-`.

use axum::http::{HeaderMap, HeaderValue, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use url::Url;

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
