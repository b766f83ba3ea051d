//! Reminders: of an invoice that is late or will be due, or of a quote without a reply. They are polite, once a day
//! at most, and not sent to anybody who has paid, replied or has no address.
//!
//! A reminder is sent by hand, or by a plan (`chasing`). Either way it is recorded in the transaction that decides
//! it, and its email is written when it is sent (`deliver`): a customer who pays meanwhile gets none.

mod deliver;
mod sample;
pub mod store;
mod texts;

use plumbline_core::chase::ChaseStep;
use plumbline_core::kind::RequestedPayment;
use plumbline_core::money::Pence;
use plumbline_core::time::holidays::Nation;
use plumbline_core::time::{Date, Weekday};

use self::store::{ReminderRow, ReminderState};
use super::allowance;
use plumbline_platform::db::column::DateOrEmpty;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::emails::find_customer_email;
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;

pub(super) use deliver::JOB_HANDLER;
pub use sample::{ReminderSample, compose_sample};
pub use texts::{default_text_for_profile, share_message};

/// A reminder that a plan sends.
#[derive(Debug, Clone, Copy)]
pub struct PlannedReminder<'a> {
    /// The step of the plan.
    pub step: ChaseStep,
    /// The day from which the step is counted.
    pub counted_from: Option<Date>,
    /// The days of the week on which its email may be sent.
    pub weekdays: &'a [Weekday],
    /// The nation on whose bank holidays it may not be sent.
    pub nation: Nation,
}

/// Whether the customer of a document may be reminded of it today by hand. Returns the address that the reminder would
/// go to.
///
/// # Errors
/// 409 with the reason why not; 422 `to` if no address is known.
pub async fn check_may_remind(
    state: &AppState,
    conn: &mut Conn,
    stored: &StoredDocument,
) -> Result<String, ApiError> {
    let (today, word) = (today(state)?, stored.kind.name());
    stored.check_reminder(today)?;
    if stored.row.archived {
        let msg = format!("This {word} is archived. Restore it first.");
        return Err(ApiError::conflict("archived", msg));
    }
    let noted = store::find_by_day(conn, &stored.row.id, &today.to_string()).await?;
    if noted.is_some_and(|row| row.state != ReminderState::Told) {
        let msg = format!("You’ve already reminded the customer about this {word} today.");
        return Err(ApiError::conflict("reminded_today", msg));
    }
    customer_email(conn, stored).await
}

/// Queues the reminder of a document, which the caller has locked, with its PDF, and records it.
///
/// # Errors
/// As [`check_may_remind`], and those of [`allowance::reserve`].
pub async fn remind(state: &AppState, tx: &mut WriteTx, stored: &StoredDocument) -> Result<(), ApiError> {
    check_may_remind(state, tx, stored).await?;
    queue_reminder(state, tx, stored, None).await
}

/// The same for a plan; the caller has checked that it is due.
///
/// # Errors
/// As [`remind`].
pub async fn remind_by_plan(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    planned: PlannedReminder<'_>,
) -> Result<(), ApiError> {
    queue_reminder(state, tx, stored, Some(planned)).await
}

async fn queue_reminder(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    planned: Option<PlannedReminder<'_>>,
) -> Result<(), ApiError> {
    let to = customer_email(tx, stored).await?;
    let parties = Parties::for_document(tx, &stored.row).await?;
    let mail = (parties.profile.name.trim(), to.as_str());
    let taken = allowance::reserve(state, tx, &stored.row.user_id, mail).await?;
    let counted_from = planned.map_or(stored.due_date(), |planned| planned.counted_from);
    let row = ReminderRow {
        document_id: stored.row.id.clone(),
        day: today(state)?,
        step: planned.map_or(String::new(), |it| step_code(it.step)),
        counted_from: DateOrEmpty(counted_from),
        state: ReminderState::Queued,
        problem: String::new(),
        changed_at: state.clock.now_ms(),
    };
    if !store::insert(tx, &row).await? {
        let word = stored.kind.name();
        let msg = format!("You’ve already reminded the customer about this {word} today.");
        return Err(ApiError::conflict("reminded_today", msg));
    }
    let days = planned.map(|planned| (planned.weekdays, planned.nation));
    deliver::queue(state, tx, stored, (&row, days), taken.report_url).await?;
    let event = if planned.is_some() { "chased" } else { "reminded" };
    notifying::record(state, tx, event, stored, &[]).await?;
    announce_event(tx, stored, DocumentEvent::Updated).await?;
    Ok(())
}

/// A plan's step as it is stored with a reminder.
fn step_code(step: ChaseStep) -> String {
    format!("{}:{}", step.moment.code(), step.days)
}

async fn customer_email(conn: &mut Conn, stored: &StoredDocument) -> Result<String, ApiError> {
    find_customer_email(conn, &stored.row).await?.ok_or_else(|| {
        let msg = "This customer has no email address.";
        ApiError::rule_broken(vec![FieldError::new("to", "required", msg)])
    })
}

// A reminder that the business sends itself, by WhatsApp or as a text message.

/// Records that the business sent a reminder on its own, by this kind of message: a plan sends none on that day.
/// Recording it again changes nothing.
///
/// # Errors
/// 409 if the customer should not be reminded.
pub async fn record_passed_on(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    by: &str,
) -> Result<(), ApiError> {
    let today = today(state)?;
    stored.check_reminder(today)?;
    let row = ReminderRow {
        document_id: stored.row.id.clone(),
        day: today,
        step: String::new(),
        counted_from: DateOrEmpty(None),
        state: ReminderState::Told,
        problem: String::new(),
        changed_at: state.clock.now_ms(),
    };
    // If an email was sent that day, that reminder stays recorded.
    store::insert(tx, &row).await?;
    notifying::record(state, tx, "nudged", stored, &[("by", by)]).await?;
    announce_event(tx, stored, DocumentEvent::Updated).await?;
    Ok(())
}

// A reminder whose email was lost, sent again because somebody wants that.

/// Whether a person may send a reminder again: never one that is known to have arrived.
#[must_use]
pub fn can_resend(row: &ReminderRow) -> bool {
    matches!(row.state, ReminderState::Failed | ReminderState::GivenUp | ReminderState::Unsure)
}

/// Sends the latest reminder of a document, which the caller has locked, again. Its text is written anew from the
/// current state, but it is the same message (`deliver`), so that a recipient who gets it twice can tell.
///
/// # Errors
/// 409 if it is not known to have failed, or if there is no reason for a reminder any more; 422 `to` if no address is
/// known; also the errors of [`allowance::reserve`].
pub async fn resend(state: &AppState, tx: &mut WriteTx, stored: &StoredDocument) -> Result<(), ApiError> {
    let row = store::find_latest(tx, &stored.row.id).await?;
    let Some(row) = row.filter(can_resend) else {
        let msg = "This reminder has been sent. We don’t send it twice.";
        return Err(ApiError::conflict("not_failed", msg));
    };
    stored.check_waiting(today(state)?)?;
    let to = customer_email(tx, stored).await?;
    let parties = Parties::for_document(tx, &stored.row).await?;
    let mail = (parties.profile.name.trim(), to.as_str());
    let taken = allowance::reserve(state, tx, &stored.row.user_id, mail).await?;
    let now = state.clock.now_ms();
    if !store::set_state(tx, &row, (ReminderState::Queued, ""), now).await? {
        return Err(ApiError::internal("a held reminder changed"));
    }
    deliver::queue(state, tx, stored, (&row, None), taken.report_url).await?;
    notifying::record(state, tx, "reminded", stored, &[]).await?;
    announce_event(tx, stored, DocumentEvent::Updated).await?;
    Ok(())
}

/// What a reminder asks for: how much, until when, and for which instalment.
struct ReminderFocus {
    /// The amount that it asks for.
    pub amount: Pence,
    /// The day on which that amount is or was due.
    pub date: Option<Date>,
    /// `instalment 2 of 4`; empty if the document has no instalments.
    pub instalment: String,
}

impl ReminderFocus {
    /// What a reminder asks for on the day `today`; `counted_from` is the day from which a plan counted it.
    pub fn for_document(stored: &StoredDocument, counted_from: Option<Date>, today: Date) -> Self {
        let Some(instalment_schedule) = stored.instalment_schedule(today) else {
            let totals = &stored.totals;
            return Self {
                amount: match stored.kind.facts().asks {
                    RequestedPayment::Balance => totals.balance_due,
                    RequestedPayment::Deposit | RequestedPayment::Nothing => totals.total_amount,
                },
                date: stored.due_date(),
                instalment: String::new(),
            };
        };
        let mut parts = instalment_schedule.parts.iter();
        let one = parts.find(|part| Some(part.date) == counted_from && part.open > Pence::ZERO);
        match one {
            Some(part) => Self {
                amount: part.open,
                date: Some(part.date),
                instalment: stored.instalment_label(counted_from).unwrap_or_default(),
            },
            None => Self {
                amount: instalment_schedule.asked,
                date: instalment_schedule.next,
                instalment: instalment_schedule.due_label(),
            },
        }
    }
}

/// Whether the instalment that a reminder is about has been paid since it was planned.
fn is_instalment_paid(stored: &StoredDocument, counted_from: Option<Date>) -> bool {
    stored.instalment_label(counted_from).is_some()
        && !stored.open_instalment_days().iter().any(|day| Some(*day) == counted_from)
}
