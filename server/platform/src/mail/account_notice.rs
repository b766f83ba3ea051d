//! An email from Plumbline itself, about an account or its plan.

use askama::Template;

use super::Mail;
use crate::error::ApiError;
use crate::ids::UserId;

/// The contents of an email about an account.
pub struct AccountNotice<'a> {
    /// The subject, one line.
    pub subject: String,
    /// The heading above the text.
    pub title: &'a str,
    /// The name in the greeting; `None` if the address isn't verified. Such an address may be a stranger's, who must
    /// not receive text that somebody else typed.
    pub name: Option<&'a str>,
    /// Paragraphs before the code or the button.
    pub before: Vec<String>,
    /// A code to enter.
    pub code: Option<&'a str>,
    /// The button's label and link.
    pub button: Option<(&'a str, String)>,
    /// Small print at the end.
    pub after: Vec<String>,
    /// What to do if it was not the owner.
    pub alarm: Option<SecurityAdvice>,
}

/// What to do if it was not the owner: whom to contact, and where to choose a new password if that would help.
pub struct SecurityAdvice {
    /// The address of the support.
    pub support: String,
    /// The page on which to choose a new password.
    pub reset: Option<String>,
}

#[derive(Template)]
#[template(path = "mail/account.txt")]
struct NoticeText<'a> {
    notice: &'a AccountNotice<'a>,
}

#[derive(Template)]
#[template(path = "mail/account.html")]
struct NoticeHtml<'a> {
    notice: &'a AccountNotice<'a>,
}

impl AccountNotice<'_> {
    /// The email to an address; if an account is given, the email is removed together with it.
    ///
    /// # Errors
    /// When the template can't be rendered.
    pub fn to_mail(&self, account: Option<&UserId>, address: &str) -> Result<Mail, ApiError> {
        Ok(Mail {
            account: account.cloned(),
            to: address.to_owned(),
            from_name: None,
            reply_to: None,
            subject: self.subject.clone(),
            text: NoticeText { notice: self }.render()?,
            html: NoticeHtml { notice: self }.render()?,
            attachments: Vec::new(),
            thread: None,
        })
    }
}
