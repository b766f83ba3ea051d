//! Changes to a document are checked before its row is locked.
//!
//! The larger a document is, the longer a check takes, so it is done while nothing is locked in the database. Then the
//! row is locked, and the change is written if the version is still the one that was checked; otherwise it is checked
//! again. So that many edits of one document aren't checked again and again in vain, they take turns in this process;
//! servers that share a database notice each other by the version.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use tokio::sync::{Mutex, MutexGuard};

use plumbline_platform::error::ApiError;

/// How often a document is checked again because it changed between the check and the write.
pub const ATTEMPTS_MAX: usize = 16;

/// How many locks the documents share: an occasional wait for another document costs less than a table with all of
/// them.
const LOCK_COUNT: usize = 256;

static EDIT_LOCKS: [Mutex<()>; LOCK_COUNT] = [const { Mutex::const_new(()) }; LOCK_COUNT];

/// Waits for exclusive use of a document; requests are served in order. A caller must not ask for a second document
/// while it has one.
pub async fn lock_edits(id: &str) -> MutexGuard<'static, ()> {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    let bucket = hasher.finish() % LOCK_COUNT as u64;
    // Always fits, because TURNS is small.
    let bucket = usize::try_from(bucket).unwrap_or_default();
    EDIT_LOCKS[bucket].lock().await
}

/// 503: the document changed every time it was checked, and nothing was written.
#[must_use]
pub fn still_changing_error() -> ApiError {
    ApiError::unavailable("a document changed each time that it was judged")
}
