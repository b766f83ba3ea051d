//! Support's view of an account, with its owner's consent. It can read but not write, so that everything in an account
//! was done by its owner. Each route is recorded, at most once a minute.
//!
//! The admin's own session continues meanwhile, in a second cookie. Once the view is over, because its hour is up
//! or its owner ended it, the browser gets `support_view_ended` and returns to that session by `POST /api/admin/leave`,
//! instead of being signed out.

use axum::extract::MatchedPath;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use url::form_urlencoded;

use super::store::{self, SessionRow};
use super::{CookieSecret, CurrentUser, SEEN_INTERVAL};
use crate::audit::store::is_recorded_since;
use crate::audit::{self, AuditAction, AuditActor};
use crate::clock::MINUTE;
use crate::db::{Conn, DbResult};
use crate::error::ApiError;
use crate::ids::{UserId, sha256_hex};
use crate::state::AppState;

/// The ends of the routes of downloads, which support doesn't need to look at the screens. Pictures are not among them,
/// because they are part of the screens.
const DOWNLOAD_SUFFIXES: [&str; 8] =
    ["/export", "/file", ".pdf", "/pdf", "/pdfs", "/letter", "/einvoice", "/cis/contractors/{id}/statement"];

/// A support admin who looks into an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupportView {
    /// The account of the admin.
    pub by: UserId,
    /// When the support session ends at the latest, milliseconds since the epoch.
    pub until: i64,
}

/// Whether a route is a download; some routes are if another format is requested than the screens use.
fn is_download(route: &str, query: Option<&str>) -> bool {
    // Decoded in the same manner as by the handlers: '%66ormat' is 'format'.
    let mut pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    DOWNLOAD_SUFFIXES.iter().any(|end| route.ends_with(end))
        || pairs.any(|(name, value)| name == "format" && value != "json")
}

/// The error if support tries to do more than look.
pub fn read_only_error() -> ApiError {
    ApiError::forbidden("read_only", "Support can view this account, but can’t change or download anything.")
}

/// Lets a reading request of support pass, and adds it to the audit log.
///
/// # Errors
/// 403 `read_only_error` if the request would change or download something; an error if the database fails.
pub(super) async fn check_request(
    state: &AppState,
    parts: &Parts,
    user: &CurrentUser,
    looking: &SupportView,
) -> Result<(), ApiError> {
    let is_reading = matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
    let route = parts.extensions.get::<MatchedPath>();
    let route = route.map_or("-", MatchedPath::as_str);
    if !is_reading || is_download(route, parts.uri.query()) {
        return Err(read_only_error());
    }
    // The route's template and not the path, because the log must not say whose document it was.
    let about = format!("{} {route}", parts.method);
    let since = state.clock.now_ms() - MINUTE;
    let ids = (&looking.by, &user.id);
    let mut conn = state.db.read().await?;
    let is_noted = is_recorded_since(&mut conn, ids, &about, since).await?;
    let own = find_own_session(state, &mut conn, &parts.headers).await?;
    drop(conn);
    if let Some(own) = own.filter(|own| own.user_id == looking.by) {
        touch_own_session(state, &own).await?;
    }
    if !is_noted {
        let mut tx = state.db.begin_write().await?;
        let actor = store::find_email(&mut tx, &looking.by).await?;
        let actor = AuditActor::Account(&looking.by, actor.as_deref().unwrap_or_default());
        audit::record(state, &mut tx, actor, AuditAction::Look, Some(&user.id), &about).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// The live session that the browser had before it looked into an account.
async fn find_own_session(
    state: &AppState,
    conn: &mut Conn,
    headers: &HeaderMap,
) -> DbResult<Option<SessionRow>> {
    let Some(secret) = CookieSecret::Own.read(headers, &state.public_url) else {
        return Ok(None);
    };
    let own = store::find(conn, &sha256_hex(secret)).await?;
    let now = state.clock.now_ms();
    Ok(own.filter(|own| own.entered_by.is_none() && own.is_usable(now)))
}

/// Records that the admin is still active, as requests in their own session would.
async fn touch_own_session(state: &AppState, own: &SessionRow) -> DbResult<()> {
    let now = state.clock.now_ms();
    if (now - own.last_seen_at).abs() < SEEN_INTERVAL {
        return Ok(());
    }
    let mut tx = state.db.begin_write().await?;
    store::touch(&mut tx, &own.token_hash, now).await?;
    tx.commit().await
}

/// The 401 for a browser whose session has ended, which says if it was a support session and its own session is still
/// live.
pub(super) async fn session_ended_error(state: &AppState, headers: &HeaderMap) -> Result<ApiError, ApiError> {
    // Most requests have no such cookie, so a made-up session secret costs no further query.
    if CookieSecret::Own.read(headers, &state.public_url).is_none() {
        return Ok(ApiError::session_expired());
    }
    let mut conn = state.db.read().await?;
    Ok(match find_own_session(state, &mut conn, headers).await? {
        Some(_) => ApiError::support_view_ended(),
        None => ApiError::session_expired(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_a_download_by_its_format_however_it_is_encoded() {
        let route = "/api/contacts/{id}/statement";
        for query in [
            "format=pdf",
            "from=2026-01-01&format=csv",
            "&%66ormat=pdf",
            "form%61t=p%64f",
            "format=json&format=pdf",
            "format=",
        ] {
            assert!(is_download(route, Some(query)), "{query}");
        }
        for query in [None, Some("format=json"), Some("formatted=pdf&q=format%3Dpdf")] {
            assert!(!is_download(route, query), "{query:?}");
        }
        assert!(is_download("/api/invoices/{id}/pdf", None));
    }
}
