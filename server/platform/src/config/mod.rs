//! Configuration by environment variables. [`VARIABLES`] lists all of them, and so does `plumbline serve --help`; a
//! wrong value stops the start with a message that names the variable.

mod ad_conversions;
mod ai;
mod backup;
mod captcha;
mod connections;
mod data;
mod log;
mod mail;
mod metrics;
mod passwords;
mod pdf;
mod push;
mod stripe;
mod variables;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use url::Url;

pub use ad_conversions::AdConversionsConfig;
pub use ai::AiConfig;
pub use backup::{BackupConfig, Destination, S3Config};
pub use captcha::{CaptchaConfig, RecaptchaConfig};
pub use connections::ConnectionConfig;
pub use data::{MEGABYTE, QuotaConfig};
pub use log::LogFormat;
pub use mail::{MailQuotaConfig, SmtpServer, SmtpTls};
pub use metrics::MetricsConfig;
pub use passwords::HashCost;
pub use pdf::PdfConfig;
pub use stripe::StripeConfig;
pub use variables::{VARIABLES, Variable, help_text};

/// The configuration of one server.
#[derive(Clone)]
pub struct Config {
    /// `PLUMBLINE_LISTEN`.
    pub listen: SocketAddr,
    /// `PLUMBLINE_DATA`.
    pub data: PathBuf,
    /// The cost of hashing a password: full in every configuration that is read, lower if a test sets it.
    pub hash_cost: HashCost,
    /// `PLUMBLINE_EXPECT_DATA`; `None`: the contents of the data folder and the files beside it decide.
    pub expect_data: Option<bool>,
    /// `PLUMBLINE_PUBLIC_URL`; `None`: the listening address.
    pub public_url: Option<Url>,
    /// `DATABASE_URL`; `None`: SQLite in the data folder.
    pub database_url: Option<String>,
    /// `PLUMBLINE_DB_CONNECTIONS`.
    pub db_connections: u32,
    /// `SMTP_URL`; `None`: emails are written to the data folder.
    pub smtp_url: Option<String>,
    /// `SMTP_CA_FILE`; `None`: the mail server's certificate is vouched for by those that browsers trust.
    pub smtp_ca_file: Option<PathBuf>,
    /// `PLUMBLINE_MAIL_SECONDS`: how long the mail server may take for each response.
    pub mail_timeout: Duration,
    /// `PLUMBLINE_MAIL_FROM`.
    pub mail_from: String,
    /// `PLUMBLINE_SUPPORT_EMAIL`.
    pub support_email: String,
    /// `PLUMBLINE_MAILS_BY_HOUR` and the related variables.
    pub mail_quota: MailQuotaConfig,
    /// `PLUMBLINE_CAPTCHA` and the related variables.
    pub captcha: CaptchaConfig,
    /// `STRIPE_SECRET_KEY` and the related variables; `None`: no card payments.
    pub stripe: Option<StripeConfig>,
    /// `AI_BASE_URL` and the related variables; `None`: notes are tidied by fixed rules.
    pub ai: Option<AiConfig>,
    /// `PLUMBLINE_PUSH_SERVICE`; `None`: only services on the open internet.
    pub push_service: Option<Url>,
    /// `META_PIXEL_ID` and the related variables; `None`: no conversions are reported.
    pub ad_conversions: Option<AdConversionsConfig>,
    /// `PLUMBLINE_INSTALLED_CONSENT`: whether an installed app allows analytics and marketing before its user has
    /// chosen.
    pub installed_consent: bool,
    /// `PLUMBLINE_BACKUP_TO` and the related variables.
    pub backup: BackupConfig,
    /// `PLUMBLINE_METRICS_LISTEN` and the related variables.
    pub metrics: MetricsConfig,
    /// `PLUMBLINE_CONNECTIONS` and the related variables.
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
    /// `PLUMBLINE_PDF_SECONDS` and the related variables.
    pub pdf: PdfConfig,
    /// `PLUMBLINE_QUOTA_DOCUMENTS` and the related variables.
    pub quotas: QuotaConfig,
    /// Whether the job worker runs alongside the server; tests run jobs themselves.
    pub background: bool,
}

/// Prints only fields that can't be secret: an address with a password may not even look like an address.
impl std::fmt::Debug for Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config")
            .field("listen", &self.listen)
            .field("data", &self.data)
            .finish_non_exhaustive()
    }
}

/// A variable whose value can't be used.
#[derive(Debug, thiserror::Error)]
#[error("{name} must be {expected}{}.", describe_value(.value.as_deref()))]
pub struct ConfigError {
    name: &'static str,
    expected: &'static str,
    /// The value, if it can't be a secret.
    value: Option<String>,
}

fn describe_value(value: Option<&str>) -> String {
    value.map_or_else(String::new, |value| format!(", but is “{value}”"))
}

impl ConfigError {
    /// The error for a variable whose value isn't printed.
    fn without_value(name: &'static str, expected: &'static str) -> Self {
        Self { name, expected, value: None }
    }
}

impl Config {
    /// Reads the configuration from the process's environment.
    ///
    /// # Errors
    /// Names the first variable with a wrong value.
    pub fn from_env() -> Result<Self, ConfigError> {
        // What isn't UTF-8 is refused, with a mark in its place; left out, it would seem not to be set.
        Self::from_lookup(|name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()))
    }

    /// Reads the configuration through `lookup`; an empty value counts as unset.
    ///
    /// # Errors
    /// Names the first variable with a wrong value.
    pub fn from_lookup(lookup: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let get = |name: &'static str| lookup(name).filter(|value| !value.trim().is_empty());
        for Variable { name, .. } in VARIABLES {
            if let Some(expected) = get(name).and_then(|value| find_writing_fault(name, value.trim())) {
                return Err(ConfigError::without_value(name, expected));
            }
        }
        let mail_from = mail::read_sender(&get)?;
        Ok(Self {
            listen: connections::read_listen_address(&get)?,
            data: data::read_folder(&get)?,
            hash_cost: HashCost::Full,
            expect_data: data::read_expected(&get)?,
            public_url: connections::read_public_url(&get)?,
            database_url: data::read_database_url(&get)?,
            db_connections: data::read_connections(&get)?,
            smtp_url: mail::read_smtp_url(&get)?,
            smtp_ca_file: mail::ca_file(&get)?,
            mail_timeout: mail::read_timeout(&get)?,
            support_email: mail::read_support_email(&get, &mail_from)?,
            mail_from: mail_from.to_string(),
            mail_quota: MailQuotaConfig::read(&get)?,
            captcha: CaptchaConfig::read(&get)?,
            stripe: StripeConfig::read(&get)?,
            ai: AiConfig::read(&get)?,
            push_service: push::read_push_service(&get)?,
            ad_conversions: AdConversionsConfig::read(&get)?,
            installed_consent: ad_conversions::read_installed_consent(&get)?,
            backup: BackupConfig::read(&get)?,
            metrics: MetricsConfig::read(&get)?,
            connections: ConnectionConfig::read(&get)?,
            log: log::read_filter(&get)?,
            log_format: log::read_format(&get)?,
            trusted_proxies: connections::read_trusted_proxies(&get)?,
            limit_factor: parse_variable(
                get("PLUMBLINE_LIMIT_FACTOR"),
                "PLUMBLINE_LIMIT_FACTOR",
                "a whole number from 1 to 1000",
                |v| v.parse().ok().filter(|n| (1..=1000).contains(n)),
            )?
            .unwrap_or(1),
            clock_ahead: parse_variable(
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

/// The destination of a backup that a person names by hand instead of `PLUMBLINE_BACKUP_TO`: a folder, or
/// `s3://bucket/prefix` with the keys from the environment.
pub fn read_destination(text: &str) -> Result<Destination, ConfigError> {
    let set = |value: &String| !value.trim().is_empty();
    backup::parse_destination(text, &|name| std::env::var(name).ok().filter(set))
}

fn parse_variable<T>(
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
                value: can_be_printed(name, &value).then(|| value.trim().to_owned()),
            }),
        },
    }
}

/// Quotation marks of any kind: a word processor or a chat makes curly ones of straight ones.
const QUOTES: [char; 17] =
    ['"', '\'', '`', '´', '“', '”', '„', '‟', '‘', '’', '‚', '‛', '«', '»', '‹', '›', '＂'];

/// Parts of the names of variables that contain a key, which has no spaces.
const KEY_NAME_PARTS: [&str; 3] = ["KEY", "SECRET", "TOKEN"];

/// What is wrong with how a value is written, whatever it means: some programs that read a file of settings take quotes,
/// or a mark at the beginning of the file, literally.
fn find_writing_fault(name: &str, value: &str) -> Option<&'static str> {
    let is_any = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    let has_stray_quote = || value.starts_with(QUOTES) || value.ends_with(QUOTES);
    let bare = value.strip_prefix("export ").unwrap_or(value).trim_start();
    let has_name = || bare.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('='));
    if is_quoted(value) || is_any(&SECRET_NAME_PARTS) && has_stray_quote() {
        Some("without the quotes around its value")
    } else if has_name() {
        Some("its value alone, without its name")
    } else if value.contains(is_unreadable) {
        Some("one line without invisible characters, in UTF-8")
    } else if is_any(&KEY_NAME_PARTS) && !value.bytes().all(|byte| byte.is_ascii_graphic()) {
        Some("letters, digits and signs without spaces")
    } else {
        None
    }
}

/// Whether nobody sees a character, or it is in the place of one that could not be read.
fn is_unreadable(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{fffd}'
        )
}

/// Whether a value is enclosed in quotes.
fn is_quoted(value: &str) -> bool {
    value.chars().nth(1).is_some() && value.starts_with(QUOTES) && value.ends_with(QUOTES)
}

/// The most characters of a wrong value that is printed: keys and tokens are longer.
const PRINTED_MAX: usize = 24;

/// Parts of the names of variables that may contain a secret: an address may contain a password.
const SECRET_NAME_PARTS: [&str; 7] = ["URL", "BASE", "ENDPOINT", "KEY", "SECRET", "TOKEN", "BACKUP_TO"];

/// Whether a wrong value can't be a secret and may be printed: its variable's name is harmless, it is no address (which
/// may contain a password), and it is shorter than a key.
fn can_be_printed(name: &str, value: &str) -> bool {
    let value = value.trim();
    let is_address = value.contains("//") || value.contains('@');
    let may_be_secret = SECRET_NAME_PARTS.iter().any(|part| name.contains(part));
    value.len() <= PRINTED_MAX && !may_be_secret && !is_address && !value.contains(['"', '\''])
}

/// The error message about an address with a user and a password.
macro_rules! with_password {
    ($address:literal) => {
        concat!(
            $address,
            ", in which the signs of a user or password that mean something in an address are \
             percent-encoded: @ as %40, : as %3A, / as %2F, # as %23, ? as %3F, % as %25"
        )
    };
}
use with_password;

/// Whether a text that should name a folder is an address, which may lack its slashes: `smtp:me:password@host`.
fn is_address(text: &str) -> bool {
    text.contains("://") || text.split_once('@').is_some_and(|(before, _)| before.contains(':'))
}

/// A configured address of which all was understood. An unescaped character in a password may turn the rest of the
/// address into its path, query or fragment; a stray quote would become part of it, and a space or line end disappear.
fn address(text: &str) -> Option<Url> {
    let is_stray = |c: char| {
        c.is_whitespace() || c.is_control() || matches!(c, '<' | '>') || (c != '\'' && QUOTES.contains(&c))
    };
    if text.contains(is_stray) || text.starts_with('\'') || text.ends_with('\'') {
        return None;
    }
    let url = Url::parse(text).ok()?;
    let is_quoted = url.host_str().is_some_and(|host| host.contains('\''));
    let rest = url.query().is_some_and(|query| query.contains('@')) || url.path().contains('@');
    (url.fragment().is_none() && !rest && !is_quoted).then_some(url)
}

/// A configured http or https address with neither a user nor a password.
fn web_address(text: &str) -> Option<Url> {
    let is_open = |url: &Url| url.username().is_empty() && url.password().is_none();
    let is_web = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host();
    address(text).filter(|url| is_web(url) && is_open(url))
}

#[cfg(test)]
mod tests;
