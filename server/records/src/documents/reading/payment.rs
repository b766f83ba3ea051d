//! A payment in the business's responses, and as core's type.

use plumbline_core::document::{ConfirmationStatus, Payment};
use plumbline_core::money::Pence;
use plumbline_core::status::PaymentMethod;
use plumbline_core::status::payment::{PaymentAction, PaymentStage, PaymentState};
use serde::Serialize;
use utoipa::ToSchema;

use crate::documents::store::payments::{Dispute, PaymentRow, PaymentStatus, RecordedBy};
use crate::documents::store::refunds::{RefundRow, RefundStatus};
use crate::documents::stored::StoredDocument;
use plumbline_platform::clock::{MINUTE, london_date};

/// A payment for an invoice, or for a quote's deposit.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct PaymentRecord {
    /// UUIDv7.
    pub id: String,
    /// Pounds.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// YYYY-MM-DD in London.
    pub date: String,
    /// `cash`, `bank_transfer`, `cheque`, `stripe` or `paypal`.
    pub method: String,
    /// The business's own notes, which the customer never sees.
    pub notes: String,
    /// `confirmed` or `pending`.
    #[schema(value_type = String)]
    pub confirmation_status: ConfirmationStatus,
    /// `business` or `customer`.
    pub recorded_by: String,
    /// Pounds that were refunded to the customer.
    #[schema(value_type = String)]
    pub refunded: Pence,
    /// The state of a dispute about it: `open`, `won` (by the business) or `lost`.
    pub dispute: Option<String>,
    /// Whether the business may confirm or reject it now.
    pub can_decide: bool,
    /// Whether it may be removed.
    pub can_remove: bool,
    /// Why a confirmed payment may not be removed, as a sentence.
    pub kept: Option<String>,
    /// Pounds of a card payment that may be refunded now; 0 if nothing may.
    #[schema(value_type = String)]
    pub refundable: Pence,
    /// Whether the business can record here how much of it was refunded by other means, because the job was cancelled.
    pub may_give_back: bool,
    /// A refund of it that is in progress or has failed.
    pub refund: Option<RefundRecord>,
    /// Whether it was paid from the customer's bank account through Stripe.
    pub by_bank: bool,
    /// The address to which the business had a receipt emailed.
    pub receipt_to: Option<String>,
    /// The address to which a receipt may be emailed now; null if the customer has one already or has no address.
    pub receipt_for: Option<String>,
    /// Unix milliseconds.
    pub created_at: i64,
}

/// A refund that the business requested and that isn't complete.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct RefundRecord {
    /// Pounds.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// Why it failed, as a sentence; null while it is in progress.
    pub reason: Option<String>,
}

/// A payment that was removed after it had counted.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct RemovedPayment {
    /// UUIDv7.
    pub id: String,
    /// Pounds.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// `cash`, `bank_transfer`, `cheque`, `stripe` or `paypal`.
    pub method: String,
    /// The reason that the business gave.
    pub reason: String,
    /// The date of removal in London, YYYY-MM-DD.
    pub removed_date: String,
}

impl RemovedPayment {
    /// Converts a row; `None` if the payment wasn't removed.
    pub fn from_row(row: &PaymentRow) -> Option<Self> {
        Some(Self {
            id: row.id.to_string(),
            amount: Pence(row.amount),
            method: row.method.code().to_owned(),
            reason: row.removed_reason.clone().unwrap_or_default(),
            removed_date: london_date(row.removed_at?).to_string(),
        })
    }
}

/// How long a confirmation can be undone, in milliseconds: a toast offers it for five seconds, and a phone with a poor
/// signal needs longer.
const UNDO_WINDOW: i64 = MINUTE;

/// The facts by which core decides what may be done with a payment. `is_carried` is true for a quote's payment that was
/// carried over to the invoice.
#[must_use]
pub fn payment_state(row: &PaymentRow, stored: &StoredDocument, is_carried: bool, now: i64) -> PaymentState {
    let stage = match row.status {
        PaymentStatus::Pending => PaymentStage::Pending,
        PaymentStatus::Confirmed => PaymentStage::Confirmed,
        PaymentStatus::Rejected if row.withdrawn_at.is_some() => PaymentStage::Withdrawn,
        PaymentStatus::Rejected if row.removed_at.is_some() => PaymentStage::Removed,
        PaymentStatus::Rejected => PaymentStage::Rejected,
    };
    let by_customer = row.recorded_by == RecordedBy::Customer;
    let decided = row.decided_at.unwrap_or_default();
    PaymentState {
        stage,
        is_by_card: row.is_by_card(),
        is_just_confirmed: by_customer && now - decided <= UNDO_WINDOW,
        is_carried,
        is_archived: stored.row.archived,
    }
}

/// Whether the business can record what it refunded of a quote's payment by other means: the job was cancelled, and the
/// refund can be made neither through Stripe nor by a credit note for an invoice that the payment was carried over to.
#[must_use]
pub fn can_give_back(row: &PaymentRow, stored: &StoredDocument, is_carried: bool) -> bool {
    let is_over = stored.row.cancelled_date.is_some() && !stored.row.archived;
    is_over && row.status == PaymentStatus::Confirmed && !is_carried && !row.is_by_card()
}

impl PaymentRecord {
    /// Converts a row to the response's type.
    pub fn from_row(row: &PaymentRow, state: &PaymentState) -> Self {
        let removal = state.check(PaymentAction::Remove);
        let is_confirmed = state.stage == PaymentStage::Confirmed;
        Self {
            id: row.id.to_string(),
            amount: Pence(row.amount),
            date: row.date.to_string(),
            method: row.method.code().to_owned(),
            notes: row.notes.clone(),
            confirmation_status: confirmation_status(row),
            recorded_by: row.recorded_by.code().to_owned(),
            refunded: Pence(row.refunded),
            dispute: row.dispute.map(|dispute| dispute.code().to_owned()),
            can_decide: state.check(PaymentAction::Confirm).is_ok(),
            can_remove: removal.is_ok(),
            kept: removal.err().filter(|_| is_confirmed).map(|why| format!("{why}.")),
            refundable: Pence::ZERO,
            may_give_back: false,
            refund: None,
            by_bank: row.by_bank == Some(true),
            receipt_to: row.receipt_to.clone(),
            receipt_for: None,
            created_at: row.created_at,
        }
    }

    /// For a confirmed card payment, adds how much may be refunded now, and the latest refund unless it is complete.
    /// `latest` is the refund that was requested last.
    pub fn with_refund(mut self, row: &PaymentRow, latest: Option<&RefundRow>) -> Self {
        if !row.is_by_card() || row.status != PaymentStatus::Confirmed {
            return self;
        }
        self.refund = latest
            .filter(|refund| refund.status != RefundStatus::Done)
            .map(|refund| RefundRecord { amount: Pence(refund.amount), reason: refund.reason.clone() });
        let is_in_progress = latest.is_some_and(RefundRow::is_in_progress);
        if !is_in_progress && row.dispute != Some(Dispute::Open) {
            self.refundable = Pence(row.remaining());
        }
        self
    }

    /// Adds the address for a receipt of a payment that the business recorded. A customer who paid online has received
    /// one already.
    pub fn with_receipt(mut self, row: &PaymentRow, email: Option<&str>) -> Self {
        let counts = row.status == PaymentStatus::Confirmed && row.remaining() > 0;
        if counts && row.recorded_by == RecordedBy::Business && row.receipt_to.is_none() {
            self.receipt_for = email.map(str::to_owned);
        }
        self
    }
}

impl PaymentRow {
    /// Whether the customer paid it through Stripe. A payment with the business's own card machine is only recorded
    /// here, so the business may remove or refund it itself.
    #[must_use]
    pub fn is_by_card(&self) -> bool {
        self.method == PaymentMethod::Stripe && self.recorded_by == RecordedBy::Customer
    }

    /// The payment as core's type, with what is left of it after refunds.
    pub fn to_core(&self) -> Payment {
        Payment {
            id: self.id.to_string(),
            amount: Pence(self.remaining()).into(),
            date: self.date.to_string(),
            method: self.method.code().to_owned(),
            notes: String::new(),
            confirmation_status: confirmation_status(self),
        }
    }
}

fn confirmation_status(row: &PaymentRow) -> ConfirmationStatus {
    match row.status {
        PaymentStatus::Confirmed => ConfirmationStatus::Confirmed,
        // Documents are loaded without rejected payments.
        PaymentStatus::Pending | PaymentStatus::Rejected => ConfirmationStatus::Pending,
    }
}
