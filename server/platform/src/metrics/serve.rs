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

use super::gather;
use crate::error::ApiError;
use crate::state::AppState;

const PATH: &str = "/metrics";

/// The route on the server's own address, where there is a token. Without one there is no such path, and no
/// page of the app stands in for it either.
pub fn by_token(state: &AppState) -> Router<AppState> {
    match state.config.metrics.token {
        Some(_) => Router::new().route(PATH, get(with_token)),
        None => Router::new().route(PATH, get(async || ApiError::not_found("Path"))),
    }
}

async fn with_token(
    State(state): State<AppState>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let brought = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .unwrap_or_default();
    let token = state.config.metrics.token.as_deref().unwrap_or_default();
    // In the same time whatever it begins with.
    if token.is_empty() || !bool::from(brought.as_bytes().ct_eq(token.as_bytes())) {
        return Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            "no_token",
            "This takes the token of PLUMBLINE_METRICS_TOKEN.",
        ));
    }
    answer(State(state)).await
}

async fn answer(State(state): State<AppState>) -> Result<Response, ApiError> {
    let text = gather::text(&state).await?;
    Ok(([(header::CONTENT_TYPE, CONTENT_TYPE)], text).into_response())
}

/// Serves it on an address of its own until the server stops: where, and the task.
///
/// # Errors
/// When the address is taken or not ours.
pub async fn listen(
    state: AppState,
    address: SocketAddr,
    mut stopped: watch::Receiver<bool>,
) -> std::io::Result<(SocketAddr, JoinHandle<()>)> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    let router = Router::new().route(PATH, get(answer)).with_state(state);
    let until = async move {
        // The sender is gone when the server is: that is a stop as well.
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
