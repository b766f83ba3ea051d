//! An invoice's status: what is displayed, how it may be paid, which steps are allowed (docs/product.md, section 4,
//! Invoice display status; docs/rules.md, section 4).

use crate::calculate::payments::{self, Credits};
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::status::{AllowedActions, Badge, Banner, Tone, TransitionError, UNKNOWN_STATUS, format_on_date};
use crate::time::Date;

/// The stored status of an invoice. An unknown status is preserved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvoiceStatus {
    /// Being written; has no number and no link.
    Draft,
    /// Issued, nothing confirmed yet.
    Sent,
    /// Confirmed payments cover a part of it.
    PartiallyPaid,
    /// Confirmed payments cover all of it.
    Paid,
    /// Credit notes take all of it off.
    Credited,
    /// Issued and withdrawn; its number stays in the sequence.
    Void,
    /// Any other stored text.
    Other(String),
}

impl InvoiceStatus {
    /// Reads a stored status.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        match text {
            "draft" => InvoiceStatus::Draft,
            "sent" => InvoiceStatus::Sent,
            "partially_paid" => InvoiceStatus::PartiallyPaid,
            "paid" => InvoiceStatus::Paid,
            "credited" => InvoiceStatus::Credited,
            "void" => InvoiceStatus::Void,
            other => InvoiceStatus::Other(other.into()),
        }
    }

    /// The text to store.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            InvoiceStatus::Draft => "draft",
            InvoiceStatus::Sent => "sent",
            InvoiceStatus::PartiallyPaid => "partially_paid",
            InvoiceStatus::Paid => "paid",
            InvoiceStatus::Credited => "credited",
            InvoiceStatus::Void => "void",
            InvoiceStatus::Other(text) => text,
        }
    }
}

/// The facts on which the status of an invoice depends. The amounts are outputs of the calculation (docs/rules.md,
/// section 3, step 9): the balance is what is left of `amountPayable`, which without CIS is the total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvoiceState {
    /// The stored status.
    pub status: InvoiceStatus,
    /// The last day to pay it on time.
    pub due_date: Option<Date>,
    /// The day on which it was paid in full.
    pub paid_date: Option<Date>,
    /// What the customer has to pay in total, before credit notes.
    pub amount_payable: Pence,
    /// The credit notes and the refunds against them.
    pub credits: Credits,
    /// The confirmed payments.
    pub paid: Pence,
    /// The payments that wait for confirmation.
    pub pending: Pence,
    /// Whether a payment waits for confirmation, whatever its amount.
    pub has_pending: bool,
}

impl InvoiceState {
    /// An invoice of which only the stored status, the due date, the amount and the payments are known; it has no
    /// credit notes and no pending payments.
    #[must_use]
    pub fn new(status: &str, due_date: Option<Date>, amount_payable: Pence, paid: Pence) -> Self {
        Self {
            status: InvoiceStatus::parse(status),
            due_date,
            paid_date: None,
            amount_payable,
            credits: Credits::default(),
            paid,
            pending: Pence::ZERO,
            has_pending: false,
        }
    }

    /// Whether customers can see it and reminders apply: issued and not void.
    fn is_live(&self) -> bool {
        !matches!(self.status, InvoiceStatus::Draft | InvoiceStatus::Void)
    }

    /// Whether it is credited: by its status, or because credit notes take all of it off, whatever was paid before.
    #[must_use]
    pub fn is_credited(&self) -> bool {
        self.is_live() && (self.status == InvoiceStatus::Credited || self.is_fully_credited())
    }

    /// Whether credit notes take all of it off.
    fn is_fully_credited(&self) -> bool {
        let credited = self.credits.credited;
        credited > Pence::ZERO && credited >= self.amount_payable
    }

    /// Whether it is paid: by its status, or because confirmed payments cover the amount less credit notes.
    #[must_use]
    pub fn is_paid(&self) -> bool {
        self.is_live()
            && !self.is_credited()
            && (self.status == InvoiceStatus::Paid || self.balance() == Pence::ZERO)
    }

    /// Whether nothing more is asked for on an issued invoice: it is paid or credited.
    fn is_settled(&self) -> bool {
        self.is_paid() || self.is_credited()
    }

    /// Whether it still asks for money, or will once the draft is sent.
    #[must_use]
    pub fn is_owed(&self) -> bool {
        self.status != InvoiceStatus::Void && !self.is_settled()
    }

    /// Whether it is partially paid: confirmed payments are above 0 and below the amount.
    #[must_use]
    pub fn is_partially_paid(&self) -> bool {
        self.is_live() && !self.is_settled() && self.paid > Pence::ZERO
    }

    /// Whether it is overdue: the due day has ended in London, and it is not paid.
    #[must_use]
    pub fn is_overdue(&self, today: Date) -> bool {
        let has_passed = self.due_date.is_some_and(|day| day.has_passed(today));
        self.is_live() && !self.is_settled() && has_passed
    }

    /// The amount minus credit notes and confirmed payments, never below 0.
    pub fn balance(&self) -> Pence {
        payments::calculate_balance(self.amount_payable, self.credits, self.paid)
    }

    /// What was paid beyond the amount less credit notes, and hasn't been refunded.
    pub fn refund_due(&self) -> Pence {
        payments::calculate_refund_due(self.amount_payable, self.credits, self.paid)
    }

    /// The displayed status: the first of Credited, Paid, Partially Paid, Overdue and Outstanding that applies. Drafts
    /// and void invoices, which no customer sees, are displayed as such.
    #[must_use]
    pub fn badge(&self, today: Date) -> Badge {
        match self.status {
            InvoiceStatus::Draft => Badge::new("draft", "Draft", Tone::Grey),
            InvoiceStatus::Void => Badge::new("void", "Void", Tone::Grey),
            _ if self.is_credited() => Badge::new("credited", "Credited", Tone::Grey),
            _ if self.is_paid() => Badge::new("paid", "Paid", Tone::Green),
            _ if self.is_partially_paid() => Badge::new("partially_paid", "Partially Paid", Tone::Amber),
            _ if self.is_overdue(today) => Badge::new("overdue", "Overdue", Tone::Red),
            _ => Badge::new("outstanding", "Outstanding", Tone::Blue),
        }
    }

    /// The banners of the customer's page, in the order of docs/product.md, section 4. Several can apply at once:
    /// partly paid and late.
    #[must_use]
    pub fn banners(&self, today: Date) -> Vec<Banner> {
        let mut banners = Vec::new();
        if !self.is_live() {
            return banners;
        }
        if self.is_overdue(today) && !self.has_pending {
            let due = format_on_date(self.due_date);
            let text = format!(
                "This invoice was due{due} and is now overdue. Please arrange payment as soon as possible."
            );
            banners.push(Banner::new(Tone::Red, text));
        }
        if self.is_credited() {
            let text = "This invoice has been credited in full. There is nothing to pay.";
            banners.push(Banner::new(Tone::Blue, text.into()));
        }
        if self.is_paid() {
            let on = format_on_date(self.paid_date);
            let text = format!("Invoice paid in full{on}. Thank you for your payment!");
            banners.push(Banner::new(Tone::Green, text));
        }
        if self.is_partially_paid() {
            let (paid, balance) = (format_gbp(self.paid), format_gbp(self.balance()));
            let text = format!("Partial payment received: {paid}. Remaining balance: {balance}");
            banners.push(Banner::new(Tone::Amber, text));
        }
        if self.has_pending {
            let mut text = String::from(
                "Payment recorded and awaiting confirmation. We'll update your payment status within 2 business \
                 days.",
            );
            if self.pending > Pence::ZERO {
                text = text + " Pending amount: " + &format_gbp(self.pending);
            }
            banners.push(Banner::new(Tone::Blue, text));
        }
        banners
    }

    /// Whether the payment methods are shown: not if the invoice is paid, the balance is 0 or a payment is pending
    /// (docs/product.md, section 4, Payment confirmation).
    #[must_use]
    pub fn can_pay(&self) -> bool {
        self.is_live() && !self.is_settled() && !self.has_pending
    }

    /// The status that follows from credit notes and confirmed payments: for an issued invoice, sent, partially paid,
    /// paid or credited. A draft, void or unknown status doesn't change.
    #[must_use]
    pub fn status_after_payments(&self) -> InvoiceStatus {
        match &self.status {
            InvoiceStatus::Draft | InvoiceStatus::Void | InvoiceStatus::Other(_) => self.status.clone(),
            _ if self.is_fully_credited() => InvoiceStatus::Credited,
            _ if self.balance() == Pence::ZERO => InvoiceStatus::Paid,
            _ if self.paid > Pence::ZERO => InvoiceStatus::PartiallyPaid,
            _ => InvoiceStatus::Sent,
        }
    }

    /// The status after a step, or why the step is refused (docs/rules.md, section 4: draft → sent → partially paid →
    /// paid; a draft may be deleted, an issued invoice only archived or voided). Recording a payment doesn't change the
    /// status; confirming one gives [`InvoiceState::status_after_payments`].
    ///
    /// # Errors
    /// A [`TransitionError`] for every step that is not legal.
    pub fn apply(&self, action: InvoiceAction) -> Result<InvoiceStatus, TransitionError> {
        use InvoiceAction as A;
        use InvoiceStatus as S;
        match (&self.status, action) {
            (status, A::Archive) => Ok(status.clone()),
            (S::Other(_), _) => Err(UNKNOWN_STATUS),
            (S::Draft, A::Send) => Ok(S::Sent),
            // Payments on a draft came with its quote.
            (S::Draft, A::Edit | A::Delete | A::ConfirmPayment | A::Agree) => Ok(S::Draft),
            (S::Draft, A::RecordPayment | A::Void | A::Credit) => Err(NOT_SENT),
            (S::Void, A::Void) => Ok(S::Void),
            (S::Void, _) => Err(VOID),
            (_, A::Delete) => Err(ISSUED),
            (status, A::Send | A::ConfirmPayment) => Ok(status.clone()),
            (_, A::Edit) if self.credits.has_credit_notes => Err(HAS_CREDITS),
            (_, A::Edit | A::RecordPayment | A::Agree) if self.is_paid() => Err(ALREADY_PAID),
            (_, A::RecordPayment | A::Agree) if self.is_credited() => Err(ALREADY_CREDITED),
            (status, A::Edit | A::RecordPayment | A::Agree) => Ok(status.clone()),
            (_, A::Void) if self.credits.has_credit_notes => Err(HAS_CREDITS),
            (status, A::Credit) => Ok(status.clone()),
            (_, A::Void) if self.paid > Pence::ZERO || self.has_pending => Err(HAS_PAYMENTS),
            (_, A::Void) => Ok(S::Void),
        }
    }

    /// Whether the customer may be reminded of it: it is late, and they have not reported that they paid.
    ///
    /// # Errors
    /// A [`TransitionError`] with the reason why not.
    pub fn check_reminder(&self, today: Date) -> Result<(), TransitionError> {
        self.check_waiting()?;
        if self.is_overdue(today) { Ok(()) } else { Err(NOT_DUE) }
    }

    /// Whether it waits for the customer's payment, late or not: a plan of reminders depends on it.
    ///
    /// # Errors
    /// A [`TransitionError`] with the reason why not.
    pub fn check_waiting(&self) -> Result<(), TransitionError> {
        match &self.status {
            InvoiceStatus::Draft => Err(NOT_SENT),
            InvoiceStatus::Void => Err(VOID),
            InvoiceStatus::Other(_) => Err(UNKNOWN_STATUS),
            _ if self.is_credited() => Err(ALREADY_CREDITED),
            _ if self.is_paid() => Err(ALREADY_PAID),
            _ if self.has_pending => Err(TO_CONFIRM),
            _ => Ok(()),
        }
    }

    /// The actions that a screen offers the business. An invoice made from a quote can't be deleted: a quote is
    /// invoiced once (docs/rules.md, section 4), and without this draft it never could be.
    #[must_use]
    pub fn allowed_actions(&self, made_from_quote: bool) -> AllowedActions {
        let legal = |action| self.apply(action).is_ok();
        AllowedActions {
            edit: legal(InvoiceAction::Edit),
            send: legal(InvoiceAction::Send),
            convert: false,
            stage: false,
            // Voiding it again is legal, and changes nothing.
            void: self.status != InvoiceStatus::Void && legal(InvoiceAction::Void),
            delete: !made_from_quote && legal(InvoiceAction::Delete),
            record_payment: legal(InvoiceAction::RecordPayment),
            credit: legal(InvoiceAction::Credit) && !self.is_credited(),
            agree: legal(InvoiceAction::Agree),
            vary: false,
        }
    }
}

/// A step in the life of an invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvoiceAction {
    /// The business changes it.
    Edit,
    /// The business issues it, or sends it again.
    Send,
    /// Either side records a payment.
    RecordPayment,
    /// The business decides about a payment: confirms or rejects a recorded one, or removes a confirmed one.
    ConfirmPayment,
    /// The business withdraws it.
    Void,
    /// The business makes a credit note against it.
    Credit,
    /// The business agrees on instalments, changes them or removes them.
    Agree,
    /// The business deletes a draft.
    Delete,
    /// The business archives it; its status doesn't change.
    Archive,
}

const NOT_SENT: TransitionError = TransitionError::new("not_sent", "This invoice is a draft. Send it first");
const ISSUED: TransitionError = TransitionError::new(
    "issued",
    "This invoice has been issued and keeps its number. Void or archive it instead",
);
const VOID: TransitionError = TransitionError::new("is_void", "This invoice is void");
const ALREADY_PAID: TransitionError =
    TransitionError::new("already_paid", "This invoice has already been paid");
const ALREADY_CREDITED: TransitionError =
    TransitionError::new("already_credited", "This invoice has been credited in full");
const HAS_CREDITS: TransitionError = TransitionError::new(
    "has_credit_notes",
    "This invoice has a credit note. Delete or void the credit note first",
);
const NOT_DUE: TransitionError = TransitionError::new("not_overdue", "This invoice is not overdue yet");
const TO_CONFIRM: TransitionError =
    TransitionError::new("to_confirm", "Your customer says they have paid. Confirm that first");
const HAS_PAYMENTS: TransitionError = TransitionError::new(
    "has_payments",
    "This invoice has payments. Reject or refund them before voiding it",
);

#[cfg(test)]
mod tests;
