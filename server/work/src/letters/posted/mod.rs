//! What became of an email that a timeline or a page shows: on its way, confirmed by the mail server, or lost. Most
//! are documents' emails to their customers; a subcontractor's statement and a reply of support belong to no
//! document (`About`).
//!
//! An email is on its way from the transaction that queues it (`wait`, `wait_about`), and sent once the mail server
//! has confirmed it (`sent`). A failure is recorded with its job, in one transaction (`note`): if it will be tried
//! again, the email stays on its way; otherwise the business sees it on the timeline, in the list and as a
//! notification, and one tap sends the same message again (`again`).

pub mod again;
pub mod answers;

use futures::future::BoxFuture;
use plumbline_core::money::Pence;

use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{JobId, UserId};
use plumbline_platform::jobs::{Failure, Outcome, Task};
use plumbline_platform::mail::Mail;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::emails::says;
use plumbline_records::documents::store as documents;
use plumbline_records::documents::store::mails::{self, About, EmailRow, EmailState};
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::telling::live::{Event, announce};
use plumbline_records::documents::telling::{events, news};
use plumbline_records::notifications;

/// Records that an email is on its way, for which the caller queues a job with this id.
pub async fn wait(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    (id, mail): (&JobId, &Mail),
) -> Result<(), ApiError> {
    let row = waiting(state, &stored.row.user_id, (id, mail));
    let row = EmailRow {
        document_id: Some(stored.row.id.clone()),
        ..row
    };
    Ok(mails::insert(tx, &row).await?)
}

/// The same for an email about something else than a document: `part` of `about_id`. Earlier emails about it need no
/// attention any more.
pub async fn wait_about(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    (about, about_id, part): (About, &str, &str),
    mail: (&JobId, &Mail),
) -> Result<(), ApiError> {
    mails::settle_about(tx, user_id, (about, about_id, part)).await?;
    let row = EmailRow {
        about,
        about_id: about_id.to_owned(),
        part: part.to_owned(),
        ..waiting(state, user_id, mail)
    };
    Ok(mails::insert(tx, &row).await?)
}

fn waiting(state: &AppState, user_id: &UserId, (id, mail): (&JobId, &Mail)) -> EmailRow {
    let now = state.clock.now_ms();
    EmailRow {
        id: id.clone(),
        user_id: user_id.clone(),
        about: About::Document,
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
pub(super) async fn to_receiver(state: &AppState, id: &str, mail: Mail) -> Result<Mail, Failure> {
    let mut conn = state.db.read().await.map_err(Failure::for_now)?;
    let noted = mails::find(&mut conn, id).await.map_err(Failure::for_now)?;
    Ok(match noted {
        Some(row) => Mail {
            to: row.receiver,
            ..mail
        },
        None => mail,
    })
}

/// Records that the mail server confirmed the email of a job.
///
/// # Errors
/// When the database fails; then the result is unknown, and the email is not sent again.
pub async fn sent(state: &AppState, id: &str) -> Result<(), Failure> {
    end(state, id, |row| row.state = EmailState::Sent).await
}

/// The same for an email that was sent to the customer's current address.
///
/// # Errors
/// As [`sent`].
pub async fn sent_to(state: &AppState, id: &str, receiver: &str) -> Result<(), Failure> {
    let change = |row: &mut EmailRow| {
        row.state = EmailState::Sent;
        receiver.clone_into(&mut row.receiver);
    };
    end(state, id, change).await
}

/// Records that the email of a job has no recipient any more.
pub async fn dropped(state: &AppState, id: &str) -> Result<(), Failure> {
    let change = |row: &mut EmailRow| {
        row.state = EmailState::Dropped;
        "this customer no longer has an email address".clone_into(&mut row.problem);
    };
    end(state, id, change).await
}

/// The failure while an account's email is stopped: the email waits some days for the operator to look.
#[must_use]
pub fn stopped() -> Failure {
    Failure::for_now("the account's mails are stopped")
        .saying("email to customers is stopped for this account")
}

async fn end(
    state: &AppState,
    id: &str,
    change: impl FnOnce(&mut EmailRow) + Send,
) -> Result<(), Failure> {
    let done = async {
        let mut tx = state.db.begin_write().await?;
        let Some(mut row) = mails::find(&mut tx, id).await? else {
            return Ok(());
        };
        row.problem.clear();
        row.unsettled = false;
        row.changed_at = state.clock.now_ms();
        change(&mut row);
        mails::put(&mut tx, &row).await?;
        tell_pages(&mut tx, &row).await?;
        tx.commit().await?;
        Ok::<_, ApiError>(())
    };
    done.await
        .map_err(|error| Failure::for_now(format!("{error:?}")))
}

/// Records what happened to an email that was not sent, in the transaction that records the failure of its job.
pub fn note<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    task: Task<'a>,
    outcome: Outcome<'a>,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        match ended(state, tx, task, outcome).await? {
            Some(row) => tell(state, tx, &row).await,
            None => Ok(()),
        }
    })
}

/// Does the same, and returns the email if it is lost from now on, so that somebody can be notified.
pub(super) async fn ended(
    state: &AppState,
    tx: &mut WriteTx,
    task: Task<'_>,
    outcome: Outcome<'_>,
) -> Result<Option<EmailRow>, ApiError> {
    // The email was queued by an older server, or its record was deleted with what it was about.
    let Some(mut row) = mails::find(tx, task.id).await? else {
        return Ok(None);
    };
    if row.state != EmailState::Waiting {
        return Ok(None);
    }
    row.changed_at = state.clock.now_ms();
    match outcome {
        Outcome::Again(failure) if failure.said == row.problem => Ok(None),
        Outcome::Again(failure) => {
            row.problem.clone_from(&failure.said);
            mails::put(tx, &row).await?;
            tell_pages(tx, &row).await?;
            Ok(None)
        }
        Outcome::GivenUp(failure) => {
            row.problem.clone_from(&failure.said);
            row.state = lost(failure);
            row.unsettled = true;
            mails::put(tx, &row).await?;
            Ok(Some(row))
        }
    }
}

/// The state of an email after the last failure of its job.
pub(super) fn lost(failure: &Failure) -> EmailState {
    match failure {
        Failure { unsure: true, .. } => EmailState::Unconfirmed,
        Failure { for_good: true, .. } => EmailState::Refused,
        Failure { .. } => EmailState::GivenUp,
    }
}

/// The notification for a lost email.
pub(super) fn news_of(state: EmailState) -> notifications::Kind {
    match state {
        EmailState::Unconfirmed => notifications::Kind::MailUnconfirmed,
        EmailState::GivenUp => notifications::Kind::MailGivenUp,
        _ => notifications::Kind::MailUndeliverable,
    }
}

/// Notifies the business of a document's lost email. For a reply of support, its own page says so.
async fn tell(state: &AppState, tx: &mut WriteTx, row: &EmailRow) -> Result<(), ApiError> {
    let Some(document_id) = &row.document_id else {
        return Ok(());
    };
    let Some(found) = documents::lock_any(tx, document_id).await? else {
        return Ok(());
    };
    let stored = Stored::read(tx, found).await?;
    let event = match row.state {
        EmailState::Unconfirmed => "email_unconfirmed",
        EmailState::GivenUp => "email_given_up",
        _ => "email_refused",
    };
    let said = says(row).unwrap_or_default();
    let words = [("email", row.id.as_str()), ("said", said.as_str())];
    events::record(state, tx, event, &stored, &words).await?;
    announce(tx, &stored, Event::Updated).await?;
    let amount = Pence(stored.row.total_amount);
    news::tell(state, tx, &stored, (news_of(row.state), amount)).await
}

/// Makes open pages read the document again.
async fn tell_pages(tx: &mut WriteTx, row: &EmailRow) -> Result<(), ApiError> {
    let Some(document_id) = &row.document_id else {
        return Ok(());
    };
    let Some(found) = documents::find_any(tx, document_id).await? else {
        return Ok(());
    };
    let stored = Stored::read(tx, found).await?;
    Ok(announce(tx, &stored, Event::Updated).await?)
}
