//! The user of a request.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::support_view::{self, SupportView};
use super::{CookieSecret, PasswordProof, SEEN_INTERVAL, store};
use crate::db::DbResult;
use crate::error::ApiError;
use crate::ids::{DeviceId, SessionId, UserId, sha256_hex};
use crate::state::AppState;

/// The signed-in person. As an extractor it responds with 401 if nobody is signed in, with `X-Session-Expired: true` if
/// there was a session and it has ended.
#[derive(Debug, Clone)]
pub struct CurrentUser {
    /// The account's id.
    pub id: UserId,
    /// The account's email address.
    pub email: String,
    /// The person's name.
    pub name: String,
    /// The id of the session, which is not its secret.
    pub session_id: SessionId,
    /// The device that the session is on.
    pub device_id: Option<DeviceId>,
    /// When and how the password was entered.
    pub proof: PasswordProof,
    /// Whether the account is an admin, for what the screens display. The actions of admins check it again.
    pub is_admin: bool,
    /// The support admin who looks into the account; `None` if the owner is signed in.
    pub support_view: Option<SupportView>,
}

impl CurrentUser {
    /// Checks that the password was entered in the last 5 minutes, to sign in or again, for an action that requires it.
    ///
    /// # Errors
    /// 403 `password_required` otherwise.
    pub fn require_fresh_password(&self, now: i64) -> Result<(), ApiError> {
        if self.proof.is_fresh(now) { Ok(()) } else { Err(ApiError::password_required()) }
    }
}

/// The signed-in person, if there is one.
#[derive(Debug, Clone)]
pub struct MaybeUser(pub Option<CurrentUser>);

impl FromRequestParts<AppState> for CurrentUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        // A middleware layer may have found the person already.
        let user = match parts.extensions.get::<Self>() {
            Some(user) => user.clone(),
            None => find_signed_in(parts, state).await?,
        };
        if let Some(looking) = &user.support_view {
            support_view::check_request(state, parts, &user, looking).await?;
        }
        Ok(user)
    }
}

async fn find_signed_in(parts: &Parts, state: &AppState) -> Result<CurrentUser, ApiError> {
    let Some(secret) = CookieSecret::Session.read(&parts.headers, &state.public_url) else {
        return Err(ApiError::unauthorized());
    };
    match find_user(state, &secret).await? {
        Some(user) => Ok(user),
        None => Err(support_view::session_ended_error(state, &parts.headers).await?),
    }
}

impl FromRequestParts<AppState> for MaybeUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        match CookieSecret::Session.read(&parts.headers, &state.public_url) {
            None => Ok(Self(None)),
            Some(secret) => match find_user(state, &secret).await {
                // Somebody with a suspended account counts as a visitor; actions that need more check it themselves.
                Err(error) if error.code() == super::CODE => Ok(Self(None)),
                found => found.map(Self),
            },
        }
    }
}

/// Records that a session was used now.
async fn record_seen(state: &AppState, token_hash: &str, now: i64) -> DbResult<()> {
    let mut tx = state.db.begin_write().await?;
    store::touch(&mut tx, token_hash, now).await?;
    tx.commit().await
}

/// The person with a live session, which is recorded as used now; `None` if there is no live session. 403 if the
/// account is suspended.
async fn find_user(state: &AppState, secret: &str) -> Result<Option<CurrentUser>, ApiError> {
    let token_hash = sha256_hex(secret);
    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let Some(row) = store::find(&mut conn, &token_hash).await? else {
        return Ok(None);
    };
    drop(conn);
    if !row.is_active(now) {
        return Ok(None);
    }
    if !row.is_usable(now) {
        return Err(super::suspended_error(&state.config));
    }
    if (now - row.last_seen_at).abs() >= SEEN_INTERVAL
        && let Err(error) = record_seen(state, &token_hash, now).await
    {
        // If the database can't be written at the moment, the session is still valid.
        tracing::warn!(%error, "that a session was seen could not be noted");
    }
    let looking = row.entered_by.zip(row.entered_until);
    Ok(Some(CurrentUser {
        id: row.user_id,
        email: row.email,
        name: row.name,
        session_id: row.id,
        device_id: row.device_id,
        proof: PasswordProof {
            created_at: row.created_at,
            by_pin: row.by_pin,
            confirmed_at: row.confirmed_at,
        },
        is_admin: row.is_admin && looking.is_none(),
        support_view: looking.map(|(by, until)| SupportView { by, until }),
    }))
}

/// Whether the session with this id is live and its account isn't suspended. The check doesn't count as use: an open
/// window alone doesn't keep anybody signed in. If the database doesn't respond, the session counts as live.
pub async fn is_session_alive(state: &AppState, session_id: &SessionId) -> bool {
    let seen = async {
        let mut conn = state.db.read().await?;
        store::find_by_id(&mut conn, session_id).await
    };
    match seen.await {
        Ok(seen) => seen.is_some_and(|row| row.is_usable(state.clock.now_ms())),
        Err(error) => {
            tracing::warn!(%error, "a session could not be looked up");
            true
        }
    }
}
