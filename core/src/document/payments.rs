//! Payments of a document (docs/rules.md, section 2).

use serde::{Deserialize, Serialize};

use crate::json::id;
use crate::money::number::Number;

/// A payment that was received or announced.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Payment {
    /// The payment's id, which the caller chooses. A number is read as its text.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// Pounds with up to 2 decimals; negative for a refund.
    pub amount: Number,
    /// The day it was made: `YYYY-MM-DD`, perhaps with a time. Under CIS, payments count in this order.
    pub date: String,
    /// The payment method: cash, bank_transfer, cheque, stripe or paypal. No rule of this crate reads it.
    pub method: String,
    /// Notes.
    pub notes: String,
    /// Whether the business has confirmed that it received the money; confirmed if missing.
    pub confirmation_status: ConfirmationStatus,
}

/// Whether the business has confirmed that it received the money.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum ConfirmationStatus {
    /// Confirmed: the payment reduces the balance.
    #[default]
    Confirmed,
    /// Announced but not confirmed yet.
    Pending,
}
