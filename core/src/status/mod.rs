//! What the statuses of all kinds share on screen: a badge, banners, and the refusal of a step that is not allowed.

use serde::{Deserialize, Serialize};

use crate::time::Date;
use crate::time::text::format_short_date;

pub mod acceptance;
pub mod credit_note;
pub mod display_status;
mod instalment;
pub mod invoice;
pub mod payment;
pub mod questions;
pub mod quote;

pub use crate::document::{AcceptedMethods, PaymentMethod};

/// The colour of a badge or banner (docs/product.md, section 4; docs/design.md, Look). It is never used without a
/// label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Tone {
    /// Waiting for somebody.
    Blue,
    /// Done.
    Green,
    /// Late or refused.
    Red,
    /// Not started, or out of use.
    Grey,
    /// In between.
    Amber,
}

/// A displayed status: its label and its colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Badge {
    /// The stable code, which programs compare instead of the label: `partially_paid`.
    pub code: String,
    /// The label: `Pending`, `Partially Paid`.
    pub label: String,
    /// The colour.
    pub tone: Tone,
}

impl Badge {
    /// A badge with this code, label and colour.
    #[must_use]
    pub fn new(code: &str, label: &str, tone: Tone) -> Self {
        Badge { code: code.into(), label: label.into(), tone }
    }
}

/// A sentence at the top of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Banner {
    /// The colour.
    pub tone: Tone,
    /// The whole sentence.
    pub text: String,
}

impl Banner {
    pub(crate) fn new(tone: Tone, text: String) -> Self {
        Banner { tone, text }
    }
}

/// A refused step, for which the server responds with 409.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{msg}")]
pub struct TransitionError {
    /// The stable code for programs: `already_accepted`.
    pub code: &'static str,
    /// The sentence for the user: what prevents the step, and what to do.
    pub msg: &'static str,
}

impl TransitionError {
    pub(crate) const fn new(code: &'static str, msg: &'static str) -> Self {
        TransitionError { code, msg }
    }
}

/// What the business may do next with a document, for a screen to offer: the steps that
/// [`crate::status::quote::QuoteState::apply`] and [`crate::status::invoice::InvoiceState::apply`] would allow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AllowedActions {
    /// Change it.
    pub edit: bool,
    /// Issue it, or send it again.
    pub send: bool,
    /// Turn a quote into an invoice.
    pub convert: bool,
    /// Invoice a part of an accepted quote, before the rest.
    pub stage: bool,
    /// Withdraw an invoice.
    pub void: bool,
    /// Delete a draft.
    pub delete: bool,
    /// Record a payment: of an invoice, or of a quote's deposit.
    pub record_payment: bool,
    /// Make a credit note against an invoice.
    pub credit: bool,
    /// Agree on instalments of an invoice, change them or remove them.
    pub agree: bool,
    /// Offer a variation of an accepted quote's job.
    pub vary: bool,
}

/// The error for a step on a document with an unknown status.
pub(crate) const UNKNOWN_STATUS: TransitionError =
    TransitionError::new("unknown_status", "This document has a status that does not allow this");

/// ` on 05/03/2026`; empty without a date.
pub(crate) fn format_on_date(date: Option<Date>) -> String {
    date.map(|day| format!(" on {}", format_short_date(day))).unwrap_or_default()
}
