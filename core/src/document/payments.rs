//! Payments of a document (docs/rules.md, section 2).

use serde::{Deserialize, Serialize};

use crate::json::id;
use crate::money::number::Number;

/// A payment made or announced.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Payment {
    /// The caller's name for the payment. A number is read as its text.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// Pounds, 2 decimals; below zero for a refund.
    pub amount: Number,
    /// When: `YYYY-MM-DD`, perhaps with a time; payments count in this order under CIS.
    pub date: String,
    /// How: cash, bank_transfer, cheque, stripe or paypal; no rule here reads it.
    pub method: String,
    /// Words about it.
    pub notes: String,
    /// Whether the business has seen the money; none given: confirmed.
    pub confirmation_status: ConfirmationStatus,
}

/// Whether the business has seen the money.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum ConfirmationStatus {
    /// It has: the payment reduces the balance.
    #[default]
    Confirmed,
    /// It has not yet.
    Pending,
}
