//! Income less spending.

use std::collections::BTreeMap;

use serde::Serialize;

use super::books::{AccountingBasis, Income, Spending, VehicleCost};
use super::rows::{self, ReportEntry};
use super::{Period, ReportSum};
use crate::money::Pence;
use crate::tax::Vehicle;

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

// Income in a period: by month, customer and profile, as invoiced or as paid. Credit notes and refunds are deducted in
// the period that contains their date.

/// The income report of a period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IncomeReport<'a> {
    /// The period.
    pub period: Period,
    /// By issue date, or by payment.
    pub basis: AccountingBasis,
    /// The total.
    pub total: ReportSum<'a>,
    /// By calendar month, `2026-11`, including months without income.
    pub by_month: Vec<ReportSum<'a>>,
    /// By customer, largest first.
    pub by_customer: Vec<ReportSum<'a>>,
    /// By business profile, largest first.
    pub by_profile: Vec<ReportSum<'a>>,
    /// Whether all the rules behind it were read in their sources.
    pub confirmed: bool,
}

/// The income report of a period. The records may go beyond the period.
#[must_use]
pub fn build_income_report(records: &[Income], period: Period, basis: AccountingBasis) -> IncomeReport<'_> {
    let records = records.iter();
    let counted = records.filter(|it| it.is_counted(basis) && period.contains(it.date));
    let mut confirmed = true;
    let counted = counted.inspect(|it| confirmed &= it.confirmed);
    let entries = rows::sort_entries(counted.map(|record| ReportEntry {
        id: &record.id,
        date: record.date,
        customer: record.customer.as_deref(),
        profile: record.profile.as_deref(),
        category: None,
        net: record.signed_amount(record.net),
        vat: record.signed_amount(record.vat),
        cis: record.signed_amount(record.cis),
    }));
    IncomeReport {
        period,
        basis,
        total: ReportSum::from_entries(&entries),
        by_month: rows::group_by_month(&entries, period),
        by_customer: rows::group_by_id(&entries, |it| it.customer),
        by_profile: rows::group_by_id(&entries, |it| it.profile),
        confirmed,
    }
}

/// Only the total of [`build_income_report`], without VAT; `None` if no record is in the period.
#[must_use]
pub fn calculate_turnover(records: &[Income], period: Period, basis: AccountingBasis) -> Option<Pence> {
    let records = records.iter();
    let counted = records.filter(|it| it.is_counted(basis) && period.contains(it.date));
    counted.map(|it| it.signed_amount(it.net)).reduce(|a, b| a + b)
}

/// The spending report of a period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SpendingReport<'a> {
    /// The period.
    pub period: Period,
    /// By bill, or by payment.
    pub basis: AccountingBasis,
    /// The total.
    pub total: ReportSum<'a>,
    /// By calendar month, `2026-11`, including months without spending.
    pub by_month: Vec<ReportSum<'a>>,
    /// By category, in the order of the tax return.
    pub by_category: Vec<ReportSum<'a>>,
    /// By the customer that it was for, largest first.
    pub by_customer: Vec<ReportSum<'a>>,
    /// By business profile, largest first.
    pub by_profile: Vec<ReportSum<'a>>,
}

/// The spending report of a period. The records may go beyond the period. Vehicle costs are as recorded:
/// [`super::books::count_spending`] leaves out what flat rates cover, and recalculates journeys.
#[must_use]
pub fn build_spending_report(
    records: &[Spending],
    period: Period,
    basis: AccountingBasis,
) -> SpendingReport<'_> {
    // Journeys by bicycle, which earlier releases recorded with an amount, are worth nothing.
    let is_worth = |record: &&Spending| match record.cost {
        VehicleCost::Journey { vehicle, .. } => vehicle != Vehicle::Bicycle,
        VehicleCost::Ordinary | VehicleCost::Running => true,
    };
    let counted = records.iter().filter(is_worth).filter_map(|record| {
        let date = record.day(basis).filter(|day| period.contains(*day))?;
        Some(ReportEntry {
            id: &record.id,
            date,
            customer: record.customer.as_deref(),
            profile: record.profile.as_deref(),
            category: Some(record.category),
            net: record.net(),
            vat: record.reclaimed,
            cis: Pence::ZERO,
        })
    });
    let entries = rows::sort_entries(counted);
    SpendingReport {
        period,
        basis,
        total: ReportSum::from_entries(&entries),
        by_month: rows::group_by_month(&entries, period),
        by_category: rows::group_by(&entries, |it| it.category, |it| it.code().to_owned()),
        by_customer: rows::group_by_id(&entries, |it| it.customer),
        by_profile: rows::group_by_id(&entries, |it| it.profile),
    }
}

#[cfg(test)]
mod tests;
