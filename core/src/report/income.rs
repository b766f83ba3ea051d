//! Income in a period: by month, customer and profile, as issued or as paid. Credit notes or refunds are deducted
//! in the period in which they fall.

use serde::Serialize;

use super::Period;
use super::books::{Basis, Income};
use super::rows::{self, Entry, Row};
use crate::money::Pence;

/// The income report of a period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IncomeReport<'a> {
    /// The period.
    pub period: Period,
    /// By issue date, or by payment.
    pub basis: Basis,
    /// The total.
    pub total: Row<'a>,
    /// By calendar month, `2026-11`, including months without income.
    pub by_month: Vec<Row<'a>>,
    /// By customer, largest first.
    pub by_customer: Vec<Row<'a>>,
    /// By business profile, largest first.
    pub by_profile: Vec<Row<'a>>,
    /// Whether all the rules behind it were read in their sources.
    pub confirmed: bool,
}

/// The income report of a period. The records may go beyond the period.
#[must_use]
pub fn income(records: &[Income], period: Period, basis: Basis) -> IncomeReport<'_> {
    let records = records.iter();
    let counted = records.filter(|it| it.counts(basis) && period.has(it.date));
    let mut confirmed = true;
    let counted = counted.inspect(|it| confirmed &= it.confirmed);
    let entries = rows::in_order(counted.map(|record| Entry {
        id: &record.id,
        date: record.date,
        customer: record.customer.as_deref(),
        profile: record.profile.as_deref(),
        category: None,
        net: record.signed(record.net),
        vat: record.signed(record.vat),
        cis: record.signed(record.cis),
    }));
    IncomeReport {
        period,
        basis,
        total: Row::of(&entries),
        by_month: rows::by_month(&entries, period),
        by_customer: rows::by_id(&entries, |it| it.customer),
        by_profile: rows::by_id(&entries, |it| it.profile),
        confirmed,
    }
}

/// Only the total of [`income`], without VAT; `None` if no record is in the period.
#[must_use]
pub fn turnover(records: &[Income], period: Period, basis: Basis) -> Option<Pence> {
    let records = records.iter();
    let counted = records.filter(|it| it.counts(basis) && period.has(it.date));
    counted.map(|it| it.signed(it.net)).reduce(|a, b| a + b)
}
