//! Spending in a period: by month, category, customer and profile, as billed or as paid.

use serde::Serialize;

use super::Period;
use super::books::{Basis, Spending, VehicleCost};
use super::rows::{self, Entry, Row};
use crate::money::Pence;
use crate::tax::Vehicle;

/// What was spent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SpendingReport<'a> {
    /// The days.
    pub period: Period,
    /// As billed, or as paid.
    pub basis: Basis,
    /// All of it.
    pub total: Row<'a>,
    /// By calendar month, `2026-11`, those without anything too.
    pub by_month: Vec<Row<'a>>,
    /// By category, in the order of the tax return.
    pub by_category: Vec<Row<'a>>,
    /// By whom it was for, the largest first.
    pub by_customer: Vec<Row<'a>>,
    /// By profile, the largest first.
    pub by_profile: Vec<Row<'a>>,
}

/// What was spent in a period, of all records or more than are of it. What it says of vehicles is what the
/// records say: [`super::books::counted`] leaves out what flat rates stand for, and works journeys out anew.
#[must_use]
pub fn spending(records: &[Spending], period: Period, basis: Basis) -> SpendingReport<'_> {
    // A journey by bicycle, which was worth something here once, is worth nothing.
    let is_worth = |record: &&Spending| match record.cost {
        VehicleCost::Journey { vehicle, .. } => vehicle != Vehicle::Bicycle,
        VehicleCost::Ordinary | VehicleCost::Running => true,
    };
    let counted = records.iter().filter(is_worth).filter_map(|record| {
        let date = record.day(basis).filter(|day| period.has(*day))?;
        Some(Entry {
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
    let entries = rows::in_order(counted);
    SpendingReport {
        period,
        basis,
        total: Row::of(&entries),
        by_month: rows::by_month(&entries, period),
        by_category: rows::by(&entries, |it| it.category, |it| it.word().to_owned()),
        by_customer: rows::by_id(&entries, |it| it.customer),
        by_profile: rows::by_id(&entries, |it| it.profile),
    }
}
