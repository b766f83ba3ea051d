//! Who may read the metrics: anybody who can reach their own address, or a request with the token.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use prometheus_client::encoding::prometheus_text::CONTENT_TYPE;
use subtle::ConstantTimeEq as _;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::collect;
use crate::error::ApiError;
use crate::state::AppState;

const PATH: &str = "/metrics";

/// The route on the server's own address, if there is a token. Without one the path responds with 404, and not with a
/// page of the web app.
pub fn token_router(state: &AppState) -> Router<AppState> {
    match state.config.metrics.token {
        Some(_) => Router::new().route(PATH, get(respond_with_token)),
        None => Router::new().route(PATH, get(async || ApiError::not_found("Path"))),
    }
}

async fn respond_with_token(State(state): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    let brought = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .unwrap_or_default();
    let token = state.config.metrics.token.as_deref().unwrap_or_default();
    // The comparison takes the same time wherever the texts differ.
    if token.is_empty() || !bool::from(brought.as_bytes().ct_eq(token.as_bytes())) {
        return Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            "no_token",
            "This takes the token of PLUMBLINE_METRICS_TOKEN.",
        ));
    }
    respond(State(state)).await
}

async fn respond(State(state): State<AppState>) -> Result<Response, ApiError> {
    let text = collect::collect_text(&state).await?;
    Ok(([(header::CONTENT_TYPE, CONTENT_TYPE)], text).into_response())
}

/// Serves the metrics on a separate address until the server stops. Returns the address and the task.
///
/// # Errors
/// When the address is in use or isn't one of this machine.
pub async fn serve(
    state: AppState,
    address: SocketAddr,
    mut stopped: watch::Receiver<bool>,
) -> std::io::Result<(SocketAddr, JoinHandle<()>)> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    let router = Router::new().route(PATH, get(respond)).with_state(state);
    let until = async move {
        // If the sender is gone the server is too, which also means stop.
        let _ = stopped.wait_for(|stop| *stop).await;
    };
    let task = tokio::spawn(async move {
        let served = axum::serve(listener, router).with_graceful_shutdown(until);
        if let Err(error) = served.await {
            tracing::error!(%error, "metrics are served no more");
        }
    });
    Ok((address, task))
}
