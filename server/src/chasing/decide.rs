//! Which reminder of a document is next. The one place that reads what its reminders are counted by:
//! when its customer had it, when it is due, and what waits.

use plumbline_core::chase::{self, Dates, Next};
use plumbline_core::kind::Kind;
use plumbline_core::time::Date;
use plumbline_core::time::weekday::Weekday;

use super::store;
use crate::clock::{DECENT, london_date, london_hour};
use crate::db::Conn;
use crate::documents::store::versions;
use crate::documents::stored::{Stored, date};
use crate::error::ApiError;
use crate::letters::remind;
use crate::profiles;
use crate::state::AppState;

/// Why none is next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Why {
    /// The business plans none for documents of this kind.
    NoPlan,
    /// This document is not chased.
    DocumentOff,
    /// Its customer is not.
    ContactOff,
    /// It is out of sight.
    Archived,
    /// It waits for nothing; core's sentence.
    NotWaiting(String),
    /// The plan has no further one.
    NoneLeft,
}

/// The reminder that is next, with the days of the week on which reminders go.
pub(super) type Decided = Result<(Next, Vec<Weekday>), Why>;

/// The reminder of a document that is next, `from` being the first day on which one may go.
///
/// # Errors
/// 500 when the database fails.
pub(super) async fn decide(
    state: &AppState,
    conn: &mut Conn,
    stored: &Stored,
    from: Date,
) -> Result<Decided, ApiError> {
    let row = &stored.row;
    let Some(profile_id) = &row.business_profile_id else {
        return Ok(Err(Why::NoPlan));
    };
    let Some(planned) = store::plan(conn, profile_id).await? else {
        return Ok(Err(Why::NoPlan));
    };
    let is_on = match stored.kind {
        Kind::Quote => planned.quotes,
        Kind::Invoice => planned.invoices,
        Kind::CreditNote => false,
    };
    // One that was deleted chases nobody any more.
    let is_there = profiles::store::find(conn, &row.user_id, profile_id).await?;
    if !is_on || is_there.is_none() {
        return Ok(Err(Why::NoPlan));
    }
    if let Err(error) = stored.waits(crate::documents::today(state)?) {
        return Ok(Err(Why::NotWaiting(error.sentence().to_owned())));
    }
    if let Some(contact) = &row.contact_id
        && store::is_contact_off(conn, contact).await?
    {
        return Ok(Err(Why::ContactOff));
    }
    if store::document(conn, &row.id).await?.off {
        return Ok(Err(Why::DocumentOff));
    }
    if row.archived {
        return Ok(Err(Why::Archived));
    }
    let plan = planned.plan()?;
    let Some(dates) = dates(conn, stored).await? else {
        return Ok(Err(Why::NoneLeft));
    };
    let next = chase::next(&plan, stored.kind, &dates, from);
    Ok(next.map(|next| (next, plan.weekdays)).ok_or(Why::NoneLeft))
}

/// What its reminders are counted by. A quote that was changed and sent anew is asked about anew; an
/// invoice is due when it is due.
async fn dates(conn: &mut Conn, stored: &Stored) -> Result<Option<Dates>, ApiError> {
    let first = date(&stored.row.sent_date).or(stored.issue_date());
    let sent = match stored.kind {
        Kind::Invoice | Kind::CreditNote => first,
        Kind::Quote => {
            let version = versions::latest(conn, &stored.row).await?;
            london_date(version.issued_at).to_string().parse().ok()
        }
    };
    let last = remind::store::last_day(conn, &stored.row.id).await?;
    Ok(sent.map(|sent| Dates {
        sent,
        end: stored.due_date(),
        last,
    }))
}

/// The first day on which a reminder that is planned now may go: today until its mail could leave, else
/// tomorrow, so that what somebody has just switched on can be switched off again.
pub(super) fn first_day(now: i64) -> Result<Date, ApiError> {
    let today = london_date(now);
    let day = if london_hour(now) < DECENT.start {
        today
    } else {
        today.succ_opt().unwrap_or(today)
    };
    day.to_string().parse().map_err(ApiError::internal)
}
