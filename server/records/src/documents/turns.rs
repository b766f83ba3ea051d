//! Changes to one document are checked first, and only then is its row held.
//!
//! Checking what a person wants takes the longer the larger the document is, so it is done while nothing is held in
//! the database. Then the row is held, and the change written if the version is still the one that was checked;
//! otherwise it is checked again. So that many edits of one document are not checked in vain again and again, they
//! take turns in this process; servers that share a database notice each other by the version.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use tokio::sync::{Mutex, MutexGuard};

use plumbline_platform::error::ApiError;

/// How often a document is judged anew that changed before what was judged could be written.
pub const TRIES: usize = 16;

/// Documents share this many turns: one that waits for another's is not worth a table of all.
const TURNS: usize = 256;

static TAKEN: [Mutex<()>; TURNS] = [const { Mutex::const_new(()) }; TURNS];

/// The turn at a document, in the order in which they ask. Whoever has one asks for no second.
pub async fn turn(id: &str) -> MutexGuard<'static, ()> {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    let bucket = hasher.finish() % TURNS as u64;
    // Below TURNS, which is small.
    let bucket = usize::try_from(bucket).unwrap_or_default();
    TAKEN[bucket].lock().await
}

/// 503: the document changed each time that it was judged. Nothing was done.
#[must_use]
pub fn never_still() -> ApiError {
    ApiError::unavailable("a document changed each time that it was judged")
}
