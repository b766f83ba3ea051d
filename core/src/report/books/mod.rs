//! The records of a business's year: income and spending, each with its date on both bases.

use serde::{Deserialize, Serialize};

use crate::expense::Category;
use crate::money::Pence;
use crate::tax::{TaxMonth, TaxYear, Vehicle};
use crate::time::Date;

mod bought;
mod earning;
mod flat_rate;
mod received;
mod vehicles;

pub use bought::Bought;
pub use earning::spent_of_profit;
pub use flat_rate::{FlatRated, at_flat_rate};
pub use received::{Asked, Credited, Moved, Received, received};
pub use vehicles::{Costed, Counted, LeftOut, LeftOutReason, Vehicles, counted};

/// When something counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Basis {
    /// When the money moved.
    Cash,
    /// When it was invoiced or billed.
    Accruals,
}

impl Basis {
    /// The one that holds for a tax year where nobody chose: cash from 2024/25 on, accruals before.
    #[must_use]
    pub fn of(year: TaxYear) -> Self {
        match *year.first().to_string() >= *crate::tax::CASH_BASIS_FROM {
            true => Self::Cash,
            false => Self::Accruals,
        }
    }

    /// In a few words: `by payments (cash basis)`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Cash => "by payments (cash basis)",
            Self::Accruals => "by invoices (accruals)",
        }
    }
}

/// What a record of income is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum IncomeKind {
    /// An invoice, on the day that it was issued.
    Invoice,
    /// A credit note, on the day that it was issued: less was earned.
    CreditNote,
    /// A payment, on the day that it came in.
    Payment,
    /// A payment that went back, on the day that it did: less came in.
    Refund,
    /// Other income of the business, such as interest: it counts in both ways.
    Other,
}

/// A record of income. A credit note and a refund take off, whether their amounts are written as a size or below
/// zero, as [`received`] gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Income {
    /// Its id.
    pub id: String,
    /// The day that it counts on.
    pub date: Date,
    /// What it is.
    pub kind: IncomeKind,
    /// Whose it was; none of other income.
    pub customer: Option<String>,
    /// The business profile that it belongs to.
    pub profile: Option<String>,
    /// What was earned: without VAT, and before what a contractor deducted ([`received`] says it of a
    /// payment). Under the flat rate scheme what is left of it with VAT ([`at_flat_rate`]).
    pub net: Pence,
    /// The VAT that was charged; under the flat rate scheme what is due of it.
    pub vat: Pence,
    /// What a contractor deducted, of a payment.
    pub cis: Pence,
    /// Whether the rule behind what was earned was read: that of the flat rate scheme was not.
    pub confirmed: bool,
}

impl Income {
    /// Whether it counts at all in this way of counting.
    #[must_use]
    pub fn counts(&self, basis: Basis) -> bool {
        match self.kind {
            IncomeKind::Invoice | IncomeKind::CreditNote => basis == Basis::Accruals,
            IncomeKind::Payment | IncomeKind::Refund => basis == Basis::Cash,
            IncomeKind::Other => true,
        }
    }

    /// An amount of it as it adds up: below zero where it takes off.
    pub fn signed(&self, amount: Pence) -> Pence {
        let takes_off = matches!(self.kind, IncomeKind::CreditNote | IncomeKind::Refund);
        match takes_off && self.net > Pence::ZERO {
            true => -amount,
            false => amount,
        }
    }
}

/// What a cost is, as far as vehicles go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VehicleCost {
    /// None of a vehicle that a flat rate could stand for; parking, tolls and trains too.
    Ordinary,
    /// A journey, worth what its miles are.
    Journey {
        /// What was driven.
        vehicle: Vehicle,
        /// How far, in tenths of a mile.
        tenths: i64,
    },
    /// Of buying, keeping or driving a vehicle: fuel, servicing, insurance, tax.
    Running,
}

/// A record of what was spent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spending {
    /// Its id.
    pub id: String,
    /// The day that it was billed; of a journey the day of it.
    pub date: Date,
    /// The day that it was paid; none where it was not yet.
    pub paid: Option<Date>,
    /// Whom it was for.
    pub customer: Option<String>,
    /// The business profile that it belongs to.
    pub profile: Option<String>,
    /// Its category.
    pub category: Category,
    /// What it comes to, VAT and all; below zero where money came back. A subcontractor's payment is told
    /// before the deduction.
    pub gross: Pence,
    /// The VAT of it that is claimed back; nothing where the business is not registered.
    pub reclaimed: Pence,
    /// How much of what is left was not for the business.
    pub private: Pence,
    /// What it is, as far as vehicles go.
    pub cost: VehicleCost,
    /// Whether it is equipment that is kept for years: by invoices (accruals) that is no expense.
    pub capital: bool,
}

impl Spending {
    /// What it cost the business: less the VAT that comes back.
    pub fn net(&self) -> Pence {
        self.gross - self.reclaimed
    }

    /// The day that it counts on; none where it does not yet.
    #[must_use]
    pub fn day(&self, basis: Basis) -> Option<Date> {
        match (basis, self.cost) {
            (Basis::Cash, VehicleCost::Ordinary | VehicleCost::Running) => self.paid,
            // Nobody pays a journey.
            (Basis::Cash, VehicleCost::Journey { .. }) | (Basis::Accruals, _) => Some(self.date),
        }
    }
}

/// A month of working from home, of which there is one record at most. It counts on its first day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HomeMonth {
    /// Its id.
    pub id: String,
    /// Which: from a 6th to a 5th, so that twelve make a tax year.
    pub month: TaxMonth,
    /// Whole hours of work at home in it.
    pub hours: u16,
}

#[cfg(test)]
pub(crate) mod samples;

#[cfg(test)]
mod tests {
    use super::samples::income;
    use super::*;

    #[test]
    fn what_takes_off_does_so_however_it_is_written() {
        for kind in [IncomeKind::CreditNote, IncomeKind::Refund] {
            for net in [-500, 500] {
                let mut it = income("r1", kind, "2026-05-01", net);
                it.vat = Pence(net / 5);
                let signed = (it.signed(it.net), it.signed(it.vat));
                assert_eq!(signed, (Pence(-500), Pence(-100)), "{kind:?} {net}");
            }
        }
        let back = income("p1", IncomeKind::Payment, "2026-05-01", -500);
        assert_eq!(back.signed(back.net), Pence(-500));
    }
}
