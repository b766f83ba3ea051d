//! What a customer may write to the business about a document, on the document's own page.
//!
//! A question can be asked about any issued document that was not withdrawn, also once it is paid or declined,
//! because it changes nothing. Changes can only be requested of an offer: what was accepted is changed by a
//! variation, and an invoice by a credit note, which only the business can make.

use crate::status::credit_note::{CreditNoteState, CreditNoteStatus};
use crate::status::invoice::{InvoiceState, InvoiceStatus};
use crate::status::quote::{QuoteState, QuoteStatus, VariedJob};

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

    fn quote(status: &str, varies: VariedJob) -> (bool, bool) {
        let asking = QuoteState {
            status: QuoteStatus::parse(status),
            expiry_date: None,
            accepted_date: None,
            cancelled_date: None,
            is_staged: false,
            varies,
        }
        .allowed_questions();
        (asking.question, asking.changes)
    }

    #[test]
    fn an_offer_can_be_asked_about_and_changed_until_it_is_answered() {
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
    fn an_invoice_and_a_credit_note_can_be_asked_about_unless_they_were_withdrawn() {
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
