//! Sessions and devices, in the database. The cookie of a session or a device contains a random secret; the tables
//! contain hashes of them.
//!
//! A session ends after 20 minutes without a request. A device is a browser in which the password was entered: only
//! with its secret can a PIN be used to sign in.
//!
//! A session of support in an account (`support_view`) can read but not write. An account that is suspended
//! (`suspended`) still has sessions, but they don't work.

pub mod cookie;
mod current;
pub mod devices;
pub mod store;
mod support_view;
pub mod suspended;
pub mod user_agent;

pub use current::{CurrentUser, MaybeUser, is_session_alive};
pub use support_view::{SupportView, read_only_error};

use crate::clock::{MINUTE, SECOND, is_valid_at};

/// A session without a request for this long has ended, in milliseconds.
pub const IDLE_LIMIT: i64 = 20 * MINUTE;

/// How often the time of the last request is stored at most, in milliseconds.
pub const SEEN_INTERVAL: i64 = 15 * SECOND;

/// How long a password that was entered again counts, in milliseconds.
pub const CONFIRMATION_LIFETIME: i64 = 5 * MINUTE;

/// Whether a session last used at `last_seen_at` is live. If that is in the future, the clock was set back since: up to
/// the same limit the session stays live, beyond it the session has ended.
#[must_use]
pub fn is_alive(last_seen_at: i64, now: i64) -> bool {
    (now - last_seen_at).abs() <= IDLE_LIMIT
}

/// How a session began, and when its password was entered.
#[derive(Debug, Clone, Copy)]
pub struct PasswordProof {
    /// When the session began, milliseconds since the epoch.
    pub created_at: i64,
    /// Whether it began with a PIN or a passkey.
    pub by_pin: bool,
    /// When the password was entered again, milliseconds since the epoch; `None` if it wasn't.
    pub confirmed_at: Option<i64>,
}

impl PasswordProof {
    /// Whether the password was entered again in the last 5 minutes.
    #[must_use]
    pub fn is_confirmed(self, now: i64) -> bool {
        self.confirmed_at.is_some_and(|at| is_valid_at(now, at, at + CONFIRMATION_LIFETIME))
    }

    /// Whether the password was entered in the last 5 minutes, to sign in or again.
    #[must_use]
    pub fn is_fresh(self, now: i64) -> bool {
        let begun = self.created_at;
        self.is_confirmed(now) || (!self.by_pin && is_valid_at(now, begun, begun + CONFIRMATION_LIFETIME))
    }
}
