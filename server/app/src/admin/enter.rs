//! POST /api/admin/users/{id}/enter: support views an account, with its owner's consent.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::suspend::AdminReason;
use super::{Admin, emails, find_other};
use plumbline_platform::audit::{self, AuditAction};
use plumbline_platform::clock::HOUR;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::{UserId, sha256_hex};
use plumbline_platform::mail;
use plumbline_platform::sessions::cookie::CookieSecret;
use plumbline_platform::sessions::{store as sessions, user_agent};
use plumbline_platform::state::AppState;
use plumbline_records::support::store::access;

/// How long a look into an account may take, in milliseconds.
const DURATION_MAX: i64 = HOUR;

/// The response when support looks into an account.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminEntered {
    /// When it ends at the latest, milliseconds since the epoch.
    until: i64,
}

/// Opens a session in an account whose owner allowed it. The session can read but not write, ends after an hour or when
/// the owner withdraws the consent, and each route that it requests is logged. The owner gets an email. The browser
/// keeps the administrator's own session, to return to it once the account is left.
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
    let allowed = access::find_end(&mut tx, &id, now).await?;
    let allowed = allowed.ok_or_else(not_allowed)?;
    let until = allowed.min(now + DURATION_MAX);
    let secret = state.ids.new_token::<32>();
    let session = sessions::NewSession {
        id: state.ids.new_id(),
        token_hash: sha256_hex(&secret),
        user_id: id.clone(),
        user_agent: user_agent::read_user_agent(&headers),
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
        "The owner of this account hasn’t let support view it, or no longer does. They can do so in their \
         settings.",
    )
}
