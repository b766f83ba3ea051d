//! The job: writes the mail of a reminder, with its PDF, and sends it. What holds at that moment
//! decides, so that nobody is told to pay what they have paid since.
//!
//! What becomes of it is noted around the talk with the mail server: `sending` before it, `sent` after
//! it. Where a server stops between the two nobody knows whether the mail went, and it is not sent
//! again by itself: a person who sees that may.

use plumbline_core::chase::{Moment, Occasion, Step};
use plumbline_core::kind::{Asks, Kind};
use plumbline_core::money::Pence;
use plumbline_core::present::present;
use plumbline_core::time::Date;
use plumbline_core::time::weekday::Weekday;
use serde::{Deserialize, Serialize};

use super::focus::{Focus, is_paid};
use super::store::{self, ReminderRow, State};
use super::words::{self, Said};
use crate::clock::{DAY, decent_from};
use crate::db::{Conn, WriteTx};
use crate::documents::parties::Parties;
use crate::documents::reading::view;
use crate::documents::store as documents;
use crate::documents::stored::Stored;
use crate::documents::telling::live::{Event, announce};
use crate::documents::telling::{events, news};
use crate::documents::today;
use crate::error::ApiError;
use crate::ids::{DocumentId, UserId};
use crate::jobs::{self, Duty, Failure, JobKind, Lane};
use crate::letters::allowance::is_stopped;
use crate::letters::copies::address_of;
use crate::letters::deliver::attach;
use crate::letters::mail::{Words, compose};
use crate::letters::rows::{self, Row};
use crate::mail::{Mail, send};
use crate::notifications;
use crate::state::AppState;

/// A reminder whose mail is to leave.
const KIND: JobKind = JobKind::new("reminder_mail", Lane::Ordinary);

/// How it leaves.
pub(in crate::letters) const DUTY: Duty = Duty::new(KIND, |state, task| {
    Box::pin(deliver(state, task.payload, task.id))
});

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
}

/// Queues the mail of a reminder that is noted.
pub(super) async fn later(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    (row, weekdays): (&ReminderRow, Option<&[Weekday]>),
    report: String,
) -> Result<(), ApiError> {
    let payload = serde_json::to_string(&ReminderMail {
        user_id: stored.row.user_id.clone(),
        kind: stored.kind,
        document_id: stored.row.id.clone(),
        day: row.day.clone(),
        report,
        weekdays: weekdays.map(<[Weekday]>::to_vec),
    })?;
    jobs::enqueue_for(state, tx, &stored.row.user_id, (KIND, &payload), None).await?;
    Ok(())
}

async fn deliver(state: &AppState, payload: &str, id: &str) -> Result<(), Failure> {
    let job: ReminderMail = serde_json::from_str(payload).map_err(Failure::for_good)?;
    let Some((mail, version)) = written(state, &job, payload).await.map_err(for_now)? else {
        return Ok(());
    };
    let document = (&job.user_id, job.kind, &job.document_id);
    let mail = attach(state, document, version, mail, id).await?;
    // Looked at once more: a PDF takes its time, and a customer may have paid in it.
    let Some(row) = begun(state, &job).await.map_err(for_now)? else {
        return Ok(());
    };
    let sent = send(state, &mail, id).await;
    ended(state, &job, &row, &mail.to, &sent)
        .await
        .map_err(for_now)?;
    sent
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
            fail(state, &mut tx, (&stored, &row), problem).await?;
            tx.commit().await?;
            return Ok(None);
        }
        store::set_state(&mut tx, &row, (State::Queued, problem), now).await?;
        tx.commit().await?;
        return Err(ApiError::unavailable("the account's mails are stopped"));
    }
    let leaves_at = job.weekdays.as_ref().map(|days| decent_from(now, days));
    if let Some(at) = leaves_at.filter(|at| *at > now) {
        let job = (KIND, payload);
        jobs::enqueue_for(state, &mut tx, &stored.row.user_id, job, Some(at)).await?;
        tx.commit().await?;
        return Ok(None);
    }
    let Some(to) = address_of(&mut tx, &stored.row).await? else {
        let problem = "This customer has no email address.";
        fail(state, &mut tx, (&stored, &row), problem).await?;
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
    let mut rows: Vec<Row> = rows::job(stored).into_iter().collect();
    rows.extend(rows::figures(stored));
    rows.extend(bank);
    let words = Words {
        to,
        subject: said.subject,
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
        State::Sending => {
            let problem = "The server stopped while it went out, so it may have arrived.";
            store::set_state(tx, &row, (State::Unsure, problem), now).await?;
            announce(tx, &stored, Event::Updated).await?;
            return Ok(None);
        }
        State::Told | State::Sent | State::Unsure | State::Failed | State::Dropped => {
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

/// Notes that it goes out now; none where it is not to.
async fn begun(state: &AppState, job: &ReminderMail) -> Result<Option<ReminderRow>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let going = match held(state, &mut tx, job).await? {
        None => None,
        Some((_, row)) => {
            let now = state.clock.now_ms();
            let going = (State::Sending, row.problem.as_str());
            store::set_state(&mut tx, &row, going, now).await?;
            Some(ReminderRow {
                state: State::Sending,
                ..row
            })
        }
    };
    tx.commit().await?;
    Ok(going)
}

/// Notes what became of it.
async fn ended(
    state: &AppState,
    job: &ReminderMail,
    row: &ReminderRow,
    to: &str,
    sent: &Result<(), Failure>,
) -> Result<(), ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let stored = Stored::find(&mut tx, &job.user_id, job.kind, &job.document_id).await?;
    match sent {
        Ok(()) => {
            store::set_state(&mut tx, row, (State::Sent, ""), now).await?;
        }
        Err(failure) if failure.for_good => {
            let problem = format!("The mail server of {to} does not take it.");
            fail(state, &mut tx, (&stored, row), &problem).await?;
        }
        Err(_) if is_over(row, now) => {
            let problem = "The mail server did not take it for two days.";
            fail(state, &mut tx, (&stored, row), problem).await?;
        }
        Err(_) => {
            let problem = "The mail server has not taken it yet. We keep trying.";
            store::set_state(&mut tx, row, (State::Queued, problem), now).await?;
        }
    }
    announce(&mut tx, &stored, Event::Updated).await?;
    tx.commit().await?;
    Ok(())
}

/// Whether a reminder is too old to be tried once more.
fn is_over(row: &ReminderRow, now: i64) -> bool {
    let day = row.day.parse().map(crate::clock::london_start);
    day.is_ok_and(|start| now - start > PATIENCE)
}

/// Notes that it did not arrive, where the business sees it.
async fn fail(
    state: &AppState,
    tx: &mut WriteTx,
    (stored, row): (&Stored, &ReminderRow),
    problem: &str,
) -> Result<(), ApiError> {
    let now = state.clock.now_ms();
    if !store::set_state(tx, row, (State::Failed, problem), now).await? {
        return Ok(());
    }
    events::record(state, tx, "reminder_failed", stored, &[]).await?;
    announce(tx, stored, Event::Updated).await?;
    let amount = Pence(stored.row.total_amount);
    news::tell(
        state,
        tx,
        stored,
        (notifications::Kind::MailUndeliverable, amount),
    )
    .await
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
