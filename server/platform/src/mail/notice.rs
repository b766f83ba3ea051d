//! An email from Plumbline itself, about an account or its plan.

use askama::Template;

use super::Mail;
use crate::error::ApiError;
use crate::ids::UserId;

/// What a mail about an account says.
pub struct Notice<'a> {
    /// The subject, one line.
    pub subject: String,
    /// What stands above it.
    pub title: &'a str,
    /// Whom it greets. An address that nobody has verified may be a stranger's, and is not written
    /// to in the words of whoever typed it in: its mails greet nobody by name.
    pub name: Option<&'a str>,
    /// Paragraphs before the code or the button.
    pub before: Vec<String>,
    /// A code to be entered.
    pub code: Option<&'a str>,
    /// What the button says and where it leads.
    pub button: Option<(&'a str, String)>,
    /// Small print after it.
    pub after: Vec<String>,
    /// What to do when it was not the owner.
    pub alarm: Option<Alarm>,
}

/// What to do when it was not the owner: whom to write to, and where to choose a new password
/// unless that would be of no use.
pub struct Alarm {
    /// Whom to write to.
    pub support: String,
    /// Where a new password is chosen.
    pub reset: Option<String>,
}

#[derive(Template)]
#[template(path = "mail/account.txt")]
struct Text<'a> {
    notice: &'a Notice<'a>,
}

#[derive(Template)]
#[template(path = "mail/account.html")]
struct Html<'a> {
    notice: &'a Notice<'a>,
}

impl Notice<'_> {
    /// The mail to an address; of an account, with which it goes.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn to(&self, account: Option<&UserId>, address: &str) -> Result<Mail, ApiError> {
        Ok(Mail {
            account: account.cloned(),
            to: address.to_owned(),
            from_name: None,
            reply_to: None,
            subject: self.subject.clone(),
            text: Text { notice: self }.render()?,
            html: Html { notice: self }.render()?,
            attachments: Vec::new(),
            thread: None,
        })
    }
}
