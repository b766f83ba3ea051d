//! The configuration of email: how it is sent, who it is from, and how much of it an account may send to its
//! customers.

use std::path::PathBuf;
use std::time::Duration;

use lettre::Address;
use lettre::message::Mailbox;
use percent_encoding::percent_decode_str;
use plumbline_core::credentials::is_email;

use super::{ConfigError, address, is_address, parse_variable, with_password};

/// How many emails a new account may send; the number grows with its paid invoices.
#[derive(Debug, Clone, Copy)]
pub struct MailQuotaConfig {
    /// Per hour: `PLUMBLINE_MAILS_BY_HOUR`.
    pub hour: i64,
    /// Per day: `PLUMBLINE_MAILS_BY_DAY`.
    pub day: i64,
}

impl MailQuotaConfig {
    /// Reads the variables.
    pub(super) fn read(get: &impl Fn(&'static str) -> Option<String>) -> Result<Self, ConfigError> {
        let number = |name| {
            let read = |v: &str| v.parse().ok().filter(|n| (1..=100_000).contains(n));
            parse_variable(get(name), name, "a whole number from 1 to 100000", read)
        };
        Ok(Self {
            hour: number("PLUMBLINE_MAILS_BY_HOUR")?.unwrap_or(20),
            day: number("PLUMBLINE_MAILS_BY_DAY")?.unwrap_or(50),
        })
    }
}

/// The mail server and how to connect to it.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpServer {
    /// The name or IP address of the server.
    pub host: String,
    /// The port of the server.
    pub port: u16,
    /// When encryption starts.
    pub tls: SmtpTls,
    /// The name with which we greet the server (EHLO); `None`: the name of this machine.
    pub hello: Option<String>,
    /// The user and password, if the server needs them.
    pub credentials: Option<(String, String)>,
}

/// When the connection to the mail server is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmtpTls {
    /// Never.
    Never,
    /// If the server offers STARTTLS.
    WhereOffered,
    /// With STARTTLS, before anything else is sent.
    Required,
    /// From the first byte.
    FromTheStart,
}

impl std::fmt::Debug for SmtpServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SmtpServer").field("tls", &self.tls).finish_non_exhaustive()
    }
}

impl SmtpServer {
    /// Reads `smtp://user:password@host:587/name?tls=required`, in which only the host is required.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let url = address(text)?;
        // Exactly these: with a misspelt setting the password would be sent unencrypted.
        let (tls, usual) = match (url.scheme(), url.query()) {
            ("smtp", None) => (SmtpTls::Never, 25),
            ("smtp", Some("tls=opportunistic")) => (SmtpTls::WhereOffered, 587),
            ("smtp", Some("tls=required")) => (SmtpTls::Required, 587),
            ("smtps", None | Some("tls=required")) => (SmtpTls::FromTheStart, 465),
            _ => return None,
        };
        let decoded = |text: &str| {
            let decoded = percent_decode_str(text).decode_utf8();
            decoded.ok().map(std::borrow::Cow::into_owned)
        };
        let hello = decoded(url.path().trim_matches('/'))?;
        let is_name = |sign: char| sign.is_ascii_alphanumeric() || ".-_:[]".contains(sign);
        if !hello.chars().all(is_name) {
            return None;
        }
        let credentials = match url.password() {
            Some(password) => Some((decoded(url.username())?, decoded(password)?)),
            None => None,
        };
        Some(Self {
            host: url.host_str().filter(|host| !host.is_empty())?.to_owned(),
            port: url.port().unwrap_or(usual),
            tls,
            hello: Some(hello).filter(|hello| !hello.is_empty()),
            credentials,
        })
    }
}

/// The address of the mail server; `None`: emails are written to the data folder.
pub(super) fn read_smtp_url(
    get: &impl Fn(&'static str) -> Option<String>,
) -> Result<Option<String>, ConfigError> {
    const NAME: &str = "SMTP_URL";
    let expected = with_password!(
        "an address such as smtp://user:password@host:587?tls=required or smtps://user:password@host"
    );
    parse_variable(get(NAME), NAME, expected, |v| SmtpServer::parse(v).map(|_| v.to_owned()))
}

/// The file with certificates that vouch for the mail server; `None`: only those that browsers trust.
pub(super) fn ca_file(get: &impl Fn(&'static str) -> Option<String>) -> Result<Option<PathBuf>, ConfigError> {
    let read = |v: &str| (!is_address(v)).then(|| PathBuf::from(v));
    parse_variable(get("SMTP_CA_FILE"), "SMTP_CA_FILE", "the path of a file", read)
}

/// How long the mail server may take for each response.
pub(super) fn read_timeout(get: &impl Fn(&'static str) -> Option<String>) -> Result<Duration, ConfigError> {
    const NAME: &str = "PLUMBLINE_MAIL_SECONDS";
    let read = |v: &str| v.parse().ok().filter(|n| (5..=600).contains(n));
    let seconds = parse_variable(get(NAME), NAME, "a whole number from 5 to 600", read)?;
    Ok(Duration::from_secs(seconds.unwrap_or(120)))
}

/// The sender of the emails.
pub(super) fn read_sender(get: &impl Fn(&'static str) -> Option<String>) -> Result<Mailbox, ConfigError> {
    const NAME: &str = "PLUMBLINE_MAIL_FROM";
    let expected = "a sender such as Plumbline <hello@quotes.example>";
    let sender = parse_variable(get(NAME), NAME, expected, |v| v.parse::<Mailbox>().ok())?;
    Ok(sender.unwrap_or_else(default_sender))
}

fn default_sender() -> Mailbox {
    let address = Address::new("plumbline", "localhost").expect("a good address");
    Mailbox::new(Some("Plumbline".to_owned()), address)
}

/// The address for help; if it isn't set, the sender's address.
pub(super) fn read_support_email(
    get: &impl Fn(&'static str) -> Option<String>,
    sender: &Mailbox,
) -> Result<String, ConfigError> {
    const NAME: &str = "PLUMBLINE_SUPPORT_EMAIL";
    let read = |v: &str| is_email(v).then(|| v.to_owned());
    let text = parse_variable(get(NAME), NAME, "an email address", read)?;
    Ok(text.unwrap_or_else(|| sender.email.to_string()))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{SmtpServer, SmtpTls, ca_file};

    #[test]
    fn reads_the_authoritys_certificates_from_a_file_not_an_address() {
        let read = |value: &str| {
            let value = value.to_owned();
            ca_file(&move |_| Some(value.clone()))
        };
        let file = read("/etc/own-authority.pem").expect("a path");
        assert_eq!(file, Some(PathBuf::from("/etc/own-authority.pem")));
        read("https://authority.example/own.pem").expect_err("an address");
    }

    #[test]
    fn a_mail_server_is_read_from_its_address() {
        let read = |text: &str| SmtpServer::parse(text).expect(text);
        let plain = read("smtp://127.0.0.1:2525");
        assert_eq!((plain.host.as_str(), plain.port), ("127.0.0.1", 2525));
        assert_eq!((plain.tls, plain.credentials), (SmtpTls::Never, None));
        let whole = read("smtp://me%40a.example:p%23a%2F@mail.example/quotes.example?tls=required");
        assert_eq!((whole.port, whole.tls), (587, SmtpTls::Required));
        assert_eq!(whole.hello.as_deref(), Some("quotes.example"));
        let (user, password) = whole.credentials.expect("both");
        assert_eq!((user.as_str(), password.as_str()), ("me@a.example", "p#a/"));
        assert_eq!(read("smtps://mail.example").port, 465);
        assert_eq!(read("smtp://mail.example?tls=opportunistic").port, 587);
    }

    #[test]
    fn refuses_an_unescaped_password_in_a_mail_server_address() {
        for broken in [
            "smtp://me:12#4@mail.example",
            "smtp://me:12/4@mail.example",
            "smtp://me:12?4@mail.example",
            "smtp://me:pa#ss@mail.example",
            "smtp://me:pa/ss@mail.example",
            "smtp://me:%ff@mail.example",
            "smtp://mail.example?tls=yes",
            // A misspelt setting isn't ignored: the password would be sent unencrypted.
            "smtp://me:hush@mail.example?TLS=required",
            "smtp://me:hush@mail.example?starttls=required",
            "smtp://me:hush@mail.example?tls=required&tls=opportunistic",
            "smtp://mail.example?password=hush",
            "smtps://me:hush@mail.example?tls=never",
            "smtp:///",
            "http://mail.example",
            "\"smtp://mail.example\"",
        ] {
            assert_eq!(SmtpServer::parse(broken), None, "{broken}");
        }
    }
}
