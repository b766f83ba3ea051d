//! What one record adds to the boxes of a return.

use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

use crate::document::Rate;
use crate::money::Pence;
use crate::time::Date;

/// The type of an entry in the VAT account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum EntryKind {
    /// An invoice.
    Sale,
    /// A payment before both the work and the invoice.
    Deposit,
    /// A payment, under cash accounting.
    Receipt,
    /// A refund.
    Refund,
    /// A credit note.
    CreditNote,
    /// A sale under the reverse charge.
    ReverseChargeSale,
    /// A purchase.
    Purchase,
    /// A payment for a purchase, under cash accounting.
    PurchasePayment,
    /// A purchase under the reverse charge, whose VAT this business accounts for.
    ReverseChargePurchase,
    /// Goods brought from the EU to Northern Ireland.
    Acquisition,
    /// Capital goods whose VAT is reclaimed under the flat rate scheme.
    CapitalGoods,
    /// The VAT of an unpaid invoice, which is claimed back.
    BadDebtRelief,
    /// A repayment of that, because money was received after all.
    BadDebtRepaid,
}

/// Pence in the boxes that records fill; boxes 3 and 5 are calculated from others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "their numbers are their names")]
#[serde(default)]
pub struct BoxAmounts {
    pub box1: Pence,
    pub box2: Pence,
    pub box4: Pence,
    pub box6: Pence,
    pub box7: Pence,
    pub box8: Pence,
    pub box9: Pence,
}

impl BoxAmounts {
    /// Whether all boxes are 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Self::default()
    }

    fn combine(self, other: Self, sum: fn(Pence, Pence) -> Pence) -> Self {
        Self {
            box1: sum(self.box1, other.box1),
            box2: sum(self.box2, other.box2),
            box4: sum(self.box4, other.box4),
            box6: sum(self.box6, other.box6),
            box7: sum(self.box7, other.box7),
            box8: sum(self.box8, other.box8),
            box9: sum(self.box9, other.box9),
        }
    }
}

impl Add for BoxAmounts {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.combine(other, Add::add)
    }
}

impl Sub for BoxAmounts {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.combine(other, Sub::sub)
    }
}

/// Why a record of a filed period is in a later return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum EntryNoteCode {
    /// The record was not in the return for its day.
    Late,
    /// The record was in that return, but is void now.
    Voided,
    /// The record was in that return, but now counts on another day.
    Moved,
    /// The record was in that return, but has been removed or doesn't count any more.
    Gone,
    /// The record was in that return with different amounts.
    Changed,
}

/// Why a record of a filed period is in a later return, with a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryNote {
    /// The reason.
    pub code: EntryNoteCode,
    /// The sentence for the user.
    pub msg: String,
}

/// What one record adds to the boxes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VatEntry {
    /// The id of the invoice or the purchase.
    pub document: String,
    /// The id of the record: the document, a payment or a credit note.
    pub record: String,
    /// The type.
    pub kind: EntryKind,
    /// The day on which it counts.
    pub date: Date,
    /// The amounts, in pence.
    pub amounts: BoxAmounts,
    /// The percentage due on its box 6 amount under the flat rate scheme: that VAT is calculated on the sum of the
    /// period, and is not in `box1` here.
    pub flat: Option<Rate>,
    /// Why it is here and not in the return for its day.
    pub note: Option<EntryNote>,
}
