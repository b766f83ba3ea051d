//! Sessions, in the database. The cookie holds a random secret; the table holds its hash.

pub mod cookie;
mod current;
pub mod store;

pub use current::{CurrentUser, MaybeUser};

use crate::clock::{MINUTE, SECOND};

/// A session without a request for this long has ended.
pub const IDLE_LIMIT: i64 = 20 * MINUTE;

/// The time of the last request is written down at most this often.
pub const SEEN_STEP: i64 = 15 * SECOND;
