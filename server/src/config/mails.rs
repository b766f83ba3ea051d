//! The configuration of mails: how they leave, whom they are from, and how many an account may send to its customers.

use lettre::Address;
use lettre::message::Mailbox;
use plumbline_core::credentials::is_email;
use url::Url;

use super::{ConfigError, parse};

/// What a new account may send; it grows with the invoices that are paid.
#[derive(Debug, Clone, Copy)]
pub struct MailsConfig {
    /// In an hour: `PLUMBLINE_MAILS_BY_HOUR`.
    pub hour: i64,
    /// In a day: `PLUMBLINE_MAILS_BY_DAY`.
    pub day: i64,
}

impl MailsConfig {
    /// Reads the variables.
    pub(super) fn read(get: &impl Fn(&'static str) -> Option<String>) -> Result<Self, ConfigError> {
        let number = |name| {
            let read = |v: &str| v.parse().ok().filter(|n| (1..=100_000).contains(n));
            parse(get(name), name, "a whole number from 1 to 100000", read)
        };
        Ok(Self {
            hour: number("PLUMBLINE_MAILS_BY_HOUR")?.unwrap_or(20),
            day: number("PLUMBLINE_MAILS_BY_DAY")?.unwrap_or(50),
        })
    }
}

/// The server that takes them; none: they are written to the data folder.
pub(super) fn server(
    get: &impl Fn(&'static str) -> Option<String>,
) -> Result<Option<String>, ConfigError> {
    const NAME: &str = "SMTP_URL";
    let expected = "an address that begins with smtp:// or smtps://";
    parse(get(NAME), NAME, expected, |v| {
        let url = Url::parse(v).ok();
        url.filter(|url| matches!(url.scheme(), "smtp" | "smtps"))?;
        Some(v.to_owned())
    })
}

/// Whom they are from.
pub(super) fn sender(
    get: &impl Fn(&'static str) -> Option<String>,
) -> Result<Mailbox, ConfigError> {
    const NAME: &str = "PLUMBLINE_MAIL_FROM";
    let expected = "a sender such as Plumbline <hello@quotes.example>";
    let sender = parse(get(NAME), NAME, expected, |v| v.parse::<Mailbox>().ok())?;
    Ok(sender.unwrap_or_else(default_sender))
}

fn default_sender() -> Mailbox {
    let address = Address::new("plumbline", "localhost").expect("a good address");
    Mailbox::new(Some("Plumbline".to_owned()), address)
}

/// Where people write to for help; where nothing is said, to whom the mails are from.
pub(super) fn support(
    get: &impl Fn(&'static str) -> Option<String>,
    sender: &Mailbox,
) -> Result<String, ConfigError> {
    const NAME: &str = "PLUMBLINE_SUPPORT_EMAIL";
    let read = |v: &str| is_email(v).then(|| v.to_owned());
    let said = parse(get(NAME), NAME, "an email address", read)?;
    Ok(said.unwrap_or_else(|| sender.email.to_string()))
}
