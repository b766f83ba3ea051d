//! The server about itself: version, health, the interface's description.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::ApiError;
use crate::state::AppState;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(version))
        .routes(routes!(healthz))
        .routes(routes!(readyz))
}

/// The version that the server runs.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SystemVersion {
    /// The version of this build.
    pub app_version: &'static str,
}

/// The version, for the browser's check whether it is out of date.
#[utoipa::path(get, path = "/api/system/version", tag = "system",
    responses((status = 200, body = SystemVersion)))]
async fn version() -> Json<SystemVersion> {
    Json(SystemVersion {
        app_version: env!("CARGO_PKG_VERSION"),
    })
}

/// Whether the process lives.
#[utoipa::path(get, path = "/healthz", tag = "system", responses((status = 200, body = String)))]
async fn healthz() -> &'static str {
    "ok"
}

/// What is added where mails are only written.
const NO_MAIL: &str = "ready\nSMTP_URL is not set: no mail leaves this server";

/// Whether the process can do its work: the database answers and takes writes, and its workers live. The answer says
/// `ready`, and on a second line that no mail is sent, where that is so.
#[utoipa::path(get, path = "/readyz", tag = "system",
    responses((status = 200, body = String), (status = 503)))]
async fn readyz(State(state): State<AppState>) -> Result<&'static str, ApiError> {
    let mut conn = state.db.read().await.map_err(ApiError::unavailable)?;
    sqlx::query("SELECT CAST(1 AS BIGINT) AS one")
        .execute(&mut *conn)
        .await
        .map_err(ApiError::unavailable)?;
    drop(conn);
    let now = state.clock.now_ms();
    let written = state.write_check.check(&state.db, now).await;
    written.map_err(ApiError::unavailable)?;
    if let Some(fault) = state.pulse.fault() {
        return Err(ApiError::unavailable(fault));
    }
    Ok(match state.mailer.folder() {
        Some(_) => NO_MAIL,
        None => "ready",
    })
}
