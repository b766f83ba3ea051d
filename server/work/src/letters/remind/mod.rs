//! Reminders: of an invoice that is late or will be due, or of a quote without a reply. They are polite, once a day
//! at most, and not sent to anybody who has paid, replied or has no address.
//!
//! A reminder is sent by hand, or by a plan (`chasing`). Either way it is recorded in the transaction that decides
//! it, and its email is written when it is sent (`deliver`): a customer who pays meanwhile gets none.

mod again;
mod deliver;
mod focus;
mod sample;
pub mod store;
mod told;
mod words;

pub use again::{again, may_try_again};
pub(super) use deliver::DUTY;
pub use sample::{Sample, sample};
pub use told::told;
pub use words::{message, usual_of};

use plumbline_core::chase::Step;
use plumbline_core::time::Date;
use plumbline_core::time::holidays::Nation;
use plumbline_core::time::weekday::Weekday;

use self::store::{ReminderRow, State};
use super::allowance;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::reached::address_of;
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::telling::events;
use plumbline_records::documents::telling::live::{Event, announce};
use plumbline_records::documents::today;

/// A reminder that a plan sends.
#[derive(Debug, Clone, Copy)]
pub struct Planned<'a> {
    /// The step of the plan.
    pub step: Step,
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
pub async fn may_remind(
    state: &AppState,
    conn: &mut Conn,
    stored: &Stored,
) -> Result<String, ApiError> {
    let (today, word) = (today(state)?, stored.kind.name());
    stored.may_remind(today)?;
    if stored.row.archived {
        let msg = format!("This {word} is archived. Restore it first.");
        return Err(ApiError::conflict("archived", msg));
    }
    let noted = store::of_day(conn, &stored.row.id, &today.to_string()).await?;
    if noted.is_some_and(|row| row.state != State::Told) {
        let msg = format!("You’ve already reminded the customer about this {word} today.");
        return Err(ApiError::conflict("reminded_today", msg));
    }
    address(conn, stored).await
}

/// Queues the reminder of a document, which the caller has locked, with its PDF, and records it.
///
/// # Errors
/// As [`may_remind`], and those of [`allowance::take`].
pub async fn remind(state: &AppState, tx: &mut WriteTx, stored: &Stored) -> Result<(), ApiError> {
    may_remind(state, tx, stored).await?;
    leave(state, tx, stored, None).await
}

/// The same for a plan; the caller has checked that it is due.
///
/// # Errors
/// As [`remind`].
pub async fn by_plan(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    planned: Planned<'_>,
) -> Result<(), ApiError> {
    leave(state, tx, stored, Some(planned)).await
}

async fn leave(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    planned: Option<Planned<'_>>,
) -> Result<(), ApiError> {
    let to = address(tx, stored).await?;
    let parties = Parties::shown(tx, &stored.row).await?;
    let mail = (parties.profile.name.trim(), to.as_str());
    let taken = allowance::take(state, tx, &stored.row.user_id, mail).await?;
    let counted_from = planned.map_or(stored.due_date(), |planned| planned.counted_from);
    let counted_from = counted_from.map(|day| day.to_string());
    let row = ReminderRow {
        document_id: stored.row.id.clone(),
        day: today(state)?.to_string(),
        step: planned.map_or(String::new(), |it| named(it.step)),
        counted_from: counted_from.unwrap_or_default(),
        state: State::Queued,
        problem: String::new(),
        changed_at: state.clock.now_ms(),
    };
    if !store::note(tx, &row).await? {
        let word = stored.kind.name();
        let msg = format!("You’ve already reminded the customer about this {word} today.");
        return Err(ApiError::conflict("reminded_today", msg));
    }
    let days = planned.map(|planned| (planned.weekdays, planned.nation));
    deliver::later(state, tx, stored, (&row, days), taken.report).await?;
    let event = if planned.is_some() {
        "chased"
    } else {
        "reminded"
    };
    events::record(state, tx, event, stored, &[]).await?;
    announce(tx, stored, Event::Updated).await?;
    Ok(())
}

/// A plan's step as it is stored with a reminder.
fn named(step: Step) -> String {
    format!("{}:{}", step.moment.word(), step.days)
}

async fn address(conn: &mut Conn, stored: &Stored) -> Result<String, ApiError> {
    address_of(conn, &stored.row).await?.ok_or_else(|| {
        let msg = "This customer has no email address.";
        ApiError::rule_broken(vec![FieldError::new("to", "required", msg)])
    })
}
