//! The emails about a question: one goes to the operator, the others go to the person who asked. Mail programs show
//! them together.

use askama::Template;

use super::store::SupportMessageRow;
use super::store::answers::SupportAnswerRow;
use plumbline_platform::error::ApiError;
use plumbline_platform::mail::{AccountNotice, Mail, Thread};
use plumbline_platform::sessions::CurrentUser;

#[derive(Template)]
#[template(
    ext = "txt",
    source = "{{ row.message }}\n\n-- \n{{ name }} <{{ email }}>\nAccount {{ row.user_id.as_str() }}, \
              message {{ row.id.as_str() }}\n{{ row.browser }}\n{{ pictures }}\
              {{ link }}\n"
)]
struct OperatorEmailText<'a> {
    row: &'a SupportMessageRow,
    name: &'a str,
    email: &'a str,
    pictures: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(
    ext = "html",
    source = "<p style=\"white-space: pre-wrap\">{{ row.message }}</p><hr><p>{{ name }} &lt;{{ email }}\
              &gt;<br>Account {{ row.user_id.as_str() }}, message {{ row.id.as_str() }}<br>\
              {{ row.browser }}<br>{{ pictures }}\
              <a href=\"{{ link }}\">{{ link }}</a></p>"
)]
struct OperatorEmailHtml<'a> {
    row: &'a SupportMessageRow,
    name: &'a str,
    email: &'a str,
    pictures: &'a str,
    link: &'a str,
}

/// The email to the operator, with the number of pictures and a link for replying. A reply to the email goes to the
/// writer.
pub(super) fn compose_to_operator(
    row: &SupportMessageRow,
    from: &CurrentUser,
    support: &str,
    (pictures, link): (usize, &str),
) -> Result<Mail, ApiError> {
    let (name, email) = (from.name.as_str(), from.email.as_str());
    let pictures = match pictures {
        0 => String::new(),
        1 => "With 1 picture: ".to_owned(),
        many => format!("With {many} pictures: "),
    };
    let pictures = pictures.as_str();
    Ok(Mail {
        // If the account is deleted before the email is sent, so is the email.
        account: Some(row.user_id.clone()),
        to: support.to_owned(),
        from_name: None,
        reply_to: Some(email.to_owned()),
        // Questions from accounts with Plus are answered first.
        subject: match row.goes_first {
            true => format!("Priority support: {}", row.subject),
            false => format!("Support: {}", row.subject),
        },
        text: OperatorEmailText { row, name, email, pictures, link }.render()?,
        html: OperatorEmailHtml { row, name, email, pictures, link }.render()?,
        attachments: Vec::new(),
        thread: None,
    })
}

/// The email that confirms that a question was received.
pub(super) fn compose_received(
    row: &SupportMessageRow,
    from: &CurrentUser,
    support: &str,
) -> Result<Mail, ApiError> {
    let notice = AccountNotice {
        subject: format!("We’ve received your message: {}", row.subject),
        title: "We’ve received your message",
        name: Some(&from.name),
        before: vec![
            format!("You wrote to us about “{}”.", row.subject),
            "We read every message. We’ll reply to this address, and you can see our reply next to your message in \
             the app."
                .into(),
        ],
        code: None,
        button: None,
        after: vec!["To add something, reply to this email.".into()],
        alarm: None,
    };
    let mail = notice.to_mail(Some(&row.user_id), &from.email)?;
    Ok(add_to_thread(mail, support, thread_name(row), None))
}

/// The email with support's reply. A reply to it goes to support.
pub fn compose_answer(
    row: &SupportMessageRow,
    (name_of, email): (&str, &str),
    support: &str,
    answer: &SupportAnswerRow,
) -> Result<Mail, ApiError> {
    let notice = AccountNotice {
        subject: format!("Re: We’ve received your message: {}", row.subject),
        title: "Your question to support",
        name: Some(name_of),
        before: to_paragraphs(&answer.text),
        code: None,
        button: None,
        after: vec![format!(
            "You wrote to us about “{}”. To add something, reply to this email.",
            row.subject
        )],
        alarm: None,
    };
    let mail = notice.to_mail(Some(&row.user_id), email)?;
    let own = format!("{}-{}", thread_name(row), answer.id.as_str());
    Ok(add_to_thread(mail, support, own, Some(thread_name(row))))
}

/// The name, for the email thread, of the first email to the writer.
fn thread_name(row: &SupportMessageRow) -> String {
    format!("support-{}", row.id.as_str())
}

fn add_to_thread(mail: Mail, support: &str, name: String, after: Option<String>) -> Mail {
    Mail { reply_to: Some(support.to_owned()), thread: Some(Thread { name, after }), ..mail }
}

/// Each line as a paragraph, because HTML would join them.
fn to_paragraphs(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}
