//! POST /api/admin/leave

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};

use super::not_admin;
use plumbline_platform::audit::{self, AuditAction, AuditActor};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::ids::sha256_hex;
use plumbline_platform::sessions::cookie::CookieSecret;
use plumbline_platform::sessions::store as sessions;
use plumbline_platform::state::AppState;

/// Leaves the account that support looks into: that session ends, and the browser returns to the session that it had
/// before, if it is still valid.
///
/// This requires no role, so that somebody who has lost it meanwhile can leave too.
#[utoipa::path(post, path = "/api/admin/leave", tag = "admin",
    responses((status = 204), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub(super) async fn leave(State(state): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    let secret =
        CookieSecret::Session.read(&headers, &state.public_url).ok_or_else(ApiError::unauthorized)?;
    let token_hash = sha256_hex(&secret);
    let mut tx = state.db.begin_write().await?;
    let session = sessions::find(&mut tx, &token_hash).await?;
    let own = CookieSecret::Own.read(&headers, &state.public_url);
    match session {
        Some(session) => {
            let Some(by) = session.entered_by else {
                return Err(not_admin());
            };
            let email = sessions::find_email(&mut tx, &by).await?;
            let actor = AuditActor::Account(&by, email.as_deref().unwrap_or_default());
            sessions::delete(&mut tx, &token_hash).await?;
            audit::record(&state, &mut tx, actor, AuditAction::Leave, Some(&session.user_id), "").await?;
            tx.commit().await?;
        }
        // The session has ended, because the consent or the role was withdrawn.
        None if own.is_some() => drop(tx),
        None => return Err(ApiError::session_expired()),
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    let to = response.headers_mut();
    CookieSecret::Own.clear(to, &state.public_url);
    match own {
        Some(own) => CookieSecret::Session.set(to, &state.public_url, &own),
        None => CookieSecret::Session.clear(to, &state.public_url),
    }
    Ok(response)
}
