//! What each payment was for: how much of it was earned, how much is VAT, and how much a contractor deducted
//! (docs/rules.md, section 7, for a document under CIS; here also for VAT and for refunds).
//!
//! Each amount is calculated from all payments of its document so far, less what the earlier payments were for. So the
//! parts add up to the document's own amounts to the penny, in whatever order the payments are made.

use serde::Serialize;

use crate::money::Pence;
use crate::time::Date;

/// The totals of a document, as far as income needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentAmounts {
    /// Subtotal less discount: without VAT and before the CIS deduction.
    pub net: Pence,
    /// How much of that is for materials.
    pub materials: Pence,
    /// The CIS deduction.
    pub deducted: Pence,
    /// The amount payable: including VAT, less the deduction.
    pub payable: Pence,
}

/// A payment for a document, or a refund with a negative amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoneyMovement {
    /// The payment's id.
    pub id: String,
    /// The day.
    pub date: Date,
    /// The amount.
    pub amount: Pence,
}

/// What a payment was for, with negative amounts for a refund; or how a credit note changed what the payments before it
/// were for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReceivedAmounts {
    /// The id of the payment or of the credit note.
    pub id: String,
    /// The day.
    pub date: Date,
    /// Whether it is for a credit note, in which case no money moved.
    pub credit: bool,
    /// The amount earned, without VAT and before the deduction.
    pub gross: Pence,
    /// How much of that was for materials.
    pub materials: Pence,
    /// How much the contractor deducted for HMRC.
    pub deducted: Pence,
    /// The VAT in it.
    pub vat: Pence,
}

/// A credit note, which reduces what a document asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditNoteAmounts {
    /// The credit note's id.
    pub id: String,
    /// The issue date.
    pub date: Date,
    /// The reductions, all above 0.
    pub amounts: DocumentAmounts,
}

/// The net amount, materials, deduction and VAT.
type AmountList = [Pence; 4];

impl DocumentAmounts {
    const ZERO: Self =
        Self { net: Pence::ZERO, materials: Pence::ZERO, deducted: Pence::ZERO, payable: Pence::ZERO };

    fn combine(self, other: Self, sum: fn(Pence, Pence) -> Pence) -> Self {
        Self {
            net: sum(self.net, other.net),
            materials: sum(self.materials, other.materials),
            deducted: sum(self.deducted, other.deducted),
            payable: sum(self.payable, other.payable),
        }
    }

    /// The part of each amount that a payment of `paid` is for.
    fn part_for_payment(self, paid: Pence) -> AmountList {
        let [net, materials, deducted] =
            [self.net, self.materials, self.deducted].map(|whole| whole.in_proportion(paid, self.payable));
        let part = if self.payable.is_zero() { Pence::ZERO } else { paid };
        [net, materials, deducted, part - net + deducted]
    }
}

/// What each payment was for, by day and then by id. Each amount is rounded once on the running sum, and a payment's
/// part is the difference from the sum before it, so that the parts add up exactly to the document. Money beyond the
/// amount payable is not earned, because it has to be paid back. Empty if nothing was ever payable.
///
/// A payment is for what is left of the document after its credit notes, as under VAT cash accounting (VAT Notice 731;
/// VCAS5250). A payment before a credit note was for the document as it was then: the difference is a separate row for
/// the credit note, on its day, so that reports about earlier days don't change. Money beyond what is left counts
/// towards the credited amount until it is paid back.
///
/// `gross + vat - deducted` is the part of the money moved that the document asks for; in a credit note's row it is 0.
#[must_use]
pub fn allocate_movements(
    document_amounts: DocumentAmounts,
    credits: &[CreditNoteAmounts],
    moved: &[MoneyMovement],
) -> Vec<ReceivedAmounts> {
    if document_amounts.payable.is_zero() {
        return Vec::new();
    }
    // On the same day, a credit note counts before the payments.
    let credits = credits.iter().map(|it| {
        let key = (it.date, false, it.id.as_str());
        (key, Pence::ZERO, it.amounts)
    });
    let moved = moved.iter().map(|it| {
        let key = (it.date, true, it.id.as_str());
        (key, it.amount, DocumentAmounts::ZERO)
    });
    let mut events: Vec<_> = credits.chain(moved).collect();
    events.sort_by_key(|(key, ..)| *key);
    let (mut left, mut credited) = (document_amounts, DocumentAmounts::ZERO);
    let mut sum = Pence::ZERO;
    let mut before: AmountList = [Pence::ZERO; 4];
    let mut rows = Vec::with_capacity(events.len());
    for ((date, is_money, id), amount, credit) in events {
        sum += amount;
        left = left.combine(credit, std::ops::Sub::sub);
        credited = credited.combine(credit, std::ops::Add::add);
        let paid = sum.clamp(Pence::ZERO, left.payable.max(Pence::ZERO));
        let over = (sum - paid).clamp(Pence::ZERO, credited.payable.max(Pence::ZERO));
        let (of_left, of_credited) = (left.part_for_payment(paid), credited.part_for_payment(over));
        let own = |at: usize| of_left[at] + of_credited[at] - before[at];
        let received = ReceivedAmounts {
            id: id.to_owned(),
            date,
            credit: !is_money,
            gross: own(0),
            materials: own(1),
            deducted: own(2),
            vat: own(3),
        };
        before = [0, 1, 2, 3].map(|at| of_left[at] + of_credited[at]);
        if is_money || !received.is_zero() {
            rows.push(received);
        }
    }
    rows
}

impl ReceivedAmounts {
    fn is_zero(&self) -> bool {
        let amounts = [self.gross, self.materials, self.deducted, self.vat];
        amounts.iter().all(Pence::is_zero)
    }
}

#[cfg(test)]
mod tests;
