//! Limits per address and per account. A quota is a burst, given back evenly over its period.
//!
//! What protects accounts ([`AccountLimit`]: log-ins, PINs, codes, new passwords, registrations, emails) is counted
//! in the database, so that several servers share one count and a restart resets nothing. Strangers are counted by
//! account and address together: somebody who uses up their tries locks out neither the owner nor anybody else, and
//! a browser that the account knows has its own count. What protects one process ([`ProcessLimit`]: session checks,
//! PDFs, sockets, pages) is counted in its memory, which costs nothing.
//!
//! What an account may store is bounded in [`quota`].

mod database;
mod process;
pub mod quota;
mod store;

pub use database::AccountLimit;
pub use process::ProcessLimit;

use crate::clock::SharedClock;
use crate::db::{Conn, Db, DbResult};
use crate::error::ApiError;

/// The message of a 429 if there is no better one.
const TOO_MANY: &str = "Too many attempts. Please try again later.";

/// The limits of one server.
pub struct Limits {
    process: process::ProcessLimits,
    database: database::DatabaseLimits,
}

impl Limits {
    /// Limits that use this clock, each `factor` times as high as documented at [`ProcessLimit`] and [`AccountLimit`].
    #[must_use]
    pub fn new(clock: SharedClock, db: Db, factor: u32) -> Self {
        Self {
            process: process::ProcessLimits::new(clock.clone(), factor),
            database: database::DatabaseLimits::new(clock, db, factor),
        }
    }

    /// Counts one use by `key` in this process.
    ///
    /// # Errors
    /// 429 with `Retry-After` if there were too many.
    pub fn check(&self, limit: ProcessLimit, key: impl ToString) -> Result<(), ApiError> {
        self.process.check(limit, key)
    }

    /// Counts one use by `key` across all servers on this database. It is counted whatever happens to the request, in a
    /// transaction of its own, so the caller must not hold one.
    ///
    /// # Errors
    /// 429 with `Retry-After` if there were too many; 503 if the database doesn't respond.
    pub async fn check_account(&self, limit: AccountLimit, key: impl ToString) -> Result<(), ApiError> {
        self.database.check(limit, &key.to_string()).await
    }

    /// Counts one use in the same manner, but only returns whether it is within the limit. For uses that then need
    /// another check instead of being refused.
    ///
    /// # Errors
    /// 503 if the database doesn't respond.
    pub async fn is_account_allowed(
        &self,
        limit: AccountLimit,
        key: impl ToString,
    ) -> Result<bool, ApiError> {
        match self.check_account(limit, key).await {
            Err(error) if error.is_too_many() => Ok(false),
            other => other.map(|()| true),
        }
    }

    /// Forgets keys in this process that are back at their full quota.
    pub fn prune(&self) {
        self.process.prune();
        self.database.prune();
    }
}

/// Deletes keys in the database that are back at their full quota.
pub async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    store::delete_old(conn, now).await
}
