//! The human check at registration, and after too many attempts, behind one interface: a proof of work that the
//! server sets itself ([`altcha`], the default), or a provider ([`recaptcha`]) if its keys are configured. A
//! solution can be used once.

pub mod altcha;
mod recaptcha;
mod store;

use std::net::IpAddr;

use crate::clock::SharedClock;
use crate::config::{CaptchaConfig, RecaptchaConfig};
use crate::db::{Conn, Db, DbResult};
use crate::error::{ApiError, BoxError, FieldError};
use crate::ids::{Ids, sha256_hex};
use crate::secrets;

use altcha::{Altcha, Challenge};
use recaptcha::Recaptcha;

/// The human check in use.
pub struct Captcha {
    method: CaptchaMethod,
    db: Db,
    clock: SharedClock,
}

enum CaptchaMethod {
    /// Everybody passes; the limits per address and account still apply.
    Off,
    /// The server's own proof of work.
    Altcha(Altcha),
    /// The provider whose keys are configured.
    Recaptcha(Recaptcha),
}

impl Captcha {
    /// Sets up the check that the configuration names.
    ///
    /// # Errors
    /// When the key in the database cannot be created or read, or the provider's client cannot be built.
    pub async fn new(config: &CaptchaConfig, db: Db, clock: SharedClock, ids: Ids) -> Result<Self, BoxError> {
        let check = match config {
            CaptchaConfig::Off => CaptchaMethod::Off,
            CaptchaConfig::Altcha { max_number } => {
                let key =
                    secrets::load_or_create(&db, "altcha", &ids.new_token::<32>(), clock.now_ms()).await?;
                CaptchaMethod::Altcha(Altcha::new(key, *max_number, ids))
            }
            CaptchaConfig::Recaptcha(config) => CaptchaMethod::Recaptcha(Recaptcha::new((**config).clone())?),
        };
        Ok(Self { method: check, db, clock })
    }

    /// A new challenge of the server's own check; `None` if another check is in use.
    #[must_use]
    pub fn challenge(&self) -> Option<Challenge> {
        match &self.method {
            CaptchaMethod::Altcha(altcha) => Some(altcha.challenge(self.clock.now_ms())),
            CaptchaMethod::Off | CaptchaMethod::Recaptcha(_) => None,
        }
    }

    /// The provider's keys and addresses; `None` if the provider isn't in use.
    #[must_use]
    pub fn recaptcha(&self) -> Option<&RecaptchaConfig> {
        match &self.method {
            CaptchaMethod::Recaptcha(recaptcha) => Some(recaptcha.config()),
            CaptchaMethod::Off | CaptchaMethod::Altcha(_) => None,
        }
    }

    /// Whether there is no check at all.
    #[must_use]
    pub fn is_off(&self) -> bool {
        matches!(self.method, CaptchaMethod::Off)
    }

    /// Checks the solution that came with a request as `recaptchaToken` and marks it as used.
    ///
    /// # Errors
    /// 400 `captcha_required` without a solution, 400 `captcha_failed` if it is wrong, expired or already used; 503 if
    /// the provider can't be reached.
    pub async fn verify(&self, solution: Option<&str>, address: IpAddr) -> Result<(), ApiError> {
        if self.is_off() {
            return Ok(());
        }
        let now = self.clock.now_ms();
        let solution = solution.map(str::trim).filter(|text| !text.is_empty());
        let solution = solution.ok_or_else(required_error)?;
        let (name, expires_at) = match &self.method {
            CaptchaMethod::Off => return Ok(()),
            CaptchaMethod::Altcha(altcha) => altcha.verify(solution, now).ok_or_else(failed_error)?,
            CaptchaMethod::Recaptcha(recaptcha) => {
                if !recaptcha.verify(solution, address).await? {
                    return Err(failed_error());
                }
                (solution.to_owned(), now + recaptcha::LIFETIME)
            }
        };
        let mut tx = self.db.begin_write().await?;
        let fresh = store::use_up(&mut tx, &sha256_hex(name), expires_at).await?;
        tx.commit().await?;
        if fresh { Ok(()) } else { Err(failed_error()) }
    }
}

/// Deletes used solutions that have expired.
pub async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    store::delete_old(conn, now).await
}

/// The error for a request that needs a solution and has no solution.
pub fn required_error() -> ApiError {
    build_error("captcha_required", "Please complete the human check, then try again.")
}

fn failed_error() -> ApiError {
    build_error("captcha_failed", "The human check has expired or was used already. Please do it again.")
}

fn build_error(code: &'static str, message: &'static str) -> ApiError {
    ApiError::bad_request(code, message).with_errors(vec![FieldError::new("recaptchaToken", code, message)])
}
