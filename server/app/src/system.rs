//! The server itself: version, health, the OpenAPI description.

use std::future::Future;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(version)).routes(routes!(healthz)).routes(routes!(readyz))
}

/// The version of the server.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SystemVersion {
    /// The version of this build.
    pub app_version: &'static str,
}

/// The server's version, by which the browser checks whether it is out of date.
#[utoipa::path(get, path = "/api/system/version", tag = "system",
    responses((status = 200, body = SystemVersion)))]
async fn version() -> Json<SystemVersion> {
    Json(SystemVersion { app_version: env!("CARGO_PKG_VERSION") })
}

/// Whether the process is running.
#[utoipa::path(get, path = "/healthz", tag = "system", responses((status = 200, body = String)))]
async fn healthz() -> &'static str {
    "ok"
}

/// The second line if emails are only written to files.
const NO_MAIL: &str = "ready\nSMTP_URL is not set: no mail leaves this server";

/// How long `/readyz` waits for the database. A caller such as the image's health check gives up after 4 or 5 seconds,
/// while a request waits up to 20 for a connection.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(3);

/// The result, or an error if the database does not respond in time.
async fn with_timeout<T>(
    limit: Duration,
    requested: impl Future<Output = Result<T, ApiError>>,
) -> Result<T, ApiError> {
    let answer = tokio::time::timeout(limit, requested).await;
    answer.unwrap_or_else(|_| {
        let within = limit.as_secs();
        Err(ApiError::unavailable(format!("the database does not answer within {within} seconds")))
    })
}

/// Whether the process can do its work: the database responds and accepts writes within 3 seconds, and the workers are
/// running. The response is `ready`, with a second line if no email is sent.
#[utoipa::path(get, path = "/readyz", tag = "system",
    responses((status = 200, body = String), (status = 503)))]
async fn readyz(State(state): State<AppState>) -> Result<&'static str, ApiError> {
    with_timeout(DATABASE_TIMEOUT, check_database(&state)).await?;
    if let Some(fault) = state.worker_monitor.find_fault() {
        return Err(ApiError::unavailable(fault));
    }
    Ok(match state.mailer.folder() {
        Some(_) => NO_MAIL,
        None => "ready",
    })
}

/// Checks that the database responds and accepts writes.
async fn check_database(state: &AppState) -> Result<(), ApiError> {
    state.db.check_reading().await.map_err(ApiError::unavailable)?;
    let now = state.clock.now_ms();
    let written = state.write_check.check(&state.db, now).await;
    written.map_err(ApiError::unavailable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn stops_waiting_for_a_database_that_does_not_respond() {
        let never = std::future::pending::<Result<(), ApiError>>();
        let refused = with_timeout(Duration::ZERO, never).await.err();
        assert_eq!(refused.as_ref().map(ApiError::code), Some("unavailable"));
        let answer = with_timeout(DATABASE_TIMEOUT, async { Ok("ready") }).await;
        assert_eq!(answer.ok(), Some("ready"));
    }
}
