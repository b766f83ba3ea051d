//! Refunds and disputes, as Stripe reports them: what is left of a payment counts.

use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;

use crate::card::complete::{customer_name, record_event};
use crate::card::store::{self, checkouts};
use crate::emails;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::event::Event;
use plumbline_records::documents;
use plumbline_records::documents::notifying::{self, announce_event};
use plumbline_records::documents::store::payments::{self, Dispute, PaymentRow};
use plumbline_records::documents::store::refunds::{self, RefundStatus};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::notifications::NotificationKind;

/// Stripe's type of a payment from the customer's bank account.
const PAY_BY_BANK: &str = "pay_by_bank";

/// Handles an event on a charge. An event that comes before its payment is stored until the payment is known.
pub(super) async fn apply_event(state: &AppState, tx: &mut WriteTx, event: &Event) -> Result<(), ApiError> {
    let intent = event.text_field("payment_intent");
    if intent.is_empty() {
        return Ok(());
    }
    let is_dispute = event.kind.starts_with("charge.dispute.");
    let Some(checkout) = checkouts::find_by_intent(tx, event.account(), intent).await? else {
        // A charge names its checkout, but a dispute does not, so that somebody else's dispute is stored in vain.
        if !is_dispute && event.nested_text_field("metadata", "plumbline_checkout").is_empty() {
            return Ok(());
        }
        let body = event.to_stored();
        store::set_waiting(tx, &event.id, intent, &body).await?;
        return Ok(());
    };
    let is_of_charge = event.kind.starts_with("charge.") && !is_dispute;
    let charge = event.text_field(if is_of_charge { "id" } else { "charge" });
    if !charge.is_empty() {
        checkouts::set_charge(tx, &checkout.id, charge).await?;
    }
    let Some(row) = documents::store::lock_by_id(tx, &checkout.document_id).await? else {
        return Ok(());
    };
    let payment = match &checkout.payment_id {
        Some(id) => payments::find_by_id(tx, id).await?,
        None => None,
    };
    let Some(before) = payment else {
        return Ok(());
    };
    if event.kind == "charge.succeeded" {
        let method = event.nested_text_field("payment_method_details", "type");
        if !method.is_empty() {
            return set_by_bank(state, tx, &before, method == PAY_BY_BANK).await;
        }
    }
    let mut after = before.clone();
    let mut failed = None;
    if event.kind == "charge.refunded" {
        let total = event.integer_field("amount_refunded").unwrap_or(0);
        refunds::record_total(tx, &after.id, total, event.created).await?;
        after.refunded = total_refunded(tx, &after).await?;
        refunds::mark_refunded(tx, &after.id, after.refunded, state.clock.now_ms()).await?;
    } else if event.kind == "refund.failed" {
        failed = record_failure(state, tx, &after, event).await?;
        after.refunded = total_refunded(tx, &after).await?;
    } else if is_dispute && checkouts::set_disputed(tx, &checkout.id, event.created).await? {
        let amount = event.integer_field("amount").unwrap_or(before.amount);
        after.disputed = amount.clamp(0, before.amount);
        after.dispute = Some(next_dispute_state(before.dispute, event.text_field("status")));
    }
    if failed.is_none()
        && after.refunded == before.refunded
        && after.disputed == before.disputed
        && after.dispute == before.dispute
    {
        return Ok(());
    }
    payments::set_reversals(tx, &after).await?;
    let stored = StoredDocument::load(tx, row).await?;
    let stored = settle(state, tx, stored).await?;
    if let Some(copy) = payments::find_carried_copy(tx, &after.id).await?
        && let Some(row) = documents::store::lock_by_id(tx, &copy.document_id).await?
    {
        let invoice = StoredDocument::load(tx, row).await?;
        settle(state, tx, invoice).await?;
    }
    if let Some(amount) = failed {
        notify_of_failure(state, tx, &stored, amount).await?;
    }
    notify_of_change(state, tx, &stored, &before, &after).await
}

/// How much of a payment was refunded without a failure, in pence, between 0 and the whole payment. The sum of the
/// refunds can be outside of that while some of Stripe's events have not arrived yet.
async fn total_refunded(tx: &mut WriteTx, payment: &PaymentRow) -> Result<i64, ApiError> {
    let gone = refunds::find_total_without_failures(tx, &payment.id).await?;
    Ok(gone.clamp(0, payment.amount.max(0)))
}

/// The customer's bank returned a refund: the business has the money again and may request another refund. Returns the
/// amount, if this is the first event about it.
async fn record_failure(
    state: &AppState,
    tx: &mut WriteTx,
    payment: &PaymentRow,
    event: &Event,
) -> Result<Option<Pence>, ApiError> {
    let amount = event.integer_field("amount").unwrap_or(0).max(0);
    let refund = event.text_field("id");
    if !refunds::record_failure(tx, refund, &payment.id, amount, event.created).await? {
        return Ok(None);
    }
    // A refund that was made at Stripe has no id of ours.
    let Ok(ours) = event.nested_text_field("metadata", plumbline_platform::stripe::REFUND).parse() else {
        return Ok(Some(Pence(amount)));
    };
    let seen = [RefundStatus::Asked, RefundStatus::Sent, RefundStatus::Done];
    let why = "The customer’s bank refused it: the money is back in your Stripe balance.";
    let now = state.clock.now_ms();
    refunds::change_status(tx, &ours, (&seen, RefundStatus::Failed), Some(why), now).await?;
    Ok(Some(Pence(amount)))
}

/// Stores how a payment came, by card or from a bank account, as its charge says, and announces the change.
async fn set_by_bank(
    state: &AppState,
    tx: &mut WriteTx,
    payment: &PaymentRow,
    by_bank: bool,
) -> Result<(), ApiError> {
    if payment.by_bank == Some(by_bank) {
        return Ok(());
    }
    payments::set_by_bank(tx, &payment.id, by_bank).await?;
    for stored in lock_documents(tx, payment).await? {
        settle(state, tx, stored).await?;
    }
    Ok(())
}

/// The documents that have a payment, locked: its own first, and then the one to which it was carried over.
///
/// # Errors
/// 500 when the stored data cannot be read.
pub(super) async fn lock_documents(
    tx: &mut WriteTx,
    payment: &PaymentRow,
) -> Result<Vec<StoredDocument>, ApiError> {
    let copy = payments::find_carried_copy(tx, &payment.id).await?;
    let copied_to = copy.map(|copy| copy.document_id);
    let mut both = Vec::new();
    for id in [Some(&payment.document_id), copied_to.as_ref()].into_iter().flatten() {
        if let Some(row) = documents::store::lock_by_id(tx, id).await? {
            both.push(StoredDocument::load(tx, row).await?);
        }
    }
    Ok(both)
}

/// The state of a dispute after another status from Stripe: a dispute that has ended does not open again.
fn next_dispute_state(before: Option<Dispute>, word: &str) -> Dispute {
    match (before, word) {
        (_, "lost") => Dispute::Lost,
        (_, "won" | "warning_closed" | "prevented") => Dispute::Won,
        (Some(ended @ (Dispute::Lost | Dispute::Won)), _) => ended,
        _ => Dispute::Open,
    }
}

async fn settle(
    state: &AppState,
    tx: &mut WriteTx,
    mut stored: StoredDocument,
) -> Result<StoredDocument, ApiError> {
    stored.update_payment_status()?;
    stored.write(state, tx, state.clock.now_ms()).await?;
    announce_event(tx, &stored, notifying::DocumentEvent::Status).await?;
    Ok(stored)
}

async fn notify_of_failure(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    amount: Pence,
) -> Result<(), ApiError> {
    let news = ("card_refund_failed", (NotificationKind::CardRefundFailed, amount));
    record_event(state, tx, stored, news).await?;
    let sentence = format!(
        "The refund of {} for {} {} didn’t reach {}: the money is back in your Stripe balance",
        format_gbp(amount),
        stored.kind.code(),
        stored.row.number.as_deref().unwrap_or_default(),
        customer_name(stored)
    );
    emails::notify_business(state, tx, stored, &sentence, &[]).await
}

async fn notify_of_change(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    before: &PaymentRow,
    after: &PaymentRow,
) -> Result<(), ApiError> {
    let back = after.refunded - before.refunded;
    if back > 0 {
        let refunded = (NotificationKind::CardRefunded, Pence(back));
        record_event(state, tx, stored, ("card_refunded", refunded)).await?;
    }
    if after.dispute == before.dispute {
        return Ok(());
    }
    let amount = format_gbp(Pence(after.disputed));
    let number = stored.row.number.as_deref().unwrap_or_default();
    let what = format!("{amount} paid by card for {} {number}", stored.kind.name());
    let (event, kind, sentence) = match after.dispute {
        Some(Dispute::Lost) => (
            "card_dispute_lost",
            NotificationKind::CardDisputeLost,
            format!("You lost the dispute over {what}: it no longer counts as paid"),
        ),
        Some(Dispute::Won) => {
            ("card_dispute_won", NotificationKind::CardDisputeWon, format!("You won the dispute over {what}"))
        }
        _ => (
            "card_disputed",
            NotificationKind::CardDisputed,
            format!("{} disputes {what}: reply in your Stripe dashboard", customer_name(stored)),
        ),
    };
    let disputed = (event, (kind, Pence(after.disputed)));
    record_event(state, tx, stored, disputed).await?;
    emails::notify_business(state, tx, stored, &sentence, &[]).await
}

#[cfg(test)]
mod tests {
    use super::{Dispute, next_dispute_state};

    #[test]
    fn a_closed_dispute_is_not_reopened() {
        assert_eq!(next_dispute_state(None, "needs_response"), Dispute::Open);
        assert_eq!(next_dispute_state(None, "lost"), Dispute::Lost);
        assert_eq!(next_dispute_state(Some(Dispute::Open), "won"), Dispute::Won);
        assert_eq!(next_dispute_state(Some(Dispute::Won), "under_review"), Dispute::Won);
        assert_eq!(next_dispute_state(Some(Dispute::Lost), "needs_response"), Dispute::Lost);
        assert_eq!(next_dispute_state(Some(Dispute::Lost), "won"), Dispute::Won);
    }
}
