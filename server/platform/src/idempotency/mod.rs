//! Idempotency keys: a request that is repeated because its response was lost gets the same response and does
//! nothing.
//!
//! ```text
//! let mut tx = state.db.begin_write().await?;
//! if let Some(answer) = request.claim(&mut tx, now).await? { return Ok(answer); }
//! … the writes …
//! let answer = request.store(&mut tx, StatusCode::CREATED, &body).await?;
//! tx.commit().await?;
//! Ok(answer)
//! ```
//!
//! The row of the key is the first that its transaction writes: a second request with the same key waits for the
//! first to commit and then finds its response, on both databases.
//!
//! Responses are stored for a week, keys for 400 days: a phone that was switched off for months sends its changes
//! again, learns that they were made already, and changes nothing.
//!
//! A response may be as large as the largest document, however small the request, and no quota counts it. So the stored
//! responses of an account are limited to about a day's work; beyond that only the keys are stored.

mod store;

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::clock::DAY;
use crate::db::Conn;
use crate::error::ApiError;
use crate::ids::sha256_hex;
use store::IdempotencyRow;

pub use store::{delete_old, delete_scope};

/// The request header.
pub const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
/// The header of a response that is a repetition.
pub const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// The most bytes of responses that are stored for one scope in a day: some thousands of ordinary ones.
const BYTES_PER_SCOPE_MAX: usize = 32 * 1024 * 1024;

/// The bytes stored for each scope on the current day.
static USED: LazyLock<Mutex<UsedBytes>> = LazyLock::new(Mutex::default);

/// The bytes that were stored on a day, by scope.
#[derive(Debug, Default)]
struct UsedBytes {
    day: i64,
    bytes: HashMap<String, usize>,
}

impl UsedBytes {
    /// Whether a scope has space for this many more bytes, which are then counted.
    fn reserve(&mut self, scope: &str, bytes: usize, now: i64) -> bool {
        let day = now.div_euclid(DAY);
        if day != self.day {
            self.bytes.clear();
            self.day = day;
        }
        let taken = self.bytes.entry(scope.to_owned()).or_default();
        let has_room = *taken + bytes <= BYTES_PER_SCOPE_MAX;
        if has_room {
            *taken += bytes;
        }
        has_room
    }
}

/// The `Idempotency-Key` of a request, if it has one: 1 to 200 visible ASCII characters.
#[derive(Debug, Clone)]
pub struct IdempotencyKey(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        read_key(&parts.headers).map(Self)
    }
}

fn read_key(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Some(value) = headers.get(&HEADER) else {
        return Ok(None);
    };
    match value.to_str() {
        Ok(text) if (1..=200).contains(&text.len()) => Ok(Some(text.to_owned())),
        _ => Err(ApiError::bad_field(
            "Idempotency-Key",
            "bad_idempotency_key",
            "The Idempotency-Key must be 1 to 200 visible ASCII characters.",
        )),
    }
}

/// A request that may be repeated.
#[derive(Debug)]
pub struct IdempotentRequest {
    scope: String,
    key: Option<String>,
    route: String,
    body_hash: String,
    /// When the key was claimed, milliseconds since the epoch.
    claimed_at: AtomicI64,
}

impl IdempotentRequest {
    /// A request by `scope` (`user:…` or `link:…`) to `route` (including its ids) with `body`.
    #[must_use]
    pub fn new(scope: impl Into<String>, key: IdempotencyKey, route: impl Into<String>, body: &[u8]) -> Self {
        Self {
            scope: scope.into(),
            key: key.0,
            route: route.into(),
            body_hash: sha256_hex(body),
            claimed_at: AtomicI64::new(0),
        }
    }

    /// Claims the key for this transaction, or returns the response of an earlier request with it.
    ///
    /// # Errors
    /// 422 `idempotency_key_reused` if the key was used for another request; 409 `already_done` if it was used for this
    /// one but the response is no longer stored, because it is old or was one of very many.
    pub async fn claim(&self, conn: &mut Conn, now: i64) -> Result<Option<Response>, ApiError> {
        let Some(key) = &self.key else {
            return Ok(None);
        };
        self.claimed_at.store(now, Ordering::Relaxed);
        let claimed = IdempotencyRow {
            scope: self.scope.clone(),
            key: key.clone(),
            route: self.route.clone(),
            body_hash: self.body_hash.clone(),
            status: 0,
            body: String::new(),
            created_at: now,
        };
        if store::insert(conn, &claimed).await? {
            return Ok(None);
        }
        let seen = store::find(conn, &self.scope, key).await?;
        if seen.route != self.route || seen.body_hash != self.body_hash {
            return Err(ApiError::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "idempotency_key_reused",
                "This Idempotency-Key was used for another request already.",
            ));
        }
        let status = u16::try_from(seen.status)
            .ok()
            .and_then(|status| StatusCode::from_u16(status).ok())
            .ok_or_else(|| ApiError::internal("an idempotency key was committed without its answer"))?;
        if seen.body.is_empty() {
            return Err(ApiError::conflict("already_done", "This was done already."));
        }
        let mut answer = json_response(status, seen.body);
        answer.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
        Ok(Some(answer))
    }

    /// Whether this many bytes still fit, which are then counted.
    fn reserve_bytes(&self, bytes: usize) -> bool {
        let now = self.claimed_at.load(Ordering::Relaxed);
        let mut taken = USED.lock().unwrap_or_else(PoisonError::into_inner);
        taken.reserve(&self.scope, bytes, now)
    }

    /// Stores the response with the key, if there is space for it, and returns it.
    pub async fn store_response(
        &self,
        conn: &mut Conn,
        status: StatusCode,
        body: &impl Serialize,
    ) -> Result<Response, ApiError> {
        let body = serde_json::to_string(body)?;
        if let Some(key) = &self.key {
            let saved = if self.reserve_bytes(body.len()) { &*body } else { "" };
            store::set_response(conn, [&self.scope, key], i64::from(status.as_u16()), saved).await?;
        }
        Ok(json_response(status, body))
    }
}

fn json_response(status: StatusCode, body: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Db;

    const NOON: i64 = 1_795_953_600_000;

    #[test]
    fn limits_the_bytes_stored_for_a_scope_per_day() {
        let mut taken = UsedBytes::default();
        assert!(taken.reserve("user:a", BYTES_PER_SCOPE_MAX - 1, NOON));
        assert!(!taken.reserve("user:a", 2, NOON));
        assert!(taken.reserve("user:a", 1, NOON));
        assert!(taken.reserve("user:b", BYTES_PER_SCOPE_MAX, NOON), "another has its own");
        assert!(taken.reserve("user:a", BYTES_PER_SCOPE_MAX, NOON + DAY));
    }

    /// Like a phone that was switched off for weeks: nothing is done twice.
    #[tokio::test]
    async fn keeps_the_key_of_a_response_that_is_too_large_to_store() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = Db::open(None, folder.path(), 2).await.expect("opens");
        let mut tx = db.begin_write().await.expect("a transaction");
        let scope = "user:an_answer_without_room";
        for (key, length, is_kept) in [("a", 10, true), ("b", BYTES_PER_SCOPE_MAX, false), ("c", 10, true)] {
            let of = || IdempotentRequest::new(scope, IdempotencyKey(Some(key.into())), "route", b"{}");
            let first = of();
            assert!(first.claim(&mut tx, NOON).await.expect("free").is_none());
            let answer = "x".repeat(length);
            let response = first.store_response(&mut tx, StatusCode::CREATED, &answer).await;
            assert_eq!(response.expect("an answer").status(), StatusCode::CREATED);
            match of().claim(&mut tx, NOON).await {
                Ok(again) => assert!(is_kept && again.is_some(), "{key}"),
                Err(error) => assert!(!is_kept && error.code() == "already_done", "{key}"),
            }
        }
    }
}
