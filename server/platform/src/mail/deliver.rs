//! Delivery: by SMTP, or as files if there is no mail server yet.

use std::path::Path;

use lettre::message::Mailbox;

use super::folder::Folder;
use super::message::{Mail, MessageError};
use super::reason::reason;
use super::smtp::{Smtp, SmtpFault};
use crate::clock::SharedClock;
use crate::config::{Config, SmtpServer};
use crate::jobs::Failure;

/// Delivers mails.
#[derive(Clone)]
pub struct Mailer {
    from: Mailbox,
    way: Way,
    /// Where mails are written, or were before there was a mail server.
    folder: Folder,
    /// Whether the log names what is in a written mail.
    is_telling: bool,
}

#[derive(Clone)]
enum Way {
    Smtp(Box<Smtp>),
    Folder,
}

/// Why a mail was not delivered.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    /// The mail itself is at fault: sending it again will not help.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// The mail server did not take it, or did not say that it did.
    #[error(transparent)]
    Smtp(#[from] SmtpFault),
    /// The folder cannot be written to.
    #[error("the mail folder: {0}")]
    Folder(#[from] std::io::Error),
}

impl DeliveryError {
    /// What becomes of its job: a mail that nobody has is tried again, or given up where that would not
    /// help; one that the mail server may have is not.
    pub(super) fn into_failure(self) -> Failure {
        match &self {
            Self::Message(_) => {
                let said = "the address or the email is not one that can be sent";
                Failure::for_good(self).saying(said).not_done()
            }
            Self::Folder(_) => Failure::for_now(self).not_done(),
            Self::Smtp(fault) => match fault {
                SmtpFault::NotNow { .. } => Failure::for_now(fault).not_done(),
                SmtpFault::Refused { .. } => Failure::for_good(fault).not_done(),
                SmtpFault::NotConfirmed(_) => Failure::unsure(fault),
                // Where somebody else is handing it over, what they note counts.
                SmtpFault::NotHanded(_) => Failure::for_now(fault).not_done(),
            }
            .saying(reason(fault)),
        }
    }
}

/// Why the mailer could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum MailerError {
    /// The sender is not an address.
    #[error("PLUMBLINE_MAIL_FROM cannot be understood: {0}")]
    From(#[from] lettre::address::AddressError),
    /// The mail server's address cannot be used. It may have a password in it.
    #[error("SMTP_URL cannot be understood")]
    Smtp,
}

impl Mailer {
    /// The mailer that the configuration asks for; the clock says how long a mail server is waited for.
    ///
    /// # Errors
    /// Names the variable that cannot be used.
    pub fn new(config: &Config, clock: SharedClock) -> Result<Self, MailerError> {
        let from = config.mail_from.parse()?;
        let way = match &config.smtp_url {
            Some(url) => {
                let server = SmtpServer::parse(url).ok_or(MailerError::Smtp)?;
                Way::Smtp(Box::new(Smtp::new(server, config.mail_patience, clock)))
            }
            None => Way::Folder,
        };
        // Under https this is a real server without SMTP yet: its log goes where secrets do not.
        let is_public = |url: &url::Url| url.scheme() == "https";
        let is_telling = !config.public_url.as_ref().is_some_and(is_public);
        Ok(Self {
            from,
            way,
            folder: Folder::below(&config.data),
            is_telling,
        })
    }

    /// Where mails are written instead of being sent; none where they are sent.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        match &self.way {
            Way::Smtp(_) => None,
            Way::Folder => Some(self.folder.path()),
        }
    }

    /// Greets the mail server, and signs in there: none where mails are written to a folder.
    ///
    /// # Errors
    /// When it cannot be reached, does not let us in or does not answer.
    pub async fn greet(&self) -> Option<Result<(), DeliveryError>> {
        let Way::Smtp(server) = &self.way else {
            return None;
        };
        Some(server.greet().await.map_err(DeliveryError::Smtp))
    }

    /// Removes the written mails of a list (`folder::list_of` an account).
    ///
    /// # Errors
    /// When a file that is there cannot be removed.
    pub(super) async fn forget(&self, list: &str) -> std::io::Result<()> {
        self.folder.forget(list).await
    }

    /// Removes one written mail, by its id. Again is no error.
    ///
    /// # Errors
    /// When a file that is there cannot be removed.
    pub(super) async fn remove(&self, id: &str) -> std::io::Result<()> {
        self.folder.remove(id).await
    }

    /// Delivers one mail. `id` names it: delivered again under the same id it is the same message.
    /// `handing_over` is done when all that is left is to hand it to the mail server.
    ///
    /// # Errors
    /// When it was not delivered, or nobody knows.
    pub async fn deliver(
        &self,
        mail: &Mail,
        id: &str,
        handing_over: impl Future<Output = Result<(), String>> + Send,
    ) -> Result<(), DeliveryError> {
        let message = mail.build(&self.from, id)?;
        match &self.way {
            Way::Smtp(server) => {
                let bytes = message.formatted();
                server
                    .send(message.envelope(), &bytes, handing_over)
                    .await?;
                tracing::info!(mail = id, "mail sent");
            }
            Way::Folder => {
                let account = mail.account.as_deref();
                let path = self.folder.write(account, id, &message.formatted()).await?;
                if self.is_telling {
                    // Without a mail server this line is how a newcomer finds the code and the links.
                    tracing::info!(
                        file = %path.display(),
                        links = ?links(&mail.text),
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

fn links(text: &str) -> Vec<&str> {
    text.split_whitespace()
        .filter(|word| word.starts_with("http"))
        .collect()
}
