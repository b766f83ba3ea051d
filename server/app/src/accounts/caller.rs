//! The sender of an attempt to sign in: a browser that the account knows, or a stranger. Their limits are separate,
//! so that nobody can lock an owner out.

use std::net::IpAddr;

use axum::http::HeaderMap;

use plumbline_platform::attempts;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::DeviceId;
use plumbline_platform::limits::{AccountLimit, ProcessLimit};
use plumbline_platform::sessions::cookie::CookieSecret;
use plumbline_platform::sessions::devices;
use plumbline_platform::state::AppState;

/// Who tries.
#[derive(Debug, Clone)]
pub(super) enum Caller {
    /// A browser in which the account's password was entered, or a new one set.
    Device(DeviceId),
    /// Anybody else, by where they are.
    Stranger(IpAddr),
}

impl Caller {
    /// Who sends this, at the account of that address, known or not.
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
        // A made-up secret is one query; of many from one address none is looked up.
        if state
            .limits
            .check(ProcessLimit::DeviceByAddress, client)
            .is_err()
        {
            return Ok(stranger);
        }
        let mut conn = state.db.read().await?;
        let device = devices::find_by_email(&mut conn, email_key, &secret).await?;
        // One whose PIN was guessed at may be in other hands.
        let device = device.filter(|device| device.removed_at.is_none());
        Ok(device.map_or(stranger, |device| Self::Device(device.id)))
    }

    /// Under what their tries at that account are counted.
    pub(super) fn attempt_key(&self, email_key: &str) -> String {
        match self {
            Self::Device(id) => format!("{email_key} on {id}"),
            Self::Stranger(client) => format!("{email_key} from {client}"),
        }
    }
}

/// What may be done at an account, and how often before a human check.
pub(super) struct AttemptPolicy {
    /// Its word in the keys of tries.
    pub code: &'static str,
    /// The limit of one network address, wherever it knocks.
    pub by_address: AccountLimit,
    /// The limit of one caller at one account; as often again with the human check.
    pub by_caller: AccountLimit,
    /// The limit of all strangers together at one account, with the human check.
    pub by_strangers: AccountLimit,
    /// Whether a stranger beyond it is refused. Where each try sends the owner a mail they are not:
    /// their inbox has it as often as the limit, and the person who asks may be the owner.
    pub refuses_strangers: bool,
    /// After this many tries at an account in an hour strangers are asked for the check; after this
    /// many of its own a known device is.
    pub unchecked_by_account: i64,
    /// After this many tries from one address it is asked for the check.
    pub unchecked_by_address: i64,
}

impl AttemptPolicy {
    /// Lets a caller pass, or asks for the human check, which lets them pass. A known device keeps
    /// its own count: what strangers do costs it nothing.
    ///
    /// # Errors
    /// 400 when the check is asked for; 429 with `Retry-After` when there were too many.
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
        let many = tries
            .needs_captcha(&mut conn, self, state.clock.now_ms())
            .await?;
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

/// Tries of the last hour: of strangers at the address that was typed, known or not, and from one
/// network address; or of one known device.
pub(super) struct AttemptCounter {
    account: String,
    address: Option<String>,
    /// Whether anything comes of this one: strangers may have had so many mails sent that one more
    /// would bring the owner nothing that they don't have.
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

    /// Whether they are so many that a person has to show that they are one.
    async fn needs_captcha(
        &self,
        conn: &mut Conn,
        gate: &AttemptPolicy,
        now: i64,
    ) -> DbResult<bool> {
        if attempts::count_so_far(conn, &self.account, now).await? >= gate.unchecked_by_account {
            return Ok(true);
        }
        let Some(address) = &self.address else {
            return Ok(false);
        };
        Ok(attempts::count_so_far(conn, address, now).await? >= gate.unchecked_by_address)
    }

    /// Counts one.
    pub(super) async fn count(&self, conn: &mut Conn, now: i64) -> DbResult<()> {
        attempts::count_attempt(conn, &self.account, now).await?;
        if let Some(address) = &self.address {
            attempts::count_attempt(conn, address, now).await?;
        }
        Ok(())
    }

    /// Forgets those at the account: the right thing was given.
    pub(super) async fn reset(&self, conn: &mut Conn) -> DbResult<()> {
        attempts::reset(conn, &self.account).await
    }
}
