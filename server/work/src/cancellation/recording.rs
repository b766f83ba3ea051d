//! Recording that a customer cancelled, on their page or through the business, and informing both.

use plumbline_core::consumer::{CancellationRefusal, CancellationState};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_short_date;

use super::response::{describe_subject, load_state};
use crate::emails::{self, CancellationEmail};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_by_id, announce_event};
use plumbline_records::documents::reading::settlement::{self, EarlyStart};
use plumbline_records::documents::store::cancellations::CancellationRow;
use plumbline_records::documents::store::{cancellations as store, stages, variations};
use plumbline_records::documents::stored::StoredDocument;

/// Checks whether a locked quote can be cancelled by a message of a certain day.
///
/// # Errors
/// Core's [`CancellationRefusal`] if it can't, which the caller turns into a message.
pub(super) async fn check_may_cancel(
    tx: &mut WriteTx,
    quote: &StoredDocument,
    date: Date,
) -> Result<Result<CancellationState, CancellationRefusal>, ApiError> {
    let cancellation_state = load_state(tx, quote).await?.unwrap_or_default();
    Ok(cancellation_state.check_cancellation(date).map(|_| cancellation_state))
}

/// Records that the customer of a locked quote, which was checked, cancelled on a day. Notifies the customer, and the
/// business unless it recorded the cancellation. The accepted variations of a job end with it (reg. 38).
pub(super) async fn record_cancelled(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &mut StoredDocument,
    (date, by_business): (Date, bool),
) -> Result<(), ApiError> {
    let row = save(state, tx, quote, (date, by_business, false)).await?;
    if quote.row.variation_of_id.is_none() {
        for varied in variations::list_accepted(tx, &quote.row.id).await? {
            // The lock of the quote covers its variations.
            let mut varied =
                StoredDocument::lock(tx, &varied.user_id, DocumentKind::Quote, &varied.id).await?;
            save(state, tx, &mut varied, (date, by_business, true)).await?;
        }
    }
    let settled = settlement::settle_cancellation(tx, quote, &row).await?;
    let news = CancellationEmail {
        subject: describe_subject(quote),
        varies: quote.row.variation_of_id.is_some(),
        amount_text: settled.customer_text(),
        with: settled.with,
        cancelled_on: date,
        at: row.noted_at,
        owed: settled.owed.owed,
        paid: settled.owed.paid,
        early: settled.early,
        give_back: settled.owed.give_back,
        give_back_by: settled.owed.by.map(format_short_date),
    };
    emails::queue_cancellation(state, tx, quote, &news).await?;
    if by_business {
        return Ok(());
    }
    let sentence = crate::public::describe_action(quote, "cancelled");
    let rows = business_email_rows(&news);
    if news.varies {
        let rest = "This doesn’t affect the rest of the job.";
        return emails::ask_business(state, tx, quote, (&sentence, rest), &rows).await;
    }
    emails::notify_business(state, tx, quote, &sentence, &rows).await
}

/// Stores that a locked quote or variation was cancelled, and announces it to open pages.
async fn save(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &mut StoredDocument,
    (date, by_business, with_job): (Date, bool, bool),
) -> Result<CancellationRow, ApiError> {
    let now = state.clock.now_ms();
    quote.row.cancelled_date = Some(date);
    quote.write(state, tx, now).await?;
    let row = CancellationRow {
        document_id: quote.row.id.clone(),
        user_id: quote.row.user_id.clone(),
        noted_at: now,
        by_business,
        share_done: None,
        with_job,
    };
    store::save(tx, &row).await?;
    announce_event(tx, quote, DocumentEvent::Status).await?;
    // The invoices of the job show the cancellation too.
    for invoice in stages::list_invoice_ids(tx, &quote.row.id).await? {
        let invoice = (&quote.row.user_id, DocumentKind::Invoice, &invoice);
        announce_by_id(tx, invoice, DocumentEvent::Status).await?;
    }
    let event = if by_business { "cancellation_noted" } else { "quote_cancelled" };
    notifying::record(state, tx, event, quote, &[]).await?;
    Ok(row)
}

/// What the business has to know about it, as rows of the email.
fn business_email_rows(news: &CancellationEmail) -> Vec<(&'static str, String)> {
    let is_paid = news.paid > Pence::ZERO;
    let owed = match (news.early, is_paid) {
        (EarlyStart::Nothing, true) if news.varies => {
            "Nothing for it. They hadn’t asked you to start it early.".to_owned()
        }
        (EarlyStart::Nothing, true) => {
            "Nothing. They hadn’t asked you to start early, so refund everything they paid."
                .to_owned()
        }
        (EarlyStart::Nothing, false) => "Nothing. They hadn’t asked you to start early.".to_owned(),
        (EarlyStart::Before, _) => match news.owed {
            Some(owed) => format!("{}, for the part they cancelled before.", format_gbp(owed)),
            None => "Nothing for this job itself. For the part they cancelled before: the work done, as a share of \
                     its price. Say how much on its page."
                .to_owned(),
        },
        (EarlyStart::This, _) => {
            "The work done so far, as a share of the price. Say how much on its page.".to_owned()
        }
    };
    let mut rows = Vec::new();
    if !news.with.is_empty() {
        rows.push(("Cancelled with it", news.with.join(", ")));
    }
    rows.push(("They owe", owed));
    if is_paid {
        let label = if news.varies { "Paid for it" } else { "Paid so far" };
        rows.push((label, format_gbp(news.paid)));
        let back = news.give_back.filter(|back| *back > Pence::ZERO);
        rows.extend(back.map(|back| ("To refund", format_gbp(back))));
        let by = news.give_back_by.clone();
        rows.extend(by.map(|by| ("Refund by", by)));
    }
    rows
}
