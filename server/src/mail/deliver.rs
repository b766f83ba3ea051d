//! Delivery: SMTP, or files for a newcomer without a mail server.

use std::path::Path;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::transport::smtp::response::{Category, Code};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use super::folder::Folder;
use super::message::{Mail, MessageError};
use crate::config::Config;

/// How long one delivery may take in all: lettre's own limit covers connecting only.
const DELIVERY_LIMIT: Duration = Duration::from_secs(60);

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
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Folder,
}

/// Why a mail was not delivered.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    /// The mail itself is at fault: sending it again will not help.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// The mail server refused or could not be reached.
    #[error("the mail server: {0}")]
    Smtp(#[from] lettre::transport::smtp::Error),
    /// The mail server was too slow.
    #[error("the mail server did not answer within {} seconds", DELIVERY_LIMIT.as_secs())]
    Slow,
    /// The mail server was greeted and went away.
    #[error("the mail server took the connection and does not talk")]
    Deaf,
    /// The folder cannot be written to.
    #[error("the mail folder: {0}")]
    Folder(#[from] std::io::Error),
}

impl DeliveryError {
    /// Whether the same mail would be refused for good again: it is at fault, or the mail server does
    /// not take it (5xx). A log-in that it refuses (53x) is the operator's to mend.
    pub(super) fn is_final(&self) -> bool {
        match self {
            Self::Message(_) => true,
            Self::Smtp(error) => {
                let of_log_in = |code: Code| code.category == Category::Unspecified3;
                error.is_permanent() && !error.status().is_some_and(of_log_in)
            }
            Self::Slow | Self::Deaf | Self::Folder(_) => false,
        }
    }
}

/// Why the mailer could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum MailerError {
    /// The sender is not an address.
    #[error("PLUMBLINE_MAIL_FROM cannot be understood: {0}")]
    From(#[from] lettre::address::AddressError),
    /// The mail server's address cannot be used.
    #[error("SMTP_URL cannot be understood: {0}")]
    Smtp(#[from] lettre::transport::smtp::Error),
}

impl Mailer {
    /// The mailer that the configuration asks for.
    ///
    /// # Errors
    /// Names the variable that cannot be used.
    pub fn new(config: &Config) -> Result<Self, MailerError> {
        let from = config.mail_from.parse()?;
        let way = match &config.smtp_url {
            Some(url) => Way::Smtp(
                AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?
                    .timeout(Some(Duration::from_secs(20)))
                    .build(),
            ),
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
        let Way::Smtp(transport) = &self.way else {
            return None;
        };
        let greeted = tokio::time::timeout(DELIVERY_LIMIT, transport.test_connection()).await;
        Some(match greeted {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err(DeliveryError::Deaf),
            Ok(Err(error)) => Err(error.into()),
            Err(_) => Err(DeliveryError::Slow),
        })
    }

    /// Removes the written mails of a list (`folder::list_of` an account).
    ///
    /// # Errors
    /// When a file that is there cannot be removed.
    pub(super) async fn forget(&self, list: &str) -> std::io::Result<()> {
        self.folder.forget(list).await
    }

    /// Delivers one mail. `id` names it: delivered again under the same id it is the same message.
    ///
    /// # Errors
    /// When it was not delivered.
    pub async fn deliver(&self, mail: &Mail, id: &str) -> Result<(), DeliveryError> {
        let message = mail.build(&self.from, id)?;
        match &self.way {
            Way::Smtp(transport) => {
                tokio::time::timeout(DELIVERY_LIMIT, transport.send(message))
                    .await
                    .map_err(|_| DeliveryError::Slow)??;
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
