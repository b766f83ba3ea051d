//! The cookies: the session's secret and the device's. HttpOnly, SameSite=Lax; under https Secure
//! and `__Host-`.

use axum::http::{HeaderMap, HeaderValue, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use url::Url;

/// How long a browser keeps the device's secret, in seconds: a year.
const DEVICE_AGE: i64 = 365 * 24 * 60 * 60;

/// Whose secret a cookie carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secret {
    /// The session's; the browser forgets it when it is closed.
    Session,
    /// The device's, with which a PIN signs in; kept for a year.
    Device,
    /// Of the session in which somebody of support goes on once they leave an account that they look
    /// into; the browser forgets it when it is closed.
    Own,
}

impl Secret {
    /// The cookie's name under this public address.
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

    /// The secret that the request carries.
    #[must_use]
    pub fn read(self, headers: &HeaderMap, public_url: &Url) -> Option<String> {
        let jar = CookieJar::from_headers(headers);
        jar.get(self.name(public_url))
            .map(|cookie| cookie.value().to_owned())
            .filter(|secret| !secret.is_empty())
    }

    /// Gives the browser its secret with an answer.
    pub fn set(self, headers: &mut HeaderMap, public_url: &Url, secret: &str) {
        let mut text = self.build(public_url, secret.to_owned()).to_string();
        if self == Self::Device {
            text.push_str(&format!("; Max-Age={DEVICE_AGE}"));
        }
        append(headers, &text);
    }

    /// Takes the secret away with an answer.
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
