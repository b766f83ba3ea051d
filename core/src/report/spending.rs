//! Spending in a period: by month, category, customer and profile, as billed or as paid.

use serde::Serialize;

use super::Period;
use super::books::{AccountingBasis, Spending, VehicleCost};
use super::rows::{self, ReportEntry, ReportSum};
use crate::money::Pence;
use crate::tax::Vehicle;

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
