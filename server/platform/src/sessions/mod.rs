//! Sessions and devices, in the database. The cookie of a session or a device contains a random secret; the tables
//! contain hashes of them.
//!
//! A session ends after 20 minutes without a request. A device is a browser in which the password was entered: only
//! with its secret can a PIN be used to sign in.
//!
//! A session of support in an account (`looking`) can read but not write. An account that is suspended
//! (`suspended`) still has sessions, but they don't work.

pub mod agent;
pub mod cookie;
mod current;
pub mod devices;
mod looking;
pub mod store;
pub mod suspended;

pub use current::{CurrentUser, MaybeUser, is_session_alive};
pub use looking::{Looking, read_only};

use crate::clock::{MINUTE, SECOND, serves};

/// A session without a request for this long has ended.
pub const IDLE_LIMIT: i64 = 20 * MINUTE;

/// The time of the last request is written down at most this often.
pub const SEEN_STEP: i64 = 15 * SECOND;

/// For this long a password that was entered again counts.
pub const CONFIRMED_FOR: i64 = 5 * MINUTE;

/// Whether a session seen at `last_seen_at` is alive. One seen in the future was written by a clock
/// that has been set back: a little of that is forgiven, more ends the session.
#[must_use]
pub fn is_alive(last_seen_at: i64, now: i64) -> bool {
    (now - last_seen_at).abs() <= IDLE_LIMIT
}

/// How a session came to be, and when its password was entered.
#[derive(Debug, Clone, Copy)]
pub struct Proof {
    /// When the session began, milliseconds since the epoch.
    pub created_at: i64,
    /// Whether a PIN or a passkey began it.
    pub by_pin: bool,
    /// When the password was entered again.
    pub confirmed_at: Option<i64>,
}

impl Proof {
    /// Whether the password was entered again a moment ago.
    #[must_use]
    pub fn is_confirmed(self, now: i64) -> bool {
        self.confirmed_at
            .is_some_and(|at| serves(now, at, at + CONFIRMED_FOR))
    }

    /// Whether the password was entered a moment ago, be it to sign in.
    #[must_use]
    pub fn is_fresh(self, now: i64) -> bool {
        let begun = self.created_at;
        self.is_confirmed(now) || (!self.by_pin && serves(now, begun, begun + CONFIRMED_FOR))
    }
}
