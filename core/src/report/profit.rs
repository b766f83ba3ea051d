//! Income less spending.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{IncomeReport, ReportSum, SpendingReport};
use crate::money::Pence;

/// A row with income, spending and profit. The records behind it are in the rows with the same key in the two reports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProfitRow {
    /// A month `2026-11`, or an id; `None` for records without one.
    pub key: Option<String>,
    /// The income, without VAT and before contractors' deductions.
    pub income: Pence,
    /// The spending, less reclaimed VAT.
    pub spending: Pence,
    /// The profit; a negative amount is a loss.
    pub profit: Pence,
}

/// The profit of a period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Profit {
    /// The total.
    pub total: ProfitRow,
    /// By month, in order.
    pub by_month: Vec<ProfitRow>,
    /// By customer, most profit first.
    pub by_customer: Vec<ProfitRow>,
    /// By business profile, most profit first.
    pub by_profile: Vec<ProfitRow>,
}

/// Income less spending; both reports must have the same period and basis. This is what a business made, not its
/// taxable profit: it includes disallowable expenses, and flat rates only if they were recorded.
#[must_use]
pub fn build_profit_report(income: &IncomeReport<'_>, spending: &SpendingReport<'_>) -> Profit {
    let total = (std::slice::from_ref(&income.total), std::slice::from_ref(&spending.total));
    Profit {
        total: join_rows(total.0, total.1).pop().unwrap_or_default(),
        by_month: join_rows(&income.by_month, &spending.by_month),
        by_customer: sort_largest_first(join_rows(&income.by_customer, &spending.by_customer)),
        by_profile: sort_largest_first(join_rows(&income.by_profile, &spending.by_profile)),
    }
}

fn join_rows(income: &[ReportSum<'_>], spending: &[ReportSum<'_>]) -> Vec<ProfitRow> {
    let mut rows: BTreeMap<Option<&str>, (Pence, Pence)> = BTreeMap::new();
    for row in income {
        rows.entry(row.key.as_deref()).or_default().0 += row.net;
    }
    for row in spending {
        rows.entry(row.key.as_deref()).or_default().1 += row.net;
    }
    let rows = rows.into_iter().map(|(key, (income, spending))| ProfitRow {
        key: key.map(str::to_owned),
        income,
        spending,
        profit: income - spending,
    });
    rows.collect()
}

fn sort_largest_first(mut rows: Vec<ProfitRow>) -> Vec<ProfitRow> {
    rows.sort_by_key(|row| std::cmp::Reverse(row.profit));
    rows
}

#[cfg(test)]
mod tests;
