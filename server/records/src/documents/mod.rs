//! What quotes, invoices and credit notes share: one model, one table, one set of operations.
//!
//! A document is a draft until it is issued. Issuing gives it a number, a link and a first version; every later
//! edit makes another, and none ever changes (`store/versions.rs`). Core calculates a document
//! (`drafting/validation.rs`, `stored.rs`) and decides which steps its status may take (`status.rs`). This module
//! reads, writes and returns it, with a folder for each thing that a person does and one set of routes for every kind
//! (`routes.rs`). What is specific to a kind is in `quotes`, `invoices` and `credits`.

pub mod agreed_job;
pub mod archiving;
pub mod consistency;
pub mod copying;
pub mod drafting;
pub mod exporting;
pub mod importing;
pub mod issuing;
pub mod notifying;
pub mod parties;
pub mod path;
pub mod photos;
pub mod reading;
pub mod routes;
pub mod row;
mod rules;
pub mod sending;
pub mod status;
pub mod store;
pub mod stored;
pub mod summary;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use plumbline_core::time::Date;
use tokio::sync::{Mutex, MutexGuard};

use plumbline_platform::error::ApiError;
use plumbline_platform::ids::DocumentId;
use plumbline_platform::state::Services;

/// Today's date in London, which decides what is expired or overdue.
///
/// # Errors
/// 500 if the clock is outside the calendar.
pub fn today(services: &Services) -> Result<Date, ApiError> {
    services.clock.today().to_string().parse().map_err(ApiError::internal)
}

// Changes to a document are checked before its row is locked.
//
// The larger a document is, the longer a check takes, so it is done while nothing is locked in the database. Then the
// row is locked, and the change is written if the version is still the one that was checked; otherwise it is checked
// again. So that many edits of one document aren't checked again and again in vain, they take turns in this process;
// servers that share a database notice each other by the version.

/// How often a document is checked again because it changed between the check and the write.
pub const ATTEMPTS_MAX: usize = 16;

/// How many locks the documents share: an occasional wait for another document costs less than a table with all of
/// them.
const LOCK_COUNT: usize = 256;

static EDIT_LOCKS: [Mutex<()>; LOCK_COUNT] = [const { Mutex::const_new(()) }; LOCK_COUNT];

/// Waits for exclusive use of a document; requests are served in order. A caller must not ask for a second document
/// while it has one.
pub async fn lock_edits(id: &DocumentId) -> MutexGuard<'static, ()> {
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
