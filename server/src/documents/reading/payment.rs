//! A payment as the business gets it, and as core reads it.

use plumbline_core::document::{ConfirmationStatus, Payment};
use plumbline_core::money::Pence;
use serde::Serialize;
use utoipa::ToSchema;

use crate::documents::store::payments::{PaymentRow, PaymentStatus};

/// A payment of a quote (its deposit) or an invoice.
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
    /// `cash`, `bank_transfer`, `stripe` or `paypal`.
    pub method: String,
    /// The business's own; the customer never sees them.
    pub notes: String,
    /// `confirmed` or `pending`.
    #[schema(value_type = String)]
    pub confirmation_status: ConfirmationStatus,
    /// `business` or `customer`.
    pub recorded_by: String,
    /// Pounds that went back to the customer.
    #[schema(value_type = String)]
    pub refunded: Pence,
    /// How a dispute of it stands: `open`, `won` (by the business) or `lost`.
    pub dispute: Option<String>,
    /// Unix milliseconds.
    pub created_at: i64,
}

impl PaymentRecord {
    /// The answer for a row.
    pub fn of(row: &PaymentRow) -> Self {
        Self {
            id: row.id.to_string(),
            amount: Pence(row.amount),
            date: row.date.clone(),
            method: row.method.name().to_owned(),
            notes: row.notes.clone(),
            confirmation_status: confirmation(row),
            recorded_by: row.recorded_by.word().to_owned(),
            refunded: Pence(row.refunded),
            dispute: row.dispute.map(|dispute| dispute.word().to_owned()),
            created_at: row.created_at,
        }
    }
}

impl PaymentRow {
    /// The payment as the rules count it: what is left of it.
    pub fn to_core(&self) -> Payment {
        Payment {
            id: self.id.to_string(),
            amount: Pence(self.left()).into(),
            date: self.date.clone(),
            method: self.method.name().to_owned(),
            notes: String::new(),
            confirmation_status: confirmation(self),
        }
    }
}

fn confirmation(row: &PaymentRow) -> ConfirmationStatus {
    match row.status {
        PaymentStatus::Confirmed => ConfirmationStatus::Confirmed,
        // A rejected one stands in no document.
        PaymentStatus::Pending | PaymentStatus::Rejected => ConfirmationStatus::Pending,
    }
}
