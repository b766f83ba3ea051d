//! Delivery: by SMTP, or as files if there is no mail server yet.

use std::path::Path;

use lettre::message::Mailbox;
use lettre::transport::smtp::client::Certificate;
use serde::{Deserialize, Serialize};

use super::deliver_in_job;
use super::folder::MailFolder;
use super::message::{Mail, MessageError};
use super::smtp::{SmtpClient, SmtpError, SmtpReply, SmtpStep};
use crate::clock::SharedClock;
use crate::config::{Config, SmtpServer};
use crate::ids::UserId;
use crate::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Task};
use crate::state::Services;

/// Delivers emails.
#[derive(Clone)]
pub struct Mailer {
    from: Mailbox,
    transport: MailTransport,
    /// The folder to which emails are written, or were before a mail server was configured.
    folder: MailFolder,
    /// Whether the log contains the subject and links of a written email.
    is_logging: bool,
}

#[derive(Clone)]
enum MailTransport {
    Smtp(Box<SmtpClient>),
    Folder,
}

/// Why an email was not delivered.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    /// The email itself is invalid, so sending it again won't help.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// The mail server did not accept it, or did not confirm that it did.
    #[error(transparent)]
    Smtp(#[from] SmtpError),
    /// The folder can't be written to.
    #[error("the mail folder: {0}")]
    Folder(#[from] std::io::Error),
}

impl DeliveryError {
    /// How the job fails: an email that was certainly not handed over is tried again, or given up if that wouldn't
    /// help; one that the mail server may have accepted is not.
    pub(super) fn into_failure(self) -> JobFailure {
        match &self {
            Self::Message(_) => {
                let text = "the address or the email is not one that can be sent";
                JobFailure::permanent(self).with_message(text).known_not_done()
            }
            Self::Folder(_) => JobFailure::temporary(self).known_not_done(),
            Self::Smtp(fault) => match fault {
                SmtpError::NotNow { .. } => JobFailure::temporary(fault).known_not_done(),
                SmtpError::Refused { .. } => JobFailure::permanent(fault).known_not_done(),
                SmtpError::NotConfirmed(_) => JobFailure::uncertain(fault),
                // If another attempt is handing it over, the result of that attempt counts.
                SmtpError::NotHanded(_) => JobFailure::temporary(fault).known_not_done(),
            }
            .with_message(describe_fault(fault)),
        }
    }
}

/// Why the mailer could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum MailerError {
    /// The sender isn't a valid address.
    #[error("PLUMBLINE_MAIL_FROM cannot be understood: {0}")]
    From(#[from] lettre::address::AddressError),
    /// The mail server's address is invalid. It isn't printed, because it may contain a password.
    #[error("SMTP_URL cannot be understood")]
    Smtp,
    /// The file with the certificates of the mail server's authority can't be read.
    #[error("SMTP_CA_FILE cannot be read: {0}")]
    Authority(#[from] std::io::Error),
    /// It contains no certificates.
    #[error("SMTP_CA_FILE has no certificate (PEM) in it")]
    NoCertificate,
}

/// The certificates in a file.
fn authority(path: &Path) -> Result<Certificate, MailerError> {
    const BEGIN: &[u8] = b"-----BEGIN CERTIFICATE-----";
    let pem = std::fs::read(path)?;
    // What is no certificate is passed over, and an authority without any would vouch for nobody.
    if !pem.windows(BEGIN.len()).any(|part| part == BEGIN) {
        return Err(MailerError::NoCertificate);
    }
    Certificate::from_pem(&pem).map_err(|_| MailerError::NoCertificate)
}

impl Mailer {
    /// The mailer for this configuration; the clock measures how long to wait for the mail server.
    ///
    /// # Errors
    /// Names the invalid variable.
    pub fn new(config: &Config, clock: SharedClock) -> Result<Self, MailerError> {
        let from = config.mail_from.parse()?;
        let mail_transport = match &config.smtp_url {
            Some(url) => {
                let server = SmtpServer::parse(url).ok_or(MailerError::Smtp)?;
                let authority = config.smtp_ca_file.as_deref().map(authority).transpose()?;
                let smtp = SmtpClient::new(server, authority, config.mail_timeout, clock);
                MailTransport::Smtp(Box::new(smtp))
            }
            None => MailTransport::Folder,
        };
        // With https this is a real server that has no SMTP yet, and its log is no place for secrets.
        let is_public = |url: &url::Url| url.scheme() == "https";
        let is_telling = !config.public_url.as_ref().is_some_and(is_public);
        Ok(Self {
            from,
            transport: mail_transport,
            folder: MailFolder::in_data_folder(&config.data),
            is_logging: is_telling,
        })
    }

    /// The folder to which emails are written; `None` if they are sent.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        match &self.transport {
            MailTransport::Smtp(_) => None,
            MailTransport::Folder => Some(self.folder.path()),
        }
    }

    /// Connects to the mail server and signs in; `None` if emails are written to a folder.
    ///
    /// # Errors
    /// When the server can't be reached, refuses the connection or doesn't respond.
    pub async fn check_connection(&self) -> Option<Result<(), DeliveryError>> {
        let MailTransport::Smtp(server) = &self.transport else {
            return None;
        };
        Some(server.check_connection().await.map_err(DeliveryError::Smtp))
    }

    /// Removes the written emails of a list (`folder::list_name` an account).
    ///
    /// # Errors
    /// When an existing file can't be removed.
    pub(super) async fn remove_list(&self, list: &str) -> std::io::Result<()> {
        self.folder.remove_list(list).await
    }

    /// Removes one written email by its id; no error if it doesn't exist.
    ///
    /// # Errors
    /// When an existing file can't be removed.
    pub(super) async fn remove(&self, id: &str) -> std::io::Result<()> {
        self.folder.remove(id).await
    }

    /// Delivers one email. `id` identifies it: delivered again with the same id, it is the same message. `handing_over`
    /// runs when everything is ready and the email is about to be handed to the mail server.
    ///
    /// # Errors
    /// When the email was not delivered, or it is unknown whether it was.
    pub async fn deliver(
        &self,
        mail: &Mail,
        id: &str,
        handing_over: impl Future<Output = Result<(), String>> + Send,
    ) -> Result<(), DeliveryError> {
        let message = mail.build(&self.from, id)?;
        match &self.transport {
            MailTransport::Smtp(server) => {
                let bytes = message.formatted();
                server.send(message.envelope(), &bytes, handing_over).await?;
                tracing::info!(mail = id, "mail sent");
            }
            MailTransport::Folder => {
                let account = mail.account.as_ref().map(UserId::as_str);
                let path = self.folder.write(account, id, &message.formatted()).await?;
                if self.is_logging {
                    // Without a mail server, this log line is where a newcomer finds codes and links.
                    tracing::info!(
                        file = %path.display(),
                        links = ?find_links(&mail.text),
                        "mail written: {}",
                        mail.subject
                    );
                } else {
                    tracing::info!(file = %path.display(), "mail written");
                }
            }
        }
        Ok(())
    }
}

fn find_links(text: &str) -> Vec<&str> {
    text.split_whitespace().filter(|word| word.starts_with("http")).collect()
}

// The jobs. One delivers a queued email: its payload is a [`Mail`], and the job's id goes with the message, so
// that a mail server that receives it twice can tell. The other deletes the files of an account's emails.

/// The job that sends an email.
pub(super) const SEND_MAIL: JobKind = JobKind::new("mail", Lane::Ordinary);

/// The payload of that job.
#[derive(Serialize, Deserialize)]
pub(super) struct QueuedMail {
    #[serde(flatten)]
    pub mail: Mail,
    /// When the email becomes useless, milliseconds since the epoch; `None`: never.
    #[serde(default)]
    pub until: Option<i64>,
}

/// The job that removes an account's written emails. Its payload is the name of their list.
pub(super) const FORGET_MAILS: JobKind = JobKind::new("forget_mails", Lane::Bulk);

/// The job that removes a deleted account's last email, whether or not it was sent. Its payload is the email's id.
pub(super) const WITHDRAW_MAIL: JobKind = JobKind::new("withdraw_mails", Lane::Bulk);

/// The job handlers of this service.
pub const JOB_HANDLERS: &[JobHandler] = &[
    JobHandler::new(SEND_MAIL, |state, task| Box::pin(deliver(state, task))),
    JobHandler::new(FORGET_MAILS, |state, task| {
        Box::pin(async { state.mailer.remove_list(task.payload).await.map_err(JobFailure::temporary) })
    }),
    JobHandler::new(WITHDRAW_MAIL, |state, task| Box::pin(withdraw(state, task))),
];

/// Cancels an email that could not be sent. For one that was sent, removes the file, and what the database's log still
/// contains.
async fn withdraw(services: &Services, task: Task<'_>) -> Result<(), JobFailure> {
    let done = async {
        let mut tx = services.db.begin_write().await?;
        jobs::store::delete(&mut tx, task.payload).await?;
        tx.commit().await?;
        services.db.truncate_log().await
    };
    done.await.map_err(JobFailure::temporary)?;
    let removed = services.mailer.remove(task.payload).await;
    removed.map_err(JobFailure::temporary)
}

async fn deliver(services: &Services, task: Task<'_>) -> Result<(), JobFailure> {
    let queued: QueuedMail = serde_json::from_str(task.payload).map_err(JobFailure::permanent)?;
    if queued.until.is_some_and(|until| services.clock.now_ms() >= until) {
        tracing::info!(mail = task.id, "a mail is left out: it came to be of no use");
        return Ok(());
    }
    deliver_in_job(services, &queued.mail, task).await
}

// What a mail server replied, in language that a tradesperson understands.

/// How many characters of the mail server's own text are passed on.
const LENGTH_MAX: usize = 160;

/// Why a message was not accepted, as the end of a sentence: `the mail server cannot be reached` or, if the recipient
/// was refused, `there is no such mailbox`.
pub(super) fn describe_fault(fault: &SmtpError) -> String {
    match fault {
        SmtpError::Refused { step, said: smtp_reply } => describe_refusal(*step, smtp_reply),
        SmtpError::NotNow { is_answer: true, why, .. } => format!("the mail server says “{}”", shorten(why)),
        SmtpError::NotNow { step: SmtpStep::Connect, .. } => "the mail server cannot be reached".to_owned(),
        SmtpError::NotNow { .. } => "the mail server doesn’t reply, or breaks off".to_owned(),
        SmtpError::NotConfirmed(_) | SmtpError::NotHanded(_) => String::new(),
    }
}

/// By the code of RFC 3463, if there is a meaningful one; else by the text.
fn describe_refusal(step: SmtpStep, smtp_reply: &SmtpReply) -> String {
    let text = smtp_reply.text.to_ascii_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
    let known = match parse_enhanced_code(&smtp_reply.text) {
        Some((1, 1)) => "there is no such mailbox",
        Some((1, 2)) => "the part after the @ can’t receive email",
        Some((1, 3)) => "it doesn’t accept this as an email address",
        Some((1, 6)) => "the mailbox has moved",
        Some((2, 1)) => "the mailbox is switched off",
        Some((2, 2)) => "the mailbox is full",
        Some((2, 3) | (3, 4)) => "the email is too large",
        Some((6, 7)) => "it only accepts addresses with plain letters",
        None if step == SmtpStep::To && has(&["no such", "unknown", "not exist", "not found"]) => {
            "there is no such mailbox"
        }
        None if step == SmtpStep::To && has(&["full", "quota"]) => "the mailbox is full",
        Some((7, _)) | None if has(&["spam", "policy", "blocked", "reputation"]) => {
            "it treats the email as spam, or a rule there blocks it"
        }
        _ => "",
    };
    match known {
        "" if text.trim().is_empty() => "it doesn’t say why".to_owned(),
        "" => format!("it says “{}”", shorten(&smtp_reply.text)),
        known => known.to_owned(),
    }
}

/// The second and third number of `5.1.1 …`.
fn parse_enhanced_code(text: &str) -> Option<(u16, u16)> {
    let mut parts = text.split_whitespace().next()?.split('.');
    let class = parts.next()?;
    let (subject, detail) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    (class == "5" && parts.next().is_none()).then_some((subject, detail))
}

/// The mail server's text on one line, shortened.
fn shorten(text: &str) -> String {
    let words: Vec<&str> = text
        .split(|sign: char| sign.is_whitespace() || sign.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    let line = words.join(" ").replace(['“', '”'], "'");
    match line.char_indices().nth(LENGTH_MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(step: SmtpStep, text: &str) -> String {
        let smtp_reply = SmtpReply { code: Some(550), text: text.to_owned() };
        describe_fault(&SmtpError::Refused { step, said: smtp_reply })
    }

    #[test]
    fn explains_a_refusal_of_the_mail_server_in_plain_english() {
        for (text, message) in [
            ("5.1.1 <jo@example.com>: Recipient address rejected", "there is no such mailbox"),
            ("No such user here", "there is no such mailbox"),
            ("5.2.2 Over quota", "the mailbox is full"),
            ("5.3.4 Message size exceeds fixed limit", "the email is too large"),
            ("5.7.1 Blocked by policy", "it treats the email as spam, or a rule there blocks it"),
            ("5.7.26 Unauthenticated email\r\n see  here", "it says “5.7.26 Unauthenticated email see here”"),
            ("", "it doesn’t say why"),
        ] {
            assert_eq!(refused(SmtpStep::To, text), message);
        }
        // If the sender's own domain is refused, the reason is not about a mailbox.
        assert_eq!(refused(SmtpStep::From, "unknown sender"), "it says “unknown sender”");
        let long = refused(SmtpStep::End, &"x".repeat(5_000));
        assert_eq!(long.chars().count(), "it says “”".chars().count() + LENGTH_MAX + 1);
    }
}
