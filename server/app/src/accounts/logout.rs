//! POST /api/auth/logout

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use plumbline_platform::error::ApiError;
use plumbline_platform::http::ClientAddress;
use plumbline_platform::ids::sha256_hex;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::push::store as subscriptions;
use plumbline_platform::sessions::cookie::CookieSecret;
use plumbline_platform::sessions::store as sessions;
use plumbline_platform::state::AppState;

/// Ends the browser's session, if it has one, and removes its cookie; also the session to which an administrator would
/// have returned. The device remains known, so that its PIN still signs in. No more push notifications are sent to it.
#[utoipa::path(post, path = "/api/auth/logout", tag = "accounts", responses((status = 200, body = Object)))]
pub(super) async fn logout(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    state.limits.check(ProcessLimit::SessionByAddress, client)?;
    let secrets = [CookieSecret::Session, CookieSecret::Own];
    let cached = secrets.map(|secret| secret.read(&headers, &state.public_url));
    let mut response = Json(json!({})).into_response();
    CookieSecret::Session.clear(response.headers_mut(), &state.public_url);
    if cached[1].is_some() {
        CookieSecret::Own.clear(response.headers_mut(), &state.public_url);
    }
    if cached.iter().any(Option::is_some) {
        let mut tx = state.db.begin_write().await?;
        for secret in cached.into_iter().flatten() {
            let session = sha256_hex(secret);
            subscriptions::delete_for_session(&mut tx, &session).await?;
            sessions::delete(&mut tx, &session).await?;
        }
        tx.commit().await?;
    }
    Ok(response)
}
