//! Configuration by environment. Every variable stands in [`VARIABLES`], which
//! `plumbline serve --help` lists; a wrong value stops the start with a sentence naming it.

mod addresses;
mod ai;
mod backup;
mod captcha;
mod connections;
mod conversions;
mod data;
mod log;
mod mails;
mod metrics;
mod passwords;
mod pdf;
mod push;
mod quotas;
mod stripe;
mod variables;

use std::net::SocketAddr;
use std::path::PathBuf;

use url::Url;

pub use ai::AiConfig;
pub use backup::{BackupConfig, Destination, S3Config};
pub use captcha::{CaptchaConfig, RecaptchaConfig};
pub use connections::ConnectionConfig;
pub use conversions::ConversionsConfig;
pub use log::LogFormat;
pub use mails::MailsConfig;
pub use metrics::MetricsConfig;
pub use passwords::HashCost;
pub use pdf::PdfConfig;
pub use quotas::{MEGABYTE, QuotaConfig};
pub use stripe::StripeConfig;
pub use variables::{VARIABLES, Variable, help};

/// The configuration of one server.
#[derive(Debug, Clone)]
pub struct Config {
    /// `PLUMBLINE_LISTEN`.
    pub listen: SocketAddr,
    /// `PLUMBLINE_DATA`.
    pub data: PathBuf,
    /// What hashing a password costs: full in every configuration that is read, less where a test sets it.
    pub hash_cost: HashCost,
    /// `PLUMBLINE_EXPECT_DATA`; `None`: what is in the folder and beside it decides.
    pub expect_data: Option<bool>,
    /// `PLUMBLINE_PUBLIC_URL`; `None`: the listening address.
    pub public_url: Option<Url>,
    /// `DATABASE_URL`; `None`: SQLite in the data folder.
    pub database_url: Option<String>,
    /// `PLUMBLINE_DB_CONNECTIONS`.
    pub db_connections: u32,
    /// `SMTP_URL`; `None`: mails are written to the data folder.
    pub smtp_url: Option<String>,
    /// `PLUMBLINE_MAIL_FROM`.
    pub mail_from: String,
    /// `PLUMBLINE_SUPPORT_EMAIL`.
    pub support_email: String,
    /// `PLUMBLINE_MAILS_BY_HOUR` and what belongs to it.
    pub mails: MailsConfig,
    /// `PLUMBLINE_CAPTCHA` and what belongs to it.
    pub captcha: CaptchaConfig,
    /// `STRIPE_SECRET_KEY` and what belongs to it; `None`: nobody pays by card.
    pub stripe: Option<StripeConfig>,
    /// `AI_BASE_URL` and what belongs to it; `None`: notes are tidied by rule.
    pub ai: Option<AiConfig>,
    /// `PLUMBLINE_PUSH_SERVICE`; `None`: only services on the open internet.
    pub push_service: Option<Url>,
    /// `META_PIXEL_ID` and what belongs to it; `None`: nobody hears of conversions.
    pub conversions: Option<ConversionsConfig>,
    /// `PLUMBLINE_INSTALLED_CONSENT`: whether an installed app that nobody was asked in allows everything.
    pub installed_consent: bool,
    /// `PLUMBLINE_BACKUP_TO` and what belongs to it.
    pub backup: BackupConfig,
    /// `PLUMBLINE_METRICS_LISTEN` and what belongs to it.
    pub metrics: MetricsConfig,
    /// `PLUMBLINE_CONNECTIONS` and what belongs to it.
    pub connections: ConnectionConfig,
    /// `PLUMBLINE_LOG`.
    pub log: String,
    /// `PLUMBLINE_LOG_FORMAT`.
    pub log_format: LogFormat,
    /// `PLUMBLINE_TRUSTED_PROXIES`.
    pub trusted_proxies: usize,
    /// `PLUMBLINE_LIMIT_FACTOR`.
    pub limit_factor: u32,
    /// `PLUMBLINE_CLOCK_AHEAD`, minutes.
    pub clock_ahead: i64,
    /// `PLUMBLINE_PDF_SECONDS` and what belongs to it.
    pub pdf: PdfConfig,
    /// `PLUMBLINE_QUOTA_DOCUMENTS` and what belongs to it.
    pub quotas: QuotaConfig,
    /// Whether the job worker runs beside the server; tests run the jobs themselves.
    pub background: bool,
}

/// A variable with a value that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{name} must be {expected}, but is “{value}”.")]
pub struct ConfigError {
    name: &'static str,
    expected: &'static str,
    value: String,
}

impl ConfigError {
    /// About a variable whose value must not be printed; `shown` stands in its place.
    fn hidden(name: &'static str, expected: &'static str, shown: &str) -> Self {
        Self {
            name,
            expected,
            value: shown.to_owned(),
        }
    }
}

impl Config {
    /// Reads the configuration from the process's environment.
    ///
    /// # Errors
    /// Names the first variable with a wrong value.
    pub fn from_env() -> Result<Self, ConfigError> {
        Self::from_lookup(|name| std::env::var(name).ok())
    }

    /// Reads the configuration through `lookup`; an empty value counts as unset.
    ///
    /// # Errors
    /// Names the first variable with a wrong value.
    pub fn from_lookup(lookup: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let get = |name: &'static str| lookup(name).filter(|value| !value.trim().is_empty());
        let mail_from = mails::sender(&get)?;
        Ok(Self {
            listen: addresses::listen(&get)?,
            data: data::folder(&get),
            hash_cost: HashCost::Full,
            expect_data: data::expected(&get)?,
            public_url: addresses::public(&get)?,
            database_url: data::database(&get)?,
            db_connections: data::connections(&get)?,
            smtp_url: mails::server(&get)?,
            support_email: mails::support(&get, &mail_from)?,
            mail_from: mail_from.to_string(),
            mails: MailsConfig::read(&get)?,
            captcha: CaptchaConfig::read(&get)?,
            stripe: StripeConfig::read(&get)?,
            ai: AiConfig::read(&get)?,
            push_service: push::own_service(&get)?,
            conversions: ConversionsConfig::read(&get)?,
            installed_consent: conversions::installed_consent(&get)?,
            backup: BackupConfig::read(&get)?,
            metrics: MetricsConfig::read(&get)?,
            connections: ConnectionConfig::read(&get)?,
            log: log::filter(&get)?,
            log_format: log::format(&get)?,
            trusted_proxies: addresses::trusted_proxies(&get)?,
            limit_factor: parse(
                get("PLUMBLINE_LIMIT_FACTOR"),
                "PLUMBLINE_LIMIT_FACTOR",
                "a whole number from 1 to 1000",
                |v| v.parse().ok().filter(|n| (1..=1000).contains(n)),
            )?
            .unwrap_or(1),
            clock_ahead: parse(
                get("PLUMBLINE_CLOCK_AHEAD"),
                "PLUMBLINE_CLOCK_AHEAD",
                "a whole number from 0 to 5256000",
                |v| v.parse().ok().filter(|n| (0..=5_256_000).contains(n)),
            )?
            .unwrap_or(0),
            pdf: PdfConfig::read(&get)?,
            quotas: QuotaConfig::read(&get)?,
            background: true,
        })
    }
}

/// Where backups go that a person names by hand, in place of `PLUMBLINE_BACKUP_TO`: a folder, or
/// `s3://bucket/prefix` with the keys of the environment.
///
/// # Errors
/// Names the variable that is missing.
pub fn destination_from_env(text: &str) -> Result<Destination, ConfigError> {
    let set = |value: &String| !value.trim().is_empty();
    backup::destination(text, &|name| std::env::var(name).ok().filter(set))
}

fn parse<T>(
    value: Option<String>,
    name: &'static str,
    expected: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, ConfigError> {
    match value {
        None => Ok(None),
        Some(value) => match read(value.trim()) {
            Some(parsed) => Ok(Some(parsed)),
            None => Err(ConfigError {
                name,
                expected,
                value: hide_password(&value),
            }),
        },
    }
}

/// The value without the password of an address, for messages.
fn hide_password(value: &str) -> String {
    match Url::parse(value) {
        Ok(mut url) if url.password().is_some() => {
            if url.set_password(Some("…")).is_err() {
                return "…".to_owned();
            }
            url.to_string()
        }
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests;
