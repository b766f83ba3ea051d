//! The list of expenses.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::{Sorting, is_within};
use crate::money::Pence;

/// What a list of expenses may be ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpenseSortKey {
    /// When it was paid.
    Date,
    /// How much it was.
    Amount,
    /// Whom it was paid to.
    Supplier,
    /// When it was entered.
    CreatedAt,
}

impl ExpenseSortKey {
    fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "date" => Self::Date,
            "amount" => Self::Amount,
            "supplier" => Self::Supplier,
            "createdAt" => Self::CreatedAt,
            _ => return None,
        })
    }
}

/// The order where nobody asks for another: the latest first.
pub const USUAL: &str = "-date";

/// Reads an order: `-amount`; empty is [`USUAL`]. None of what there is not.
#[must_use]
pub fn parse_sorting(text: &str) -> Option<Sorting<ExpenseSortKey>> {
    let text = if text.is_empty() { USUAL } else { text };
    Sorting::parse(text, ExpenseSortKey::parse)
}

/// Whether expenses with a receipt are asked for, or those without one. A journey needs none, and is not missing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// With one.
    With,
    /// Without one, journeys apart.
    Without,
}

impl Receipt {
    /// Reads `with` or `without`; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "with" => Some(Self::With),
            "without" => Some(Self::Without),
            _ => None,
        }
    }
}

/// An expense as a device holds it for its lists.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct HeldExpenseRow {
    /// UUIDv7: ids are made in the order of time.
    pub id: String,
    /// YYYY-MM-DD.
    pub date: String,
    /// Whom it was paid to, as names are compared.
    pub supplier_key: String,
    /// The word of its category.
    pub category: String,
    /// Pounds.
    pub amount: Pence,
    /// Pounds of it that are VAT.
    pub vat_amount: Pence,
    /// How many receipts it has.
    pub receipts: u32,
    /// Whether it is a journey.
    pub is_journey: bool,
}

impl HeldExpenseRow {
    fn compare(&self, other: &Self, key: ExpenseSortKey) -> Ordering {
        match key {
            ExpenseSortKey::CreatedAt => Ordering::Equal,
            ExpenseSortKey::Date => self.date.cmp(&other.date),
            ExpenseSortKey::Amount => self.amount.cmp(&other.amount),
            ExpenseSortKey::Supplier => self.supplier_key.cmp(&other.supplier_key),
        }
        .then_with(|| self.id.cmp(&other.id))
    }
}

/// Which expenses, and in which order, in the words of the API's query. What it searches for is the caller's to find, and a
/// word that there is not counts as not said.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct ExpenseListRequest {
    /// The word of a category.
    pub category: String,
    /// As [`Receipt`] reads it.
    pub receipt: String,
    /// First day, YYYY-MM-DD.
    pub from: String,
    /// Last day, YYYY-MM-DD.
    pub to: String,
    /// As [`parse_sorting`] reads it.
    pub sort: String,
    /// The expenses that are held.
    pub rows: Vec<HeldExpenseRow>,
}

impl ExpenseListRequest {
    fn includes(&self, row: &HeldExpenseRow) -> bool {
        let has_wanted_receipt = match Receipt::parse(&self.receipt) {
            None => true,
            Some(Receipt::With) => row.receipts > 0,
            Some(Receipt::Without) => row.receipts == 0 && !row.is_journey,
        };
        has_wanted_receipt
            && (self.category.is_empty() || row.category == self.category)
            && is_within(&row.date, &self.from, &self.to)
    }
}

/// What a list holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ListedExpenses {
    /// The ids in their order.
    pub ids: Vec<String>,
    /// Pounds that they come to.
    pub total_amount: Pence,
    /// Pounds of VAT in them.
    pub total_vat: Pence,
}

/// The expenses of a list.
#[must_use]
pub fn list_expenses(request: &ExpenseListRequest) -> ListedExpenses {
    let rows = request.rows.iter();
    let mut found: Vec<&HeldExpenseRow> = rows.filter(|row| request.includes(row)).collect();
    if let Some(order) = parse_sorting(&request.sort).or_else(|| parse_sorting(USUAL)) {
        found.sort_unstable_by(|one, other| {
            let compared = one.compare(other, order.key);
            if order.descending {
                compared.reverse()
            } else {
                compared
            }
        });
    }
    ListedExpenses {
        total_amount: found.iter().map(|row| row.amount).sum(),
        total_vat: found.iter().map(|row| row.vat_amount).sum(),
        ids: found.into_iter().map(|row| row.id.clone()).collect(),
    }
}
