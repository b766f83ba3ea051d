//! The mail that takes a question to the operator.

use askama::Template;

use super::store::SupportMessageRow;
use crate::error::ApiError;
use crate::mail::Mail;
use crate::sessions::CurrentUser;

#[derive(Template)]
#[template(
    ext = "txt",
    source = "{{ row.message }}\n\n-- \n{{ name }} <{{ email }}>\nAccount {{ row.user_id.as_str() }}, \
              message {{ row.id.as_str() }}\n{{ row.browser }}\n"
)]
struct Text<'a> {
    row: &'a SupportMessageRow,
    name: &'a str,
    email: &'a str,
}

#[derive(Template)]
#[template(
    ext = "html",
    source = "<p style=\"white-space: pre-wrap\">{{ row.message }}</p><hr><p>{{ name }} &lt;{{ email }}\
              &gt;<br>Account {{ row.user_id.as_str() }}, message {{ row.id.as_str() }}<br>\
              {{ row.browser }}</p>"
)]
struct Html<'a> {
    row: &'a SupportMessageRow,
    name: &'a str,
    email: &'a str,
}

/// The mail to the operator. An answer to it goes to the writer.
///
/// # Errors
/// When it cannot be written.
pub(super) fn of(
    row: &SupportMessageRow,
    from: &CurrentUser,
    support: &str,
    goes_first: bool,
) -> Result<Mail, ApiError> {
    let (name, email) = (from.name.as_str(), from.email.as_str());
    Ok(Mail {
        // It goes with the account, should that end before it is sent.
        account: Some(row.user_id.clone()),
        to: support.to_owned(),
        from_name: None,
        reply_to: Some(email.to_owned()),
        // Plus is answered before others.
        subject: match goes_first {
            true => format!("Priority support: {}", row.subject),
            false => format!("Support: {}", row.subject),
        },
        text: Text { row, name, email }.render()?,
        html: Html { row, name, email }.render()?,
        attachments: Vec::new(),
    })
}
