//! The rules of each kind, for a loaded document and for a row of a list. Code for all kinds calls them through
//! [`Rules`]; a new kind adds its own here.

use plumbline_core::calculate::payments::Credits;
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::status::asking::Asking;
use plumbline_core::status::credit::{CreditAction, CreditState, CreditStatus, NO_REMINDER};
use plumbline_core::status::invoice::{InvoiceAction, InvoiceState, InvoiceStatus};
use plumbline_core::status::quote::{QuoteAction, QuoteState, QuoteStatus, Varies};
use plumbline_core::status::shown::{CANCELLED, Shown};
use plumbline_core::status::{Allowed, Badge, TransitionError};
use plumbline_core::time::Date;

use super::status::Step;
use super::store::payments::{PaymentRow, PaymentStatus};
use super::stored::Stored;
use crate::summaries::find::Listed;

/// Core's rules for one document, the same interface for every kind.
pub trait Rules {
    /// The status as displayed today.
    fn badge(&self, today: Date) -> Badge;

    /// The display status for lists, and what still counts.
    fn shown(&self) -> Shown;

    /// What the business may do with it today.
    fn allowed(&self, stored: &Stored, today: Date) -> Allowed;

    /// The amount that its customer is asked to pay now, by any payment method.
    fn asked(&self, stored: &Stored) -> Option<Pence>;

    /// What its customer may ask the business about it.
    fn asking(&self) -> Asking;

    /// Checks whether its customer may be reminded of it.
    ///
    /// # Errors
    /// Core's reason if not.
    fn remind(&self, today: Date) -> Result<(), TransitionError>;

    /// Checks whether it still awaits its customer, overdue or not, which is the condition for a plan of reminders.
    ///
    /// # Errors
    /// Core's reason if not.
    fn waits(&self, today: Date) -> Result<(), TransitionError>;

    /// The name of its status after a transition.
    ///
    /// # Errors
    /// Core's refusal if the transition isn't legal.
    fn after(&self, step: Step, today: Date) -> Result<String, TransitionError>;

    /// The name of the status that follows from its payments, and whether it is now paid; `None` if payments don't
    /// affect its status.
    fn settled(&self) -> Option<(String, bool)>;
}

/// The rules for a document.
pub(super) fn of(stored: &Stored) -> Box<dyn Rules> {
    match stored.kind {
        Kind::Quote => Box::new(stored.quote_state()),
        Kind::Invoice => Box::new(stored.invoice_state()),
        Kind::CreditNote => Box::new(stored.credit_state()),
    }
}

/// The rules for a row of a list, with only the data that its status needs.
pub(super) fn of_listed(row: &Listed) -> Box<dyn Rules> {
    let (word, end) = (row.status.word(), row.due_date.parse().ok());
    match row.kind {
        Kind::Quote => Box::new(QuoteState {
            status: QuoteStatus::of(word),
            expiry_date: end,
            accepted_date: None,
            // For a list only its presence matters.
            cancelled_date: (row.shown == CANCELLED).then_some(Date::FIRST),
            is_staged: false,
            varies: Varies::Nothing,
        }),
        Kind::Invoice => Box::new(InvoiceState {
            status: InvoiceStatus::of(word),
            due_date: end,
            paid_date: None,
            amount_payable: Pence(row.amount_payable),
            // A list row has no refunds, but the stored status takes them into account.
            credits: Credits {
                credited: Pence(row.credited_amount),
                ..Credits::default()
            },
            paid: Pence(row.paid_amount),
            pending: Pence::ZERO,
            has_pending: false,
        }),
        Kind::CreditNote => Box::new(CreditState {
            status: CreditStatus::of(word),
            amount: Pence(row.amount_payable),
            refunded: Pence(row.paid_amount),
        }),
    }
}

impl Rules for QuoteState {
    fn asking(&self) -> Asking {
        self.asking()
    }

    fn badge(&self, today: Date) -> Badge {
        self.badge(today)
    }

    fn shown(&self) -> Shown {
        self.shown()
    }

    fn allowed(&self, stored: &Stored, today: Date) -> Allowed {
        let allowed = self.allowed(stored.document.include_deposit, today);
        if self.varies != Varies::ClosedJob || stored.is_draft() {
            return allowed;
        }
        // Nobody can accept it any more, whatever it offers.
        Allowed {
            send: false,
            edit: false,
            ..allowed
        }
    }

    /// The deposit, once the quote is accepted.
    fn asked(&self, stored: &Stored) -> Option<Pence> {
        let (include, deposit) = (
            stored.document.include_deposit,
            stored.totals.deposit_amount,
        );
        let stands = |p: &PaymentRow| p.status == PaymentStatus::Pending || p.left() > 0;
        let has_payments = stored.payments.iter().any(stands);
        self.deposit_due(include, deposit, has_payments)
    }

    fn after(&self, step: Step, today: Date) -> Result<String, TransitionError> {
        let action = match step {
            Step::Edit => QuoteAction::Edit,
            Step::Send => QuoteAction::Send,
            Step::Delete => QuoteAction::Delete,
            Step::RecordPayment => QuoteAction::RecordPayment,
            // A deposit may be confirmed or rejected in any status of the quote.
            Step::DecidePayment => return Ok(self.status.as_str().to_owned()),
        };
        Ok(self.apply(action, today)?.as_str().to_owned())
    }

    fn remind(&self, today: Date) -> Result<(), TransitionError> {
        self.remind(today)
    }

    fn waits(&self, today: Date) -> Result<(), TransitionError> {
        self.remind(today)
    }

    fn settled(&self) -> Option<(String, bool)> {
        None
    }
}

impl Rules for InvoiceState {
    fn asking(&self) -> Asking {
        self.asking()
    }

    fn badge(&self, today: Date) -> Badge {
        self.badge(today)
    }

    fn shown(&self) -> Shown {
        self.shown()
    }

    fn allowed(&self, stored: &Stored, _today: Date) -> Allowed {
        self.allowed(stored.is_made_from_quote())
    }

    /// The balance.
    fn asked(&self, _stored: &Stored) -> Option<Pence> {
        self.can_pay().then(|| self.balance())
    }

    fn after(&self, step: Step, _today: Date) -> Result<String, TransitionError> {
        let action = match step {
            Step::Edit => InvoiceAction::Edit,
            Step::Send => InvoiceAction::Send,
            Step::Delete => InvoiceAction::Delete,
            Step::RecordPayment => InvoiceAction::RecordPayment,
            Step::DecidePayment => InvoiceAction::ConfirmPayment,
        };
        Ok(self.apply(action)?.as_str().to_owned())
    }

    fn remind(&self, today: Date) -> Result<(), TransitionError> {
        self.remind(today)
    }

    fn waits(&self, _today: Date) -> Result<(), TransitionError> {
        self.waits()
    }

    fn settled(&self) -> Option<(String, bool)> {
        let status = self.after_payments();
        Some((status.as_str().to_owned(), status == InvoiceStatus::Paid))
    }
}

impl Rules for CreditState {
    fn asking(&self) -> Asking {
        self.asking()
    }

    fn badge(&self, _today: Date) -> Badge {
        self.badge()
    }

    fn shown(&self) -> Shown {
        self.shown()
    }

    fn allowed(&self, _stored: &Stored, _today: Date) -> Allowed {
        self.allowed()
    }

    /// Always `None`: nobody pays a credit note.
    fn asked(&self, _stored: &Stored) -> Option<Pence> {
        None
    }

    fn after(&self, step: Step, _today: Date) -> Result<String, TransitionError> {
        let action = match step {
            Step::Edit => CreditAction::Edit,
            Step::Send => CreditAction::Send,
            Step::Delete => CreditAction::Delete,
            // A credit note's payments are refunds.
            Step::RecordPayment | Step::DecidePayment => CreditAction::Refund,
        };
        Ok(self.apply(action)?.as_str().to_owned())
    }

    fn remind(&self, _today: Date) -> Result<(), TransitionError> {
        Err(NO_REMINDER)
    }

    fn waits(&self, today: Date) -> Result<(), TransitionError> {
        Rules::remind(self, today)
    }

    fn settled(&self) -> Option<(String, bool)> {
        None
    }
}
