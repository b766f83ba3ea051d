//! The list of expenses.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::{Sorting, is_within};
use crate::money::Pence;

/// The field by which a list of expenses is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpenseSortKey {
    /// The day of payment.
    Date,
    /// The amount.
    Amount,
    /// The supplier.
    Supplier,
    /// The time when it was entered.
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

/// The default order: latest first.
pub const USUAL: &str = "-date";

/// Reads an order such as `-amount`; an empty text means [`USUAL`]. `None` for an unknown field.
#[must_use]
pub fn parse_sorting(text: &str) -> Option<Sorting<ExpenseSortKey>> {
    let text = if text.is_empty() { USUAL } else { text };
    Sorting::parse(text, ExpenseSortKey::parse)
}

/// Whether to list expenses with a receipt, or those without one. Journeys need no receipt, so none is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// Only those with a receipt.
    With,
    /// Only those without a receipt, except journeys.
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

/// An expense as a device stores it for its lists.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct HeldExpenseRow {
    /// The id, a UUIDv7: ids are in order of time.
    pub id: String,
    /// The day of payment, YYYY-MM-DD.
    pub date: String,
    /// The supplier's name, folded for comparison.
    pub supplier_key: String,
    /// The stored name of the category.
    pub category: String,
    /// The amount in pounds.
    pub amount: Pence,
    /// The VAT in it, in pounds.
    pub vat_amount: Pence,
    /// The number of receipts.
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

/// Which expenses are listed, and in which order, with the names and values of the API's query. The text search is done
/// by the caller, and an unknown value is treated as missing.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct ExpenseListRequest {
    /// The name of a category; empty for all.
    pub category: String,
    /// `with` or `without`, as [`Receipt`] reads it; empty for all.
    pub receipt: String,
    /// The first day, YYYY-MM-DD; empty for no limit.
    pub from: String,
    /// The last day, YYYY-MM-DD; empty for no limit.
    pub to: String,
    /// The order, as [`parse_sorting`] reads it.
    pub sort: String,
    /// The expenses that the device stores.
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

/// The content of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ListedExpenses {
    /// The ids, in order.
    pub ids: Vec<String>,
    /// The sum of the amounts, in pounds.
    pub total_amount: Pence,
    /// The sum of the VAT, in pounds.
    pub total_vat: Pence,
}

/// The expenses in a list.
#[must_use]
pub fn list_expenses(request: &ExpenseListRequest) -> ListedExpenses {
    let rows = request.rows.iter();
    let mut found: Vec<&HeldExpenseRow> = rows.filter(|row| request.includes(row)).collect();
    if let Some(order) = parse_sorting(&request.sort).or_else(|| parse_sorting(USUAL)) {
        found.sort_unstable_by(|one, other| {
            let compared = one.compare(other, order.key);
            if order.descending { compared.reverse() } else { compared }
        });
    }
    ListedExpenses {
        total_amount: found.iter().map(|row| row.amount).sum(),
        total_vat: found.iter().map(|row| row.vat_amount).sum(),
        ids: found.into_iter().map(|row| row.id.clone()).collect(),
    }
}
