//! What a customer may write to the business about a document, on the document's own page.
//!
//! A question can be asked about any issued document that was not withdrawn, also once it is paid or declined,
//! because it changes nothing. Changes can only be requested of an offer: what was accepted is changed by a
//! variation, and an invoice by a credit note, which only the business can make.

use crate::status::credit::{CreditState, CreditStatus};
use crate::status::invoice::{InvoiceState, InvoiceStatus};
use crate::status::quote::{QuoteState, QuoteStatus, Varies};

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
pub struct Asking {
    /// Whether they may ask a question.
    pub question: bool,
    /// Whether they may request changes.
    pub changes: bool,
}

impl QuoteState {
    /// What the customer may write: a request for changes while the quote is open, and also after its expiry date,
    /// since a new offer may follow; not for a variation whose job is closed.
    #[must_use]
    pub fn asking(&self) -> Asking {
        let is_offer = matches!(self.status, QuoteStatus::Sent | QuoteStatus::Expired);
        let is_closed = matches!(self.varies, Varies::ClosedJob | Varies::CancelledJob(_));
        Asking {
            question: self.status != QuoteStatus::Draft,
            changes: is_offer && !is_closed,
        }
    }
}

impl InvoiceState {
    /// What the customer may write.
    #[must_use]
    pub fn asking(&self) -> Asking {
        Asking {
            question: !matches!(self.status, InvoiceStatus::Draft | InvoiceStatus::Void),
            changes: false,
        }
    }
}

impl CreditState {
    /// What the customer may write.
    #[must_use]
    pub fn asking(&self) -> Asking {
        Asking {
            question: !matches!(self.status, CreditStatus::Draft | CreditStatus::Void),
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

    fn quote(status: &str, varies: Varies) -> (bool, bool) {
        let asking = QuoteState {
            status: QuoteStatus::of(status),
            expiry_date: None,
            accepted_date: None,
            cancelled_date: None,
            is_staged: false,
            varies,
        }
        .asking();
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
            assert_eq!(quote(status, Varies::Nothing), may, "{status}");
            assert_eq!(quote(status, Varies::Job), may, "{status}");
            let (question, _) = may;
            for closed in [Varies::ClosedJob, Varies::CancelledJob(day)] {
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
                status: InvoiceStatus::of(status),
                due_date: None,
                paid_date: None,
                amount_payable: Pence(12_000),
                credits: Credits::default(),
                paid: Pence::ZERO,
                pending: Pence::ZERO,
                has_pending: false,
            };
            let asking = invoice.asking();
            assert_eq!((asking.question, asking.changes), (may, false), "{status}");
        }
        for (status, may) in [("draft", false), ("sent", true), ("void", false)] {
            let credit = CreditState {
                status: CreditStatus::of(status),
                amount: Pence(12_000),
                refunded: Pence::ZERO,
            };
            let asking = credit.asking();
            assert_eq!((asking.question, asking.changes), (may, false), "{status}");
        }
    }
}
