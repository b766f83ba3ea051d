//! The steps in a document's life. Core decides which are allowed; this module only applies them.

use plumbline_core::document::ConfirmationStatus;
use plumbline_core::money::Pence;
use plumbline_core::status::credit_note::{CreditNoteAction, CreditNoteState, CreditNoteStatus};
use plumbline_core::status::display_status::DisplayStatus;
use plumbline_core::status::invoice::{InvoiceAction, InvoiceState, InvoiceStatus};
use plumbline_core::status::quote::{QuoteAction, QuoteState, QuoteStatus, VariedJob};
use plumbline_core::status::{AllowedActions, AllowedQuestions, Badge, TransitionError};
use plumbline_core::time::Date;

use super::rules;
use super::store::{DocumentRow, DocumentStatus};
use super::stored::StoredDocument;
use crate::documents::store::payments::{PaymentRow, PaymentStatus};
use crate::summaries::find::ListedDocument;
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
    pub fn varied_job(&self) -> VariedJob {
        let Some(status) = self.varied_status else {
            return VariedJob::Nothing;
        };
        if let Some(day) = self.varied_cancelled {
            return VariedJob::CancelledJob(day);
        }
        let job = QuoteState {
            status: QuoteStatus::parse(status.code()),
            expiry_date: None,
            accepted_date: None,
            cancelled_date: None,
            is_staged: false,
            include_deposit: false,
            varies: VariedJob::Nothing,
        };
        if job.has_open_job() { VariedJob::Job } else { VariedJob::ClosedJob }
    }
}

impl StoredDocument {
    /// The facts that decide a quote's status.
    pub fn quote_state(&self) -> QuoteState {
        QuoteState {
            status: QuoteStatus::parse(self.row.status.code()),
            expiry_date: self.due_date(),
            accepted_date: self.row.accepted_date,
            cancelled_date: self.row.cancelled_date,
            is_staged: self.row.stages > 0,
            include_deposit: self.document.include_deposit,
            varies: self.row.varied_job(),
        }
    }

    /// The facts that decide an invoice's status.
    pub fn invoice_state(&self) -> InvoiceState {
        let pending =
            |p: &&plumbline_core::document::Payment| p.confirmation_status == ConfirmationStatus::Pending;
        InvoiceState {
            status: InvoiceStatus::parse(self.row.status.code()),
            due_date: self.due_date(),
            paid_date: self.row.paid_date,
            amount_payable: self.totals.amount_payable,
            credits: self.credit_sums(),
            paid: self.totals.paid_amount,
            pending: self.totals.pending_amount,
            has_pending: self.document.payments.iter().any(|p| pending(&p)),
        }
    }

    /// The facts that decide a credit note's status.
    pub fn credit_note_state(&self) -> CreditNoteState {
        CreditNoteState {
            status: CreditNoteStatus::parse(self.row.status.code()),
            amount: self.totals.amount_payable,
            refunded: self.totals.paid_amount,
        }
    }

    /// The amount that its customer is asked to pay now, by any payment method: the balance of an invoice, or the
    /// deposit of an accepted quote.
    pub fn amount_requested(&self) -> Option<Pence> {
        rules::rules_for(self).amount_requested(self)
    }

    /// The amounts that its customer may pay now: everything that is asked for or, for an invoice in instalments, also
    /// the part that is due by now or else the next instalment.
    pub fn payable_amounts(&self, today: Date) -> Vec<Pence> {
        let instalment_schedule = self.instalment_schedule(today);
        let amount = instalment_schedule.map(|state| state.asked);
        let all = self.amount_requested();
        let each = amount.filter(|_| all.is_some()).into_iter().chain(all);
        each.collect()
    }

    /// What its customer may ask the business on the customer's page.
    pub fn allowed_questions(&self) -> AllowedQuestions {
        rules::rules_for(self).allowed_questions()
    }

    /// The status as displayed today.
    pub fn badge(&self, today: Date) -> Badge {
        rules::rules_for(self).badge(today)
    }

    /// Core's display status for lists, and what still counts.
    pub fn display_status(&self) -> DisplayStatus {
        rules::rules_for(self).display_status()
    }

    /// What the business may do with it today.
    pub fn allowed_actions(&self, today: Date) -> AllowedActions {
        rules::rules_for(self).allowed_actions(self, today)
    }

    /// Checks that its customer may be reminded of it.
    ///
    /// # Errors
    /// 409 with core's code and message if its customer may not be reminded.
    pub fn check_reminder(&self, today: Date) -> Result<(), ApiError> {
        rules::rules_for(self).check_reminder(today).map_err(transition_error)
    }

    /// Checks that a plan of reminders may remind of it, overdue or not.
    ///
    /// # Errors
    /// 409 with core's code and message if it doesn't await anything.
    pub fn check_waiting(&self, today: Date) -> Result<(), ApiError> {
        rules::rules_for(self).check_waiting(today).map_err(transition_error)
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
    pub fn take_step(&mut self, step: Step, today: Date) -> Result<(), ApiError> {
        let next = rules::rules_for(self).status_after(step, today).map_err(transition_error)?;
        self.row.status = parse_status(&next)?;
        self.update_payment_status()
    }

    /// Makes a transition of a quote.
    ///
    /// # Errors
    /// 409 with core's code and message if the transition isn't legal.
    pub fn take_quote_step(&mut self, action: QuoteAction, today: Date) -> Result<(), ApiError> {
        let next = self.quote_state().apply(action, today).map_err(transition_error)?;
        self.row.status = parse_status(next.as_str())?;
        Ok(())
    }

    /// Makes a transition of an invoice, and then the one that follows from its payments.
    ///
    /// # Errors
    /// 409 with core's code and message if the transition isn't legal.
    pub fn take_invoice_step(&mut self, action: InvoiceAction) -> Result<(), ApiError> {
        let next = self.invoice_state().apply(action).map_err(transition_error)?;
        self.row.status = parse_status(next.as_str())?;
        self.update_payment_status()
    }

    /// Makes a transition of a credit note.
    ///
    /// # Errors
    /// 409 with core's code and message if the transition isn't legal.
    pub fn take_credit_note_step(&mut self, action: CreditNoteAction) -> Result<(), ApiError> {
        let next = self.credit_note_state().apply(action).map_err(transition_error)?;
        self.row.status = parse_status(next.as_str())?;
        Ok(())
    }

    /// Sets the status that follows from its payments, if any does, and once it is paid, the date of the payment that
    /// completed it.
    ///
    /// # Errors
    /// 500 if core's status has no stored form.
    pub fn update_payment_status(&mut self) -> Result<(), ApiError> {
        let Some((status, is_paid)) = rules::rules_for(self).payment_status() else {
            return Ok(());
        };
        self.row.status = parse_status(&status)?;
        let counts = |p: &&PaymentRow| p.status == PaymentStatus::Confirmed && p.remaining() > 0;
        let confirmed = self.payments.iter().filter(counts);
        let last = confirmed.map(|p| p.date).max();
        self.row.paid_date = if is_paid { last.or_else(|| self.row.paid_date.take()) } else { None };
        Ok(())
    }
}

/// Converts core's name of a status to the stored one.
fn parse_status(word: &str) -> Result<DocumentStatus, ApiError> {
    word.parse().map_err(ApiError::internal)
}

/// The status of a list row as displayed today.
pub fn badge_for_listed(row: &ListedDocument, today: Date) -> Badge {
    rules::rules_for_listed(row).badge(today)
}

/// Converts core's refusal of a transition to an error response.
pub fn transition_error(error: TransitionError) -> ApiError {
    ApiError::conflict(error.code, format!("{error}."))
}
