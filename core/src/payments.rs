//! Payments and what remains to pay (rules.md, section 3, step 9).

use serde::{Deserialize, Serialize};

use crate::money::{Pence, round2};
use crate::number::Number;
use crate::shape::read::{fields, set_id};

/// A payment made or announced.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// The caller's name for the payment.
    pub id: String,
    /// Pounds, 2 decimals; below zero for a refund.
    pub amount: Number,
    /// When, as the caller writes it; no rule here reads it.
    pub date: String,
    /// How: cash, bank_transfer, stripe or paypal; no rule here reads it.
    pub method: String,
    /// Words about it.
    pub notes: String,
    /// Whether the business has seen the money; none given: confirmed.
    pub confirmation_status: ConfirmationStatus,
}

fields!(Payment {
    "id" => id by set_id,
    "amount" => amount,
    "date" => date,
    "method" => method,
    "notes" => notes,
    "confirmationStatus" => confirmation_status,
});

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

/// The sum of the payments of one status.
#[must_use]
pub fn sum(payments: &[Payment], status: ConfirmationStatus) -> Pence {
    let of_status = payments
        .iter()
        .filter(|payment| payment.confirmation_status == status);
    of_status
        .map(|payment| round2(payment.amount.value()))
        .sum()
}

/// What remains to pay, never below 0.
#[must_use]
pub fn balance_due(payable: Pence, paid: Pence) -> Pence {
    (payable - paid).max(Pence::ZERO)
}
