//! An email before it is sent.

use lettre::message::header::ContentType;
use lettre::message::{Attachment as Part, Mailbox, Message, MultiPart, SinglePart};
use serde::{Deserialize, Serialize};

use crate::ids::UserId;
use crate::zipped::safe_file;

/// What follows the name of a business in a sender.
const PRODUCT: &str = "Plumbline";

/// A mail with a text and an HTML part.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Mail {
    /// The account that it is about, with which it goes where it was written to a file; none of what
    /// outlives its account.
    #[serde(default)]
    pub account: Option<UserId>,
    /// The receiver's address.
    pub to: String,
    /// The business that the mail is from: it is shown as 'Swift Plumbing via Plumbline' before the product's address.
    #[serde(default)]
    pub from_name: Option<String>,
    /// Where answers go.
    #[serde(default)]
    pub reply_to: Option<String>,
    /// The subject, one line.
    pub subject: String,
    /// The text part.
    pub text: String,
    /// The HTML part.
    pub html: String,
    /// Files that go with it.
    #[serde(default)]
    pub attachments: Vec<Attachment>,
    /// What mail programs show it together with; none of a mail by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<Thread>,
}

/// A mail's place among those that belong together. The names are unique on this server, and plain.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Thread {
    /// This mail.
    pub name: String,
    /// The one that it follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// A file that goes with a mail.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Attachment {
    /// The file's name.
    pub name: String,
    /// Its content type.
    pub content_type: String,
    /// Its bytes, in base64.
    pub base64: String,
}

/// Why a mail cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    /// An address is not one.
    #[error("not an email address: {0}")]
    Address(#[from] lettre::address::AddressError),
    /// The parts do not fit together.
    #[error("the mail cannot be put together: {0}")]
    Build(#[from] lettre::error::Error),
    /// An attachment's content type or bytes cannot be read.
    #[error("the attachment {0} cannot be read")]
    Attachment(String),
}

impl Mail {
    /// The message as it travels. `id` makes the same mail sent twice the same message.
    ///
    /// # Errors
    /// When an address or an attachment cannot be used.
    pub fn build(&self, from: &Mailbox, id: &str) -> Result<Message, MessageError> {
        let mut sender = from.clone();
        if let Some(name) = &self.from_name {
            // So that nobody takes a mail for one of the business's own mail server, or of whatever it calls itself.
            sender.name = Some(format!("{} via {PRODUCT}", one_line(name)));
        }
        let named = |name: &str| format!("<{name}@{}>", from.email.domain());
        let own = self.thread.as_ref().map_or(id, |thread| &thread.name);
        let mut builder = Message::builder()
            .message_id(Some(named(own)))
            .from(sender)
            .to(Mailbox::new(None, self.to.parse()?))
            .subject(one_line(&self.subject));
        if let Some(address) = &self.reply_to {
            builder = builder.reply_to(Mailbox::new(None, address.parse()?));
        }
        if let Some(before) = self.thread.as_ref().and_then(|it| it.after.as_deref()) {
            builder = builder.in_reply_to(named(before)).references(named(before));
        }
        let body = MultiPart::alternative_plain_html(self.text.clone(), self.html.clone());
        if self.attachments.is_empty() {
            return Ok(builder.multipart(body)?);
        }
        let mut mixed = MultiPart::mixed().multipart(body);
        for file in &self.attachments {
            mixed = mixed.singlepart(file.part()?);
        }
        Ok(builder.multipart(mixed)?)
    }
}

impl Attachment {
    /// A file of these bytes. What of its name would be a folder or a drive somewhere becomes `-`: a number may have
    /// such signs.
    #[must_use]
    pub fn new(name: &str, content_type: &str, bytes: &[u8]) -> Self {
        use base64::Engine as _;
        Self {
            name: safe_file(name),
            content_type: content_type.to_owned(),
            base64: base64::engine::general_purpose::STANDARD.encode(bytes),
        }
    }

    fn part(&self) -> Result<SinglePart, MessageError> {
        use base64::Engine as _;
        let broken = || MessageError::Attachment(self.name.clone());
        let kind = ContentType::parse(&self.content_type).map_err(|_| broken())?;
        let bytes = base64::engine::general_purpose::STANDARD
            .decode(&self.base64)
            .map_err(|_| broken())?;
        Ok(Part::new(self.name.clone()).body(bytes, kind))
    }
}

/// A header's text: whatever breaks a line becomes a space.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect::<String>()
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Attachment, Mail};

    fn from_header(name: Option<&str>) -> String {
        let mail = Mail {
            account: None,
            to: "jo@example.com".to_owned(),
            from_name: name.map(str::to_owned),
            reply_to: None,
            subject: "Quote Q-0001".to_owned(),
            text: "Hello".to_owned(),
            html: "<p>Hello</p>".to_owned(),
            attachments: Vec::new(),
            thread: None,
        };
        let sender = "Plumbline <hello@quotes.example>"
            .parse()
            .expect("a sender");
        let message = mail.build(&sender, "1").expect("a message");
        let headers = message.headers().get_raw("From").expect("a sender");
        headers.to_owned()
    }

    #[test]
    fn a_number_with_a_slash_is_no_folder() {
        let file = Attachment::new("Invoice 2026/11/7.pdf", "application/pdf", b"%PDF");
        assert_eq!(file.name, "Invoice 2026-11-7.pdf");
    }

    #[test]
    fn a_business_sends_via_plumbline() {
        let business = from_header(Some("Swift Plumbing"));
        assert_eq!(
            business,
            "Swift Plumbing via Plumbline <hello@quotes.example>"
        );
        assert_eq!(from_header(None), "Plumbline <hello@quotes.example>");
    }
}
