//! What one record adds to the boxes of a return.

use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

use crate::document::Rate;
use crate::money::Pence;
use crate::time::Date;

/// What a record is to VAT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum EntryKind {
    /// An invoice.
    Sale,
    /// A payment before the work and before the invoice.
    Deposit,
    /// A payment that came in, by payments.
    Receipt,
    /// A payment that went back.
    Refund,
    /// A credit note.
    CreditNote,
    /// A sale whose VAT the customer accounts for.
    ReverseChargeSale,
    /// A purchase.
    Purchase,
    /// What was paid for a purchase, by payments.
    PurchasePayment,
    /// A purchase whose VAT this business accounts for.
    ReverseChargePurchase,
    /// Goods that came to Northern Ireland from the EU.
    Acquisition,
    /// Capital goods whose VAT is reclaimed under the flat rate scheme.
    CapitalGoods,
    /// VAT of an invoice that nobody paid, claimed back.
    BadDebtRelief,
    /// What of that is repaid, because money came in after all.
    BadDebtRepaid,
}

/// Pence in the boxes that records fill; 3 and 5 are sums of others.
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
    /// Whether a record changes no box.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    fn with(self, other: Self, sum: fn(Pence, Pence) -> Pence) -> Self {
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
        self.with(other, Add::add)
    }
}

impl Sub for BoxAmounts {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.with(other, Sub::sub)
    }
}

/// Why a record of a filed period stands in a later return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NoteCode {
    /// It was not in the return of its day.
    Late,
    /// It was, and was voided since.
    Voided,
    /// It was, and is on another day now.
    Moved,
    /// It was, and is no longer there, or counts no more.
    Gone,
    /// It was, with other figures.
    Changed,
}

/// Why a record of a filed period stands in a later return, in a sentence too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryNote {
    /// Why.
    pub code: NoteCode,
    /// A sentence for the person.
    pub msg: String,
}

/// What one record adds to the boxes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The invoice's id, or the purchase's.
    pub document: String,
    /// The record's: the document's, a payment's or a credit note's.
    pub record: String,
    /// What it is.
    pub kind: EntryKind,
    /// The day that it counts on.
    pub date: Date,
    /// What it adds, in pence.
    pub amounts: BoxAmounts,
    /// The percentage of what it adds to box 6 that is due, under the flat rate scheme: it is worked out on
    /// the sum of the period, and not in `box1` here.
    pub flat: Option<Rate>,
    /// Why it stands here and not in the return of its day.
    pub note: Option<EntryNote>,
}
