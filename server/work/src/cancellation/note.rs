//! Recording that a customer cancelled, on their page or through the business, and informing both.

use plumbline_core::consumer::{NoCancel, Standing};
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;
use plumbline_core::time::Date;
use plumbline_core::time::text::date_short;

use super::answer::{named, standing};
use crate::letters;
use crate::letters::Cancelled;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::settled::{self, Early};
use plumbline_records::documents::store::cancellations::{self as store, CancellationRow};
use plumbline_records::documents::store::{stages, variations};
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::telling::events;
use plumbline_records::documents::telling::live::{Event, announce, announce_of};

/// Checks whether a locked quote can be cancelled by a message of a certain day.
///
/// # Errors
/// Core's [`NoCancel`] if it can't, which the caller turns into a message.
pub(super) async fn judge(
    tx: &mut WriteTx,
    quote: &Stored,
    said: Date,
) -> Result<Result<Standing, NoCancel>, ApiError> {
    let standing = standing(tx, quote).await?.unwrap_or_default();
    Ok(standing.may_cancel(said).map(|_| standing))
}

/// Records that the customer of a locked quote, which was checked, cancelled on a day. Notifies the customer, and the
/// business unless it recorded the cancellation. The accepted variations of a job end with it (reg. 38).
pub(super) async fn cancelled(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &mut Stored,
    (said, by_business): (Date, bool),
) -> Result<(), ApiError> {
    let row = keep(state, tx, quote, (said, by_business, false)).await?;
    if quote.row.variation_of_id.is_none() {
        for varied in variations::accepted(tx, &quote.row.id).await? {
            // The lock of the quote covers its variations.
            let mut varied = Stored::lock(tx, &varied.user_id, Kind::Quote, &varied.id).await?;
            keep(state, tx, &mut varied, (said, by_business, true)).await?;
        }
    }
    let settled = settled::of(tx, quote, &row).await?;
    let news = Cancelled {
        it: named(quote),
        varies: quote.row.variation_of_id.is_some(),
        told: settled.told(),
        with: settled.with,
        said,
        at: row.noted_at,
        owed: settled.owed.owed,
        paid: settled.owed.paid,
        early: settled.early,
        give_back: settled.owed.give_back,
        give_back_by: settled.owed.by.map(date_short),
    };
    letters::cancelled(state, tx, quote, &news).await?;
    if by_business {
        return Ok(());
    }
    let sentence = crate::public::told(quote, "cancelled");
    let rows = told(&news);
    if news.varies {
        let stands = "This doesn’t affect the rest of the job.";
        return letters::ask_business(state, tx, quote, (&sentence, stands), &rows).await;
    }
    letters::to_business(state, tx, quote, &sentence, &rows).await
}

/// Stores that a locked quote or variation was cancelled, and announces it to open pages.
async fn keep(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &mut Stored,
    (said, by_business, with_job): (Date, bool, bool),
) -> Result<CancellationRow, ApiError> {
    let now = state.clock.now_ms();
    quote.row.cancelled_date = Some(said.to_string());
    quote.write(state, tx, now).await?;
    let row = CancellationRow {
        document_id: quote.row.id.clone(),
        user_id: quote.row.user_id.clone(),
        noted_at: now,
        by_business,
        share_done: None,
        with_job,
    };
    store::put(tx, &row).await?;
    announce(tx, quote, Event::Status).await?;
    // The invoices of the job show the cancellation too.
    for invoice in stages::asking_for(tx, &quote.row.id).await? {
        let invoice = (&quote.row.user_id, Kind::Invoice, &invoice);
        announce_of(tx, invoice, Event::Status).await?;
    }
    let event = if by_business {
        "cancellation_noted"
    } else {
        "quote_cancelled"
    };
    events::record(state, tx, event, quote, &[]).await?;
    Ok(row)
}

/// What the business has to know about it, as rows of the email.
fn told(news: &Cancelled) -> Vec<(&'static str, String)> {
    let is_paid = news.paid > Pence::ZERO;
    let owed = match (news.early, is_paid) {
        (Early::Nothing, true) if news.varies => {
            "Nothing for it. They hadn’t asked you to start it early.".to_owned()
        }
        (Early::Nothing, true) => {
            "Nothing. They hadn’t asked you to start early, so refund everything they paid."
                .to_owned()
        }
        (Early::Nothing, false) => "Nothing. They hadn’t asked you to start early.".to_owned(),
        (Early::Before, _) => match news.owed {
            Some(owed) => format!("{}, for the part they cancelled before.", gbp(owed)),
            None => "Nothing for this job itself. For the part they cancelled before: the work done, as a share of \
                     its price. Say how much on its page."
                .to_owned(),
        },
        (Early::This, _) => {
            "The work done so far, as a share of the price. Say how much on its page.".to_owned()
        }
    };
    let mut rows = Vec::new();
    if !news.with.is_empty() {
        rows.push(("Cancelled with it", news.with.join(", ")));
    }
    rows.push(("They owe", owed));
    if is_paid {
        let label = if news.varies {
            "Paid for it"
        } else {
            "Paid so far"
        };
        rows.push((label, gbp(news.paid)));
        let back = news.give_back.filter(|back| *back > Pence::ZERO);
        rows.extend(back.map(|back| ("To refund", gbp(back))));
        let by = news.give_back_by.clone();
        rows.extend(by.map(|by| ("Refund by", by)));
    }
    rows
}
