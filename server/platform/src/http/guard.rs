//! Checks for every route: another site can't use a signed-in browser to write here, and no address contains a NUL
//! character (PostgreSQL can't store one; [`super::json`] checks bodies).

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use url::Url;

use crate::error::ApiError;
use crate::state::AppState;

/// Pages behind customers' links check their own address, and look up nothing that contains a NUL: such a guess gets
/// the same response as any other.
const LINK_PATHS: [&str; 4] = ["/q/", "/i/", "/api/quotes/public/", "/api/invoices/public/"];

/// Refuses an address with a NUL character, and a state-changing request from a page of another origin. Browsers always
/// send the origin of a request; a request without one is not from a browser and passes.
pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if path.contains("%00") && !LINK_PATHS.iter().any(|start| path.starts_with(start)) {
        return ApiError::not_found("Path").into_response();
    }
    if request.uri().query().is_some_and(|query| query.contains("%00")) {
        return ApiError::bad_request("bad_query", "The address must not contain a NUL character.")
            .into_response();
    }
    let reading = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if reading || is_same_origin(request.headers(), &state.public_url) {
        return next.run(request).await;
    }
    cross_origin_error().into_response()
}

/// The response to a request from a page of another origin.
pub fn cross_origin_error() -> ApiError {
    ApiError::forbidden("cross_origin", "This request came from another site and was refused.")
}

/// Whether the request comes from one of our own pages, or not from a browser.
pub fn is_same_origin(headers: &HeaderMap, public_url: &Url) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(site) = text("sec-fetch-site") {
        return matches!(site, "same-origin" | "none");
    }
    let Some(origin) = text(header::ORIGIN.as_str()) else {
        return true;
    };
    let Ok(origin) = Url::parse(origin) else {
        return false;
    };
    if origin.origin() == public_url.origin() {
        return true;
    }
    let authority = match (origin.host_str(), origin.port()) {
        (Some(host), Some(port)) => format!("{host}:{port}"),
        (Some(host), None) => host.to_owned(),
        _ => return false,
    };
    text(header::HOST.as_str()).is_some_and(|host| host.eq_ignore_ascii_case(&authority))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn check_origin(pairs: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, HeaderValue::from_static(value));
        }
        let public = Url::parse("https://quotes.example").expect("an address");
        is_same_origin(&headers, &public)
    }

    #[test]
    fn only_our_own_pages_and_programs_pass() {
        assert!(check_origin(&[]));
        assert!(check_origin(&[("sec-fetch-site", "same-origin")]));
        assert!(check_origin(&[("origin", "https://quotes.example")]));
        assert!(check_origin(&[("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")]));
        assert!(!check_origin(&[("sec-fetch-site", "cross-site")]));
        assert!(!check_origin(&[("sec-fetch-site", "same-site")]));
        assert!(!check_origin(&[("origin", "https://evil.example"), ("host", "quotes.example")]));
        assert!(!check_origin(&[("origin", "http://quotes.example")]));
        assert!(!check_origin(&[("origin", "null"), ("host", "quotes.example")]));
    }
}
