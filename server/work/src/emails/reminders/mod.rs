//! Reminders: of an invoice that is late or will be due, or of a quote without a reply. They are polite, once a day
//! at most, and not sent to anybody who has paid, replied or has no address.
//!
//! A reminder is sent by hand, or by a plan (`chasing`). Either way it is recorded in the transaction that decides
//! it, and its email is written when it is sent (`deliver`): a customer who pays meanwhile gets none.

mod deliver;
mod focus;
mod passed_on;
mod resend;
mod sample;
pub mod store;
mod texts;

pub(super) use deliver::JOB_HANDLER;
pub use passed_on::record_passed_on;
pub use resend::{can_resend, resend};
pub use sample::{ReminderSample, compose_sample};
pub use texts::{default_text_for_profile, share_message};

use plumbline_core::chase::ChaseStep;
use plumbline_core::time::Date;
use plumbline_core::time::holidays::Nation;
use plumbline_core::time::weekday::Weekday;

use self::store::{ReminderRow, ReminderState};
use super::allowance;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::events;
use plumbline_records::documents::notifying::live::{DocumentEvent, announce_event};
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::customer_email::find_customer_email;
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;

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
    let counted_from = counted_from.map(|day| day.to_string());
    let row = ReminderRow {
        document_id: stored.row.id.clone(),
        day: today(state)?.to_string(),
        step: planned.map_or(String::new(), |it| step_code(it.step)),
        counted_from: counted_from.unwrap_or_default(),
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
    events::record(state, tx, event, stored, &[]).await?;
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
