//! POST /api/admin/users/{id}/enter: support views an account, with its owner's consent.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::user::AdminReason;
use super::{Admin, emails, find_other, not_admin};
use plumbline_platform::audit::{self, AuditAction, AuditActor};
use plumbline_platform::clock::HOUR;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::{UserId, sha256_hex};
use plumbline_platform::mail;
use plumbline_platform::sessions::{CookieSecret, devices, store as sessions};
use plumbline_platform::state::AppState;
use plumbline_records::support::store;

/// How long support may view an account at a time, in milliseconds.
const DURATION_MAX: i64 = HOUR;

/// The response when support starts to view an account.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminEntered {
    /// When the session ends at the latest, milliseconds since the epoch.
    until: i64,
}

/// Opens a session in an account whose owner allowed it. The session can read but not write, ends after an hour or when
/// the owner withdraws the consent, and each route that it requests is logged. The owner gets an email. The browser
/// also stores the administrator's own session, to return to it when they leave the account.
#[utoipa::path(post, path = "/api/admin/users/{id}/enter", tag = "admin", params(UserId),
    request_body = AdminReason, responses((status = 200, body = AdminEntered), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn enter(
    State(state): State<AppState>,
    admin: Admin,
    headers: HeaderMap,
    Path(id): Path<UserId>,
    ApiJson(reason): ApiJson<AdminReason>,
) -> Result<Response, ApiError> {
    let reason = reason.validate()?;
    let now = state.clock.now_ms();
    admin.0.require_fresh_password(now)?;
    let own = CookieSecret::Session.read(&headers, &state.public_url).ok_or_else(ApiError::unauthorized)?;
    let mut tx = state.db.begin_write().await?;
    let person = find_other(&mut tx, &admin, &id).await?;
    let consent_end = store::find_end(&mut tx, &id, now).await?;
    let consent_end = consent_end.ok_or_else(not_allowed)?;
    let until = consent_end.min(now + DURATION_MAX);
    let secret = state.ids.new_token::<32>();
    let session = sessions::NewSession {
        id: state.ids.new_id(),
        token_hash: sha256_hex(&secret),
        user_id: id.clone(),
        user_agent: devices::read_user_agent(&headers),
        device_id: None,
        by_pin: true,
        entered: Some((admin.0.id.clone(), until)),
        now,
    };
    sessions::insert(&mut tx, session).await?;
    audit::record(&state, &mut tx, admin.actor(), AuditAction::Enter, Some(&id), &reason).await?;
    mail::enqueue(&state, &mut tx, &emails::compose_entered(&state, &id, &person)?).await?;
    tx.commit().await?;
    let mut response = Json(AdminEntered { until }).into_response();
    CookieSecret::Own.set(response.headers_mut(), &state.public_url, &own);
    CookieSecret::Session.set(response.headers_mut(), &state.public_url, &secret);
    Ok(response)
}

fn not_allowed() -> ApiError {
    ApiError::conflict(
        "no_consent",
        "The owner of this account doesn’t allow support to view it. They can allow it in their settings.",
    )
}

/// Ends the session in which support views an account. The browser returns to the administrator's own session, if that
/// is still valid.
///
/// This doesn't require the admin role, so that somebody who has lost it meanwhile can leave too.
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
        // The session has already ended: its time was up, or the consent or the role was withdrawn.
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
