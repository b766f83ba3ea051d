//! The rules of each kind, for a loaded document and for a row of a list. Code for all kinds calls them through
//! [`KindRules`]; a new kind adds its own here.

use plumbline_core::calculate::payments::Credits;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::status::credit_note::{CreditNoteAction, CreditNoteState, CreditNoteStatus, NO_REMINDER};
use plumbline_core::status::display_status::{CANCELLED, DisplayStatus};
use plumbline_core::status::invoice::{InvoiceAction, InvoiceState, InvoiceStatus};
use plumbline_core::status::quote::{QuoteAction, QuoteState, QuoteStatus, VariedJob};
use plumbline_core::status::{AllowedActions, AllowedQuestions, Badge, TransitionError};
use plumbline_core::time::Date;

use super::status::Step;
use super::store::payments::{PaymentRow, PaymentStatus};
use super::stored::StoredDocument;
use crate::summaries::find::ListedDocument;

/// Core's rules for one document, the same interface for every kind.
pub trait KindRules {
    /// The status as displayed today.
    fn badge(&self, today: Date) -> Badge;

    /// The display status for lists, and what still counts.
    fn display_status(&self) -> DisplayStatus;

    /// What the business may do with it today.
    fn allowed_actions(&self, stored: &StoredDocument, today: Date) -> AllowedActions;

    /// The amount that its customer is asked to pay now, by any payment method.
    fn amount_requested(&self, stored: &StoredDocument) -> Option<Pence>;

    /// What its customer may ask the business about it.
    fn allowed_questions(&self) -> AllowedQuestions;

    /// Checks whether its customer may be reminded of it.
    ///
    /// # Errors
    /// Core's reason if not.
    fn check_reminder(&self, today: Date) -> Result<(), TransitionError>;

    /// Checks whether it still awaits its customer, overdue or not, which is the condition for a plan of reminders.
    ///
    /// # Errors
    /// Core's reason if not.
    fn check_waiting(&self, today: Date) -> Result<(), TransitionError>;

    /// The name of its status after a transition.
    ///
    /// # Errors
    /// Core's refusal if the transition isn't legal.
    fn status_after(&self, step: Step, today: Date) -> Result<String, TransitionError>;

    /// The name of the status that follows from its payments, and whether it is now paid; `None` if payments don't
    /// affect its status.
    fn payment_status(&self) -> Option<(String, bool)>;
}

/// The rules for a document.
pub(super) fn rules_for(stored: &StoredDocument) -> Box<dyn KindRules> {
    match stored.kind {
        DocumentKind::Quote => Box::new(stored.quote_state()),
        DocumentKind::Invoice => Box::new(stored.invoice_state()),
        DocumentKind::CreditNote => Box::new(stored.credit_note_state()),
    }
}

/// The rules for a row of a list, with only the data that its status needs.
pub(super) fn rules_for_listed(row: &ListedDocument) -> Box<dyn KindRules> {
    let (word, end) = (row.status.code(), row.due_date.0);
    match row.kind {
        DocumentKind::Quote => Box::new(QuoteState {
            status: QuoteStatus::parse(word),
            expiry_date: end,
            accepted_date: None,
            // For a list only its presence matters.
            cancelled_date: (row.shown == CANCELLED).then_some(Date::FIRST),
            is_staged: false,
            include_deposit: false,
            varies: VariedJob::Nothing,
        }),
        DocumentKind::Invoice => Box::new(InvoiceState {
            status: InvoiceStatus::parse(word),
            due_date: end,
            paid_date: None,
            amount_payable: Pence(row.amount_payable),
            // A list row has no refunds, but the stored status takes them into account.
            credits: Credits { credited: Pence(row.credited_amount), ..Credits::default() },
            paid: Pence(row.paid_amount),
            pending: Pence::ZERO,
            has_pending: false,
        }),
        DocumentKind::CreditNote => Box::new(CreditNoteState {
            status: CreditNoteStatus::parse(word),
            amount: Pence(row.amount_payable),
            refunded: Pence(row.paid_amount),
        }),
    }
}

impl KindRules for QuoteState {
    fn allowed_questions(&self) -> AllowedQuestions {
        self.allowed_questions()
    }

    fn badge(&self, today: Date) -> Badge {
        self.badge(today)
    }

    fn display_status(&self) -> DisplayStatus {
        self.display_status()
    }

    fn allowed_actions(&self, _stored: &StoredDocument, today: Date) -> AllowedActions {
        self.allowed_actions(today)
    }

    /// The deposit, once the quote is accepted.
    fn amount_requested(&self, stored: &StoredDocument) -> Option<Pence> {
        let (include, deposit) = (stored.document.include_deposit, stored.totals.deposit_amount);
        let is_active = |p: &PaymentRow| p.status == PaymentStatus::Pending || p.remaining() > 0;
        let has_payments = stored.payments.iter().any(is_active);
        self.deposit_due(include, deposit, has_payments)
    }

    fn status_after(&self, step: Step, today: Date) -> Result<String, TransitionError> {
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

    fn check_reminder(&self, today: Date) -> Result<(), TransitionError> {
        self.check_reminder(today)
    }

    fn check_waiting(&self, today: Date) -> Result<(), TransitionError> {
        self.check_reminder(today)
    }

    fn payment_status(&self) -> Option<(String, bool)> {
        None
    }
}

impl KindRules for InvoiceState {
    fn allowed_questions(&self) -> AllowedQuestions {
        self.allowed_questions()
    }

    fn badge(&self, today: Date) -> Badge {
        self.badge(today)
    }

    fn display_status(&self) -> DisplayStatus {
        self.display_status()
    }

    fn allowed_actions(&self, stored: &StoredDocument, _today: Date) -> AllowedActions {
        self.allowed_actions(stored.is_made_from_quote())
    }

    /// The balance.
    fn amount_requested(&self, _stored: &StoredDocument) -> Option<Pence> {
        self.can_pay().then(|| self.balance())
    }

    fn status_after(&self, step: Step, _today: Date) -> Result<String, TransitionError> {
        let action = match step {
            Step::Edit => InvoiceAction::Edit,
            Step::Send => InvoiceAction::Send,
            Step::Delete => InvoiceAction::Delete,
            Step::RecordPayment => InvoiceAction::RecordPayment,
            Step::DecidePayment => InvoiceAction::ConfirmPayment,
        };
        Ok(self.apply(action)?.as_str().to_owned())
    }

    fn check_reminder(&self, today: Date) -> Result<(), TransitionError> {
        self.check_reminder(today)
    }

    fn check_waiting(&self, _today: Date) -> Result<(), TransitionError> {
        self.check_waiting()
    }

    fn payment_status(&self) -> Option<(String, bool)> {
        let status = self.status_after_payments();
        Some((status.as_str().to_owned(), status == InvoiceStatus::Paid))
    }
}

impl KindRules for CreditNoteState {
    fn allowed_questions(&self) -> AllowedQuestions {
        self.allowed_questions()
    }

    fn badge(&self, _today: Date) -> Badge {
        self.badge()
    }

    fn display_status(&self) -> DisplayStatus {
        self.display_status()
    }

    fn allowed_actions(&self, _stored: &StoredDocument, _today: Date) -> AllowedActions {
        self.allowed_actions()
    }

    /// Always `None`: nobody pays a credit note.
    fn amount_requested(&self, _stored: &StoredDocument) -> Option<Pence> {
        None
    }

    fn status_after(&self, step: Step, _today: Date) -> Result<String, TransitionError> {
        let action = match step {
            Step::Edit => CreditNoteAction::Edit,
            Step::Send => CreditNoteAction::Send,
            Step::Delete => CreditNoteAction::Delete,
            // A credit note's payments are refunds.
            Step::RecordPayment | Step::DecidePayment => CreditNoteAction::Refund,
        };
        Ok(self.apply(action)?.as_str().to_owned())
    }

    fn check_reminder(&self, _today: Date) -> Result<(), TransitionError> {
        Err(NO_REMINDER)
    }

    fn check_waiting(&self, today: Date) -> Result<(), TransitionError> {
        KindRules::check_reminder(self, today)
    }

    fn payment_status(&self) -> Option<(String, bool)> {
        None
    }
}
