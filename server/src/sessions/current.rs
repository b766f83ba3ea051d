//! Who is asking.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::cookie::Secret;
use super::{Proof, SEEN_STEP, is_alive, store};
use crate::error::ApiError;
use crate::ids::{DeviceId, SessionId, UserId, sha256_hex};
use crate::state::AppState;

/// The signed-in person. As an extractor it answers 401 when nobody is, with
/// `X-Session-Expired: true` when there was a session and it has ended.
#[derive(Debug, Clone)]
pub struct CurrentUser {
    /// The account's id.
    pub id: UserId,
    /// The account's e-mail address.
    pub email: String,
    /// The person's name.
    pub name: String,
    /// The id of the session, which is not its secret.
    pub session_id: SessionId,
    /// The device that the session is on.
    pub device_id: Option<DeviceId>,
    /// When the password was entered.
    pub proof: Proof,
}

impl CurrentUser {
    /// Lets an action pass that asks for the password: it was entered in the last 5 minutes, be it
    /// to sign in.
    ///
    /// # Errors
    /// 403 `password_required`.
    pub fn require_fresh_password(&self, now: i64) -> Result<(), ApiError> {
        if self.proof.is_fresh(now) {
            Ok(())
        } else {
            Err(ApiError::password_required())
        }
    }
}

/// The signed-in person, if anybody is.
#[derive(Debug, Clone)]
pub struct MaybeUser(pub Option<CurrentUser>);

impl FromRequestParts<AppState> for CurrentUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        // A layer that had to know has looked already.
        if let Some(user) = parts.extensions.get::<Self>() {
            return Ok(user.clone());
        }
        let Some(secret) = Secret::Session.read(&parts.headers, &state.public_url) else {
            return Err(ApiError::unauthorized());
        };
        find(state, &secret)
            .await?
            .ok_or_else(ApiError::session_expired)
    }
}

impl FromRequestParts<AppState> for MaybeUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        match Secret::Session.read(&parts.headers, &state.public_url) {
            None => Ok(Self(None)),
            Some(secret) => find(state, &secret).await.map(Self),
        }
    }
}

/// The owner of a live session; notes that it was seen now.
async fn find(state: &AppState, secret: &str) -> Result<Option<CurrentUser>, ApiError> {
    let token_hash = sha256_hex(secret);
    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let Some(row) = store::find(&mut conn, &token_hash).await? else {
        return Ok(None);
    };
    drop(conn);
    if !is_alive(row.last_seen_at, now) {
        return Ok(None);
    }
    if (now - row.last_seen_at).abs() >= SEEN_STEP {
        let mut tx = state.db.begin_write().await?;
        store::touch(&mut tx, &token_hash, now).await?;
        tx.commit().await?;
    }
    Ok(Some(CurrentUser {
        id: row.user_id,
        email: row.email,
        name: row.name,
        session_id: row.id,
        device_id: row.device_id,
        proof: Proof {
            created_at: row.created_at,
            by_pin: row.by_pin,
            confirmed_at: row.confirmed_at,
        },
    }))
}

/// Whether the session with this id goes on. It is not seen by that: an open window alone keeps
/// nobody signed in. A database that does not answer ends no session.
pub async fn is_session_alive(state: &AppState, session_id: &str) -> bool {
    let seen = async {
        let mut conn = state.db.read().await?;
        store::last_seen(&mut conn, session_id).await
    };
    match seen.await {
        Ok(seen) => seen.is_some_and(|at| is_alive(at, state.clock.now_ms())),
        Err(error) => {
            tracing::warn!(%error, "a session could not be looked up");
            true
        }
    }
}
