//! Limits per address and per account, in the memory of this process.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock::Clock as GovernorClock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use std::num::NonZeroU32;

use crate::clock::SharedClock;
use crate::error::ApiError;

/// What is limited. A quota is a burst, given back evenly over its period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Log-ins from one address: 30 in 5 minutes.
    LoginByAddress,
    /// Log-ins to one account, known or not: 10 in 15 minutes.
    LoginByAccount,
    /// Registrations from one address: 10 in an hour.
    RegisterByAddress,
    /// Registrations of one address of e-mail, after the human check: 10 in an hour.
    RegisterByAccount,
    /// Codes entered from one address: 30 in 15 minutes.
    VerifyByAddress,
    /// Codes entered for one account: 15 in 15 minutes.
    VerifyByAccount,
    /// Codes asked for from one address: 20 in an hour.
    ResendByAddress,
    /// Codes asked for one account: 1 a minute.
    ResendByAccount,
    /// Codes asked for one account: 6 an hour.
    ResendByAccountHour,
    /// Challenges of the human check from one address: 120 in 5 minutes.
    CaptchaByAddress,
    /// Reset links asked for from one address: 20 in an hour.
    ForgotByAddress,
    /// Reset links asked for one account, known or not: 5 in an hour.
    ForgotByAccount,
    /// Reset links used from one address: 30 in 15 minutes.
    ResetByAddress,
    /// PINs entered from one address: 30 in 5 minutes.
    PinByAddress,
    /// PINs entered for one account, known or not: 30 in 15 minutes.
    PinByAccount,
    /// Passwords entered again from one address: 30 in 15 minutes.
    ConfirmByAddress,
    /// Passwords entered again by one account: 10 in 15 minutes.
    ConfirmByAccount,
    /// Looks at who is signed in, and sign-outs, from one address: 600 in 5 minutes.
    SessionByAddress,
    /// Looks at who is signed in by one account: 600 in 5 minutes.
    SessionByAccount,
    /// Looks at the account's own settings and changes of them: 120 in 5 minutes.
    SettingsByAccount,
    /// The same from one address: 300 in 5 minutes.
    SettingsByAddress,
    /// New addresses asked for by one account: 5 in an hour.
    ChangeEmailByAccount,
    /// Exports asked for by one account: 5 in an hour.
    ExportByAccount,
    /// Actions of customers behind public links from one address: 60 in 10 minutes.
    PublicByAddress,
    /// Live sockets opened from one address: 240 in 5 minutes.
    SocketByAddress,
    /// PDFs behind public links from one address: 120 in 10 minutes.
    PdfByAddress,
    /// PDFs for one account: 240 in 10 minutes.
    PdfByAccount,
}

impl Limit {
    const ALL: [Self; 27] = [
        Self::LoginByAddress,
        Self::LoginByAccount,
        Self::RegisterByAddress,
        Self::RegisterByAccount,
        Self::VerifyByAddress,
        Self::VerifyByAccount,
        Self::ResendByAddress,
        Self::ResendByAccount,
        Self::ResendByAccountHour,
        Self::CaptchaByAddress,
        Self::ForgotByAddress,
        Self::ForgotByAccount,
        Self::ResetByAddress,
        Self::PinByAddress,
        Self::PinByAccount,
        Self::ConfirmByAddress,
        Self::ConfirmByAccount,
        Self::SessionByAddress,
        Self::SessionByAccount,
        Self::SettingsByAccount,
        Self::SettingsByAddress,
        Self::ChangeEmailByAccount,
        Self::ExportByAccount,
        Self::PublicByAddress,
        Self::SocketByAddress,
        Self::PdfByAddress,
        Self::PdfByAccount,
    ];

    /// How many at once, and the seconds after which that many may come again.
    const fn quota(self) -> (u32, u64) {
        match self {
            Self::LoginByAddress => (30, 300),
            Self::LoginByAccount => (10, 900),
            Self::RegisterByAddress | Self::RegisterByAccount => (10, 3600),
            Self::VerifyByAddress => (30, 900),
            Self::VerifyByAccount => (15, 900),
            Self::ResendByAddress => (20, 3600),
            Self::ResendByAccount => (1, 60),
            Self::ResendByAccountHour => (6, 3600),
            Self::CaptchaByAddress => (120, 300),
            Self::ForgotByAddress => (20, 3600),
            Self::ForgotByAccount => (5, 3600),
            Self::ResetByAddress | Self::ConfirmByAddress => (30, 900),
            Self::PinByAddress => (30, 300),
            Self::PinByAccount => (30, 900),
            Self::ConfirmByAccount => (10, 900),
            Self::SessionByAddress | Self::SessionByAccount => (600, 300),
            Self::SettingsByAccount => (120, 300),
            Self::SettingsByAddress => (300, 300),
            Self::ChangeEmailByAccount | Self::ExportByAccount => (5, 3600),
            Self::PublicByAddress => (60, 600),
            Self::SocketByAddress => (240, 300),
            Self::PdfByAddress => (120, 600),
            Self::PdfByAccount => (240, 600),
        }
    }

    /// The sentence of the 429.
    const fn message(self) -> &'static str {
        match self {
            Self::LoginByAddress | Self::LoginByAccount => {
                "Too many login attempts. Please try again later."
            }
            Self::ResendByAccount => "Please wait a minute before asking for another code.",
            _ => "Too many attempts. Please try again later.",
        }
    }
}

type Keyed = RateLimiter<String, DefaultKeyedStateStore<String>, LimitClock, NoOpMiddleware<Nanos>>;

/// The limits of one server.
#[derive(Clone)]
pub struct Limits {
    keyed: Arc<[(Limit, Keyed)]>,
    clock: LimitClock,
}

impl Limits {
    /// Limits on this clock, each `factor` times as generous as written at [`Limit`].
    #[must_use]
    pub fn new(clock: SharedClock, factor: u32) -> Self {
        let clock = LimitClock::new(clock);
        let keyed = Limit::ALL.iter().map(|limit| {
            let (burst, seconds) = limit.quota();
            let burst = NonZeroU32::new(burst.saturating_mul(factor)).unwrap_or(NonZeroU32::MIN);
            let every = Duration::from_secs(seconds) / burst.get();
            let quota = Quota::with_period(every)
                .unwrap_or_else(|| Quota::per_second(burst))
                .allow_burst(burst);
            let store = DefaultKeyedStateStore::<String>::default();
            (*limit, RateLimiter::new(quota, store, clock.clone()))
        });
        Self {
            keyed: keyed.collect(),
            clock: clock.clone(),
        }
    }

    /// Counts one use by `key`.
    ///
    /// # Errors
    /// 429 with `Retry-After` when there were too many.
    pub fn check(&self, limit: Limit, key: impl ToString) -> Result<(), ApiError> {
        let Some((_, keyed)) = self.keyed.iter().find(|(kind, _)| *kind == limit) else {
            return Ok(());
        };
        keyed.check_key(&key.to_string()).map_err(|refusal| {
            let wait = refusal.wait_time_from(self.clock.now());
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            ApiError::too_many(limit.message(), seconds)
        })
    }

    /// Forgets the keys that are back at their full quota.
    pub fn tidy(&self) {
        for (_, keyed) in self.keyed.iter() {
            keyed.retain_recent();
        }
    }
}

/// The server's clock as governor wants it: it never goes back, so that a clock that was ahead and
/// was set right does not lock everybody out until it is there again.
#[derive(Clone)]
struct LimitClock {
    clock: SharedClock,
    /// The last reading of the clock, and what is added to it.
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
        // What is behind the lock is two numbers: a panic cannot leave them half written.
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

    #[test]
    fn a_spent_quota_says_when_to_come_again() {
        let clock = Arc::new(ManualClock::new(1_795_000_000_000));
        let limits = Limits::new(clock.clone(), 1);
        assert!(limits.check(Limit::ResendByAccount, "a").is_ok());
        assert!(limits.check(Limit::ResendByAccount, "b").is_ok());
        let error = limits
            .check(Limit::ResendByAccount, "a")
            .expect_err("spent");
        let text = format!("{error:?}");
        assert!(
            text.contains("\"retry-after\": \"60\"") || text.contains("60"),
            "{text}"
        );
        clock.advance(60_000);
        assert!(limits.check(Limit::ResendByAccount, "a").is_ok());
    }

    #[test]
    fn a_clock_that_is_set_back_locks_nobody_out() {
        let clock = Arc::new(ManualClock::new(1_795_000_000_000));
        let limits = Limits::new(clock.clone(), 1);
        assert!(limits.check(Limit::ResendByAccount, "a").is_ok());
        clock.advance(-86_400_000);
        assert!(limits.check(Limit::ResendByAccount, "a").is_err());
        clock.advance(60_000);
        assert!(limits.check(Limit::ResendByAccount, "a").is_ok());
    }
}
