//! An email before it is sent.

use lettre::message::header::ContentType;
use lettre::message::{Attachment as Part, Mailbox, Message, MultiPart, SinglePart};
use serde::{Deserialize, Serialize};

use crate::ids::UserId;
use crate::zip_stream::safe_file_name;

/// The name that is added to a business's name as sender.
const PRODUCT: &str = "Plumbline";

/// An email with a text and an HTML part.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Mail {
    /// The account that the email concerns, with which its file is removed if it was written to a folder; `None` for an
    /// email that outlives its account.
    #[serde(default)]
    pub account: Option<UserId>,
    /// The recipient's address.
    pub to: String,
    /// The business from which the email comes: displayed as 'Swift Plumbing via Plumbline' with the product's address.
    #[serde(default)]
    pub from_name: Option<String>,
    /// The address for replies.
    #[serde(default)]
    pub reply_to: Option<String>,
    /// The subject, one line.
    pub subject: String,
    /// The text part.
    pub text: String,
    /// The HTML part.
    pub html: String,
    /// The attached files.
    #[serde(default)]
    pub attachments: Vec<Attachment>,
    /// The thread in which mail programs display it; `None` for a separate email.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<Thread>,
}

/// An email's place in a thread. The names are unique on this server and consist of plain characters.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Thread {
    /// The name of this email.
    pub name: String,
    /// The name of the email that it follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// A file attached to an email.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Attachment {
    /// The file's name.
    pub name: String,
    /// The content type of the file.
    pub content_type: String,
    /// The contents of the file, in base64.
    pub base64: String,
}

/// Why an email can't be assembled.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    /// An address is invalid.
    #[error("not an email address: {0}")]
    Address(#[from] lettre::address::AddressError),
    /// The parts don't fit together.
    #[error("the mail cannot be put together: {0}")]
    Build(#[from] lettre::error::Error),
    /// An attachment's content type or contents can't be read.
    #[error("the attachment {0} cannot be read")]
    Attachment(String),
}

impl Mail {
    /// The message in its final form. With the same `message_id`, the same email sent twice is the same message.
    ///
    /// # Errors
    /// When an address or an attachment is invalid.
    pub fn build(&self, from: &Mailbox, message_id: &str) -> Result<Message, MessageError> {
        let mut sender = from.clone();
        if let Some(name) = &self.from_name {
            // So that nobody thinks that the email is from the business's own mail server, or from somebody that the
            // business claims to be.
            sender.name = Some(format!("{} via {PRODUCT}", to_one_line(name)));
        }
        let named = |name: &str| format!("<{name}@{}>", from.email.domain());
        let own = self.thread.as_ref().map_or(message_id, |thread| &thread.name);
        let mut builder = Message::builder()
            .message_id(Some(named(own)))
            .from(sender)
            .to(Mailbox::new(None, self.to.parse()?))
            .subject(to_subject(&self.subject));
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
            mixed = mixed.singlepart(file.to_part()?);
        }
        Ok(builder.multipart(mixed)?)
    }
}

impl Attachment {
    /// An attachment with these contents. Characters in its name that could mean a folder or a drive become `-`:
    /// document numbers may contain such characters.
    #[must_use]
    pub fn new(name: &str, content_type: &str, bytes: &[u8]) -> Self {
        use base64::Engine as _;
        Self {
            name: safe_file_name(name),
            content_type: content_type.to_owned(),
            base64: base64::engine::general_purpose::STANDARD.encode(bytes),
        }
    }

    fn to_part(&self) -> Result<SinglePart, MessageError> {
        use base64::Engine as _;
        let broken = || MessageError::Attachment(self.name.clone());
        let kind = ContentType::parse(&self.content_type).map_err(|_| broken())?;
        let bytes = base64::engine::general_purpose::STANDARD.decode(&self.base64).map_err(|_| broken())?;
        Ok(Part::new(self.name.clone()).body(bytes, kind))
    }
}

/// The text of a header: control characters, such as line breaks, become spaces.
fn to_one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

/// The text of a subject. An encoded word (RFC 2047) in it would be displayed decoded, so its beginning is separated:
/// the header's own encoding leaves plain characters as they are.
fn to_subject(text: &str) -> String {
    to_one_line(text).replace("=?", "= ?")
}

#[cfg(test)]
mod tests {
    use super::{Attachment, Mail, to_subject};

    #[test]
    fn a_subject_is_displayed_as_it_was_written() {
        assert_eq!(to_subject("Quote\r\nBcc: x@y.example"), "Quote  Bcc: x@y.example");
        assert_eq!(to_subject("from =?utf-8?B?SE1SQw==?="), "from = ?utf-8?B?SE1SQw== ?=");
    }

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
        let sender = "Plumbline <hello@quotes.example>".parse().expect("a sender");
        let message = mail.build(&sender, "1").expect("a message");
        let headers = message.headers().get_raw("From").expect("a sender");
        headers.to_owned()
    }

    #[test]
    fn replaces_slashes_in_the_name_of_an_attachment() {
        let file = Attachment::new("Invoice 2026/11/7.pdf", "application/pdf", b"%PDF");
        assert_eq!(file.name, "Invoice 2026-11-7.pdf");
    }

    #[test]
    fn a_business_sends_via_plumbline() {
        let business = from_header(Some("Swift Plumbing"));
        assert_eq!(business, "Swift Plumbing via Plumbline <hello@quotes.example>");
        assert_eq!(from_header(None), "Plumbline <hello@quotes.example>");
    }
}
