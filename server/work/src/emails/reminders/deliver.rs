//! The job that writes the email of a reminder, with its PDF, and sends it. It uses the state at that moment, so that
//! nobody is asked to pay what they have paid since.
//!
//! It is recorded as sent once the mail server has confirmed it. If the mail server received the whole message and
//! nobody knows the result, the reminder is not sent again automatically; a person who sees that can send it.
//! However often it is sent, by whichever job, it is one message with one Message-ID: that of the document and the
//! day.

use futures::future::BoxFuture;
use plumbline_core::chase::{ChaseStep, Moment, Occasion};
use plumbline_core::kind::{DocumentKind, RequestedPayment};
use plumbline_core::money::Pence;
use plumbline_core::present::present;
use plumbline_core::time::holidays::Nation;
use plumbline_core::time::{Date, Weekday};
use serde::{Deserialize, Serialize};

use super::store::{self, ReminderRow, ReminderState};
use super::texts::{self, ReminderText};
use super::{ReminderFocus, is_instalment_paid};
use crate::emails::allowance::is_stopped;
use crate::emails::deliver::attach_pdf;
use crate::emails::document_email::{EmailContent, compose};
use crate::emails::rows::{self, EmailTableRow};
use crate::emails::tracking::{lost_state, notification_kind};
use plumbline_platform::clock::{DAY, next_contact_time};
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::jobs::{self, FailureOutcome, JobFailure, JobHandler, JobKind, Lane, Task};
use plumbline_platform::mail::{Mail, Thread, deliver_in_job};
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_by_id, announce_event};
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::emails::find_customer_email;
use plumbline_records::documents::reading::view;
use plumbline_records::documents::store::posted_emails::EmailState;
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::{store as documents, today};

/// The job that sends a reminder.
const KIND: JobKind = JobKind::new("reminder_mail", Lane::Ordinary);

/// The handler of the job.
pub(in crate::emails) const JOB_HANDLER: JobHandler =
    JobHandler::new(KIND, |state, task| Box::pin(deliver(state, task))).with_failure_hook(record_outcome);

/// How long, in milliseconds, a reminder is tried: its text is about its day.
const RETRY_FOR: i64 = 2 * DAY;

/// The job's payload.
#[derive(Serialize, Deserialize)]
struct ReminderMail {
    user_id: UserId,
    kind: DocumentKind,
    document_id: DocumentId,
    day: String,
    /// The address at which its recipient can report it.
    report: String,
    /// The days of the week on which it may be sent, at a decent hour; `None` for a reminder by hand, which is sent
    /// when it is requested.
    weekdays: Option<Vec<Weekday>>,
    /// The nation on whose bank holidays it may not be sent; `None` for a reminder by hand, and for one that an older
    /// server queued.
    #[serde(default)]
    nation: Option<Nation>,
}

/// Queues the email of a reminder that is recorded.
pub(super) async fn queue(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    (row, days): (&ReminderRow, Option<(&[Weekday], Nation)>),
    report: String,
) -> Result<(), ApiError> {
    let payload = serde_json::to_string(&ReminderMail {
        user_id: stored.row.user_id.clone(),
        kind: stored.kind,
        document_id: stored.row.id.clone(),
        day: row.day.to_string(),
        report,
        weekdays: days.map(|(weekdays, _)| weekdays.to_vec()),
        nation: days.map(|(_, nation)| nation),
    })?;
    jobs::enqueue_for_account(state, tx, &stored.row.user_id, (KIND, &payload), None).await?;
    Ok(())
}

async fn deliver(state: &AppState, task: Task<'_>) -> Result<(), JobFailure> {
    let job: ReminderMail = serde_json::from_str(task.payload).map_err(JobFailure::permanent)?;
    let Some((mail, version)) = compose_if_due(state, &job, task.payload).await.map_err(retry_later)? else {
        return Ok(());
    };
    let document = (&job.user_id, job.kind, &job.document_id);
    let mail = attach_pdf(state, document, version, mail, task.id).await?;
    // Checked again: making a PDF takes time, in which a customer may have paid.
    if !is_still_queued(state, &job).await.map_err(retry_later)? {
        return Ok(());
    }
    deliver_in_job(state, &mail, task).await?;
    set_sent(state, &job).await.map_err(retry_later)
}

/// The email as it should be sent now, and the version that is attached; `None` if it should not be sent, or not now.
async fn compose_if_due(
    state: &AppState,
    job: &ReminderMail,
    payload: &str,
) -> Result<Option<(Mail, i64)>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let Some((stored, row)) = lock_queued(state, &mut tx, job).await? else {
        tx.commit().await?;
        return Ok(None);
    };
    let now = state.clock.now_ms();
    if is_stopped(&mut tx, &job.user_id).await? {
        // The reminder waits for the operator to look, as long as its text is of use.
        let problem = "Email to customers is stopped for this account.";
        if is_expired(&row, now) {
            let what = EmailState::Refused;
            record_failure(state, &mut tx, (&stored, &row), what, problem).await?;
            tx.commit().await?;
            return Ok(None);
        }
        store::set_state(&mut tx, &row, (ReminderState::Queued, problem), now).await?;
        tx.commit().await?;
        return Err(ApiError::unavailable("the account's mails are stopped"));
    }
    let leaves_at = job.weekdays.as_ref().map(|weekdays| {
        next_contact_time(now, |day| {
            weekdays.contains(&day.weekday()) && !job.nation.is_some_and(|nation| day.is_bank_holiday(nation))
        })
    });
    if let Some(at) = leaves_at.filter(|at| *at > now) {
        let job = (KIND, payload);
        jobs::enqueue_for_account(state, &mut tx, &stored.row.user_id, job, Some(at)).await?;
        tx.commit().await?;
        return Ok(None);
    }
    let Some(to) = find_customer_email(&mut tx, &stored.row).await? else {
        let problem = "This customer has no email address.";
        let what = EmailState::Refused;
        record_failure(state, &mut tx, (&stored, &row), what, problem).await?;
        tx.commit().await?;
        return Ok(None);
    };
    let parties = Parties::for_document(&mut tx, &stored.row).await?;
    let today = today(state)?;
    let focus = ReminderFocus::for_document(&stored, counted_from(&row), today);
    let occasion = Occasion::for_day(stored.kind, parse_step(&row.step), focus.date, today);
    let reminder_text = texts::compose_text(state, &mut tx, (&stored, &parties), (occasion, &focus)).await?;
    let bank = load_bank_rows(state, &mut tx, &stored).await?;
    let document = (&stored, &parties);
    let mail = compose_mail(state, document, reminder_text, (to, &job.report), bank)?;
    let thread = Thread { name: format!("reminder-{}-{}", job.document_id.as_str(), job.day), after: None };
    let mail = Mail { thread: Some(thread), ..mail };
    Ok(Some((mail, stored.row.issued_version)))
}

/// Builds the email of a reminder.
pub(super) fn compose_mail(
    state: &AppState,
    (stored, parties): (&StoredDocument, &Parties),
    reminder_text: ReminderText,
    (to, report): (String, &str),
    bank: Vec<EmailTableRow>,
) -> Result<Mail, ApiError> {
    let mut rows = rows::subject_rows(stored);
    rows.extend(rows::amount_rows(stored));
    rows.extend(bank);
    let email_content = EmailContent {
        to,
        subject: reminder_text.subject,
        summary: Some(rows::summarise(stored, today(state)?)),
        message: &reminder_text.message,
        has_greeting: reminder_text.has_greeting,
        rows,
        button: &stored.name_itself(stored.kind.facts().mail_button),
        report_url: report,
    };
    compose(state, stored, parties, email_content)
}

/// The bank details for a transfer, if the document can be paid by one.
async fn load_bank_rows(
    state: &AppState,
    conn: &mut Conn,
    stored: &StoredDocument,
) -> Result<Vec<EmailTableRow>, ApiError> {
    if stored.kind.facts().asks != RequestedPayment::Balance {
        return Ok(Vec::new());
    }
    let presentation = present(&view::load_public_document(conn, stored).await?, today(state)?);
    let pay = presentation.and_then(|displayed| displayed.actions.pay);
    Ok(rows::bank_rows(pay.map(|pay| pay.bank).unwrap_or_default()).collect())
}

/// The reminder and its document, locked until the transaction ends, if it should still be sent.
async fn lock_queued(
    state: &AppState,
    tx: &mut WriteTx,
    job: &ReminderMail,
) -> Result<Option<(StoredDocument, ReminderRow)>, ApiError> {
    let found = documents::lock(tx, &job.user_id, job.kind, &job.document_id).await?;
    let row = store::find_by_day(tx, &job.document_id, &job.day).await?;
    let (Some(found), Some(row)) = (found, row) else {
        return Ok(None);
    };
    let stored = StoredDocument::load(tx, found).await?;
    let now = state.clock.now_ms();
    match row.state {
        ReminderState::Queued => {}
        // An older server recorded that it was being sent, and stopped meanwhile.
        ReminderState::Sending => {
            let problem = "The server stopped while sending it, so it may have arrived.";
            let what = EmailState::Unconfirmed;
            record_failure(state, tx, (&stored, &row), what, problem).await?;
            return Ok(None);
        }
        ReminderState::Told
        | ReminderState::Sent
        | ReminderState::Unsure
        | ReminderState::Failed
        | ReminderState::GivenUp
        | ReminderState::Dropped => {
            return Ok(None);
        }
    }
    let why = match stored.check_waiting(today(state)?) {
        Err(error) => Some(error.user_message().to_owned()),
        Ok(()) if stored.row.archived => Some("It was archived.".to_owned()),
        Ok(()) if is_instalment_paid(&stored, counted_from(&row)) => {
            Some("This instalment has been paid.".to_owned())
        }
        Ok(()) => None,
    };
    if let Some(why) = why {
        store::set_state(tx, &row, (ReminderState::Dropped, &why), now).await?;
        announce_event(tx, &stored, DocumentEvent::Updated).await?;
        return Ok(None);
    }
    Ok(Some((stored, row)))
}

/// The day from which a plan counted it; `None` for a reminder by hand, which asks for what is due by now.
fn counted_from(row: &ReminderRow) -> Option<Date> {
    row.counted_from.0.filter(|_| !row.step.is_empty())
}

/// Whether it should still be sent.
async fn is_still_queued(state: &AppState, job: &ReminderMail) -> Result<bool, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let cached = lock_queued(state, &mut tx, job).await?;
    tx.commit().await?;
    Ok(cached.is_some())
}

/// Records that the mail server confirmed it.
async fn set_sent(state: &AppState, job: &ReminderMail) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    if let Some(row) = store::find_by_day(&mut tx, &job.document_id, &job.day).await? {
        let now = state.clock.now_ms();
        store::set_state(&mut tx, &row, (ReminderState::Sent, ""), now).await?;
        let document = (&job.user_id, job.kind, &job.document_id);
        announce_by_id(&mut tx, document, DocumentEvent::Updated).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Records what happened to a reminder that was not sent.
fn record_outcome<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    task: Task<'a>,
    outcome: FailureOutcome<'a>,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        let job: ReminderMail = serde_json::from_str(task.payload)?;
        let document = documents::lock(tx, &job.user_id, job.kind, &job.document_id).await?;
        let row = store::find_by_day(tx, &job.document_id, &job.day).await?;
        let (Some(document), Some(row)) = (document, row) else {
            return Ok(());
        };
        if row.state != ReminderState::Queued {
            return Ok(());
        }
        let stored = StoredDocument::load(tx, document).await?;
        let now = state.clock.now_ms();
        let why = |failure: &JobFailure| match failure.message.as_str() {
            "" => String::new(),
            text => format!(": {text}"),
        };
        match outcome {
            FailureOutcome::Again(failure) if is_expired(&row, now) => {
                let problem = format!("We tried for two days{}.", why(failure));
                record_failure(state, tx, (&stored, &row), EmailState::GivenUp, &problem).await
            }
            // A stop of the account's email has recorded its own problem.
            FailureOutcome::Again(_) if !row.problem.is_empty() => Ok(()),
            FailureOutcome::Again(_) => {
                let problem = "The mail server hasn’t accepted it yet. We’ll keep trying.";
                store::set_state(tx, &row, (ReminderState::Queued, problem), now).await?;
                Ok(announce_event(tx, &stored, DocumentEvent::Updated).await?)
            }
            FailureOutcome::GivenUp(failure) => {
                let state_of_mail = lost_state(failure);
                let problem = match state_of_mail {
                    EmailState::Unconfirmed => {
                        "The mail server didn’t say whether it accepted it.".to_owned()
                    }
                    EmailState::GivenUp => {
                        format!("We tried for two days{}.", why(failure))
                    }
                    _ => format!("The mail server doesn’t accept it{}.", why(failure)),
                };
                record_failure(state, tx, (&stored, &row), state_of_mail, &problem).await
            }
        }
    })
}

/// Whether a reminder is too old to be tried once more.
fn is_expired(row: &ReminderRow, now: i64) -> bool {
    let day = row.day.to_string().parse().map(plumbline_platform::clock::london_day_start);
    day.is_ok_and(|start| now - start > RETRY_FOR)
}

/// Records that the reminder is not known to have arrived, where the business sees it.
async fn record_failure(
    state: &AppState,
    tx: &mut WriteTx,
    (stored, row): (&StoredDocument, &ReminderRow),
    what: EmailState,
    problem: &str,
) -> Result<(), ApiError> {
    let now = state.clock.now_ms();
    let (is, event) = match what {
        EmailState::Unconfirmed => (ReminderState::Unsure, "reminder_unconfirmed"),
        EmailState::GivenUp => (ReminderState::GivenUp, "reminder_given_up"),
        _ => (ReminderState::Failed, "reminder_failed"),
    };
    if !store::set_state(tx, row, (is, problem), now).await? {
        return Ok(());
    }
    notifying::record(state, tx, event, stored, &[("said", problem)]).await?;
    announce_event(tx, stored, DocumentEvent::Updated).await?;
    let amount = Pence(stored.row.total_amount);
    notifying::notify_business(state, tx, stored, (notification_kind(what), amount)).await
}

/// The plan's step that it was; `None` for a reminder by hand.
fn parse_step(named: &str) -> Option<ChaseStep> {
    let (word, days) = named.split_once(':')?;
    let moment = Moment::ALL.into_iter().find(|one| one.code() == word)?;
    Some(ChaseStep::new(moment, days.parse().ok()?))
}

fn retry_later(error: ApiError) -> JobFailure {
    JobFailure::temporary(format!("{error:?}"))
}
