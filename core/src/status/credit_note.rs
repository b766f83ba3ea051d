//! A credit note's status: what is displayed and which steps are allowed. What it takes off and what is refunded
//! against it are amounts of its invoice ([`super::invoice`]).

use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::status::{AllowedActions, Badge, Banner, Tone, TransitionError, UNKNOWN_STATUS};

/// The stored status of a credit note. An unknown status is preserved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CreditNoteStatus {
    /// Created and not issued; has no number and takes nothing off yet.
    Draft,
    /// Issued: the credit note counts.
    Sent,
    /// Issued and withdrawn; its number stays in the sequence.
    Void,
    /// Any other stored text.
    Other(String),
}

impl CreditNoteStatus {
    /// Reads a stored status.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        match text {
            "draft" => CreditNoteStatus::Draft,
            "sent" => CreditNoteStatus::Sent,
            "void" => CreditNoteStatus::Void,
            other => CreditNoteStatus::Other(other.into()),
        }
    }

    /// The text to store.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            CreditNoteStatus::Draft => "draft",
            CreditNoteStatus::Sent => "sent",
            CreditNoteStatus::Void => "void",
            CreditNoteStatus::Other(text) => text,
        }
    }

    /// Whether it takes its amount off the invoice.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        *self == CreditNoteStatus::Sent
    }

    /// Whether its amount is reserved, so that no other credit note can take it off too. This is so even for a draft.
    #[must_use]
    pub fn is_reserved(&self) -> bool {
        *self != CreditNoteStatus::Void
    }
}

/// The facts on which the status of a credit note depends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditNoteState {
    /// The stored status.
    pub status: CreditNoteStatus,
    /// The amount that it takes off the invoice.
    pub amount: Pence,
    /// The amount refunded against it.
    pub refunded: Pence,
}

impl CreditNoteState {
    /// The displayed status.
    #[must_use]
    pub fn badge(&self) -> Badge {
        match &self.status {
            CreditNoteStatus::Draft => Badge::new("draft", "Draft", Tone::Grey),
            CreditNoteStatus::Sent => Badge::new("sent", "Issued", Tone::Green),
            CreditNoteStatus::Void => Badge::new("void", "Void", Tone::Grey),
            CreditNoteStatus::Other(text) => Badge::new(text, text, Tone::Grey),
        }
    }

    /// The banners of the customer's page: how much it takes off which invoice, and how much was refunded.
    #[must_use]
    pub fn banners(&self, invoice: &str) -> Vec<Banner> {
        if !self.status.is_counted() {
            return Vec::new();
        }
        let amount = format_gbp(self.amount);
        let text = format!("This takes {amount} off invoice {invoice}. There is nothing to pay.");
        let mut banners = vec![Banner::new(Tone::Blue, text)];
        if self.refunded > Pence::ZERO {
            let text = format!("You have been refunded {}.", format_gbp(self.refunded));
            banners.push(Banner::new(Tone::Green, text));
        }
        banners
    }

    /// The status after a step, or why the step is refused: draft → sent → void. A draft may be deleted; an issued
    /// credit note may be archived, or voided while nothing has been refunded against it.
    ///
    /// # Errors
    /// A [`TransitionError`] for every step that is not legal.
    pub fn apply(&self, action: CreditNoteAction) -> Result<CreditNoteStatus, TransitionError> {
        use CreditNoteAction as A;
        use CreditNoteStatus as S;
        match (&self.status, action) {
            (S::Other(_), _) => Err(UNKNOWN_STATUS),
            (S::Draft, A::Send) => Ok(S::Sent),
            (S::Draft, A::Edit | A::Delete) => Ok(S::Draft),
            (S::Draft, A::Void | A::Refund) => Err(NOT_SENT),
            (S::Void, A::Void) => Ok(S::Void),
            (S::Void, _) => Err(VOID),
            (S::Sent, A::Delete) => Err(ISSUED),
            (S::Sent, A::Void) if self.refunded > Pence::ZERO => Err(HAS_REFUNDS),
            (S::Sent, A::Void) => Ok(S::Void),
            (S::Sent, A::Send | A::Edit | A::Refund) => Ok(S::Sent),
        }
    }

    /// The actions that a screen offers the business. The amounts can't be edited, only the texts.
    #[must_use]
    pub fn allowed_actions(&self) -> AllowedActions {
        let legal = |action| self.apply(action).is_ok();
        AllowedActions {
            edit: legal(CreditNoteAction::Edit),
            send: legal(CreditNoteAction::Send),
            void: self.status != CreditNoteStatus::Void && legal(CreditNoteAction::Void),
            delete: legal(CreditNoteAction::Delete),
            ..AllowedActions::default()
        }
    }
}

/// A step in the life of a credit note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreditNoteAction {
    /// The business changes its reason or its notes.
    Edit,
    /// The business issues it, or sends it again.
    Send,
    /// The business records a refund.
    Refund,
    /// The business withdraws it.
    Void,
    /// The business deletes a draft.
    Delete,
}

/// The error for a reminder: credit notes have none.
pub const NO_REMINDER: TransitionError = TransitionError::new(
    "nothing_to_pay",
    "There is nothing to pay on a credit note, so it needs no reminder",
);
const NOT_SENT: TransitionError =
    TransitionError::new("not_sent", "This credit note is a draft. Send it first");
const ISSUED: TransitionError = TransitionError::new(
    "issued",
    "This credit note has been issued and keeps its number. Void or archive it instead",
);
const VOID: TransitionError = TransitionError::new("is_void", "This credit note is void");
const HAS_REFUNDS: TransitionError = TransitionError::new(
    "has_refunds",
    "You made a refund for this credit note. Remove the refund before voiding it",
);

#[cfg(test)]
mod tests {
    use super::*;

    fn state(status: &str, refunded: i64) -> CreditNoteState {
        CreditNoteState {
            status: CreditNoteStatus::parse(status),
            amount: Pence(12_000),
            refunded: Pence(refunded),
        }
    }

    #[test]
    fn each_action_from_each_status_succeeds_or_is_refused() {
        use CreditNoteAction as A;
        let steps = [A::Edit, A::Send, A::Refund, A::Void, A::Delete];
        for (status, refunded, texts) in [
            ("draft", 0, ["draft", "sent", "not_sent", "not_sent", "draft"]),
            ("sent", 0, ["sent", "sent", "sent", "void", "issued"]),
            ("sent", 1, ["sent", "sent", "sent", "has_refunds", "issued"]),
            ("void", 0, ["is_void", "is_void", "is_void", "void", "is_void"]),
            ("odd", 0, ["unknown_status"; 5]),
        ] {
            let state = state(status, refunded);
            let messages = steps.map(|step| match state.apply(step) {
                Ok(status) => status.as_str().to_owned(),
                Err(error) => error.code.to_owned(),
            });
            assert_eq!(messages, texts, "{status}");
        }
    }

    #[test]
    fn offers_only_allowed_actions() {
        let draft = state("draft", 0).allowed_actions();
        assert!(draft.edit && draft.send && draft.delete && !draft.void);
        let sent = state("sent", 0).allowed_actions();
        assert!(sent.edit && sent.send && sent.void && !sent.delete && !sent.record_payment);
        assert!(!state("sent", 5).allowed_actions().void);
        assert_eq!(state("void", 0).allowed_actions(), AllowedActions::default());
    }

    #[test]
    fn the_banner_states_the_credit_and_the_refund() {
        let texts = |state: &CreditNoteState| -> Vec<String> {
            let banners = state.banners("INV-0007").into_iter();
            banners.map(|banner| banner.text).collect()
        };
        let takes = "This takes £120.00 off invoice INV-0007. There is nothing to pay.";
        assert_eq!(texts(&state("sent", 0)), [takes]);
        let back = "You have been refunded £30.00.";
        assert_eq!(texts(&state("sent", 3_000)), [takes, back]);
        assert!(texts(&state("draft", 0)).is_empty());
    }
}
