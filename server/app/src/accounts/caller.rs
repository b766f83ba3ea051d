//! The sender of an attempt to sign in: a browser that the account knows, or a stranger. Their limits are separate,
//! so that nobody can lock an owner out.

use std::net::IpAddr;

use axum::http::HeaderMap;

use plumbline_platform::attempts;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::DeviceId;
use plumbline_platform::limits::{AccountLimit, ProcessLimit};
use plumbline_platform::sessions::{CookieSecret, devices};
use plumbline_platform::state::AppState;

/// Who makes an attempt.
#[derive(Debug, Clone)]
pub(super) enum Caller {
    /// A browser in which the account's password was entered, or a new one was set.
    Device(DeviceId),
    /// Anybody else, by their network address.
    Stranger(IpAddr),
}

impl Caller {
    /// Who sends this request about the account with an email address, whether or not there is such an account.
    pub(super) async fn from_request(
        state: &AppState,
        headers: &HeaderMap,
        client: IpAddr,
        email_key: &str,
    ) -> Result<Self, ApiError> {
        let stranger = Self::Stranger(client);
        let Some(secret) = CookieSecret::Device.read(headers, &state.public_url) else {
            return Ok(stranger);
        };
        // Looking up a made-up secret takes one query. After many from one address, none is looked up any more.
        if state.limits.check(ProcessLimit::DeviceByAddress, client).is_err() {
            return Ok(stranger);
        }
        let mut conn = state.db.read().await?;
        let device = devices::find_by_email(&mut conn, email_key, &secret).await?;
        // A device whose PIN was guessed at may be in other hands.
        let device = device.filter(|device| device.removed_at.is_none());
        Ok(device.map_or(stranger, |device| Self::Device(device.id)))
    }

    /// The key under which the caller's attempts at an account are counted.
    pub(super) fn attempt_key(&self, email_key: &str) -> String {
        match self {
            Self::Device(id) => format!("{email_key} on {id}"),
            Self::Stranger(client) => format!("{email_key} from {client}"),
        }
    }
}

/// How often something may be attempted at an account, and when a human check is required.
pub(super) struct AttemptPolicy {
    /// The prefix of the keys of attempts.
    pub code: &'static str,
    /// The limit of one network address, for all accounts together.
    pub by_address: AccountLimit,
    /// The limit of one caller at one account; the same number again with the human check.
    pub by_caller: AccountLimit,
    /// The limit of all strangers together at one account, with the human check.
    pub by_strangers: AccountLimit,
    /// Whether strangers beyond that limit are refused. They are not if each attempt emails the owner: the inbox has as
    /// many emails as the limit allows, and the person who asks may be the owner.
    pub refuses_strangers: bool,
    /// After this many attempts at an account in an hour, strangers have to pass the human check; a known device has to
    /// after this many of its own.
    pub unchecked_by_account: i64,
    /// After this many attempts from one network address, it has to pass the human check.
    pub unchecked_by_address: i64,
}

impl AttemptPolicy {
    /// Lets a caller pass, after the human check if it is required. A known device has a count of its own, so that
    /// attempts by strangers don't affect it.
    ///
    /// # Errors
    /// 400 if the human check is required; 429 with `Retry-After` after too many attempts.
    pub(super) async fn check(
        &self,
        state: &AppState,
        (caller, email_key): (&Caller, &str),
        client: IpAddr,
        solution: Option<&str>,
    ) -> Result<AttemptCounter, ApiError> {
        let limits = &state.limits;
        let is_stranger = matches!(caller, Caller::Stranger(_));
        if is_stranger {
            limits.check_account(self.by_address, client).await?;
        }
        let mut tries = AttemptCounter::new(self.code, caller, email_key);
        let key = caller.attempt_key(email_key);
        let mut conn = state.db.read().await?;
        let many = tries.needs_captcha(&mut conn, self, state.clock.now_ms()).await?;
        drop(conn);
        if !many && limits.is_account_allowed(self.by_caller, &key).await? {
            return Ok(tries);
        }
        state.captcha.verify(solution, client).await?;
        let key = format!("{key}, checked");
        limits.check_account(self.by_caller, key).await?;
        if is_stranger {
            let within = limits.check_account(self.by_strangers, email_key).await;
            match within {
                Err(error) if self.refuses_strangers || !error.is_too_many() => return Err(error),
                within => tries.is_effective = within.is_ok(),
            }
        }
        Ok(tries)
    }
}

/// The attempts of the last hour: either those of strangers at an email address, whether or not it has an account, and
/// those from one network address; or those of one known device.
pub(super) struct AttemptCounter {
    account: String,
    address: Option<String>,
    /// Whether the attempt has an effect. It has none if strangers have already caused so many emails that another
    /// would be of no use to the owner.
    pub is_effective: bool,
}

impl AttemptCounter {
    fn new(word: &str, caller: &Caller, email_key: &str) -> Self {
        match caller {
            Caller::Device(_) => Self {
                account: format!("{word}:{}", caller.attempt_key(email_key)),
                address: None,
                is_effective: true,
            },
            Caller::Stranger(client) => Self {
                account: format!("{word}:{email_key}"),
                address: Some(format!("{word}-from:{client}")),
                is_effective: true,
            },
        }
    }

    /// Whether there were so many attempts that the human check is required.
    async fn needs_captcha(&self, conn: &mut Conn, gate: &AttemptPolicy, now: i64) -> DbResult<bool> {
        if attempts::count_so_far(conn, &self.account, now).await? >= gate.unchecked_by_account {
            return Ok(true);
        }
        let Some(address) = &self.address else {
            return Ok(false);
        };
        Ok(attempts::count_so_far(conn, address, now).await? >= gate.unchecked_by_address)
    }

    /// Counts an attempt.
    pub(super) async fn count(&self, conn: &mut Conn, now: i64) -> DbResult<()> {
        attempts::count_attempt(conn, &self.account, now).await?;
        if let Some(address) = &self.address {
            attempts::count_attempt(conn, address, now).await?;
        }
        Ok(())
    }

    /// Clears the attempts at the account, after one succeeded.
    pub(super) async fn reset(&self, conn: &mut Conn) -> DbResult<()> {
        attempts::reset(conn, &self.account).await
    }
}
