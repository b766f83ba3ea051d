//! Attempts at codes and passwords, counted in the database: neither a restart nor a second server gives anybody
//! more of them. A key that belongs to no account is counted like any other, so that no response reveals which
//! addresses have an account.

mod store;

use crate::clock::HOUR;

pub use store::{count_attempt, count_so_far, delete_old, reset};

/// How long attempts are counted, from the first one, in milliseconds.
pub const WINDOW: i64 = HOUR;

/// The attempts counted so far.
#[derive(Debug, Clone, Copy)]
pub struct Attempts {
    /// How many there were, including this one.
    pub count: i64,
    /// When the first of them was made, milliseconds since the epoch.
    pub started_at: i64,
}

impl Attempts {
    /// Whole seconds until the count starts again.
    #[must_use]
    pub fn seconds_left(self, now: i64) -> u64 {
        let left = (self.started_at + WINDOW - now).max(0);
        u64::try_from(left).unwrap_or(0).div_ceil(1000)
    }
}
