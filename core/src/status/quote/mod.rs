//! A quote's status: what is displayed, what the customer may do, which steps are allowed (docs/product.md, section
//! 4, Quote status; docs/rules.md, section 4).

use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::status::{AllowedActions, Badge, Banner, Tone, TransitionError, UNKNOWN_STATUS, format_on_date};
use crate::time::Date;

/// The stored status of a quote.
///
/// `Expired` need not be stored: a sent quote expires by its date. An unknown status is preserved and displayed
/// unchanged (docs/product.md, section 4: 'other: raw text').
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuoteStatus {
    /// Being written; has no number and no link.
    Draft,
    /// Issued and waiting for the customer.
    Sent,
    /// Accepted by the customer.
    Accepted,
    /// Declined by the customer (`declined` or `rejected`).
    Declined,
    /// Past its expiry day.
    Expired,
    /// Turned into an invoice.
    Invoiced,
    /// Any other stored text.
    Other(String),
}

impl QuoteStatus {
    /// Reads a stored status.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        match text {
            "draft" => QuoteStatus::Draft,
            "sent" => QuoteStatus::Sent,
            "accepted" => QuoteStatus::Accepted,
            "declined" | "rejected" => QuoteStatus::Declined,
            "expired" => QuoteStatus::Expired,
            "invoiced" => QuoteStatus::Invoiced,
            other => QuoteStatus::Other(other.into()),
        }
    }

    /// The text to store.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            QuoteStatus::Draft => "draft",
            QuoteStatus::Sent => "sent",
            QuoteStatus::Accepted => "accepted",
            QuoteStatus::Declined => "declined",
            QuoteStatus::Expired => "expired",
            QuoteStatus::Invoiced => "invoiced",
            QuoteStatus::Other(text) => text,
        }
    }
}

/// Whether a quote is a variation of another quote's job, and whether that job can still be varied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VariedJob {
    /// Not a variation: the quote has a job of its own.
    #[default]
    Nothing,
    /// A variation of a job that can be varied.
    Job,
    /// A variation of a job that was invoiced in full, so that nothing more can be agreed.
    ClosedJob,
    /// A variation of a job that the customer cancelled on this day.
    CancelledJob(Date),
}

/// The facts on which the status of a quote depends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuoteState {
    /// The stored status.
    pub status: QuoteStatus,
    /// The last day to accept it.
    pub expiry_date: Option<Date>,
    /// The day on which the customer accepted it.
    pub accepted_date: Option<Date>,
    /// The day on which the customer cancelled the job (`consumer`). The stored status doesn't change, because the
    /// quote was accepted; only the displayed status does.
    pub cancelled_date: Option<Date>,
    /// Whether its job is invoiced in stages, which then ask for payment.
    pub is_staged: bool,
    /// Whether it asks for a deposit, which is the only payment that a quote takes.
    pub include_deposit: bool,
    /// The job of another quote that this one varies; the two are invoiced together.
    pub varies: VariedJob,
}

impl QuoteState {
    /// A quote with its own job, of which only the stored status and the expiry date are known.
    #[must_use]
    pub fn new(status: &str, expiry_date: Option<Date>) -> Self {
        Self {
            status: QuoteStatus::parse(status),
            expiry_date,
            accepted_date: None,
            cancelled_date: None,
            is_staged: false,
            include_deposit: false,
            varies: VariedJob::Nothing,
        }
    }

    /// Whether the customer accepted it, even if it has become an invoice since.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        match self.status {
            QuoteStatus::Accepted => true,
            QuoteStatus::Invoiced => self.accepted_date.is_some(),
            _ => false,
        }
    }

    /// Whether it counts as expired: by its status, or because it still awaits a reply and its expiry day has passed.
    /// It is valid to the end of that day in London.
    #[must_use]
    pub fn is_expired(&self, today: Date) -> bool {
        match self.status {
            QuoteStatus::Expired => true,
            QuoteStatus::Sent | QuoteStatus::Other(_) => {
                self.expiry_date.is_some_and(|day| day.has_passed(today))
            }
            _ => false,
        }
    }

    /// The day on which the customer cancelled the job. It is never set in the browser, because issued documents are
    /// shown as the server presents them.
    pub(super) fn cancelled_on(&self) -> Option<Date> {
        self.cancelled_date.filter(|_| !cfg!(target_arch = "wasm32"))
    }

    /// The displayed status (docs/product.md, section 4, the table). The table lacks a quote that became an invoice,
    /// which is displayed as 'Invoiced', and a cancelled one, as 'Cancelled'.
    #[must_use]
    pub fn badge(&self, today: Date) -> Badge {
        if self.cancelled_on().is_some() {
            return Badge::new("cancelled", "Cancelled", Tone::Red);
        }
        match &self.status {
            QuoteStatus::Draft => Badge::new("draft", "Draft", Tone::Grey),
            QuoteStatus::Sent if self.is_expired(today) => Badge::new("expired", "Expired", Tone::Red),
            QuoteStatus::Sent => Badge::new("sent", "Pending", Tone::Blue),
            QuoteStatus::Accepted => Badge::new("accepted", "Accepted", Tone::Green),
            QuoteStatus::Declined => Badge::new("declined", "Declined", Tone::Red),
            QuoteStatus::Expired => Badge::new("expired", "Expired", Tone::Red),
            QuoteStatus::Invoiced => Badge::new("invoiced", "Invoiced", Tone::Green),
            QuoteStatus::Other(text) => Badge::new(text, text, Tone::Grey),
        }
    }

    /// The banner of the customer's page (docs/product.md, section 4, Quote flow); `None` while the quote awaits a
    /// reply.
    #[must_use]
    pub fn banner(&self, today: Date) -> Option<Banner> {
        if let Some(day) = self.cancelled_on() {
            let (what, day) = match self.varies {
                VariedJob::Nothing => ("This job", day),
                VariedJob::Job | VariedJob::ClosedJob => ("This variation", day),
                VariedJob::CancelledJob(day) => ("The job", day),
            };
            let text = format!("{what} was cancelled{}.", format_on_date(Some(day)));
            return Some(Banner::new(Tone::Red, text));
        }
        if self.is_accepted() {
            let on = format_on_date(self.accepted_date);
            let text = format!("Quote accepted{on}. We'll be in touch soon to discuss next steps.");
            return Some(Banner::new(Tone::Green, text));
        }
        if self.status == QuoteStatus::Declined {
            let text = "We're sorry this quote wasn't quite right for you.";
            return Some(Banner::new(Tone::Red, text.into()));
        }
        if self.is_too_late() {
            let text = "The job this variation belongs to is closed. Please contact us for a new quote.";
            return Some(Banner::new(Tone::Red, text.into()));
        }
        self.is_expired(today).then(|| {
            let on = format_on_date(self.expiry_date);
            let text = format!("This quote expired{on}. Please contact us for an updated quote.");
            Banner::new(Tone::Red, text)
        })
    }

    /// Whether the customer sees 'Accept Quote' and 'Decline Quote': the quote was sent, has neither been accepted nor
    /// declined, and has not expired. For a variation, its job must still be open.
    #[must_use]
    pub fn can_decide(&self, today: Date) -> bool {
        self.status == QuoteStatus::Sent && !self.is_expired(today) && !self.is_too_late()
    }

    /// Whether more can be agreed for its job: the quote was accepted, and the job was neither invoiced in full nor
    /// cancelled.
    #[must_use]
    pub fn has_open_job(&self) -> bool {
        self.status == QuoteStatus::Accepted && self.cancelled_date.is_none()
    }

    /// Whether it awaits a reply although nothing more can be agreed for its job.
    fn is_too_late(&self) -> bool {
        self.status == QuoteStatus::Sent && self.job_over().is_some()
    }

    /// Why a variation can't be offered any more, if nothing more can be agreed for its job.
    fn job_over(&self) -> Option<TransitionError> {
        match self.varies {
            VariedJob::Nothing | VariedJob::Job => None,
            VariedJob::ClosedJob => Some(JOB_CLOSED),
            VariedJob::CancelledJob(_) => Some(CANCELLED),
        }
    }

    fn is_variation(&self) -> bool {
        self.varies != VariedJob::Nothing
    }

    /// The deposit that the 'Pay Deposit ({amount})' card asks for: once the quote is accepted, a deposit above 0
    /// applies and no payment exists yet (docs/product.md, section 4, Deposit flow). If the quote was invoiced, in full
    /// or in stages, the customer pays those invoices; for a cancelled job no deposit is asked for.
    #[must_use]
    pub fn deposit_due(&self, include_deposit: bool, deposit: Pence, has_payments: bool) -> Option<Pence> {
        let is_in_force = self.status == QuoteStatus::Accepted && self.cancelled_date.is_none();
        let asks_for_deposit = is_in_force && !self.is_staged;
        let requested = asks_for_deposit && include_deposit && !has_payments;
        (requested && deposit > Pence::ZERO).then_some(deposit)
    }

    /// The status after a step, or why the step is refused (docs/rules.md, section 4: draft → sent → accepted |
    /// declined; sent → expired by date; accepted or sent → invoiced once). A repeated step gives the same status again
    /// if repeating it does no harm.
    ///
    /// # Errors
    /// A [`TransitionError`] for every step that is not legal.
    pub fn apply(&self, action: QuoteAction, today: Date) -> Result<QuoteStatus, TransitionError> {
        use QuoteAction as A;
        use QuoteStatus as S;
        // A sent quote whose expiry day has passed counts as expired.
        let status = match self.status {
            S::Sent if self.is_expired(today) => &S::Expired,
            _ => &self.status,
        };
        if let (S::Sent | S::Expired, A::Edit | A::Send, Some(over)) = (status, action, self.job_over()) {
            return Err(over);
        }
        match (status, action) {
            (_, A::Archive) => Ok(self.status.clone()),
            (S::Other(_), _) => Err(UNKNOWN_STATUS),
            (S::Draft, A::Send) => Ok(S::Sent),
            (S::Draft, A::Edit | A::Delete) => Ok(S::Draft),
            (S::Draft, _) => Err(NOT_SENT),
            (_, A::Delete) => Err(ISSUED),
            (S::Sent | S::Expired | S::Accepted, A::RecordPayment) if self.is_variation() => Err(PART_OF_JOB),
            (S::Accepted, A::RecordPayment) if self.is_staged => Err(PAY_THE_STAGE),
            (S::Sent | S::Expired | S::Accepted, A::RecordPayment) if !self.include_deposit => {
                Err(NO_DEPOSIT)
            }
            (S::Sent | S::Expired | S::Accepted, A::RecordPayment) => Ok(self.status.clone()),
            (S::Invoiced, A::RecordPayment) => Err(PAY_THE_INVOICE),
            // A new expiry date makes an expired quote open again.
            (S::Sent | S::Expired, A::Edit) => Ok(S::Sent),
            (S::Expired, A::Expire) => Ok(S::Expired),
            (S::Sent, A::Expire) => Err(NOT_EXPIRED),
            (S::Expired, A::Accept | A::Decline) => Err(TOO_LATE),
            (S::Expired, _) => Err(EXPIRED),
            (S::Sent, A::Send) => Ok(S::Sent),
            (S::Sent | S::Accepted, A::Accept) => Ok(S::Accepted),
            (S::Sent | S::Declined, A::Decline) => Ok(S::Declined),
            (S::Sent | S::Accepted | S::Invoiced, A::Convert | A::Stage | A::Vary) if self.is_variation() => {
                Err(PART_OF_JOB)
            }
            (S::Accepted, A::Convert) if self.cancelled_date.is_some() => Err(NOT_IN_FULL),
            (S::Sent | S::Accepted, A::Convert) => Ok(S::Invoiced),
            (S::Accepted, A::Stage) => Ok(S::Accepted),
            (S::Sent, A::Stage) => Err(NOT_ACCEPTED),
            (S::Accepted, A::Vary) if self.has_open_job() => Ok(S::Accepted),
            (S::Accepted, A::Vary) => Err(CANCELLED),
            (S::Sent, A::Vary) => Err(NOT_AGREED),
            (S::Invoiced, A::Vary) => Err(JOB_INVOICED),
            (S::Accepted, _) => Err(ALREADY_ACCEPTED),
            (S::Declined, _) => Err(ALREADY_DECLINED),
            (S::Invoiced, _) => Err(ALREADY_INVOICED),
        }
    }

    /// Whether the customer may be reminded of it: it awaits their reply.
    ///
    /// # Errors
    /// A [`TransitionError`] with the reason why not.
    pub fn check_reminder(&self, today: Date) -> Result<(), TransitionError> {
        match &self.status {
            QuoteStatus::Sent if self.can_decide(today) => Ok(()),
            QuoteStatus::Sent | QuoteStatus::Expired => Err(EXPIRED),
            QuoteStatus::Draft => Err(NOT_SENT),
            QuoteStatus::Accepted => Err(ALREADY_ACCEPTED),
            QuoteStatus::Declined => Err(ALREADY_DECLINED),
            QuoteStatus::Invoiced => Err(ALREADY_INVOICED),
            QuoteStatus::Other(_) => Err(UNKNOWN_STATUS),
        }
    }

    /// The actions that a screen offers the business on the day `today`.
    #[must_use]
    pub fn allowed_actions(&self, today: Date) -> AllowedActions {
        let legal = |action| self.apply(action, today).is_ok();
        AllowedActions {
            edit: legal(QuoteAction::Edit),
            send: legal(QuoteAction::Send),
            convert: legal(QuoteAction::Convert),
            stage: legal(QuoteAction::Stage),
            void: false,
            delete: legal(QuoteAction::Delete),
            record_payment: legal(QuoteAction::RecordPayment),
            credit: false,
            agree: false,
            vary: legal(QuoteAction::Vary),
        }
    }
}

/// A step in the life of a quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuoteAction {
    /// The business changes it.
    Edit,
    /// The business issues it, or sends it again.
    Send,
    /// The customer accepts it.
    Accept,
    /// The customer declines it.
    Decline,
    /// Its expiry day has passed.
    Expire,
    /// The business turns it into an invoice, once.
    Convert,
    /// The business invoices a part of the job before the rest.
    Stage,
    /// A variation of the accepted quote is offered or accepted.
    Vary,
    /// The business records a payment of the deposit or a part of it; the status doesn't change.
    RecordPayment,
    /// The business deletes a draft.
    Delete,
    /// The business archives it; its status doesn't change.
    Archive,
}

const NOT_SENT: TransitionError = TransitionError::new("not_sent", "This quote is a draft. Send it first");
const ISSUED: TransitionError =
    TransitionError::new("issued", "This quote has been issued and keeps its number. Archive it instead");
const EXPIRED: TransitionError =
    TransitionError::new("expired", "This quote has expired. It needs a new expiry date");
/// The same for the customer.
const TOO_LATE: TransitionError =
    TransitionError::new("expired", "This quote has expired. Please ask for a new one");
const NOT_EXPIRED: TransitionError = TransitionError::new("not_expired", "This quote has not expired yet");
const ALREADY_ACCEPTED: TransitionError =
    TransitionError::new("already_accepted", "This quote has already been accepted");
const ALREADY_DECLINED: TransitionError =
    TransitionError::new("already_declined", "This quote has already been declined");
const ALREADY_INVOICED: TransitionError =
    TransitionError::new("already_invoiced", "This quote has already been turned into an invoice");
const PAY_THE_INVOICE: TransitionError =
    TransitionError::new("already_invoiced", "This quote is now an invoice. Record the payment there");

const NO_DEPOSIT: TransitionError = TransitionError::new(
    "no_deposit",
    "This quote asks for no deposit. Invoice the job and record the payment on its invoice",
);
const PAY_THE_STAGE: TransitionError =
    TransitionError::new("staged", "This job is invoiced in stages. Record the payment on its invoice");
const NOT_ACCEPTED: TransitionError = TransitionError::new(
    "not_accepted",
    "Only an accepted quote is invoiced in stages. Turn it into one invoice instead",
);
const PART_OF_JOB: TransitionError = TransitionError::new(
    "part_of_job",
    "This is a variation of another quote. Do this on that quote instead",
);
const NOT_AGREED: TransitionError = TransitionError::new(
    "not_accepted",
    "You can only add a variation to an accepted quote. Change this quote instead",
);
const JOB_INVOICED: TransitionError = TransitionError::new(
    "job_invoiced",
    "This job has been invoiced in full, so nothing can be added to it. Make a new quote instead",
);
/// For a variation that was offered before its job was invoiced.
const JOB_CLOSED: TransitionError = TransitionError::new(
    "job_invoiced",
    "The job’s final invoice has been made, so this can no longer be accepted. Make a new quote instead",
);
const CANCELLED: TransitionError =
    TransitionError::new("job_cancelled", "This job was cancelled, so nothing can be added to it");

/// For a cancelled job, only the work done is owed (Consumer Contracts Regulations 2013, reg. 36), which is invoiced as
/// a stage.
const NOT_IN_FULL: TransitionError = TransitionError::new(
    "job_cancelled",
    "This job was cancelled, so it cannot be invoiced in full. Invoice what is owed for it instead",
);

/// The title of the deposit card (docs/product.md, section 4, Deposit flow).
#[must_use]
pub fn deposit_card_title(amount: Pence) -> String {
    format!("Pay Deposit ({})", format_gbp(amount))
}

#[cfg(test)]
mod tests;
