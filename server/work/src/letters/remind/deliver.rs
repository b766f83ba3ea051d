//! The job that writes the email of a reminder, with its PDF, and sends it. What is true at that moment decides, so
//! that nobody is asked to pay what they have paid since.
//!
//! It is recorded as sent once the mail server has confirmed it. If the mail server received the whole message and
//! nobody knows the result, the reminder is not sent again automatically; a person who sees that can send it.
//! However often it is sent, by whichever job, it is one message with one Message-ID: that of the document and the
//! day.

use futures::future::BoxFuture;
use plumbline_core::chase::{Moment, Occasion, Step};
use plumbline_core::kind::{Asks, Kind};
use plumbline_core::money::Pence;
use plumbline_core::present::present;
use plumbline_core::time::Date;
use plumbline_core::time::holidays::Nation;
use plumbline_core::time::weekday::Weekday;
use serde::{Deserialize, Serialize};

use super::focus::{Focus, is_paid};
use super::store::{self, ReminderRow, State};
use super::words::{self, Said};
use crate::letters::allowance::is_stopped;
use crate::letters::deliver::attach;
use crate::letters::mail::{Words, compose};
use crate::letters::posted::{lost, news_of};
use crate::letters::rows::{self, Row};
use plumbline_platform::clock::{DAY, decent_from};
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::jobs::{self, Duty, Failure, JobKind, Lane, Outcome, Task};
use plumbline_platform::mail::{Mail, Thread, send};
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::reached::address_of;
use plumbline_records::documents::reading::view;
use plumbline_records::documents::store as documents;
use plumbline_records::documents::store::mails::EmailState;
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::telling::live::{Event, announce, announce_of};
use plumbline_records::documents::telling::{events, news};
use plumbline_records::documents::today;

/// The job that sends a reminder.
const KIND: JobKind = JobKind::new("reminder_mail", Lane::Ordinary);

/// The handler of the job.
pub(in crate::letters) const DUTY: Duty =
    Duty::new(KIND, |state, task| Box::pin(deliver(state, task))).noted(note);

/// How long, in milliseconds, a reminder is tried: its text is about its day.
const PATIENCE: i64 = 2 * DAY;

/// The job's payload.
#[derive(Serialize, Deserialize)]
struct ReminderMail {
    user_id: UserId,
    kind: Kind,
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
pub(super) async fn later(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    (row, days): (&ReminderRow, Option<(&[Weekday], Nation)>),
    report: String,
) -> Result<(), ApiError> {
    let payload = serde_json::to_string(&ReminderMail {
        user_id: stored.row.user_id.clone(),
        kind: stored.kind,
        document_id: stored.row.id.clone(),
        day: row.day.clone(),
        report,
        weekdays: days.map(|(weekdays, _)| weekdays.to_vec()),
        nation: days.map(|(_, nation)| nation),
    })?;
    jobs::enqueue_for(state, tx, &stored.row.user_id, (KIND, &payload), None).await?;
    Ok(())
}

async fn deliver(state: &AppState, task: Task<'_>) -> Result<(), Failure> {
    let job: ReminderMail = serde_json::from_str(task.payload).map_err(Failure::for_good)?;
    let Some((mail, version)) = written(state, &job, task.payload).await.map_err(for_now)? else {
        return Ok(());
    };
    let document = (&job.user_id, job.kind, &job.document_id);
    let mail = attach(state, document, version, mail, task.id).await?;
    // Checked again: making a PDF takes time, in which a customer may have paid.
    if !may_leave(state, &job).await.map_err(for_now)? {
        return Ok(());
    }
    send(state, &mail, task).await?;
    sent(state, &job).await.map_err(for_now)
}

/// The email as it should be sent now, and the version that is attached; `None` if it should not be sent, or not now.
async fn written(
    state: &AppState,
    job: &ReminderMail,
    payload: &str,
) -> Result<Option<(Mail, i64)>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let Some((stored, row)) = held(state, &mut tx, job).await? else {
        tx.commit().await?;
        return Ok(None);
    };
    let now = state.clock.now_ms();
    if is_stopped(&mut tx, &job.user_id).await? {
        // The reminder waits for the operator to look, as long as its text is of use.
        let problem = "Email to customers is stopped for this account.";
        if is_over(&row, now) {
            let what = EmailState::Refused;
            fail(state, &mut tx, (&stored, &row), what, problem).await?;
            tx.commit().await?;
            return Ok(None);
        }
        store::set_state(&mut tx, &row, (State::Queued, problem), now).await?;
        tx.commit().await?;
        return Err(ApiError::unavailable("the account's mails are stopped"));
    }
    let leaves_at = job.weekdays.as_ref().map(|weekdays| {
        decent_from(now, |day| {
            weekdays.contains(&day.weekday())
                && !job.nation.is_some_and(|nation| day.is_bank_holiday(nation))
        })
    });
    if let Some(at) = leaves_at.filter(|at| *at > now) {
        let job = (KIND, payload);
        jobs::enqueue_for(state, &mut tx, &stored.row.user_id, job, Some(at)).await?;
        tx.commit().await?;
        return Ok(None);
    }
    let Some(to) = address_of(&mut tx, &stored.row).await? else {
        let problem = "This customer has no email address.";
        let what = EmailState::Refused;
        fail(state, &mut tx, (&stored, &row), what, problem).await?;
        tx.commit().await?;
        return Ok(None);
    };
    let parties = Parties::shown(&mut tx, &stored.row).await?;
    let today = today(state)?;
    let focus = Focus::of(&stored, counted_from(&row), today);
    let occasion = Occasion::of(stored.kind, step_of(&row.step), focus.date, today);
    let said = words::said(state, &mut tx, (&stored, &parties), (occasion, &focus)).await?;
    let bank = bank(state, &mut tx, &stored).await?;
    let document = (&stored, &parties);
    let mail = mail(state, document, said, (to, &job.report), bank)?;
    let thread = Thread {
        name: format!("reminder-{}-{}", job.document_id.as_str(), job.day),
        after: None,
    };
    let mail = Mail {
        thread: Some(thread),
        ..mail
    };
    Ok(Some((mail, stored.row.issued_version)))
}

/// Builds the email of a reminder.
pub(super) fn mail(
    state: &AppState,
    (stored, parties): (&Stored, &Parties),
    said: Said,
    (to, report): (String, &str),
    bank: Vec<Row>,
) -> Result<Mail, ApiError> {
    let mut rows = rows::about(stored);
    rows.extend(rows::figures(stored));
    rows.extend(bank);
    let words = Words {
        to,
        subject: said.subject,
        lead: Some(rows::lead(stored)),
        message: &said.message,
        greets: said.greets,
        rows,
        call: stored.kind.facts().mail_button,
        report,
    };
    compose(state, stored, parties, words)
}

/// The bank details for a transfer, if the document can be paid by one.
async fn bank(state: &AppState, conn: &mut Conn, stored: &Stored) -> Result<Vec<Row>, ApiError> {
    if stored.kind.facts().asks != Asks::Balance {
        return Ok(Vec::new());
    }
    let shown = present(&view::of(conn, stored).await?, today(state)?);
    let pay = shown.and_then(|shown| shown.actions.pay);
    Ok(rows::bank(pay.map(|pay| pay.bank).unwrap_or_default()).collect())
}

/// The reminder and its document, locked until the transaction ends, if it should still be sent.
async fn held(
    state: &AppState,
    tx: &mut WriteTx,
    job: &ReminderMail,
) -> Result<Option<(Stored, ReminderRow)>, ApiError> {
    let found = documents::lock(tx, &job.user_id, job.kind, &job.document_id).await?;
    let row = store::of_day(tx, &job.document_id, &job.day).await?;
    let (Some(found), Some(row)) = (found, row) else {
        return Ok(None);
    };
    let stored = Stored::read(tx, found).await?;
    let now = state.clock.now_ms();
    match row.state {
        State::Queued => {}
        // An older server recorded that it was being sent, and stopped meanwhile.
        State::Sending => {
            let problem = "The server stopped while sending it, so it may have arrived.";
            let what = EmailState::Unconfirmed;
            fail(state, tx, (&stored, &row), what, problem).await?;
            return Ok(None);
        }
        State::Told
        | State::Sent
        | State::Unsure
        | State::Failed
        | State::GivenUp
        | State::Dropped => {
            return Ok(None);
        }
    }
    let why = match stored.waits(today(state)?) {
        Err(error) => Some(error.sentence().to_owned()),
        Ok(()) if stored.row.archived => Some("It was archived.".to_owned()),
        Ok(()) if is_paid(&stored, counted_from(&row)) => {
            Some("This instalment has been paid.".to_owned())
        }
        Ok(()) => None,
    };
    if let Some(why) = why {
        store::set_state(tx, &row, (State::Dropped, &why), now).await?;
        announce(tx, &stored, Event::Updated).await?;
        return Ok(None);
    }
    Ok(Some((stored, row)))
}

/// The day from which a plan counted it; `None` for a reminder by hand, which asks for what is due by now.
fn counted_from(row: &ReminderRow) -> Option<Date> {
    row.counted_from
        .parse()
        .ok()
        .filter(|_| !row.step.is_empty())
}

/// Whether it should still be sent.
async fn may_leave(state: &AppState, job: &ReminderMail) -> Result<bool, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let held = held(state, &mut tx, job).await?;
    tx.commit().await?;
    Ok(held.is_some())
}

/// Records that the mail server confirmed it.
async fn sent(state: &AppState, job: &ReminderMail) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    if let Some(row) = store::of_day(&mut tx, &job.document_id, &job.day).await? {
        let now = state.clock.now_ms();
        store::set_state(&mut tx, &row, (State::Sent, ""), now).await?;
        let document = (&job.user_id, job.kind, &job.document_id);
        announce_of(&mut tx, document, Event::Updated).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Records what happened to a reminder that was not sent.
fn note<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    task: Task<'a>,
    outcome: Outcome<'a>,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        let job: ReminderMail = serde_json::from_str(task.payload)?;
        let document = documents::lock(tx, &job.user_id, job.kind, &job.document_id).await?;
        let row = store::of_day(tx, &job.document_id, &job.day).await?;
        let (Some(document), Some(row)) = (document, row) else {
            return Ok(());
        };
        if row.state != State::Queued {
            return Ok(());
        }
        let stored = Stored::read(tx, document).await?;
        let now = state.clock.now_ms();
        let why = |failure: &Failure| match failure.said.as_str() {
            "" => String::new(),
            said => format!(": {said}"),
        };
        match outcome {
            Outcome::Again(failure) if is_over(&row, now) => {
                let problem = format!("We tried for two days{}.", why(failure));
                fail(state, tx, (&stored, &row), EmailState::GivenUp, &problem).await
            }
            // A stop of the account's email has recorded its own problem.
            Outcome::Again(_) if !row.problem.is_empty() => Ok(()),
            Outcome::Again(_) => {
                let problem = "The mail server hasn’t accepted it yet. We’ll keep trying.";
                store::set_state(tx, &row, (State::Queued, problem), now).await?;
                Ok(announce(tx, &stored, Event::Updated).await?)
            }
            Outcome::GivenUp(failure) => {
                let state_of_mail = lost(failure);
                let problem = match state_of_mail {
                    EmailState::Unconfirmed => {
                        "The mail server didn’t say whether it accepted it.".to_owned()
                    }
                    EmailState::GivenUp => {
                        format!("We tried for two days{}.", why(failure))
                    }
                    _ => format!("The mail server doesn’t accept it{}.", why(failure)),
                };
                fail(state, tx, (&stored, &row), state_of_mail, &problem).await
            }
        }
    })
}

/// Whether a reminder is too old to be tried once more.
fn is_over(row: &ReminderRow, now: i64) -> bool {
    let day = row.day.parse().map(plumbline_platform::clock::london_start);
    day.is_ok_and(|start| now - start > PATIENCE)
}

/// Records that the reminder is not known to have arrived, where the business sees it.
async fn fail(
    state: &AppState,
    tx: &mut WriteTx,
    (stored, row): (&Stored, &ReminderRow),
    what: EmailState,
    problem: &str,
) -> Result<(), ApiError> {
    let now = state.clock.now_ms();
    let (is, event) = match what {
        EmailState::Unconfirmed => (State::Unsure, "reminder_unconfirmed"),
        EmailState::GivenUp => (State::GivenUp, "reminder_given_up"),
        _ => (State::Failed, "reminder_failed"),
    };
    if !store::set_state(tx, row, (is, problem), now).await? {
        return Ok(());
    }
    events::record(state, tx, event, stored, &[("said", problem)]).await?;
    announce(tx, stored, Event::Updated).await?;
    let amount = Pence(stored.row.total_amount);
    news::tell(state, tx, stored, (news_of(what), amount)).await
}

/// The plan's step that it was; `None` for a reminder by hand.
fn step_of(named: &str) -> Option<Step> {
    let (word, days) = named.split_once(':')?;
    let moment = Moment::ALL.into_iter().find(|one| one.word() == word)?;
    Some(Step::new(moment, days.parse().ok()?))
}

fn for_now(error: ApiError) -> Failure {
    Failure::for_now(format!("{error:?}"))
}
