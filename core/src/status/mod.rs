//! What the statuses of all kinds share on screen: a badge, banners, and the refusal of a step that is not allowed.

pub mod credit_note;
pub mod display_status;
pub mod invoice;
pub mod payment;
pub mod quote;

use serde::{Deserialize, Serialize};

use crate::calculate::instalments::InstalmentState;
use crate::status::credit_note::{CreditNoteState, CreditNoteStatus};
use crate::status::invoice::{InvoiceState, InvoiceStatus};
use crate::status::quote::{QuoteState, QuoteStatus, VariedJob};
use crate::time::Date;
use crate::time::text::format_short_date;

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

/// The percentage of ended quotes that were accepted: a whole number, with halves rounded up. `not` counts those that
/// were declined, or expired without an answer. `None` if no quote has ended yet: quotes that await an answer don't
/// count.
#[must_use]
pub fn calculate_acceptance_rate(accepted: u64, not: u64) -> Option<u64> {
    let ended = accepted.checked_add(not).filter(|ended| *ended > 0)?;
    // (200 × accepted + ended) ÷ (2 × ended), in whole numbers that no count of quotes can overflow.
    let (accepted, ended) = (u128::from(accepted), u128::from(ended));
    u64::try_from((200 * accepted + ended) / (2 * ended)).ok()
}

// The displayed status of an instalment.

impl InstalmentState {
    /// The label and colour.
    #[must_use]
    pub fn badge(self) -> Badge {
        match self {
            Self::Paid => Badge::new("paid", "Paid", Tone::Green),
            Self::Nothing => Badge::new("nothing", "Nothing to pay", Tone::Grey),
            Self::Overdue => Badge::new("overdue", "Overdue", Tone::Red),
            Self::Due => Badge::new("due", "Due today", Tone::Blue),
            Self::PartPaid => Badge::new("partially_paid", "Partially Paid", Tone::Amber),
            Self::Later => Badge::new("later", "Due later", Tone::Grey),
        }
    }
}

// What a customer may write to the business about a document, on the document's own page.
//
// A question can be asked about any issued document that was not withdrawn, also once it is paid or declined,
// because it changes nothing. Changes can only be requested of an offer: what was accepted is changed by a
// variation, and an invoice by a credit note, which only the business can make.

/// The longest question or request for changes by a customer, in characters.
pub const QUESTION_MAX: usize = 2_000;

/// The most questions for one document: a customer with more to ask had better call.
pub const QUESTIONS_MAX: i64 = 50;

/// The longest reply by the business, in characters.
pub const REPLY_MAX: usize = 5_000;

/// The most replies to one question.
pub const REPLIES_MAX: i64 = 20;

/// What a customer may write about a document now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AllowedQuestions {
    /// Whether they may ask a question.
    pub question: bool,
    /// Whether they may request changes.
    pub changes: bool,
}

impl QuoteState {
    /// What the customer may write: a request for changes while the quote is open, and also after its expiry date,
    /// since a new offer may follow; not for a variation whose job is closed.
    #[must_use]
    pub fn allowed_questions(&self) -> AllowedQuestions {
        let is_offer = matches!(self.status, QuoteStatus::Sent | QuoteStatus::Expired);
        let is_closed = matches!(self.varies, VariedJob::ClosedJob | VariedJob::CancelledJob(_));
        AllowedQuestions { question: self.status != QuoteStatus::Draft, changes: is_offer && !is_closed }
    }
}

impl InvoiceState {
    /// What the customer may write.
    #[must_use]
    pub fn allowed_questions(&self) -> AllowedQuestions {
        AllowedQuestions {
            question: !matches!(self.status, InvoiceStatus::Draft | InvoiceStatus::Void),
            changes: false,
        }
    }
}

impl CreditNoteState {
    /// What the customer may write.
    #[must_use]
    pub fn allowed_questions(&self) -> AllowedQuestions {
        AllowedQuestions {
            question: !matches!(self.status, CreditNoteStatus::Draft | CreditNoteStatus::Void),
            changes: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calculate::payments::Credits;
    use crate::money::Pence;
    use crate::time::Date;

    #[test]
    fn the_acceptance_rate_is_a_whole_percentage() {
        for (accepted, not, rate) in [
            (0, 0, None),
            (0, 3, Some(0)),
            (3, 0, Some(100)),
            (1, 2, Some(33)),
            (2, 1, Some(67)),
            (1, 7, Some(13)),
            (1, 199, Some(1)),
            (1, 200, Some(0)),
            (u64::MAX, 0, Some(100)),
            (u64::MAX, 1, None),
        ] {
            assert_eq!(calculate_acceptance_rate(accepted, not), rate, "{accepted} of {not} more");
        }
    }

    fn quote(status: &str, varies: VariedJob) -> (bool, bool) {
        let asking = QuoteState {
            status: QuoteStatus::parse(status),
            expiry_date: None,
            accepted_date: None,
            cancelled_date: None,
            is_staged: false,
            include_deposit: false,
            varies,
        }
        .allowed_questions();
        (asking.question, asking.changes)
    }

    #[test]
    fn changes_to_a_quote_can_be_requested_until_it_is_answered() {
        let day: Date = "2026-11-30".parse().unwrap();
        for (status, may) in [
            ("draft", (false, false)),
            ("sent", (true, true)),
            ("expired", (true, true)),
            ("accepted", (true, false)),
            ("declined", (true, false)),
            ("invoiced", (true, false)),
        ] {
            assert_eq!(quote(status, VariedJob::Nothing), may, "{status}");
            assert_eq!(quote(status, VariedJob::Job), may, "{status}");
            let (question, _) = may;
            for closed in [VariedJob::ClosedJob, VariedJob::CancelledJob(day)] {
                assert_eq!(quote(status, closed), (question, false), "{status}");
            }
        }
    }

    #[test]
    fn questions_about_an_invoice_or_credit_note_are_allowed_unless_void() {
        for (status, may) in [
            ("draft", false),
            ("sent", true),
            ("partially_paid", true),
            ("paid", true),
            ("credited", true),
            ("void", false),
        ] {
            let invoice = InvoiceState {
                status: InvoiceStatus::parse(status),
                due_date: None,
                paid_date: None,
                amount_payable: Pence(12_000),
                credits: Credits::default(),
                paid: Pence::ZERO,
                pending: Pence::ZERO,
                has_pending: false,
            };
            let asking = invoice.allowed_questions();
            assert_eq!((asking.question, asking.changes), (may, false), "{status}");
        }
        for (status, may) in [("draft", false), ("sent", true), ("void", false)] {
            let credit = CreditNoteState {
                status: CreditNoteStatus::parse(status),
                amount: Pence(12_000),
                refunded: Pence::ZERO,
            };
            let asking = credit.allowed_questions();
            assert_eq!((asking.question, asking.changes), (may, false), "{status}");
        }
    }
}
