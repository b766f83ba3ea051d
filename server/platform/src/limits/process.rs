//! Limits that protect this process, on requests that are frequent and cheap. They are counted in memory, so each
//! further server allows as many requests again.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock::Clock as GovernorClock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use std::num::NonZeroU32;

use super::TOO_MANY;
use crate::clock::SharedClock;
use crate::error::ApiError;

/// What is limited per process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProcessLimit {
    /// Challenges of the human check from one address: 120 in 5 minutes.
    CaptchaByAddress,
    /// Devices looked up for visitors who are not signed in, from one address: 300 in 5 minutes.
    DeviceByAddress,
    /// Passkey challenges from one address: 300 in 5 minutes. Each login page requests one.
    PasskeyByAddress,
    /// Session checks and sign-outs from one address: 600 in 5 minutes.
    SessionByAddress,
    /// Session checks by one account: 600 in 5 minutes.
    SessionByAccount,
    /// Reads and changes of an account's own settings: 120 in 5 minutes.
    SettingsByAccount,
    /// Reads and changes of settings from one address: 300 in 5 minutes.
    SettingsByAddress,
    /// Actions of customers behind public links from one address: 60 in 10 minutes.
    PublicByAddress,
    /// WebSockets opened from one address: 240 in 5 minutes.
    SocketByAddress,
    /// PDFs behind public links from one address: 120 in 10 minutes.
    PdfByAddress,
    /// PDFs for one account: 240 in 10 minutes.
    PdfByAccount,
    /// Zip files of PDFs and CIS statements made for one account: 60 in 10 minutes.
    DocumentFilesByAccount,
    /// Previews of the year pack by one account: 120 in 10 minutes.
    YearPackByAccount,
    /// Import files read for one account, as a preview or to store them: 60 in 10 minutes.
    ImportByAccount,
    /// Pictures uploaded by one account: 240 in 10 minutes. A survey of a house has some dozens.
    PictureByAccount,
    /// Portions of actions on many documents, requested by one account: 240 in 10 minutes.
    BatchByAccount,
}

impl ProcessLimit {
    const ALL: [Self; 16] = [
        Self::CaptchaByAddress,
        Self::PasskeyByAddress,
        Self::DeviceByAddress,
        Self::SessionByAddress,
        Self::SessionByAccount,
        Self::SettingsByAccount,
        Self::SettingsByAddress,
        Self::PublicByAddress,
        Self::SocketByAddress,
        Self::PdfByAddress,
        Self::PdfByAccount,
        Self::ImportByAccount,
        Self::DocumentFilesByAccount,
        Self::YearPackByAccount,
        Self::PictureByAccount,
        Self::BatchByAccount,
    ];

    /// How many uses are allowed at once, and the seconds after which as many are allowed again.
    const fn quota(self) -> (u32, u64) {
        match self {
            Self::CaptchaByAddress => (120, 300),
            Self::SessionByAddress | Self::SessionByAccount => (600, 300),
            Self::SettingsByAccount => (120, 300),
            Self::SettingsByAddress | Self::DeviceByAddress | Self::PasskeyByAddress => (300, 300),
            Self::PublicByAddress | Self::ImportByAccount | Self::DocumentFilesByAccount => (60, 600),
            Self::SocketByAddress => (240, 300),
            Self::PdfByAddress | Self::YearPackByAccount => (120, 600),
            Self::PdfByAccount | Self::PictureByAccount | Self::BatchByAccount => (240, 600),
        }
    }
}

type KeyedLimiter = RateLimiter<String, DefaultKeyedStateStore<String>, LimitClock, NoOpMiddleware<Nanos>>;

/// The limits of one process.
#[derive(Clone)]
pub(super) struct ProcessLimits {
    keyed: Arc<[(ProcessLimit, KeyedLimiter)]>,
    clock: LimitClock,
}

impl ProcessLimits {
    /// Limits that use this clock, each `factor` times as high as documented at [`ProcessLimit`].
    pub(super) fn new(clock: SharedClock, factor: u32) -> Self {
        let clock = LimitClock::new(clock);
        let keyed = ProcessLimit::ALL.iter().map(|limit| {
            let (burst, seconds) = limit.quota();
            let burst = NonZeroU32::new(burst.saturating_mul(factor)).unwrap_or(NonZeroU32::MIN);
            let every = Duration::from_secs(seconds) / burst.get();
            let quota =
                Quota::with_period(every).unwrap_or_else(|| Quota::per_second(burst)).allow_burst(burst);
            let store = DefaultKeyedStateStore::<String>::default();
            (*limit, RateLimiter::new(quota, store, clock.clone()))
        });
        Self { keyed: keyed.collect(), clock: clock.clone() }
    }

    /// Counts one use by `key`.
    ///
    /// # Errors
    /// 429 with `Retry-After` if there were too many.
    pub(super) fn check(&self, limit: ProcessLimit, key: impl ToString) -> Result<(), ApiError> {
        let Some((_, keyed)) = self.keyed.iter().find(|(kind, _)| *kind == limit) else {
            return Ok(());
        };
        keyed.check_key(&key.to_string()).map_err(|refusal| {
            let wait = refusal.wait_time_from(self.clock.now());
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            ApiError::too_many(TOO_MANY, seconds)
        })
    }

    /// Forgets the keys that are back at their full quota.
    pub(super) fn prune(&self) {
        for (_, keyed) in self.keyed.iter() {
            keyed.retain_recent();
        }
    }
}

/// The server's clock for governor. It never goes back. Otherwise, if the server's clock was ahead and is corrected,
/// everybody who was at a limit would be refused until it reaches the earlier time again.
#[derive(Clone)]
struct LimitClock {
    clock: SharedClock,
    /// The last reading of the clock, and the correction that is added to it, both in milliseconds.
    seen: Arc<Mutex<(i64, i64)>>,
}

impl LimitClock {
    fn new(clock: SharedClock) -> Self {
        let seen = Arc::new(Mutex::new((clock.now_ms(), 0)));
        Self { clock, seen }
    }
}

impl GovernorClock for LimitClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        // The lock protects two numbers, which a panic can't leave half written.
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.clock.now_ms();
        let (last, added) = &mut *seen;
        *added += (*last - now).max(0);
        *last = now;
        let ms = u64::try_from(now + *added).unwrap_or(0);
        Nanos::from(ms.saturating_mul(1_000_000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    fn use_up(limits: &ProcessLimits, key: &str) {
        for _ in 0..60 {
            assert!(limits.check(ProcessLimit::PublicByAddress, key).is_ok());
        }
        assert!(limits.check(ProcessLimit::PublicByAddress, key).is_err());
    }

    #[test]
    fn a_used_up_limit_recovers_with_time() {
        let clock = Arc::new(ManualClock::new(1_795_000_000_000));
        let limits = ProcessLimits::new(clock.clone(), 1);
        use_up(&limits, "a");
        assert!(limits.check(ProcessLimit::PublicByAddress, "b").is_ok());
        // One every ten seconds is allowed.
        clock.advance(10_000);
        assert!(limits.check(ProcessLimit::PublicByAddress, "a").is_ok());
        assert!(limits.check(ProcessLimit::PublicByAddress, "a").is_err());
        clock.advance(600_000);
        use_up(&limits, "a");
    }

    #[test]
    fn a_clock_that_is_set_back_locks_nobody_out() {
        let clock = Arc::new(ManualClock::new(1_795_000_000_000));
        let limits = ProcessLimits::new(clock.clone(), 1);
        use_up(&limits, "a");
        clock.advance(-86_400_000);
        assert!(limits.check(ProcessLimit::PublicByAddress, "a").is_err());
        clock.advance(10_000);
        assert!(limits.check(ProcessLimit::PublicByAddress, "a").is_ok());
    }
}
