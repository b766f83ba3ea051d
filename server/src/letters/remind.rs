//! A reminder: of an invoice that is late, or of a quote that waits for its answer. Kind, once a day at
//! most, and to nobody who has paid, answered or has no address.

use plumbline_core::kind::Asks;
use plumbline_core::money::text::gbp;
use plumbline_core::present::present;
use plumbline_core::time::text::date_short;

use super::allowance;
use super::copies::{address_of, reach};
use super::deliver;
use super::mail::{Words, compose, title};
use super::rows::{self, Row};
use super::store;
use crate::db::{Conn, WriteTx};
use crate::documents::parties::Parties;
use crate::documents::reading::view;
use crate::documents::stored::Stored;
use crate::documents::telling::events;
use crate::documents::telling::live::{Event, announce};
use crate::documents::today;
use crate::error::{ApiError, FieldError};
use crate::profiles;
use crate::state::AppState;

/// Whether the customer of a document may be reminded of it today: the address that it would go to.
///
/// # Errors
/// 409 with the reason why not; 422 `to` where nobody knows an address.
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
    if store::is_reminded(conn, &stored.row.id, &today.to_string()).await? {
        let msg = format!("The customer was reminded of this {word} today already.");
        return Err(ApiError::conflict("reminded_today", msg));
    }
    address_of(conn, &stored.row).await?.ok_or_else(|| {
        let msg = "This customer has no email address.";
        ApiError::rule_broken(vec![FieldError::new("to", "required", msg)])
    })
}

/// Queues the reminder of a document that the caller holds, with its PDF, and notes it.
///
/// # Errors
/// As [`may_remind`], and what [`allowance::take`] says.
pub async fn remind(state: &AppState, tx: &mut WriteTx, stored: &Stored) -> Result<(), ApiError> {
    let to = may_remind(state, tx, stored).await?;
    let parties = Parties::shown(tx, &stored.row).await?;
    let business = parties.profile.name.trim();
    let mail = (business, to.as_str());
    let taken = allowance::take(state, tx, &stored.row.user_id, mail).await?;
    let today = today(state)?;
    store::note_reminder(tx, &stored.row.id, &today.to_string()).await?;
    let facts = stored.kind.facts();
    let mut rows: Vec<Row> = rows::job(stored).into_iter().collect();
    rows.extend(rows::figures(stored));
    if facts.asks == Asks::Balance {
        let shown = present(&view::of(tx, stored).await?, today);
        let pay = shown.and_then(|shown| shown.actions.pay);
        rows.extend(rows::bank(pay.map(|pay| pay.bank).unwrap_or_default()));
    }
    let own = own_words(tx, stored).await?;
    let message = match own.trim() {
        "" => usual(stored, reach(&parties.profile)),
        own => filled(own, stored),
    };
    let title = title(stored);
    let (first, rest) = title.split_at(1);
    let words = Words {
        to,
        subject: format!("Reminder: {}{rest} from {business}", first.to_lowercase()),
        message: &message,
        greets: true,
        rows,
        call: facts.mail_button,
        report: &taken.report,
    };
    let mail = compose(state, stored, &parties, words)?;
    deliver::later(state, tx, stored, mail).await?;
    events::record(state, tx, "reminded", stored, &[]).await?;
    announce(tx, stored, Event::Updated).await?;
    Ok(())
}

/// What the business says of its own accord; empty where it leaves that to us.
async fn own_words(conn: &mut Conn, stored: &Stored) -> Result<String, ApiError> {
    let Some(id) = &stored.row.business_profile_id else {
        return Ok(String::new());
    };
    let profile = profiles::store::find_any(conn, &stored.row.user_id, id).await?;
    let fields = profile.map(|profile| profile.fields).unwrap_or_default();
    Ok(fields.reminder_for(stored.kind).to_owned())
}

/// The business's words with what is the document's own.
fn filled(own: &str, stored: &Stored) -> String {
    let amount = match stored.kind.facts().asks {
        Asks::Balance => stored.totals.balance_due,
        Asks::Deposit | Asks::Nothing => stored.totals.total_amount,
    };
    let day = stored.due_date().map(date_short).unwrap_or_default();
    own.replace("{number}", stored.row.number.as_deref().unwrap_or_default())
        .replace("{amount}", &gbp(amount))
        .replace("{date}", &day)
}

/// What it says where the business has no words of its own. The number, the amount and the day are
/// the document's own.
fn usual(stored: &Stored, reach: &str) -> String {
    let (number, totals) = (stored.row.number.as_deref(), &stored.totals);
    let number = number.unwrap_or_default();
    let day = stored.due_date().map(date_short);
    match stored.kind.facts().asks {
        Asks::Balance => {
            let was_due = day.map_or(String::new(), |day| format!(" was due on {day} and"));
            format!(
                "This is a friendly reminder: {} of invoice {number}{was_due} is still to be paid. \
                 If you have paid it in the last few days, thank you, and please take no notice of \
                 this email. If something is not right with it, {reach}.",
                gbp(totals.balance_due)
            )
        }
        // Nobody is reminded of what asks for nothing: core refuses it.
        Asks::Nothing => String::new(),
        Asks::Deposit => {
            let until = day.map_or(String::new(), |day| format!(" It is valid until {day}."));
            format!(
                "You have our quote {number} for {}, and we would be glad to hear what you \
                 think.{until} You can accept or decline it with the button below. If you have a \
                 question, {reach}.",
                gbp(totals.total_amount)
            )
        }
    }
}
