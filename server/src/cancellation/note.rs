//! Noting that a customer cancelled, whoever wrote it down, and telling both.

use plumbline_core::consumer::{NoCancel, Standing, period};
use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;
use plumbline_core::time::Date;
use plumbline_core::time::text::date_short;

use super::answer::{paid_of_job, standing};
use super::store::{self, CancellationRow};
use crate::db::WriteTx;
use crate::documents::stored::Stored;
use crate::documents::telling::events;
use crate::documents::telling::live::{Event, announce};
use crate::error::ApiError;
use crate::letters;
use crate::letters::Cancelled;
use crate::state::AppState;

/// Judges whether a held quote can be cancelled by what was said on a day.
///
/// # Errors
/// 409 with a sentence and a code of core's [`NoCancel`].
pub(super) async fn judge(
    tx: &mut WriteTx,
    quote: &Stored,
    said: Date,
) -> Result<Standing, ApiError> {
    let standing = standing(tx, quote).await?.unwrap_or_default();
    standing.may_cancel(said).map_err(refused)?;
    Ok(standing)
}

fn refused(why: NoCancel) -> ApiError {
    ApiError::conflict(why.code(), why.to_string())
}

/// Notes that the customer of a held quote, which was judged, cancelled by what they said on a day; tells the
/// customer, and the business where it was not the one to write it down.
///
/// # Errors
/// When the database fails.
pub(super) async fn cancelled(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &mut Stored,
    (said, by_business): (Date, bool),
) -> Result<(), ApiError> {
    let now = state.clock.now_ms();
    quote.row.cancelled_date = Some(said.to_string());
    quote.write(state, tx, now).await?;
    let row = CancellationRow {
        document_id: quote.row.id.clone(),
        user_id: quote.row.user_id.clone(),
        noted_at: now,
        by_business,
        share_done: None,
    };
    store::put(tx, &row).await?;
    announce(tx, quote, Event::Status).await?;
    let event = if by_business {
        "cancellation_noted"
    } else {
        "quote_cancelled"
    };
    events::record(state, tx, event, quote, &[]).await?;
    let paid = paid_of_job(tx, quote).await?;
    let by = period::give_back_by(said).map(date_short);
    let asked = quote.row.early_start == Some(true);
    let news = Cancelled {
        said,
        at: now,
        paid,
        asked_early: asked,
        give_back_by: by.clone(),
    };
    letters::cancelled(state, tx, quote, &news).await?;
    if by_business {
        return Ok(());
    }
    let sentence = crate::public::told(quote, "cancelled");
    let rows = told(paid, asked, by);
    letters::to_business(state, tx, quote, &sentence, &rows).await
}

/// What the business has to know of it, as rows of the mail.
fn told(paid: Pence, asked: bool, by: Option<String>) -> Vec<(&'static str, String)> {
    let owed = match (asked, paid > Pence::ZERO) {
        (false, true) => {
            "Nothing. They had not asked you to start early, so all that they paid goes back."
        }
        (false, false) => "Nothing. They had not asked you to start early.",
        (true, _) => {
            "What was done until now, as a share of the price. Say how much on the quote’s page."
        }
    };
    let mut rows = vec![("They owe", owed.to_owned())];
    if paid > Pence::ZERO {
        rows.push(("Paid so far", gbp(paid)));
        rows.extend(by.map(|by| ("Give back by", by)));
    }
    rows
}
