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

/// A reminder whose mail is to leave.
const KIND: JobKind = JobKind::new("reminder_mail", Lane::Ordinary);

/// How it leaves.
pub(in crate::letters) const DUTY: Duty =
    Duty::new(KIND, |state, task| Box::pin(deliver(state, task))).noted(note);

/// A mail server that does not take a reminder for so long is waited for no longer: what it says is of
/// its day.
const PATIENCE: i64 = 2 * DAY;

/// The payload.
#[derive(Serialize, Deserialize)]
struct ReminderMail {
    user_id: UserId,
    kind: Kind,
    document_id: DocumentId,
    day: String,
    /// Where its receiver reports it.
    report: String,
    /// On which days of the week it may leave, at a decent hour; none of one by hand, which leaves when
    /// it is asked for.
    weekdays: Option<Vec<Weekday>>,
    /// On whose bank holidays it may not; none of one by hand, and of one that an older server queued.
    #[serde(default)]
    nation: Option<Nation>,
}

/// Queues the mail of a reminder that is noted.
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
    // Looked at once more: a PDF takes its time, and a customer may have paid in it.
    if !may_leave(state, &job).await.map_err(for_now)? {
        return Ok(());
    }
    send(state, &mail, task).await?;
    sent(state, &job).await.map_err(for_now)
}

/// The mail as it is to leave now, and the version that goes with it; none where it is not to leave,
/// or not now.
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
        // It waits for the operator to look, as long as what it says is of use.
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

/// Puts the mail of a reminder together.
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

/// Where a transfer goes, of what is paid by one.
async fn bank(state: &AppState, conn: &mut Conn, stored: &Stored) -> Result<Vec<Row>, ApiError> {
    if stored.kind.facts().asks != Asks::Balance {
        return Ok(Vec::new());
    }
    let shown = present(&view::of(conn, stored).await?, today(state)?);
    let pay = shown.and_then(|shown| shown.actions.pay);
    Ok(rows::bank(pay.map(|pay| pay.bank).unwrap_or_default()).collect())
}

/// The reminder with its document, held until the transaction ends, where it is still to leave.
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
        // An older server noted that it went out, and stopped over it.
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

/// The day that a plan counted it from; none of one by hand, which asks for what is due by now.
fn counted_from(row: &ReminderRow) -> Option<Date> {
    row.counted_from
        .parse()
        .ok()
        .filter(|_| !row.step.is_empty())
}

/// Whether it is still to leave.
async fn may_leave(state: &AppState, job: &ReminderMail) -> Result<bool, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let held = held(state, &mut tx, job).await?;
    tx.commit().await?;
    Ok(held.is_some())
}

/// Notes that the mail server confirmed it.
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

/// Notes what becomes of a reminder that was not sent.
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
            // Stopped mails say so themselves.
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

/// Notes that nobody knows of it that it arrived, where the business sees it.
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

/// Which of a plan it was; none of one by hand.
fn step_of(named: &str) -> Option<Step> {
    let (word, days) = named.split_once(':')?;
    let moment = Moment::ALL.into_iter().find(|one| one.word() == word)?;
    Some(Step::new(moment, days.parse().ok()?))
}

fn for_now(error: ApiError) -> Failure {
    Failure::for_now(format!("{error:?}"))
}
