//! What happened to an email that a timeline or a page shows: on its way, confirmed by the mail server, or lost. Most
//! are documents' emails to their customers; a subcontractor's statement and a reply of support belong to no document
//! (`EmailTopic`).
//!
//! An email is on its way from the transaction that queues it (`track`, `track_about`), and sent once the mail server
//! has confirmed it (`set_sent`). A failure is recorded with its job, in one transaction (`record_outcome`): if it will
//! be tried again, the email stays on its way; otherwise the business sees it on the timeline, in the list and as a
//! notification, and one tap sends the same message again (`resend`).

pub mod resend;
pub mod support_answers;

use futures::future::BoxFuture;
use plumbline_core::money::Pence;

use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{JobId, UserId};
use plumbline_platform::jobs::{FailureOutcome, JobFailure, Task};
use plumbline_platform::mail::Mail;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::reading::emails::status_text;
use plumbline_records::documents::store as documents;
use plumbline_records::documents::store::posted_emails::{self, EmailRow, EmailState, EmailTopic};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::notifications;

/// Records that an email is on its way, for which the caller queues a job with this id.
pub async fn track(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    (id, mail): (&JobId, &Mail),
) -> Result<(), ApiError> {
    let row = new_row(state, &stored.row.user_id, (id, mail));
    let row = EmailRow { document_id: Some(stored.row.id.clone()), ..row };
    Ok(posted_emails::insert(tx, &row).await?)
}

/// The same for an email about something else than a document: `part` of `about_id`. Earlier emails about it need no
/// attention any more.
pub async fn track_about(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    (about, about_id, part): (EmailTopic, &str, &str),
    mail: (&JobId, &Mail),
) -> Result<(), ApiError> {
    posted_emails::mark_topic_settled(tx, user_id, (about, about_id, part)).await?;
    let row = EmailRow {
        about,
        about_id: about_id.to_owned(),
        part: part.to_owned(),
        ..new_row(state, user_id, mail)
    };
    Ok(posted_emails::insert(tx, &row).await?)
}

fn new_row(state: &AppState, user_id: &UserId, (id, mail): (&JobId, &Mail)) -> EmailRow {
    let now = state.clock.now_ms();
    EmailRow {
        id: id.clone(),
        user_id: user_id.clone(),
        about: EmailTopic::Document,
        document_id: None,
        about_id: String::new(),
        part: String::new(),
        receiver: mail.to.clone(),
        subject: mail.subject.clone(),
        state: EmailState::Waiting,
        problem: String::new(),
        unsettled: false,
        created_at: now,
        changed_at: now,
    }
}

/// The email with its current recipient: the address may have been corrected since it was queued.
pub(super) async fn with_current_receiver(
    state: &AppState,
    job: &str,
    mail: Mail,
) -> Result<Mail, JobFailure> {
    let mut conn = state.db.read().await.map_err(JobFailure::temporary)?;
    let noted = posted_emails::find_for_job(&mut conn, job).await.map_err(JobFailure::temporary)?;
    Ok(match noted {
        Some(row) => Mail { to: row.receiver, ..mail },
        None => mail,
    })
}

/// Records that the mail server confirmed the email of a job.
pub async fn set_sent(state: &AppState, job: &str) -> Result<(), JobFailure> {
    update_row(state, job, |row| row.state = EmailState::Sent).await
}

/// The same for an email that was sent to the customer's current address.
///
/// # Errors
/// As [`set_sent`].
pub async fn set_sent_to(state: &AppState, job: &str, receiver: &str) -> Result<(), JobFailure> {
    let change = |row: &mut EmailRow| {
        row.state = EmailState::Sent;
        receiver.clone_into(&mut row.receiver);
    };
    update_row(state, job, change).await
}

/// Records that the email of a job has no recipient any more.
pub async fn set_dropped(state: &AppState, job: &str) -> Result<(), JobFailure> {
    let change = |row: &mut EmailRow| {
        row.state = EmailState::Dropped;
        "this customer no longer has an email address".clone_into(&mut row.problem);
    };
    update_row(state, job, change).await
}

/// The failure while an account's email is stopped: the email waits some days for the operator to look.
#[must_use]
pub fn stopped_failure() -> JobFailure {
    JobFailure::temporary("the account's mails are stopped")
        .with_message("email to customers is stopped for this account")
}

async fn update_row(
    state: &AppState,
    job: &str,
    change: impl FnOnce(&mut EmailRow) + Send,
) -> Result<(), JobFailure> {
    let done = async {
        let mut tx = state.db.begin_write().await?;
        let Some(mut row) = posted_emails::find_for_job(&mut tx, job).await? else {
            return Ok(());
        };
        row.problem.clear();
        row.unsettled = false;
        row.changed_at = state.clock.now_ms();
        change(&mut row);
        posted_emails::update(&mut tx, &row).await?;
        announce_to_pages(&mut tx, &row).await?;
        tx.commit().await?;
        Ok::<_, ApiError>(())
    };
    done.await.map_err(|error| JobFailure::temporary(format!("{error:?}")))
}

/// Records what happened to an email that was not sent, in the transaction that records the failure of its job.
pub fn record_outcome<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    task: Task<'a>,
    outcome: FailureOutcome<'a>,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        match record_failure(state, tx, task, outcome).await? {
            Some(row) => notify_business(state, tx, &row).await,
            None => Ok(()),
        }
    })
}

/// Does the same, and returns the email if it is lost from now on, so that somebody can be notified.
pub(super) async fn record_failure(
    state: &AppState,
    tx: &mut WriteTx,
    task: Task<'_>,
    outcome: FailureOutcome<'_>,
) -> Result<Option<EmailRow>, ApiError> {
    // The email was queued by an older server, or its record was deleted with what it was about.
    let Some(mut row) = posted_emails::find_for_job(tx, task.id).await? else {
        return Ok(None);
    };
    if row.state != EmailState::Waiting {
        return Ok(None);
    }
    row.changed_at = state.clock.now_ms();
    match outcome {
        FailureOutcome::Again(failure) if failure.message == row.problem => Ok(None),
        FailureOutcome::Again(failure) => {
            row.problem.clone_from(&failure.message);
            posted_emails::update(tx, &row).await?;
            announce_to_pages(tx, &row).await?;
            Ok(None)
        }
        FailureOutcome::GivenUp(failure) => {
            row.problem.clone_from(&failure.message);
            row.state = lost_state(failure);
            row.unsettled = true;
            posted_emails::update(tx, &row).await?;
            Ok(Some(row))
        }
    }
}

/// The state of an email after the last failure of its job.
pub(super) fn lost_state(failure: &JobFailure) -> EmailState {
    match failure {
        JobFailure { is_uncertain: true, .. } => EmailState::Unconfirmed,
        JobFailure { is_permanent: true, .. } => EmailState::Refused,
        JobFailure { .. } => EmailState::GivenUp,
    }
}

/// The notification for a lost email.
pub(super) fn notification_kind(state: EmailState) -> notifications::NotificationKind {
    match state {
        EmailState::Unconfirmed => notifications::NotificationKind::MailUnconfirmed,
        EmailState::GivenUp => notifications::NotificationKind::MailGivenUp,
        _ => notifications::NotificationKind::MailUndeliverable,
    }
}

/// Notifies the business of a document's lost email. For a reply of support, its own page says so.
async fn notify_business(state: &AppState, tx: &mut WriteTx, row: &EmailRow) -> Result<(), ApiError> {
    let Some(document_id) = &row.document_id else {
        return Ok(());
    };
    let Some(found) = documents::lock_by_id(tx, document_id).await? else {
        return Ok(());
    };
    let stored = StoredDocument::load(tx, found).await?;
    let event = match row.state {
        EmailState::Unconfirmed => "email_unconfirmed",
        EmailState::GivenUp => "email_given_up",
        _ => "email_refused",
    };
    let text = status_text(row).unwrap_or_default();
    let words = [("email", row.id.as_str()), ("said", text.as_str())];
    notifying::record(state, tx, event, &stored, &words).await?;
    announce_event(tx, &stored, DocumentEvent::Updated).await?;
    let amount = Pence(stored.row.total_amount);
    notifying::notify_business(state, tx, &stored, (notification_kind(row.state), amount)).await
}

/// Makes open pages read the document again.
async fn announce_to_pages(tx: &mut WriteTx, row: &EmailRow) -> Result<(), ApiError> {
    let Some(document_id) = &row.document_id else {
        return Ok(());
    };
    let Some(found) = documents::find_by_id(tx, document_id).await? else {
        return Ok(());
    };
    let stored = StoredDocument::load(tx, found).await?;
    Ok(announce_event(tx, &stored, DocumentEvent::Updated).await?)
}
