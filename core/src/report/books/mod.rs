//! The records of a business's year: income and spending, each with its date on both bases.

use serde::{Deserialize, Serialize};

use crate::expense::ExpenseCategory;
use crate::money::Pence;
use crate::tax::{TaxMonth, TaxYear, Vehicle};
use crate::time::Date;

mod flat_rate;
mod received;
mod recorded_expense;
mod vehicles;

pub use flat_rate::{FlatRateBusiness, apply_flat_rate};
pub use received::{CreditNoteAmounts, DocumentAmounts, MoneyMovement, ReceivedAmounts, allocate_movements};
pub use recorded_expense::{RecordedExpense, split_allowable_costs};
pub use vehicles::{
    CostedRecord, CountedSpending, ExcludedRecord, ExclusionReason, VehicleMethod, count_spending,
};

/// Which day a record counts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AccountingBasis {
    /// Cash basis: when the money moved.
    Cash,
    /// Accruals: when it was invoiced or billed.
    Accruals,
}

impl AccountingBasis {
    /// The default for a tax year: cash basis from 2024/25, accruals before.
    #[must_use]
    pub fn default_for(year: TaxYear) -> Self {
        match *year.first_day().to_string() >= *crate::tax::CASH_BASIS_FROM {
            true => Self::Cash,
            false => Self::Accruals,
        }
    }

    /// A short description: `by payments (cash basis)`.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Cash => "by payments (cash basis)",
            Self::Accruals => "by invoices (accruals)",
        }
    }
}

/// The type of an income record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum IncomeKind {
    /// An invoice, on its issue date.
    Invoice,
    /// A credit note, on its issue date: it reduces income.
    CreditNote,
    /// A payment, on the day on which it was received.
    Payment,
    /// A refund, on the day on which it was made: it reduces income.
    Refund,
    /// Other income of the business, such as interest: it counts on either basis.
    Other,
}

/// A record of income. A credit note and a refund reduce income, whether their amounts are positive or negative, as
/// [`received`] gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Income {
    /// The record's id.
    pub id: String,
    /// The day on which it counts.
    pub date: Date,
    /// The type.
    pub kind: IncomeKind,
    /// The id of the customer; `None` for other income.
    pub customer: Option<String>,
    /// The id of the business profile.
    pub profile: Option<String>,
    /// The amount earned: without VAT, and before a contractor's deduction ([`received`] calculates it for a payment).
    /// Under the flat rate scheme, the amount including VAT less the VAT due ([`apply_flat_rate`]).
    pub net: Pence,
    /// The VAT that was charged; under the flat rate scheme, the VAT due.
    pub vat: Pence,
    /// The CIS deduction from a payment.
    pub cis: Pence,
    /// Whether the rule behind the amount was read in its source: that of the flat rate scheme was not.
    pub confirmed: bool,
}

impl Income {
    /// Whether the record counts on this basis.
    #[must_use]
    pub fn is_counted(&self, basis: AccountingBasis) -> bool {
        match self.kind {
            IncomeKind::Invoice | IncomeKind::CreditNote => basis == AccountingBasis::Accruals,
            IncomeKind::Payment | IncomeKind::Refund => basis == AccountingBasis::Cash,
            IncomeKind::Other => true,
        }
    }

    /// An amount of this record with the sign for sums: negative if the record reduces income.
    pub fn signed_amount(&self, amount: Pence) -> Pence {
        let takes_off = matches!(self.kind, IncomeKind::CreditNote | IncomeKind::Refund);
        match takes_off && self.net > Pence::ZERO {
            true => -amount,
            false => amount,
        }
    }
}

/// How a cost relates to vehicles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VehicleCost {
    /// Not covered by a mileage rate; this includes parking, tolls and trains.
    Ordinary,
    /// A journey, which is worth its miles.
    Journey {
        /// The type of vehicle.
        vehicle: Vehicle,
        /// The distance, in tenths of a mile.
        tenths: i64,
    },
    /// A cost of buying, keeping or driving a vehicle: fuel, servicing, insurance, tax.
    Running,
}

/// A record of spending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spending {
    /// The record's id.
    pub id: String,
    /// The date of the bill, or of the journey.
    pub date: Date,
    /// The day on which it was paid; `None` if it isn't paid yet.
    pub paid: Option<Date>,
    /// The id of the customer whose job it was for.
    pub customer: Option<String>,
    /// The id of the business profile.
    pub profile: Option<String>,
    /// The category.
    pub category: ExpenseCategory,
    /// The amount including VAT; negative for money that came back. A payment to a subcontractor is before the
    /// deduction.
    pub gross: Pence,
    /// The VAT that is reclaimed; 0 if the business is not registered.
    pub reclaimed: Pence,
    /// How much of the rest was not for the business.
    pub private: Pence,
    /// How it relates to vehicles.
    pub cost: VehicleCost,
    /// Whether it is equipment that is used for years, which under accruals is not an expense.
    pub capital: bool,
}

impl Spending {
    /// The cost to the business: the amount less the reclaimed VAT.
    pub fn net(&self) -> Pence {
        self.gross - self.reclaimed
    }

    /// The day on which it counts; `None` if it doesn't count yet.
    #[must_use]
    pub fn day(&self, basis: AccountingBasis) -> Option<Date> {
        match (basis, self.cost) {
            (AccountingBasis::Cash, VehicleCost::Ordinary | VehicleCost::Running) => self.paid,
            // A journey has no payment.
            (AccountingBasis::Cash, VehicleCost::Journey { .. }) | (AccountingBasis::Accruals, _) => {
                Some(self.date)
            }
        }
    }
}

/// A month of working from home, with at most one record each. It counts on the first day of the month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HomeMonth {
    /// The record's id.
    pub id: String,
    /// The tax month, so that twelve make a tax year.
    pub month: TaxMonth,
    /// The whole hours of work at home in the month.
    pub hours: u16,
}

#[cfg(test)]
pub(crate) mod samples;

#[cfg(test)]
mod tests {
    use super::samples::income;
    use super::*;

    #[test]
    fn credit_notes_and_refunds_are_negative_however_they_are_written() {
        for kind in [IncomeKind::CreditNote, IncomeKind::Refund] {
            for net in [-500, 500] {
                let mut it = income("r1", kind, "2026-05-01", net);
                it.vat = Pence(net / 5);
                let signed = (it.signed_amount(it.net), it.signed_amount(it.vat));
                assert_eq!(signed, (Pence(-500), Pence(-100)), "{kind:?} {net}");
            }
        }
        let back = income("p1", IncomeKind::Payment, "2026-05-01", -500);
        assert_eq!(back.signed_amount(back.net), Pence(-500));
    }
}
