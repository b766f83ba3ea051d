//! Limits that protect accounts, in the database.
//!
//! One instant is stored per key: when its quota is full again. Each use moves it by the time that one use takes to
//! recover; a use that would move it beyond the period is refused. That is the generic cell rate algorithm, which
//! governor uses in memory, in one SQL statement.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{TOO_MANY, store};
use crate::clock::SharedClock;
use crate::db::{Db, DbResult};
use crate::error::ApiError;
use crate::ids::sha256_hex;

/// Microseconds per millisecond. Instants are stored in microseconds, because with a factor of 1000 a use is given back
/// in less than a millisecond.
pub(super) const MICROS: i64 = 1000;
/// How far the clocks of several servers may differ, in microseconds.
pub(super) const LEEWAY: i64 = 60 * 1000 * MICROS;
/// How many refusals a process remembers.
const REFUSALS_MAX: usize = 10_000;

/// What is limited across all servers on one database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountLimit {
    /// Log-ins from one address: 30 in 5 minutes.
    LoginByAddress,
    /// Log-ins by one caller to one account, whether it exists or not: 10 in 15 minutes.
    LoginByCaller,
    /// Log-ins to one account by all strangers, after the human check: 200 in an hour. A known device and a link for a
    /// new password are not limited by this.
    LoginByStrangers,
    /// Registrations from one address: 10 in an hour.
    RegisterByAddress,
    /// Registrations with one email address, after the human check: 10 in an hour.
    RegisterByAccount,
    /// Codes entered from one address: 30 in 15 minutes.
    VerifyByAddress,
    /// Codes entered by one caller for one account: 15 in 15 minutes.
    VerifyByCaller,
    /// Codes requested from one address: 20 in an hour.
    ResendByAddress,
    /// Codes requested for one account by one caller: 1 a minute.
    ResendByMinute,
    /// Codes requested for one account by one caller: 6 an hour.
    ResendByCaller,
    /// Codes requested for one account by all strangers, after the human check: 12 an hour. Each is emailed to the
    /// owner.
    ResendByStrangers,
    /// Reset links requested from one address: 20 in an hour.
    ForgotByAddress,
    /// Reset links requested for one account, whether it exists or not, by one caller: 5 in an hour.
    ForgotByCaller,
    /// Reset links requested for one account by all strangers, after the human check: 20 in an hour. Each is emailed to
    /// the owner and is valid.
    ForgotByStrangers,
    /// Invalid reset links used from one address: 30 in 15 minutes.
    ResetByAddress,
    /// Uses of one reset link, each of which may compute a hash: 30 in 15 minutes.
    ResetByLink,
    /// PINs entered from one address for unknown devices: 30 in 5 minutes.
    PinByAddress,
    /// PINs entered on one device: 30 in 15 minutes.
    PinByDevice,
    /// Passkeys from one address: 60 in 5 minutes.
    PasskeyByAddress,
    /// Passwords entered again from one address: 30 in 15 minutes.
    ConfirmByAddress,
    /// Passwords entered again by one account: 10 in 15 minutes.
    ConfirmByAccount,
    /// Changes of the email address requested by one account: 5 in an hour.
    ChangeEmailByAccount,
    /// Exports requested by one account: 5 in an hour.
    ExportByAccount,
    /// Messages sent to push services for one account: 120 in an hour.
    PushByAccount,
    /// Support requests of one account: 10 in an hour.
    SupportByAccount,
    /// Pictures in support requests of one account: 40 in an hour.
    SupportPicturesByAccount,
    /// Job descriptions that one account requests from a model: 60 in an hour.
    DescribeByAccount,
    /// Conversions reported from one address: 60 in an hour.
    ConversionByAddress,
    /// Actions of a link's holder on its document of which the business is notified: 20 in an hour.
    ActByLink,
    /// The same actions: 40 in a day.
    ActByLinkDay,
    /// Questions about a document by the holder of its link: 5 in an hour.
    AskByLink,
    /// The same questions: 10 in a day.
    AskByLinkDay,
}

impl AccountLimit {
    /// The limit's name in the hashed key, how many uses are allowed at once, and the seconds after which that many are
    /// allowed again.
    const fn quota(self) -> (&'static str, i64, i64) {
        match self {
            Self::LoginByAddress => ("login address", 30, 300),
            Self::LoginByCaller => ("login account", 10, 900),
            Self::LoginByStrangers => ("login strangers", 200, 3600),
            Self::RegisterByAddress => ("register address", 10, 3600),
            Self::RegisterByAccount => ("register account", 10, 3600),
            Self::VerifyByAddress => ("verify address", 30, 900),
            Self::VerifyByCaller => ("verify account", 15, 900),
            Self::ResendByAddress => ("resend address", 20, 3600),
            Self::ResendByMinute => ("resend account", 1, 60),
            Self::ResendByCaller => ("resend account hour", 6, 3600),
            Self::ResendByStrangers => ("resend strangers", 12, 3600),
            Self::ForgotByAddress => ("forgot address", 20, 3600),
            Self::ForgotByCaller => ("forgot account", 5, 3600),
            Self::ForgotByStrangers => ("forgot strangers", 20, 3600),
            Self::ResetByAddress => ("reset address", 30, 900),
            Self::ResetByLink => ("reset link", 30, 900),
            Self::PinByAddress => ("pin address", 30, 300),
            Self::PinByDevice => ("pin device", 30, 900),
            Self::PasskeyByAddress => ("passkey address", 60, 300),
            Self::ConfirmByAddress => ("confirm address", 30, 900),
            Self::ConfirmByAccount => ("confirm account", 10, 900),
            Self::ChangeEmailByAccount => ("change email account", 5, 3600),
            Self::ExportByAccount => ("export account", 5, 3600),
            Self::PushByAccount => ("push account", 120, 3600),
            Self::SupportByAccount => ("support account", 10, 3600),
            Self::SupportPicturesByAccount => ("support pictures", 40, 3600),
            Self::DescribeByAccount => ("describe account", 60, 3600),
            Self::ConversionByAddress => ("conversion address", 60, 3600),
            Self::ActByLink => ("act link", 20, 3600),
            Self::ActByLinkDay => ("act link day", 40, 86_400),
            Self::AskByLink => ("ask link", 5, 3600),
            Self::AskByLinkDay => ("ask link day", 10, 86_400),
        }
    }

    /// The code of the 429.
    const fn code(self) -> &'static str {
        match self {
            Self::LoginByStrangers => "known_devices_only",
            _ => "too_many_requests",
        }
    }

    /// The message of the 429.
    const fn message(self) -> &'static str {
        match self {
            Self::LoginByAddress | Self::LoginByCaller => "Too many login attempts. Please try again later.",
            Self::LoginByStrangers => {
                "Too many login attempts. Log in on a device you’ve used before, or ask for a link to choose a new \
                 password."
            }
            Self::ResendByMinute => "Please wait a minute before asking for another code.",
            Self::ActByLink | Self::ActByLinkDay => {
                "This link has been used too often in a short time. Please try again later, or contact the business."
            }
            Self::AskByLink | Self::AskByLinkDay => {
                "That was a lot of questions in a short time. Please try again later, or contact the \
                 business."
            }
            Self::DescribeByAccount => {
                "That was a lot of job descriptions in an hour. Please try again later."
            }
            _ => TOO_MANY,
        }
    }
}

/// The limits across all servers on one database.
pub(super) struct DatabaseLimits {
    clock: SharedClock,
    db: Db,
    factor: i64,
    /// Until when a key is refused (in microseconds): a used-up quota doesn't come back sooner, so a flood of requests
    /// costs the database nothing.
    refusals: Mutex<HashMap<String, i64>>,
}

impl DatabaseLimits {
    pub(super) fn new(clock: SharedClock, db: Db, factor: u32) -> Self {
        Self { clock, db, factor: i64::from(factor.max(1)), refusals: Mutex::default() }
    }

    pub(super) async fn check(&self, limit: AccountLimit, key: &str) -> Result<(), ApiError> {
        let (word, burst, seconds) = limit.quota();
        let hash = sha256_hex(format!("{word}:{key}"));
        let quota = MicroQuota::new(burst * self.factor, seconds);
        let now = self.clock.now_ms() * MICROS;
        let until = match self.find_refusal(&hash, quota, now) {
            Some(until) => until,
            None => match self.count_use(&hash, quota, now).await? {
                None => return Ok(()),
                Some(until) => until,
            },
        };
        let left = u64::try_from(until - now).unwrap_or(0);
        let refused = ApiError::too_many("", left.div_ceil(1_000_000));
        Err(refused.with_message(limit.code(), limit.message()))
    }

    /// Until when a remembered refusal is valid. One that lasts longer than is possible was made by a clock that has
    /// been set back since, and is ignored.
    fn find_refusal(&self, hash: &str, quota: MicroQuota, now: i64) -> Option<i64> {
        let until = self.lock_refusals().get(hash).copied()?;
        (now < until && until <= now + quota.every).then_some(until)
    }

    /// Counts a use in the database. If it is refused, returns the instant of the next one that is allowed.
    async fn count_use(&self, hash: &str, quota: MicroQuota, now: i64) -> DbResult<Option<i64>> {
        let mut tx = self.db.begin_write().await?;
        let until = store::take_use(&mut tx, hash, quota, now).await?;
        tx.commit().await?;
        if let Some(until) = until {
            let mut refused = self.lock_refusals();
            if refused.len() >= REFUSALS_MAX {
                refused.clear();
            }
            refused.insert(hash.to_owned(), until);
        }
        Ok(until)
    }

    pub(super) fn prune(&self) {
        let now = self.clock.now_ms() * MICROS;
        self.lock_refusals().retain(|_, until| now < *until);
    }

    fn lock_refusals(&self) -> MutexGuard<'_, HashMap<String, i64>> {
        // A panic between two inserts leaves the map unchanged.
        self.refusals.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A quota in microseconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct MicroQuota {
    /// The time after which one use is given back.
    pub(super) every: i64,
    /// The time after which all uses are given back.
    pub(super) whole: i64,
}

impl MicroQuota {
    fn new(burst: i64, seconds: i64) -> Self {
        let every = (seconds * 1000 * MICROS / burst).max(1);
        Self { every, whole: every * burst }
    }
}
