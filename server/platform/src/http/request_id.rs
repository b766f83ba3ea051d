//! Request ids: in the header `x-request-id` of every response, in every log line of the request and in the body of
//! a 500.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument as _;

use crate::request_id;
use crate::state::AppState;

/// The header with the id of a request.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Assigns an id to the request (the client's, if it is short and plain), and writes one log line.
///
/// The line contains the route's template and not the path, because the token in a public link is a secret.
pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let id = request
        .headers()
        .get(&HEADER)
        .and_then(|value| value.to_str().ok())
        .filter(|text| is_plain(text))
        .map_or_else(|| state.ids.new_token::<12>(), str::to_owned);
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "-".to_owned(), |path| path.as_str().to_owned());
    let method = request.method().clone();
    let span = tracing::info_span!("request", id = %id, %method, route = &*route);
    let start = Instant::now();
    let answer = request_id::with_request_id(id.clone(), next.run(request));
    let mut response = answer.instrument(span.clone()).await;
    let took = start.elapsed();
    let status = response.status();
    state.metrics.record_request(&method, &route, status, took);
    span.in_scope(|| {
        tracing::info!(
            status = status.as_u16(),
            ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
            "answered"
        );
    });
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, value);
    }
    response
}

fn is_plain(text: &str) -> bool {
    (8..=64).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}
