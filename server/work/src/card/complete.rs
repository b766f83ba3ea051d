//! A paid checkout becomes a payment.

use plumbline_core::document::PaymentMethod;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::status::invoice::InvoiceStatus;
use serde_json::json;

use crate::card::store;
use crate::card::store::checkouts::{self, CheckoutRow, CheckoutStatus, PaidCheckout};
use crate::card::{excess_refund_job, reversals};
use crate::emails;
use crate::payments::carry;
use plumbline_platform::clock::london_date;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::jobs;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::event::Event;
use plumbline_records::documents;
use plumbline_records::documents::notifying::{self, announce_event};
use plumbline_records::documents::store::payments::{self, NewPayment, PaymentRow, RecordedBy};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::{activities, notifications};

/// What Stripe says that it took.
#[derive(Debug)]
pub(super) struct StripePayment<'a> {
    /// `cs_…`.
    pub session_id: &'a str,
    /// `pi_…`.
    pub payment_intent: Option<&'a str>,
    /// Pence.
    pub amount: i64,
    /// In lower case.
    pub currency: &'a str,
    /// Unix milliseconds.
    pub at: i64,
}

/// Records the payment of a checkout, once, and what follows from it. Money that was taken is always recorded in full;
/// what is more than was due at that moment (two browsers, cash in the meantime, a voided invoice) is refunded by a
/// job.
pub(super) async fn record_payment(
    state: &AppState,
    tx: &mut WriteTx,
    checkout: &CheckoutRow,
    taken: &StripePayment<'_>,
) -> Result<(), ApiError> {
    let Some(row) = documents::store::lock_by_id(tx, &checkout.document_id).await? else {
        return Ok(());
    };
    // Read again, now that nobody else can write it.
    match checkouts::find(tx, &checkout.id).await? {
        Some(now) if now.status != CheckoutStatus::Paid => {}
        _ => return Ok(()),
    }
    if taken.currency != "gbp" || taken.amount <= 0 {
        tracing::error!(
            checkout = %checkout.id,
            ?taken,
            "what was paid cannot be written down"
        );
        return Err(ApiError::internal("a checkout was paid in another currency"));
    }
    if taken.amount != checkout.amount {
        tracing::error!(
            checkout = %checkout.id,
            ?taken,
            "another amount was paid than was asked"
        );
    }
    let now = state.clock.now_ms();
    let mut stored = StoredDocument::load(tx, row).await?;
    let invoice = lock_invoice(tx, &stored).await?;
    let due = amount_due(&stored, invoice.as_ref());
    let excess = (taken.amount - due.0).max(0);
    let at = taken.at.clamp(checkout.created_at.min(now), now);
    let new = NewPayment {
        id: state.ids.new_id(),
        document_id: stored.row.id.clone(),
        amount: taken.amount,
        method: PaymentMethod::Stripe,
        date: london_date(at).to_string().parse().map_err(ApiError::internal)?,
        notes: String::new(),
        recorded_by: RecordedBy::Customer,
        created_at: at,
    };
    let payment = PaymentRow {
        // If only cards were allowed, it came by card; otherwise the charge says so.
        by_bank: (!checkout.pay_by_bank).then_some(false),
        ..PaymentRow::new_confirmed(new, now)
    };
    payments::insert(tx, &payment).await?;
    let paid = PaidCheckout {
        session_id: taken.session_id,
        payment_intent: taken.payment_intent,
        payment_id: &payment.id,
        excess,
    };
    checkouts::set_paid(tx, &checkout.id, paid, now).await?;
    stored.reload_payments(tx).await?;
    stored.update_payment_status()?;
    stored.write(state, tx, now).await?;
    announce_event(tx, &stored, notifying::DocumentEvent::PaymentConfirmed).await?;
    carry::count_on_invoice(state, tx, &stored, &payment.id).await?;
    notifying::run_paid(state, tx, &stored, &payment.id).await?;
    emails::schedule_receipt(state, tx, &stored, &payment.id).await?;
    if excess > 0 {
        jobs::enqueue(state, tx, excess_refund_job::KIND, checkout.id.as_str()).await?;
    }
    notify_of_confirmation(state, tx, &stored, &payment, excess).await?;
    let intent = taken.payment_intent.unwrap_or_default();
    for body in store::take_waiting(tx, &checkout.account_id, intent).await? {
        let event: Event = serde_json::from_str(&body)?;
        reversals::apply_event(state, tx, &event).await?;
    }
    Ok(())
}

/// The invoice that a quote was converted to: the quote's deposit counts there too.
async fn lock_invoice(tx: &mut WriteTx, stored: &StoredDocument) -> Result<Option<StoredDocument>, ApiError> {
    let Some(id) = &stored.row.paid_on_id else {
        return Ok(None);
    };
    let row = documents::store::lock_by_id(tx, id).await?;
    let row = row.ok_or_else(|| ApiError::internal("a quote's invoice is missing"))?;
    StoredDocument::load(tx, row).await.map(Some)
}

/// What could still be paid for a document at this moment.
fn amount_due(stored: &StoredDocument, invoice: Option<&StoredDocument>) -> Pence {
    let of_invoice = |invoice: &StoredDocument| match invoice.invoice_state().status {
        InvoiceStatus::Void => Pence::ZERO,
        _ => invoice.totals.balance_due,
    };
    match stored.kind {
        DocumentKind::Invoice => of_invoice(stored),
        DocumentKind::Quote if stored.quote_state().is_accepted() => {
            let deposit = stored.totals.deposit_amount - stored.totals.paid_amount;
            let most = invoice.map_or(deposit, of_invoice);
            deposit.min(most).max(Pence::ZERO)
        }
        DocumentKind::Quote | DocumentKind::CreditNote => Pence::ZERO,
    }
}

/// Notifies everybody concerned of a customer's confirmed card payment: the only place where that is done.
async fn notify_of_confirmation(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    payment: &PaymentRow,
    excess: i64,
) -> Result<(), ApiError> {
    let paid = (notifications::NotificationKind::CardPaid, Pence(payment.amount));
    record_event(state, tx, stored, ("card_paid", paid)).await?;
    let number = stored.row.number.as_deref().unwrap_or_default();
    let mut sentence = format!(
        "{} paid {} by card for {} {number}",
        customer_name(stored),
        format_gbp(Pence(payment.amount)),
        stored.kind.name()
    );
    if excess > 0 {
        sentence
            .push_str(&format!("; {} was more than is due and goes back to them", format_gbp(Pence(excess))));
    }
    emails::notify_business(state, tx, stored, &sentence, &[]).await
}

/// The customer's name for use in sentences.
pub(super) fn customer_name(stored: &StoredDocument) -> &str {
    let name = stored.row.customer_name.as_deref();
    name.unwrap_or("Your customer")
}

/// Records an activity with the amount of the payment, and a notification for the business.
pub(super) async fn record_event(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    (event, (kind, amount)): (&str, (notifications::NotificationKind, Pence)),
) -> Result<(), ApiError> {
    let row = &stored.row;
    let data = json!({
        "number": row.number,
        "contactName": row.customer_name,
        "amount": amount,
    });
    let subject = (stored.kind.code(), row.id.as_str());
    activities::record(state, tx, &row.user_id, event, subject, &data).await?;
    notifying::notify_business(state, tx, stored, (kind, amount)).await
}
