//! What is left to pay after payments, and what each payment was for under CIS (docs/rules.md, section 3, step 9,
//! and section 7).

use serde::{Deserialize, Serialize};

use super::totals::Totals;
use crate::document::{ConfirmationStatus, Payment};
use crate::error::FieldError;
use crate::money::number::Number;
use crate::money::text::format_gbp;
use crate::money::{Pence, round2};

/// What one confirmed payment was for, under the Construction Industry Scheme.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisPayment {
    /// The payment's id.
    pub id: String,
    /// What was earned by the payment, before the deduction and without VAT.
    pub gross: Pence,
    /// How much of that was materials.
    pub materials: Pence,
    /// What the contractor deducted for HMRC.
    pub deducted: Pence,
}

/// What credit notes do to an invoice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Credits {
    /// The sum of the credit notes that are issued and not void.
    pub credited: Pence,
    /// The sum of the refunds against them.
    pub refunded: Pence,
    /// Whether there is any credit note that isn't void, drafts included.
    pub has_credit_notes: bool,
}

/// What is left to pay: the amount less credit notes and confirmed payments, never below 0. Money that was refunded
/// against a credit note no longer counts as paid.
pub fn calculate_balance(payable: Pence, credits: Credits, paid: Pence) -> Pence {
    (payable - credits.credited - (paid - credits.refunded)).max(Pence::ZERO)
}

/// How much has to be refunded: what was paid beyond the amount less credit notes, and hasn't been refunded yet. 0 for
/// an invoice without credit notes.
pub fn calculate_refund_due(payable: Pence, credits: Credits, paid: Pence) -> Pence {
    if credits.credited == Pence::ZERO {
        return Pence::ZERO;
    }
    let left = (payable - credits.credited).max(Pence::ZERO);
    (paid - credits.refunded - left).max(Pence::ZERO)
}

impl Totals {
    /// The same totals with these credit notes instead of the ones that they were calculated with.
    #[must_use]
    pub fn with_credits(self, credits: Credits) -> Self {
        Self {
            credited_amount: credits.credited,
            refunded_amount: credits.refunded,
            balance_due: calculate_balance(self.amount_payable, credits, self.paid_amount),
            ..self
        }
    }

    /// The credit notes that the totals contain.
    fn credits(&self) -> Credits {
        Credits {
            credited: self.credited_amount,
            refunded: self.refunded_amount,
            has_credit_notes: self.credited_amount > Pence::ZERO,
        }
    }

    /// The same totals with these payments instead of the ones that they were calculated with. Nothing else is
    /// recalculated, so an issued document keeps its totals whatever today's rules are.
    #[must_use]
    pub fn with_payments(self, payments: &[Payment], is_under_cis: bool) -> Self {
        let paid_amount = sum_by_status(payments, ConfirmationStatus::Confirmed);
        let mut totals = Self {
            paid_amount,
            pending_amount: sum_by_status(payments, ConfirmationStatus::Pending),
            balance_due: calculate_balance(self.amount_payable, self.credits(), paid_amount),
            cis_payments: Vec::new(),
            ..self
        };
        if is_under_cis && totals.amount_payable != Pence::ZERO {
            totals.cis_payments = calculate_cis_payments(&totals, payments);
        }
        totals
    }
}

/// Reads the typed amount of a payment or refund.
///
/// # Errors
/// The text is not an amount above £0.00 in whole pence.
pub fn check_amount(typed: &Number) -> Result<Pence, FieldError> {
    let amount = typed.to_pence().filter(|amount| *amount > Pence::ZERO);
    amount.ok_or_else(|| {
        let msg = "Enter an amount above £0.00 in pounds and pence.";
        FieldError::new("amount", "out_of_range", msg)
    })
}

/// Checks the amount of a payment that the business has received against what is due.
///
/// # Errors
/// The amount is more than what is due.
pub fn check_due(amount: Pence, due: Pence) -> Result<(), FieldError> {
    if amount <= due {
        return Ok(());
    }
    let msg = format!("This is more than the {} still due.", format_gbp(due));
    Err(FieldError::new("amount", "exceeds_balance", msg))
}

/// How much of a payment counts as paid: not what was refunded to the customer or lost in a dispute. While a dispute is
/// open the whole payment counts, so that the customer is not asked for it again.
pub fn counted_amount(amount: Pence, refunded: Pence, lost: Pence) -> Pence {
    (amount - refunded - lost).max(Pence::ZERO)
}

fn payments_with_status(payments: &[Payment], status: ConfirmationStatus) -> impl Iterator<Item = &Payment> {
    let payments = payments.iter();
    payments.filter(move |payment| payment.confirmation_status == status)
}

/// The sum of the payments of one status.
fn sum_by_status(payments: &[Payment], status: ConfirmationStatus) -> Pence {
    let of_status = payments_with_status(payments, status);
    of_status.map(|payment| round2(payment.amount.value())).sum()
}

/// Section 7: sorted by date and then by id, each amount is calculated in proportion to what is paid so far; a
/// payment's own part is its amount less that of the payment before it, so that the parts add up to the whole.
fn calculate_cis_payments(totals: &Totals, payments: &[Payment]) -> Vec<CisPayment> {
    let gross = totals.subtotal_amount - totals.discount_amount - totals.invoiced_amount;
    let materials = gross - totals.cis_base;
    let confirmed = payments_with_status(payments, ConfirmationStatus::Confirmed);
    let mut confirmed: Vec<&Payment> = confirmed.collect();
    confirmed.sort_by(|a, b| (&a.date, &a.id).cmp(&(&b.date, &b.id)));
    let mut paid = Pence::ZERO;
    let mut before = [Pence::ZERO; 3];
    let each = confirmed.into_iter().map(|payment| {
        paid += round2(payment.amount.value());
        let part = paid.min(totals.amount_payable);
        let now = [gross, materials, totals.cis_deduction]
            .map(|whole| whole.in_proportion(part, totals.amount_payable));
        let own = |index: usize| now[index] - before[index];
        let payment =
            CisPayment { id: payment.id.clone(), gross: own(0), materials: own(1), deducted: own(2) };
        before = now;
        payment
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payment_must_be_above_zero_and_at_most_the_balance() {
        for (typed, code) in [
            ("0.01", None),
            ("60", None),
            ("60.00", None),
            ("60.01", Some("exceeds_balance")),
            ("0", Some("out_of_range")),
            ("-5", Some("out_of_range")),
            ("1.005", Some("out_of_range")),
            ("", Some("out_of_range")),
            ("ten", Some("out_of_range")),
        ] {
            let amount = check_amount(&Number::from_text(typed));
            let checked = amount.and_then(|amount| check_due(amount, Pence(6_000)));
            assert_eq!(checked.err().map(|error| error.code), code, "{typed}");
        }
    }

    #[test]
    fn calculates_the_balance_after_credit_notes_payments_and_refunds() {
        let result = |payable, credited, refunded, paid| {
            let credits =
                Credits { credited: Pence(credited), refunded: Pence(refunded), has_credit_notes: true };
            let (payable, paid) = (Pence(payable), Pence(paid));
            let left = calculate_balance(payable, credits, paid);
            (left.0, calculate_refund_due(payable, credits, paid).0)
        };
        assert_eq!(result(1_000, 0, 0, 0), (1_000, 0));
        assert_eq!(result(1_000, 200, 0, 0), (800, 0));
        assert_eq!(result(1_000, 200, 0, 800), (0, 0));
        assert_eq!(result(1_000, 200, 0, 1_000), (0, 200));
        assert_eq!(result(1_000, 200, 150, 1_000), (0, 50));
        assert_eq!(result(1_000, 1_000, 0, 0), (0, 0));
        assert_eq!(result(1_000, 1_000, 400, 400), (0, 0));
        // A payment that was refunded in part, and then lost in a dispute.
        assert_eq!(result(1_000, 200, 200, 0), (1_000, 0));
        // More was paid than was due, but without a credit note there is no refund.
        assert_eq!(result(1_000, 0, 0, 1_200), (0, 0));
    }

    #[test]
    fn refunded_and_disputed_amounts_no_longer_count_as_paid() {
        let counted = |amount, refunded, lost| counted_amount(Pence(amount), Pence(refunded), Pence(lost));
        assert_eq!(counted(1_000, 0, 0), Pence(1_000));
        assert_eq!(counted(1_000, 300, 200), Pence(500));
        assert_eq!(counted(1_000, 1_000, 0), Pence::ZERO);
        // Refunded, and lost in a dispute about the same money.
        assert_eq!(counted(1_000, 400, 1_000), Pence::ZERO);
    }
}
