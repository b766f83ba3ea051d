//! Delivery: by SMTP, or as files if there is no mail server yet.

use std::path::Path;

use lettre::message::Mailbox;
use lettre::transport::smtp::client::Certificate;

use super::fault_text::describe_fault;
use super::folder::MailFolder;
use super::message::{Mail, MessageError};
use super::smtp::{SmtpClient, SmtpError};
use crate::clock::SharedClock;
use crate::config::{Config, SmtpServer};
use crate::jobs::JobFailure;

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
                let account = mail.account.as_deref();
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
