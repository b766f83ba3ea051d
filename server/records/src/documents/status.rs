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

/// A step that every kind has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The business changes it.
    Edit,
    /// The business issues it, or sends it again.
    Send,
    /// The business deletes a draft.
    Delete,
    /// The business records a payment that it has received.
    RecordPayment,
    /// The business confirms or rejects what its customer recorded.
    DecidePayment,
}

impl DocumentRow {
    /// Whether it varies the job of another quote, and whether that can still be varied.
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
    /// What core decides a quote's status by.
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

    /// What core decides an invoice's status by.
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

    /// What core decides a credit note's status by.
    pub fn credit_state(&self) -> CreditState {
        CreditState {
            status: CreditStatus::of(self.row.status.word()),
            amount: self.totals.amount_payable,
            refunded: self.totals.paid_amount,
        }
    }

    /// What its customer is asked to pay now, by whatever way: what remains of an invoice, or the
    /// deposit of an accepted quote.
    pub fn asked(&self) -> Option<Pence> {
        rules::of(self).asked(self)
    }

    /// What its customer may pay now: what is asked of them, and of an invoice that is paid in instalments
    /// what is due by now, else the next, or all.
    pub fn payable_now(&self, today: Date) -> Vec<Pence> {
        let standing = self.standing(today);
        let asked = standing.map(|standing| standing.asked);
        let all = self.asked();
        let each = asked.filter(|_| all.is_some()).into_iter().chain(all);
        each.collect()
    }

    /// What its customer may write to the business about it, on its page.
    pub fn asking(&self) -> Asking {
        rules::of(self).asking()
    }

    /// The status as shown today.
    pub fn badge(&self, today: Date) -> Badge {
        rules::of(self).badge(today)
    }

    /// Core's word on what lists show of it and what of it still counts.
    pub fn shown(&self) -> Shown {
        rules::of(self).shown()
    }

    /// What the business may do with it today.
    pub fn allowed(&self, today: Date) -> Allowed {
        rules::of(self).allowed(self, today)
    }

    /// Lets a reminder of it pass.
    ///
    /// # Errors
    /// 409 with core's code and sentence where its customer is not to be reminded.
    pub fn may_remind(&self, today: Date) -> Result<(), ApiError> {
        rules::of(self).remind(today).map_err(illegal)
    }

    /// Lets a reminder by a plan pass, be it late or not yet.
    ///
    /// # Errors
    /// 409 with core's code and sentence where it waits for nothing.
    pub fn waits(&self, today: Date) -> Result<(), ApiError> {
        rules::of(self).waits(today).map_err(illegal)
    }

    /// Whether it is the invoice of a quote.
    pub fn is_made_from_quote(&self) -> bool {
        self.row.source_quote_id.is_some()
    }

    /// Whether it has not been issued.
    pub fn is_draft(&self) -> bool {
        self.row.issued_version == 0
    }

    /// Takes a step that every kind has, and what its payments make of it.
    ///
    /// # Errors
    /// 409 with core's code and sentence when the step is not legal.
    pub fn step(&mut self, step: Step, today: Date) -> Result<(), ApiError> {
        let next = rules::of(self).after(step, today).map_err(illegal)?;
        self.row.status = at_rest(&next)?;
        self.settle()
    }

    /// Takes a step of a quote.
    ///
    /// # Errors
    /// 409 with core's code and sentence when the step is not legal.
    pub fn quote_step(&mut self, action: QuoteAction, today: Date) -> Result<(), ApiError> {
        let next = self.quote_state().apply(action, today).map_err(illegal)?;
        self.row.status = at_rest(next.as_str())?;
        Ok(())
    }

    /// Takes a step of an invoice, and what its payments make of it.
    ///
    /// # Errors
    /// 409 with core's code and sentence when the step is not legal.
    pub fn invoice_step(&mut self, action: InvoiceAction) -> Result<(), ApiError> {
        let next = self.invoice_state().apply(action).map_err(illegal)?;
        self.row.status = at_rest(next.as_str())?;
        self.settle()
    }

    /// Takes a step of a credit note.
    ///
    /// # Errors
    /// 409 with core's code and sentence when the step is not legal.
    pub fn credit_step(&mut self, action: CreditAction) -> Result<(), ApiError> {
        let next = self.credit_state().apply(action).map_err(illegal)?;
        self.row.status = at_rest(next.as_str())?;
        Ok(())
    }

    /// Gives it the status that its payments make where they make one, and, once paid, the day of
    /// the payment that made it so.
    ///
    /// # Errors
    /// 500 when core has a word for it that is not stored.
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

/// Core's word for a status as it is stored.
fn at_rest(word: &str) -> Result<Status, ApiError> {
    word.parse().map_err(ApiError::internal)
}

/// The status of a list's row as shown today.
pub fn badge_of(row: &Listed, today: Date) -> Badge {
    rules::of_listed(row).badge(today)
}

/// Core's refusal of a step as an answer.
pub fn illegal(error: TransitionError) -> ApiError {
    ApiError::conflict(error.code, format!("{error}."))
}
