//! Security headers on every response.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::config::RecaptchaConfig;
use crate::state::AppState;

/// Scripts only from this origin, with WebAssembly allowed; inline styles because the dialogs' scroll lock writes a
/// `<style>` element; pictures may be previews of files that haven't been uploaded yet.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; \
    connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; object-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Sets the headers that a response doesn't set itself.
pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_public = is_public_document(path);
    let is_api = path == "/api" || path.starts_with("/api/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    if let Some(provider) = state.captcha.recaptcha()
        && let Ok(policy) = HeaderValue::from_str(&build_policy(provider))
    {
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(policy);
    }
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("permissions-policy"), "camera=(self), microphone=(self), geolocation=()");
    if is_public {
        set(header::REFERRER_POLICY, "no-referrer");
        set(HeaderName::from_static("x-robots-tag"), "noindex, nofollow");
    } else {
        set(header::REFERRER_POLICY, "strict-origin-when-cross-origin");
    }
    if is_api {
        set(header::CACHE_CONTROL, "no-store");
    }
    if state.public_url.scheme() == "https" {
        set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    response
}

/// The policy that also allows the provider of the human check: its script, its frame and its requests.
fn build_policy(provider: &RecaptchaConfig) -> String {
    let host = provider.host.origin().ascii_serialization();
    POLICY
        .replace("'wasm-unsafe-eval'", &format!("'wasm-unsafe-eval' {host} https://www.gstatic.com"))
        .replace("connect-src 'self'", &format!("connect-src 'self' {host}"))
        + &format!("; frame-src {host}")
}

/// A page or API response behind a link that must not be leaked or indexed.
fn is_public_document(path: &str) -> bool {
    [
        "/q/",
        "/i/",
        "/c/",
        "/report/",
        "/check/",
        "/api/check/",
        "/api/quotes/public/",
        "/api/invoices/public/",
        "/api/credit-notes/public/",
    ]
    .iter()
    .any(|start| path.starts_with(start))
}
