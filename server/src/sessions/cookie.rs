//! The session cookie: HttpOnly, SameSite=Lax; under https Secure and `__Host-`.

use axum::http::{HeaderMap, HeaderValue, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use url::Url;

/// The cookie's name under this public address.
#[must_use]
pub fn name(public_url: &Url) -> &'static str {
    if is_https(public_url) {
        "__Host-plumbline_session"
    } else {
        "plumbline_session"
    }
}

/// The secret that the request carries.
#[must_use]
pub fn read(headers: &HeaderMap, public_url: &Url) -> Option<String> {
    let jar = CookieJar::from_headers(headers);
    jar.get(name(public_url))
        .map(|cookie| cookie.value().to_owned())
}

/// The header that gives the browser its secret.
#[must_use]
pub fn set(public_url: &Url, secret: &str) -> Option<HeaderValue> {
    header_value(&build(public_url, secret.to_owned()))
}

/// The header that takes the secret away.
#[must_use]
pub fn clear(public_url: &Url) -> Option<HeaderValue> {
    let mut cookie = build(public_url, String::new());
    cookie.make_removal();
    header_value(&cookie)
}

/// The name of the header that [`set`] and [`clear`] are for.
pub const HEADER: header::HeaderName = header::SET_COOKIE;

fn build(public_url: &Url, secret: String) -> Cookie<'static> {
    Cookie::build((name(public_url), secret))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_https(public_url))
        .build()
}

fn header_value(cookie: &Cookie<'_>) -> Option<HeaderValue> {
    HeaderValue::from_str(&cookie.to_string()).ok()
}

fn is_https(public_url: &Url) -> bool {
    public_url.scheme() == "https"
}
