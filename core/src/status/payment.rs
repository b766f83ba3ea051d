//! A payment's life: what the business may do with it (docs/product.md, section 4, Payment confirmation), and what
//! becomes of a deposit when its quote is invoiced.

use crate::calculate::totals::Totals;
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::status::TransitionError;

/// The state of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentStage {
    /// The customer recorded it; the business has not confirmed it yet.
    Pending,
    /// Confirmed: it counts.
    Confirmed,
    /// The business has not received it.
    Rejected,
    /// The customer withdrew it.
    Withdrawn,
    /// The business removed it after it had counted.
    Removed,
}

/// The facts that decide which steps are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaymentState {
    /// The state of the payment.
    pub stage: PaymentStage,
    /// Whether the card provider reported it.
    pub is_by_card: bool,
    /// Whether the customer recorded it and the business confirmed it only a moment ago.
    pub is_just_confirmed: bool,
    /// Whether it was made for a quote, and has been moved to the invoice.
    pub is_carried: bool,
    /// Whether its document is archived.
    pub is_archived: bool,
}

/// A step in the life of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentAction {
    /// The money has arrived.
    Confirm,
    /// The money has not arrived.
    Reject,
    /// The payment was confirmed by mistake a moment ago: it becomes pending again.
    Unconfirm,
    /// The payment was confirmed by mistake: it is removed.
    Remove,
}

impl PaymentState {
    /// Whether a step would change nothing, because it was taken before.
    #[must_use]
    pub fn is_done(&self, action: PaymentAction) -> bool {
        use PaymentStage as S;
        matches!(
            (action, self.stage),
            (PaymentAction::Confirm, S::Confirmed)
                | (PaymentAction::Reject, S::Rejected)
                | (PaymentAction::Unconfirm, S::Pending)
                | (PaymentAction::Remove, S::Removed)
        )
    }

    /// Whether a step is allowed.
    ///
    /// # Errors
    /// A [`TransitionError`] for every step that is not.
    pub fn check(&self, action: PaymentAction) -> Result<(), TransitionError> {
        use PaymentAction as A;
        use PaymentStage as S;
        match (self.stage, action) {
            (S::Withdrawn, _) => Err(WITHDRAWN),
            (S::Rejected, _) => Err(ALREADY_REJECTED),
            (S::Removed, _) => Err(REMOVED),
            (S::Confirmed, A::Confirm | A::Reject) => Err(ALREADY_CONFIRMED),
            (S::Pending, A::Unconfirm | A::Remove) => Err(NOT_CONFIRMED),
            _ if self.is_carried => Err(CARRIED),
            (S::Confirmed, _) if self.is_by_card => Err(BY_CARD),
            (S::Confirmed, A::Unconfirm) if !self.is_just_confirmed => Err(TOO_LATE),
            (S::Confirmed, A::Remove) if self.is_archived => Err(ARCHIVED),
            (S::Pending, A::Confirm | A::Reject) | (S::Confirmed, A::Unconfirm | A::Remove) => Ok(()),
        }
    }
}

/// The amount of a document's pending payments that the business has to confirm there; 0 for a quote's payments that
/// have been moved to the invoice.
pub fn amount_to_confirm(pending: Pence, is_carried: bool) -> Pence {
    if is_carried { Pence::ZERO } else { pending }
}

/// What happens to a quote's deposit when it is invoiced, in one sentence: paid, recorded or not paid. `None` if there
/// was no deposit and nothing was paid.
#[must_use]
pub fn describe_deposit_outcome(includes_deposit: bool, totals: &Totals) -> Option<String> {
    let (paid, pending) = (totals.paid_amount, totals.pending_amount);
    let deposit = format_gbp(totals.deposit_amount);
    if paid > Pence::ZERO && pending > Pence::ZERO {
        let (paid, pending) = (format_gbp(paid), format_gbp(pending));
        Some(format!(
            "{paid} of the deposit has been paid and counts towards the invoice; {pending} more is recorded but not \
             confirmed yet. Confirm it on the invoice."
        ))
    } else if pending > Pence::ZERO {
        let pending = format_gbp(pending);
        Some(format!(
            "The deposit of {pending} is recorded but not confirmed yet. It moves to the invoice, where you can \
             confirm it."
        ))
    } else if paid > Pence::ZERO {
        let (paid, rest) = (format_gbp(paid), format_gbp(totals.balance_due));
        Some(format!(
            "The deposit of {paid} has been paid and counts towards the invoice. {rest} is left to pay."
        ))
    } else if includes_deposit && totals.deposit_amount > Pence::ZERO {
        let whole = format_gbp(totals.amount_payable);
        Some(format!("The deposit of {deposit} hasn’t been paid, so the invoice is for the full {whole}."))
    } else {
        None
    }
}

const WITHDRAWN: TransitionError =
    TransitionError::new("withdrawn", "The customer has withdrawn this payment");
const ALREADY_REJECTED: TransitionError =
    TransitionError::new("already_rejected", "This payment has already been rejected");
const REMOVED: TransitionError = TransitionError::new("removed", "This payment has already been removed");
const ALREADY_CONFIRMED: TransitionError =
    TransitionError::new("already_confirmed", "This payment has already been confirmed");
const NOT_CONFIRMED: TransitionError = TransitionError::new(
    "not_confirmed",
    "This payment isn’t confirmed yet. Mark it as not received instead",
);
const CARRIED: TransitionError =
    TransitionError::new("carried", "This payment is now on the invoice. Manage it there");
const BY_CARD: TransitionError = TransitionError::new(
    "paid_by_card",
    "This was paid by card. Refund it here or in your Stripe dashboard, and it’s removed automatically",
);
const TOO_LATE: TransitionError =
    TransitionError::new("too_late", "It is too late to undo this. Remove the payment, with a reason");
const ARCHIVED: TransitionError =
    TransitionError::new("archived", "This document is archived. Restore it before you remove a payment");

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIRMED: PaymentState = PaymentState {
        stage: PaymentStage::Confirmed,
        is_by_card: false,
        is_just_confirmed: false,
        is_carried: false,
        is_archived: false,
    };

    fn code(state: PaymentState, action: PaymentAction) -> &'static str {
        state.check(action).err().map_or("ok", |error| error.code)
    }

    #[test]
    fn each_action_from_each_stage_succeeds_or_is_refused() {
        use PaymentAction as A;
        use PaymentStage as S;
        for (stage, codes) in [
            (S::Pending, ["ok", "ok", "not_confirmed", "not_confirmed"]),
            (S::Confirmed, ["already_confirmed", "already_confirmed", "too_late", "ok"]),
            (S::Rejected, ["already_rejected"; 4]),
            (S::Withdrawn, ["withdrawn"; 4]),
            (S::Removed, ["removed"; 4]),
        ] {
            let state = PaymentState { stage, ..CONFIRMED };
            let steps = [A::Confirm, A::Reject, A::Unconfirm, A::Remove];
            assert_eq!(steps.map(|step| code(state, step)), codes, "{stage:?}");
        }
    }

    #[test]
    fn recognises_an_action_that_was_done_already() {
        use PaymentAction as A;
        use PaymentStage as S;
        let steps = [A::Confirm, A::Reject, A::Unconfirm, A::Remove];
        for (stage, done) in [
            (S::Pending, [false, false, true, false]),
            (S::Confirmed, [true, false, false, false]),
            (S::Rejected, [false, true, false, false]),
            (S::Withdrawn, [false; 4]),
            (S::Removed, [false, false, false, true]),
        ] {
            let state = PaymentState { stage, ..CONFIRMED };
            assert_eq!(steps.map(|step| state.is_done(step)), done, "{stage:?}");
        }
    }

    #[test]
    fn a_deposit_moved_to_the_invoice_is_confirmed_there() {
        assert_eq!(amount_to_confirm(Pence(500), false), Pence(500));
        assert_eq!(amount_to_confirm(Pence(500), true), Pence::ZERO);
    }

    #[test]
    fn refuses_card_archived_and_carried_payments_with_a_code() {
        use PaymentAction::{Confirm, Remove, Unconfirm};
        let just = PaymentState { is_just_confirmed: true, ..CONFIRMED };
        assert_eq!(code(just, Unconfirm), "ok");
        let card = PaymentState { is_by_card: true, ..just };
        assert_eq!(code(card, Unconfirm), "paid_by_card");
        assert_eq!(code(card, Remove), "paid_by_card");
        let archived = PaymentState { is_archived: true, ..CONFIRMED };
        assert_eq!(code(archived, Remove), "archived");
        let carried = PaymentState { stage: PaymentStage::Pending, is_carried: true, ..CONFIRMED };
        assert_eq!(code(carried, Confirm), "carried");
    }

    #[test]
    fn describes_what_becomes_of_a_deposit() {
        let totals = |paid, pending| Totals {
            deposit_amount: Pence(25_000),
            amount_payable: Pence(100_000),
            paid_amount: Pence(paid),
            pending_amount: Pence(pending),
            balance_due: Pence(100_000 - paid),
            ..Totals::default()
        };
        let given = |requested, paid, pending| describe_deposit_outcome(requested, &totals(paid, pending));
        assert_eq!(
            given(true, 0, 0).as_deref(),
            Some("The deposit of £250.00 hasn’t been paid, so the invoice is for the full £1,000.00.")
        );
        assert_eq!(
            given(true, 25_000, 0).as_deref(),
            Some(
                "The deposit of £250.00 has been paid and counts towards the invoice. £750.00 is left to pay."
            )
        );
        assert_eq!(
            given(true, 0, 25_000).as_deref(),
            Some(
                "The deposit of £250.00 is recorded but not confirmed yet. It moves to the invoice, where you can \
                 confirm it."
            )
        );
        assert!(given(true, 10_000, 15_000).is_some_and(|text| text.contains("£150.00 more")));
        assert_eq!(given(false, 0, 0), None);
    }
}
