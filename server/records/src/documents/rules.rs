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

/// What core says of a document of one kind.
pub trait Rules {
    /// The status as shown today.
    fn badge(&self, today: Date) -> Badge;

    /// What lists show of it and what of it still counts.
    fn shown(&self) -> Shown;

    /// What the business may do with it today.
    fn allowed(&self, stored: &Stored, today: Date) -> Allowed;

    /// What its customer is asked to pay now, by whatever way.
    fn asked(&self, stored: &Stored) -> Option<Pence>;

    /// What its customer may write to the business about it.
    fn asking(&self) -> Asking;

    /// Whether its customer may be reminded of it.
    ///
    /// # Errors
    /// Core's word on why not.
    fn remind(&self, today: Date) -> Result<(), TransitionError>;

    /// Whether it waits for its customer, be it late or not yet: what a plan of reminders asks.
    ///
    /// # Errors
    /// Core's word on why not.
    fn waits(&self, today: Date) -> Result<(), TransitionError>;

    /// The word of its status after a step.
    ///
    /// # Errors
    /// Core's refusal of a step that is not legal.
    fn after(&self, step: Step, today: Date) -> Result<String, TransitionError>;

    /// The word of the status that its payments make, and whether it is paid by them; none where
    /// payments make none.
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

/// The rules for a row of a list, as far as a badge depends on it.
pub(super) fn of_listed(row: &Listed) -> Box<dyn Rules> {
    let (word, end) = (row.status.word(), row.due_date.parse().ok());
    match row.kind {
        Kind::Quote => Box::new(QuoteState {
            status: QuoteStatus::of(word),
            expiry_date: end,
            accepted_date: None,
            // Of a list only whether there is one matters.
            cancelled_date: (row.shown == CANCELLED).then_some(Date::FIRST),
            is_staged: false,
            varies: Varies::Nothing,
        }),
        Kind::Invoice => Box::new(InvoiceState {
            status: InvoiceStatus::of(word),
            due_date: end,
            paid_date: None,
            amount_payable: Pence(row.amount_payable),
            // What was given back is not in a list: the stored status knows it.
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
        // Nobody can accept it any more, whatever it says.
        Allowed {
            send: false,
            edit: false,
            ..allowed
        }
    }

    /// The deposit, once it is accepted.
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
            // A deposit may be decided on whatever has become of the quote.
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

    /// What remains of it.
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

    /// Nothing, ever.
    fn asked(&self, _stored: &Stored) -> Option<Pence> {
        None
    }

    fn after(&self, step: Step, _today: Date) -> Result<String, TransitionError> {
        let action = match step {
            Step::Edit => CreditAction::Edit,
            Step::Send => CreditAction::Send,
            Step::Delete => CreditAction::Delete,
            // Its payments are what was given back.
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
