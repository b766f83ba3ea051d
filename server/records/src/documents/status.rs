//! The steps in a document's life. Core decides which are allowed; here they are only taken.

use plumbline_core::document::ConfirmationStatus;
use plumbline_core::money::Pence;
use plumbline_core::status::asking::Asking;
use plumbline_core::status::credit::{CreditAction, CreditState, CreditStatus};
use plumbline_core::status::invoice::{InvoiceAction, InvoiceState, InvoiceStatus};
use plumbline_core::status::quote::{QuoteAction, QuoteState, QuoteStatus, Varies};
use plumbline_core::status::shown::Shown;
use plumbline_core::status::{Allowed, Badge, TransitionError};
use plumbline_core::time::Date;

use super::rules;
use super::store::{DocumentRow, Status};
use super::stored::{Stored, date};
use crate::documents::store::payments::{PaymentRow, PaymentStatus};
use crate::summaries::find::Listed;
use plumbline_platform::error::ApiError;

/// A transition that every kind has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The business edits it.
    Edit,
    /// The business issues it or sends it again.
    Send,
    /// The business deletes a draft.
    Delete,
    /// The business records a received payment.
    RecordPayment,
    /// The business confirms or rejects a payment that its customer announced.
    DecidePayment,
}

impl DocumentRow {
    /// Whether it is a variation of another quote's job, and whether that job can still be varied.
    pub fn varies(&self) -> Varies {
        let Some(status) = self.varied_status else {
            return Varies::Nothing;
        };
        if let Some(day) = date(&self.varied_cancelled) {
            return Varies::CancelledJob(day);
        }
        let job = QuoteState {
            status: QuoteStatus::of(status.word()),
            expiry_date: None,
            accepted_date: None,
            cancelled_date: None,
            is_staged: false,
            varies: Varies::Nothing,
        };
        if job.has_open_job() {
            Varies::Job
        } else {
            Varies::ClosedJob
        }
    }
}

impl Stored {
    /// The facts that decide a quote's status.
    pub fn quote_state(&self) -> QuoteState {
        QuoteState {
            status: QuoteStatus::of(self.row.status.word()),
            expiry_date: self.due_date(),
            accepted_date: date(&self.row.accepted_date),
            cancelled_date: date(&self.row.cancelled_date),
            is_staged: self.row.stages > 0,
            varies: self.row.varies(),
        }
    }

    /// The facts that decide an invoice's status.
    pub fn invoice_state(&self) -> InvoiceState {
        let pending = |p: &&plumbline_core::document::Payment| {
            p.confirmation_status == ConfirmationStatus::Pending
        };
        InvoiceState {
            status: InvoiceStatus::of(self.row.status.word()),
            due_date: self.due_date(),
            paid_date: date(&self.row.paid_date),
            amount_payable: self.totals.amount_payable,
            credits: self.credited(),
            paid: self.totals.paid_amount,
            pending: self.totals.pending_amount,
            has_pending: self.document.payments.iter().any(|p| pending(&p)),
        }
    }

    /// The facts that decide a credit note's status.
    pub fn credit_state(&self) -> CreditState {
        CreditState {
            status: CreditStatus::of(self.row.status.word()),
            amount: self.totals.amount_payable,
            refunded: self.totals.paid_amount,
        }
    }

    /// The amount that its customer is asked to pay now, by any payment method: the balance of an invoice, or the
    /// deposit of an accepted quote.
    pub fn asked(&self) -> Option<Pence> {
        rules::of(self).asked(self)
    }

    /// The amounts that its customer may pay now: everything that is asked for or, for an invoice in instalments, also
    /// the part that is due by now or else the next instalment.
    pub fn payable_now(&self, today: Date) -> Vec<Pence> {
        let standing = self.standing(today);
        let asked = standing.map(|standing| standing.asked);
        let all = self.asked();
        let each = asked.filter(|_| all.is_some()).into_iter().chain(all);
        each.collect()
    }

    /// What its customer may ask the business on the customer's page.
    pub fn asking(&self) -> Asking {
        rules::of(self).asking()
    }

    /// The status as displayed today.
    pub fn badge(&self, today: Date) -> Badge {
        rules::of(self).badge(today)
    }

    /// Core's display status for lists, and what still counts.
    pub fn shown(&self) -> Shown {
        rules::of(self).shown()
    }

    /// What the business may do with it today.
    pub fn allowed(&self, today: Date) -> Allowed {
        rules::of(self).allowed(self, today)
    }

    /// Checks that its customer may be reminded of it.
    ///
    /// # Errors
    /// 409 with core's code and message if its customer may not be reminded.
    pub fn may_remind(&self, today: Date) -> Result<(), ApiError> {
        rules::of(self).remind(today).map_err(illegal)
    }

    /// Checks that a plan of reminders may remind of it, overdue or not.
    ///
    /// # Errors
    /// 409 with core's code and message if it doesn't await anything.
    pub fn waits(&self, today: Date) -> Result<(), ApiError> {
        rules::of(self).waits(today).map_err(illegal)
    }

    /// Whether it is an invoice that was made from a quote.
    pub fn is_made_from_quote(&self) -> bool {
        self.row.source_quote_id.is_some()
    }

    /// Whether it hasn't been issued.
    pub fn is_draft(&self) -> bool {
        self.row.issued_version == 0
    }

    /// Makes a transition that every kind has, and then the one that follows from its payments.
    ///
    /// # Errors
    /// 409 with core's code and message if the transition isn't legal.
    pub fn step(&mut self, step: Step, today: Date) -> Result<(), ApiError> {
        let next = rules::of(self).after(step, today).map_err(illegal)?;
        self.row.status = at_rest(&next)?;
        self.settle()
    }

    /// Makes a transition of a quote.
    ///
    /// # Errors
    /// 409 with core's code and message if the transition isn't legal.
    pub fn quote_step(&mut self, action: QuoteAction, today: Date) -> Result<(), ApiError> {
        let next = self.quote_state().apply(action, today).map_err(illegal)?;
        self.row.status = at_rest(next.as_str())?;
        Ok(())
    }

    /// Makes a transition of an invoice, and then the one that follows from its payments.
    ///
    /// # Errors
    /// 409 with core's code and message if the transition isn't legal.
    pub fn invoice_step(&mut self, action: InvoiceAction) -> Result<(), ApiError> {
        let next = self.invoice_state().apply(action).map_err(illegal)?;
        self.row.status = at_rest(next.as_str())?;
        self.settle()
    }

    /// Makes a transition of a credit note.
    ///
    /// # Errors
    /// 409 with core's code and message if the transition isn't legal.
    pub fn credit_step(&mut self, action: CreditAction) -> Result<(), ApiError> {
        let next = self.credit_state().apply(action).map_err(illegal)?;
        self.row.status = at_rest(next.as_str())?;
        Ok(())
    }

    /// Sets the status that follows from its payments, if any does, and once it is paid, the date of the payment that
    /// completed it.
    ///
    /// # Errors
    /// 500 if core's status has no stored form.
    pub fn settle(&mut self) -> Result<(), ApiError> {
        let Some((status, is_paid)) = rules::of(self).settled() else {
            return Ok(());
        };
        self.row.status = at_rest(&status)?;
        let counts = |p: &&PaymentRow| p.status == PaymentStatus::Confirmed && p.left() > 0;
        let confirmed = self.payments.iter().filter(counts);
        let last = confirmed.map(|p| p.date.clone()).max();
        self.row.paid_date = if is_paid {
            last.or_else(|| self.row.paid_date.take())
        } else {
            None
        };
        Ok(())
    }
}

/// Converts core's name of a status to the stored one.
fn at_rest(word: &str) -> Result<Status, ApiError> {
    word.parse().map_err(ApiError::internal)
}

/// The status of a list row as displayed today.
pub fn badge_of(row: &Listed, today: Date) -> Badge {
    rules::of_listed(row).badge(today)
}

/// Converts core's refusal of a transition to an error response.
pub fn illegal(error: TransitionError) -> ApiError {
    ApiError::conflict(error.code, format!("{error}."))
}
