//! An email of the business with a PDF that is not a document, such as a subcontractor's statement.

use askama::Template;
use futures::future::BoxFuture;
use plumbline_core::document::parties::BusinessProfile;
use plumbline_core::money::Pence;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::allowance::{self, is_stopped};
use super::document_email::contact_lines;
use super::tracking;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ContactId, JobId, UserId};
use plumbline_platform::jobs::{self, FailureOutcome, JobFailure, JobHandler, JobKind, Lane, Task};
use plumbline_platform::mail::{Attachment, Mail, deliver_in_job};
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::documents::reading::emails::parse_email;
use plumbline_records::documents::store::posted_emails::{self, EmailRow, EmailState};
use plumbline_records::notifications::{self, NewNotification};

/// The job that sends an email with a PDF.
const KIND: JobKind = JobKind::new("enclosed_mail", Lane::Ordinary);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler =
    JobHandler::new(KIND, |state, task| Box::pin(deliver(state, task))).with_failure_hook(record_outcome);

/// The contents of the email.
pub struct EnclosedEmail<'a> {
    /// The business.
    pub from: &'a BusinessProfile,
    /// The recipient's address.
    pub to: &'a str,
    /// The subject, on one line.
    pub subject: String,
    /// The text: paragraphs separated by empty lines.
    pub message: String,
    /// The heading of the rows.
    pub title: &'a str,
    /// The rows of amounts: label and formatted value.
    pub rows: Vec<(&'a str, String)>,
    /// The PDF. It has a few pages, so the job contains it as it was when it was sent.
    pub file: Attachment,
    /// What the business is notified about if the email does not arrive.
    pub about: EnclosedAbout,
}

/// The kind of PDF that is attached.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum EnclosedKind {
    /// A subcontractor's CIS statement of a month; also everything that an older server queued.
    #[default]
    Cis,
    /// A customer's statement of account.
    Account,
}

impl EnclosedKind {
    /// The kind under which its email is recorded.
    const fn email_about(self) -> posted_emails::EmailTopic {
        match self {
            Self::Cis => posted_emails::EmailTopic::CisStatement,
            Self::Account => posted_emails::EmailTopic::AccountStatement,
        }
    }

    /// The event that is recorded if the email is lost.
    const fn lost_event(self, state: EmailState) -> &'static str {
        match (self, state) {
            (Self::Cis, EmailState::Unconfirmed) => "cis_statement_unconfirmed",
            (Self::Cis, _) => "cis_statement_failed",
            (Self::Account, EmailState::Unconfirmed) => "account_statement_unconfirmed",
            (Self::Account, _) => "account_statement_failed",
        }
    }
}

/// What an attached PDF is about.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EnclosedAbout {
    /// Its kind.
    #[serde(default)]
    pub paper: EnclosedKind,
    /// The contact to whom it is sent.
    pub contact_id: ContactId,
    /// The contact's name.
    pub who: String,
    /// Its period, which follows `CIS statement` or `statement`: `5 Nov 2026`, `01/10/2026 to 30/11/2026`.
    pub of: String,
    /// The same for the record of the email: `PROFILE/MONTH`, `FROM/TO`; empty in what an older server queued.
    #[serde(default)]
    pub part: String,
}

#[derive(Template)]
#[template(path = "mail/enclosed.txt")]
struct EnclosedText<'a> {
    message: &'a str,
    title: &'a str,
    rows: &'a [(&'a str, String)],
    business: &'a str,
    contact_lines: &'a [String],
    report: &'a str,
}

#[derive(Template)]
#[template(path = "mail/enclosed.html")]
struct EnclosedHtml<'a> {
    paragraphs: Vec<&'a str>,
    title: &'a str,
    rows: &'a [(&'a str, String)],
    business: &'a str,
    contact_lines: &'a [String],
    report: &'a str,
}

/// The job's payload.
#[derive(Serialize, Deserialize)]
struct EnclosedMail {
    mail: Mail,
    user_id: UserId,
    /// `None` in what an older server queued.
    #[serde(default)]
    about: Option<EnclosedAbout>,
}

/// Queues the email and returns its id.
///
/// # Errors
/// Those of [`allowance::reserve`]; 500 when a template fails.
pub async fn queue_enclosed(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    enclosed_email: EnclosedEmail<'_>,
) -> Result<JobId, ApiError> {
    let business = enclosed_email.from.name.trim();
    let taken = allowance::reserve(state, tx, user_id, (business, enclosed_email.to)).await?;
    let contact_lines = contact_lines(enclosed_email.from);
    let text = EnclosedText {
        message: &enclosed_email.message,
        title: enclosed_email.title,
        rows: &enclosed_email.rows,
        business,
        contact_lines: &contact_lines,
        report: &taken.report_url,
    };
    let html = EnclosedHtml {
        paragraphs: enclosed_email.message.split("\n\n").collect(),
        title: enclosed_email.title,
        rows: &enclosed_email.rows,
        business,
        contact_lines: &contact_lines,
        report: &taken.report_url,
    };
    let mail = Mail {
        account: Some(user_id.clone()),
        to: enclosed_email.to.to_owned(),
        from_name: (!business.is_empty()).then(|| business.to_owned()),
        reply_to: parse_email(&enclosed_email.from.email),
        subject: enclosed_email.subject,
        text: text.render()?,
        html: html.render()?,
        attachments: vec![enclosed_email.file],
        thread: None,
    };
    let id = state.ids.new_id();
    let about = &enclosed_email.about;
    let noted = (about.paper.email_about(), about.contact_id.as_str(), about.part.as_str());
    tracking::track_about(state, tx, user_id, noted, (&id, &mail)).await?;
    let payload = serde_json::to_string(&EnclosedMail {
        mail,
        user_id: user_id.clone(),
        about: Some(enclosed_email.about),
    })?;
    jobs::enqueue_with_id(state, tx, (&id, user_id), (KIND, &payload), None).await?;
    Ok(id)
}

/// Sends a lost email again, to the recipient's current address.
///
/// # Errors
/// 409 if the email is no longer stored; also the errors of [`allowance::reserve`].
pub async fn requeue_enclosed(
    state: &AppState,
    tx: &mut WriteTx,
    (row, receiver): (EmailRow, String),
    business: &str,
) -> Result<EmailRow, ApiError> {
    allowance::reserve(state, tx, &row.user_id, (business, &receiver)).await?;
    tracking::resend::requeue(state, tx, (row, receiver), "Send a new email instead.").await
}

async fn deliver(state: &AppState, task: Task<'_>) -> Result<(), JobFailure> {
    let job: EnclosedMail = serde_json::from_str(task.payload).map_err(JobFailure::permanent)?;
    let mut conn = state.db.read().await.map_err(JobFailure::temporary)?;
    let stopped = is_stopped(&mut conn, &job.user_id).await;
    drop(conn);
    if stopped.map_err(JobFailure::temporary)? {
        return Err(tracking::stopped_failure());
    }
    let mail = tracking::with_current_receiver(state, task.id, job.mail).await?;
    deliver_in_job(state, &mail, task).await?;
    tracking::set_sent(state, task.id).await
}

/// Records what happened to an email that was not sent, and notifies the business if it is lost.
fn record_outcome<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    task: Task<'a>,
    outcome: FailureOutcome<'a>,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        let is_noted = posted_emails::find_for_job(tx, task.id).await?.is_some();
        let row = tracking::record_failure(state, tx, task, outcome).await?;
        let FailureOutcome::GivenUp(failure) = outcome else {
            return Ok(());
        };
        // The email was confirmed, but the server stopped before it had removed the job.
        if is_noted && row.is_none() {
            return Ok(());
        }
        let job: EnclosedMail = serde_json::from_str(task.payload)?;
        let Some(about) = job.about else {
            return Ok(());
        };
        let what = tracking::lost_state(failure);
        let event = about.paper.lost_event(what);
        // If the contact was merged since, this is the contact it was merged into.
        let contact = row.map_or_else(|| about.contact_id.to_string(), |row| row.about_id);
        let data = json!({ "name": format!("{}, {}", about.who, about.of) });
        let subject = ("contact", contact.as_str());
        activities::record(state, tx, &job.user_id, event, subject, &data).await?;
        let news = NewNotification {
            kind: tracking::notification_kind(what),
            subject: (about.paper.email_about().code(), contact.as_str()),
            number: &about.of,
            who: &about.who,
            amount: Pence::ZERO,
        };
        notifications::notify(state, tx, &job.user_id, news).await
    })
}
