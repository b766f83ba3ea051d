//! Income in a period: by month, customer and profile, as invoiced or as paid. Credit notes and refunds are deducted in
//! the period that contains their date.

use serde::Serialize;

use super::Period;
use super::books::{AccountingBasis, Income};
use super::rows::{self, ReportEntry, ReportSum};
use crate::money::Pence;

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
