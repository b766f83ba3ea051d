//! Email. A capability queues a message in the transaction that causes it ([`enqueue`]); a job delivers it by SMTP
//! or, without `SMTP_URL`, writes it as an `.eml` file under `data/mail/`.
//!
//! A message counts as sent once the mail server has confirmed it. It is sent again only if the server refused it for
//! now or cannot have received all of it (`smtp`). If the connection breaks after that, or this server is stopped,
//! nobody knows whether it was received: the message is displayed as not confirmed, and a person decides. The same
//! applies to messages that were waiting in a backup when it is restored, since the original server may have sent them
//! in the meantime ([`hold_back_restored`]).

mod counted_stream;
mod deliver;
mod folder;
pub mod message;
pub mod sender_name;
mod smtp;

use std::borrow::Cow;

use askama::Template;

use crate::clock::HOUR;
use crate::db::{Conn, DbResult, WriteTx};
use crate::error::ApiError;
use crate::ids::UserId;
use crate::jobs::{self, JobFailure, Lane, Task};
use crate::sessions;
use crate::state::Services;

pub use deliver::{DeliveryError, JOB_HANDLERS, Mailer};
pub use message::{Attachment, Mail, Thread};
pub use smtp::{SmtpError, SmtpReply, SmtpStep};

/// The kinds of jobs that hand an email over, here and in the modules that write emails. In tests, `send` refuses any
/// other kind, because after a restore its emails would be sent twice.
pub const MAIL_JOB_KINDS: [&str; 7] = [
    "mail",
    "document_mail",
    "customer_copy",
    "certificate_mail",
    "enclosed_mail",
    "reminder_mail",
    "support_mail",
];

/// Holds back every waiting email of a backup that is being restored: the server from which the backup was made may
/// have sent it since. Each is treated as one that the mail server did not confirm, which is displayed as such and can
/// be sent with one tap. Returns how many there are.
pub async fn hold_back_restored(conn: &mut Conn, now: i64) -> DbResult<u64> {
    jobs::mark_uncertain(conn, &MAIL_JOB_KINDS, now).await
}

/// Queues an email, which is sent only once the transaction is committed.
pub async fn enqueue(services: &Services, tx: &mut WriteTx, mail: &Mail) -> Result<(), ApiError> {
    let payload = serde_json::to_string(mail)?;
    jobs::enqueue(services, tx, deliver::SEND_MAIL, &payload).await?;
    Ok(())
}

/// Queues an email for which somebody is waiting in front of a screen: a code, or a link for a new password. From
/// `until` on (milliseconds since the epoch) it is useless and isn't sent: a person who is still waiting has requested
/// another.
pub async fn enqueue_urgent(
    services: &Services,
    tx: &mut WriteTx,
    mail: &Mail,
    until: Option<i64>,
) -> Result<(), ApiError> {
    let mail = mail.clone();
    let payload = serde_json::to_string(&deliver::QueuedMail { mail, until })?;
    jobs::enqueue_in_lane(services, tx, Lane::Urgent, deliver::SEND_MAIL, &payload).await?;
    Ok(())
}

/// Queues an email with an account's text, which is deleted together with the account, due now or at `run_at`
/// (milliseconds since the epoch).
pub async fn enqueue_for_account(
    services: &Services,
    tx: &mut WriteTx,
    user_id: &UserId,
    mail: &Mail,
    run_at: Option<i64>,
) -> Result<(), ApiError> {
    let payload = serde_json::to_string(mail)?;
    jobs::enqueue_for_account(services, tx, user_id, (deliver::SEND_MAIL, &payload), run_at).await?;
    Ok(())
}

/// Queues the email that confirms to the owner of a deleted account that it was deleted. It is the last trace of them:
/// an hour later it is removed from this server, whether or not it was sent.
pub async fn enqueue_account_end(services: &Services, tx: &mut WriteTx, mail: &Mail) -> Result<(), ApiError> {
    let payload = serde_json::to_string(mail)?;
    let (id, now) = (services.ids.new_id::<String>(), services.clock.now_ms());
    jobs::insert_once(tx, &id, deliver::SEND_MAIL, &payload, now).await?;
    jobs::enqueue_at(services, tx, deliver::WITHDRAW_MAIL, &id, now + HOUR).await?;
    Ok(())
}

/// Removes the written emails of an account, once the transaction that deletes the account is committed.
pub async fn forget_account(services: &Services, tx: &mut WriteTx, user_id: &UserId) -> Result<(), ApiError> {
    let list = folder::list_name(user_id.as_str());
    jobs::enqueue(services, tx, deliver::FORGET_MAILS, &list).await?;
    // Again later, because an email that is being sent at this moment is written after the first removal.
    let later = services.clock.now_ms() + HOUR;
    jobs::enqueue_at(services, tx, deliver::FORGET_MAILS, &list, later).await?;
    Ok(())
}

/// Delivers an email inside a job, whose id is the message's id at every attempt. Replies to an email in the name of a
/// business without an address go to its account's, so that a customer's reply isn't lost.
///
/// # Errors
/// Says whether trying again may help, and whether the mail server may have accepted the email.
pub async fn deliver_in_job(services: &Services, mail: &Mail, task: Task<'_>) -> Result<(), JobFailure> {
    debug_assert!(MAIL_JOB_KINDS.contains(&task.kind), "{} is not in KINDS", task.kind);
    let handing_over = async {
        match jobs::mark_begun(services, task).await {
            Ok(true) => Ok(()),
            Ok(false) => Err("it is not this attempt's any more".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    };
    let mail = with_reply_address(services, mail).await.map_err(JobFailure::temporary)?;
    let done = services.mailer.deliver(&mail, task.id, handing_over).await;
    done.map_err(|error| {
        services.metrics.record_failed_mail();
        error.into_failure()
    })
}

async fn with_reply_address<'a>(services: &Services, mail: &'a Mail) -> DbResult<Cow<'a, Mail>> {
    let account = mail.account.as_ref().filter(|_| mail.from_name.is_some() && mail.reply_to.is_none());
    let Some(account) = account else {
        return Ok(Cow::Borrowed(mail));
    };
    let mut conn = services.db.read().await?;
    let reply_to = sessions::store::find_email(&mut conn, account).await?;
    Ok(Cow::Owned(Mail { reply_to, ..mail.clone() }))
}

// An email from Plumbline itself, about an account or its plan.

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
