//! POST /api/auth/logout

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::error::ApiError;
use crate::ids::sha256_hex;
use crate::sessions::{cookie, store as sessions};
use crate::state::AppState;

/// Ends the browser's session, if it has one, and takes its cookie away.
#[utoipa::path(post, path = "/api/auth/logout", tag = "accounts", responses((status = 200)))]
pub(super) async fn logout(
    State(state): State<AppState>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if let Some(secret) = cookie::read(&headers, &state.public_url) {
        let mut tx = state.db.begin_write().await?;
        sessions::delete(&mut tx, &sha256_hex(secret)).await?;
        tx.commit().await?;
    }
    let mut response = Json(json!({})).into_response();
    if let Some(value) = cookie::clear(&state.public_url) {
        response.headers_mut().insert(cookie::HEADER, value);
    }
    Ok(response)
}
