//! The next reminder of a document. This is the only place that reads what its reminders depend on: when its
//! customer got it, when it is due, and what is waiting.

use plumbline_core::chase::{self, NextReminder, ReminderDates};
use plumbline_core::kind::DocumentKind;
use plumbline_core::time::holidays::Nation;
use plumbline_core::time::{Date, Weekday};

use super::store;
use crate::emails::reminders;
use plumbline_platform::clock::{CONTACT_HOURS, london_date, london_hour};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::Services;
use plumbline_records::documents::store::{stages, versions};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::profiles;

/// Why an invoice for a cancelled job has no automatic reminders: its customer may owe less, or nothing.
const JOB_CANCELLED: &str =
    "Its job was cancelled. Agree what is still to pay, and remind your customer yourself.";

/// Why there is no next reminder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoReminder {
    /// The business plans no reminders for documents of this kind.
    NoPlan,
    /// Reminders are switched off for this document.
    DocumentOff,
    /// Reminders are switched off for its customer.
    ContactOff,
    /// The document is archived.
    Archived,
    /// The document does not wait for its customer; the sentence from core says why.
    NotWaiting(String),
    /// The plan has no further reminder.
    NoneLeft,
}

/// The next reminder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DueReminder {
    /// Which one, and when.
    pub reminder: NextReminder,
    /// The day from or to which it is counted; for an invoice that is paid in instalments, the due date of one of them.
    pub counted_from: Option<Date>,
    /// The days of the week on which reminders are sent.
    pub weekdays: Vec<Weekday>,
    /// The nation on whose bank holidays no reminder is sent.
    pub nation: Nation,
}

/// The next reminder, or why there is none.
pub(super) type ReminderDecision = Result<DueReminder, NoReminder>;

/// The next reminder of a document; `from` is the first day on which it may be sent.
pub(super) async fn decide_next(
    services: &Services,
    conn: &mut Conn,
    stored: &StoredDocument,
    from: Date,
) -> Result<ReminderDecision, ApiError> {
    let row = &stored.row;
    let Some(profile_id) = &row.business_profile_id else {
        return Ok(Err(NoReminder::NoPlan));
    };
    let Some(planned) = store::find_plan(conn, profile_id).await? else {
        return Ok(Err(NoReminder::NoPlan));
    };
    let is_on = match stored.kind {
        DocumentKind::Quote => planned.quotes,
        DocumentKind::Invoice => planned.invoices,
        DocumentKind::CreditNote => false,
    };
    // A deleted business profile sends no reminders.
    let profile = profiles::store::find(conn, &row.user_id, profile_id).await?;
    let Some(profile) = profile.filter(|_| is_on) else {
        return Ok(Err(NoReminder::NoPlan));
    };
    if let Err(error) = stored.check_waiting(plumbline_records::documents::today(services)?) {
        return Ok(Err(NoReminder::NotWaiting(error.user_message().to_owned())));
    }
    if stages::is_of_cancelled_job(conn, row).await? {
        return Ok(Err(NoReminder::NotWaiting(JOB_CANCELLED.to_owned())));
    }
    if let Some(contact) = &row.contact_id
        && store::is_contact_off(conn, contact).await?
    {
        return Ok(Err(NoReminder::ContactOff));
    }
    if store::find_document(conn, &row.id).await?.off {
        return Ok(Err(NoReminder::DocumentOff));
    }
    if row.archived {
        return Ok(Err(NoReminder::Archived));
    }
    let nation = Nation::from_post_code(&profile.fields.post_code);
    let plan = planned.to_plan(Some(nation))?;
    let dates = load_dates(conn, stored).await?;
    let next = chase::find_next_reminder_among(&plan, stored.kind, &dates, from);
    let going = next.map(|(at, next)| DueReminder {
        reminder: next,
        counted_from: dates.get(at).and_then(|dates| dates.end),
        weekdays: plan.weekdays,
        nation,
    });
    Ok(going.ok_or(NoReminder::NoneLeft))
}

/// The dates from which reminders are counted: one for a document or, for an invoice that is paid in instalments, one
/// for each that is open. A quote that was changed and sent again starts again; an invoice is due when it is due.
async fn load_dates(conn: &mut Conn, stored: &StoredDocument) -> Result<Vec<ReminderDates>, ApiError> {
    let first = stored.row.sent_date.or(stored.issue_date());
    let sent = match stored.kind {
        DocumentKind::Invoice | DocumentKind::CreditNote => first,
        DocumentKind::Quote => {
            let version = versions::load_latest(conn, &stored.row).await?;
            london_date(version.issued_at).to_string().parse().ok()
        }
    };
    let last = reminders::store::find_last_day(conn, &stored.row.id).await?;
    let Some(sent) = sent else {
        return Ok(Vec::new());
    };
    let mut ends: Vec<Option<Date>> = stored.open_instalment_days().into_iter().map(Some).collect();
    if ends.is_empty() {
        ends.push(stored.due_date());
    }
    let dates = ends.into_iter().map(|end| ReminderDates { sent, end, last });
    Ok(dates.collect())
}

/// The first day on which a reminder planned now may be sent: today until its email could be sent, and then tomorrow,
/// so that somebody who has just switched reminders on can switch them off again.
pub(super) fn first_day(now: i64) -> Result<Date, ApiError> {
    let today = london_date(now);
    let day = if london_hour(now) < CONTACT_HOURS.start { today } else { today.succ_opt().unwrap_or(today) };
    day.to_string().parse().map_err(ApiError::internal)
}
