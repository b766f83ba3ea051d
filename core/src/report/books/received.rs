//! What each payment was for: how much of it was earned, how much is VAT, and how much a contractor deducted
//! (docs/rules.md, section 7, for a document under CIS; here also for VAT and for money that goes back).
//!
//! Each figure is calculated from all the money of its document so far, less what the earlier payments were for. So
//! the parts sum to the document's own figures to the penny, in whatever order the payments come.

use serde::Serialize;

use crate::money::Pence;
use crate::time::Date;

/// What a document comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Without VAT and before the deduction: subtotal less discount.
    pub net: Pence,
    /// How much of that is materials.
    pub materials: Pence,
    /// What a contractor deducts.
    pub deducted: Pence,
    /// What is to be paid: with VAT, less the deduction.
    pub payable: Pence,
}

/// Money that came in for a document, or went back: then below zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Its id.
    pub id: String,
    /// The day.
    pub date: Date,
    /// How much.
    pub amount: Pence,
}

/// What one movement was for, all below zero where money went back; or what a credit note changed of what the money
/// before it was for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Received {
    /// The movement's id, or the credit note's.
    pub id: String,
    /// The day.
    pub date: Date,
    /// Whether it is of a credit note: then no money moved.
    pub credit: bool,
    /// What was earned by it, without VAT and before the deduction.
    pub gross: Pence,
    /// How much of that was materials.
    pub materials: Pence,
    /// What the contractor kept back for HMRC.
    pub deducted: Pence,
    /// The VAT of it.
    pub vat: Pence,
}

/// A credit note of a document, which takes off what the document asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credited {
    /// Its id.
    pub id: String,
    /// The day that it was issued on.
    pub date: Date,
    /// What it takes off, each above zero.
    pub asked: Asked,
}

/// Net, materials, the deduction and the VAT.
type Figures = [Pence; 4];

impl Asked {
    const NOTHING: Self = Self {
        net: Pence::ZERO,
        materials: Pence::ZERO,
        deducted: Pence::ZERO,
        payable: Pence::ZERO,
    };

    fn with(self, other: Self, sum: fn(Pence, Pence) -> Pence) -> Self {
        Self {
            net: sum(self.net, other.net),
            materials: sum(self.materials, other.materials),
            deducted: sum(self.deducted, other.deducted),
            payable: sum(self.payable, other.payable),
        }
    }

    /// What money is for that pays a part of it.
    fn part(self, paid: Pence) -> Figures {
        let [net, materials, deducted] = [self.net, self.materials, self.deducted]
            .map(|whole| whole.in_proportion(paid, self.payable));
        let part = if self.payable.is_zero() {
            Pence::ZERO
        } else {
            paid
        };
        [net, materials, deducted, part - net + deducted]
    }
}

/// What each movement was for, in order of day, then id: each figure is rounded once of all money so far, and
/// a movement's own is the difference to the one before, so that they sum to the document's to the penny.
/// Money above what is to be paid earns nothing: it is the customer's to have back. Empty where nothing was ever to
/// be paid.
///
/// A payment is for what is left of the document after its credit notes, as VAT by payments has it (VAT Notice 731;
/// VCAS5250). What came in before a credit note was for the document as it was: the difference is a row of the credit
/// note's own, on its day, so that what was told of the days before stays as it was. Money beyond what is left counts
/// for what was credited until it is given back.
///
/// `gross + vat - deducted` is the money that moved, of what the document asks for; of a credit note's row nothing.
#[must_use]
pub fn received(asked: Asked, credits: &[Credited], moved: &[Moved]) -> Vec<Received> {
    if asked.payable.is_zero() {
        return Vec::new();
    }
    // On one day a credit note counts before the money.
    let credits = credits.iter().map(|it| {
        let key = (it.date, false, it.id.as_str());
        (key, Pence::ZERO, it.asked)
    });
    let moved = moved.iter().map(|it| {
        let key = (it.date, true, it.id.as_str());
        (key, it.amount, Asked::NOTHING)
    });
    let mut events: Vec<_> = credits.chain(moved).collect();
    events.sort_by_key(|(key, ..)| *key);
    let (mut left, mut credited) = (asked, Asked::NOTHING);
    let mut sum = Pence::ZERO;
    let mut before: Figures = [Pence::ZERO; 4];
    let mut rows = Vec::with_capacity(events.len());
    for ((date, is_money, id), amount, off) in events {
        sum += amount;
        left = left.with(off, std::ops::Sub::sub);
        credited = credited.with(off, std::ops::Add::add);
        let paid = sum.clamp(Pence::ZERO, left.payable.max(Pence::ZERO));
        let over = (sum - paid).clamp(Pence::ZERO, credited.payable.max(Pence::ZERO));
        let (of_left, of_credited) = (left.part(paid), credited.part(over));
        let own = |figure: usize| of_left[figure] + of_credited[figure] - before[figure];
        let received = Received {
            id: id.to_owned(),
            date,
            credit: !is_money,
            gross: own(0),
            materials: own(1),
            deducted: own(2),
            vat: own(3),
        };
        before = [0, 1, 2, 3].map(|figure| of_left[figure] + of_credited[figure]);
        if is_money || !received.is_nothing() {
            rows.push(received);
        }
    }
    rows
}

impl Received {
    fn is_nothing(&self) -> bool {
        let figures = [self.gross, self.materials, self.deducted, self.vat];
        figures.iter().all(Pence::is_zero)
    }
}

#[cfg(test)]
mod tests;
