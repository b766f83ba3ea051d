//! Support looks into an account, with its owner's consent: it reads and never writes, so that
//! nothing in an account was ever done by anybody but its owner. What it asks for is noted by its
//! route, once a minute at most.

use axum::extract::MatchedPath;
use axum::http::Method;
use axum::http::request::Parts;

use super::{CurrentUser, store};
use crate::audit::store::is_noted_since;
use crate::audit::{self, Act, Actor};
use crate::clock::MINUTE;
use crate::error::ApiError;
use crate::ids::UserId;
use crate::state::AppState;

/// Routes that hand out everything at once, or a secret: a look at the screens needs none of them.
const CLOSED: [&str; 1] = ["/api/account/export"];

/// Who of support looks into an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looking {
    /// The account of who looks.
    pub by: UserId,
    /// When that ends at the latest, milliseconds since the epoch.
    pub until: i64,
}

/// Lets a request of support pass that reads, and notes it.
///
/// # Errors
/// 403 `read_only`; when the database fails.
pub(super) async fn pass(
    state: &AppState,
    parts: &Parts,
    user: &CurrentUser,
    looking: &Looking,
) -> Result<(), ApiError> {
    let is_reading = matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
    let path = parts.uri.path();
    if !is_reading || CLOSED.iter().any(|closed| path.starts_with(closed)) {
        return Err(ApiError::forbidden(
            "read_only",
            "Support can look at this account, and change or download nothing in it.",
        ));
    }
    // The pattern and not the path: whose document it was is not the log's to say.
    let route = parts.extensions.get::<MatchedPath>();
    let about = format!(
        "{} {}",
        parts.method,
        route.map_or("-", MatchedPath::as_str)
    );
    let since = state.clock.now_ms() - MINUTE;
    let ids = (looking.by.as_str(), user.id.as_str());
    let mut conn = state.db.read().await?;
    let is_noted = is_noted_since(&mut conn, ids, &about, since).await?;
    drop(conn);
    if !is_noted {
        let mut tx = state.db.begin_write().await?;
        let actor = store::email_of(&mut tx, &looking.by).await?;
        let actor = Actor::Account(&looking.by, actor.as_deref().unwrap_or_default());
        audit::note(state, &mut tx, actor, Act::Look, Some(&user.id), &about).await?;
        tx.commit().await?;
    }
    Ok(())
}
