//! Vehicles: a flat rate per mile, or the actual cost, but never both for one vehicle.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde::Serialize;

use super::{AccountingBasis, Spending, VehicleCost};
use crate::money::Pence;
use crate::report::Period;
use crate::tax::{TaxYear, Vehicle};
use crate::time::Date;

/// How a business claims its vehicles (Income Tax (Trading and Other Income) Act 2005, s. 94D to 94F). Once the flat
/// rate has been used for a vehicle, it must be used for as long as the vehicle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VehicleMethod {
    /// A flat rate for each mile, which covers buying, keeping and driving the vehicle.
    Mileage,
    /// The actual costs.
    Actual {
        /// The private part as a percentage from 0 to 100, for records that don't have their own.
        private: Decimal,
    },
}

/// Why a record doesn't count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ExclusionReason {
    /// A running cost, which the mileage rate covers.
    CoveredByMileage,
    /// A journey, although the actual costs are claimed.
    CountedAsActual,
    /// A journey with a vehicle that has no mileage rate.
    NoRate,
    /// Equipment that is used for years, under accruals.
    Capital,
    /// An unpaid debt, under the cash basis: it never was income.
    NeverIncome,
}

impl ExclusionReason {
    /// The sentence for the user.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::CoveredByMileage => "The mileage rate already covers what the vehicle costs.",
            Self::CountedAsActual => "You claim the vehicle’s actual costs.",
            Self::NoRate => {
                "There’s no mileage rate for bicycles if you’re self-employed: claim what it costs as an expense."
            }
            Self::Capital => {
                "With accruals, equipment you keep for years isn’t an expense: you claim an allowance for it."
            }
            Self::NeverIncome => {
                "With the cash basis an unpaid invoice was never income, so it isn’t a cost either."
            }
        }
    }
}

/// A record that doesn't count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExcludedRecord<'a> {
    /// The record's id.
    pub id: &'a str,
    /// The reason.
    pub reason: ExclusionReason,
}

/// The records of a period, with one method for vehicle costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedSpending<'a> {
    /// The records that count with their amounts, by day and then by id.
    pub records: Vec<CostedRecord<'a>>,
    /// The records that don't count, by day and then by id.
    pub excluded: Vec<ExcludedRecord<'a>>,
    /// Those of them that are equipment for which an allowance is claimed, by day and then by id.
    pub capital: Vec<CostedRecord<'a>>,
}

/// A record with its amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostedRecord<'a> {
    /// The record.
    pub record: &'a Spending,
    /// The day on which it counts.
    pub date: Date,
    /// The cost to the business, less the reclaimed VAT.
    pub net: Pence,
    /// How much of that was not for the business.
    pub private: Pence,
}

/// The records of a period, with one method for vehicle costs. Under accruals, capital items are not expenses (Income
/// Tax (Trading and Other Income) Act 2005, s. 33; their allowance is claimed instead, Capital Allowances Act 2001, s.
/// 51A); under the cash basis they are (s. 33A).
///
/// With the mileage method, the amount of a journey depends on the earlier journeys of its tax year, by day and then by
/// id (`tax::MileageRate`). So all journeys of a tax year from 6 April on must be among the records; the cars and vans
/// of a business share one count. A journey before the first known rate keeps its recorded amount.
#[must_use]
pub fn count_spending(
    spending: &[Spending],
    vehicles: VehicleMethod,
    basis: AccountingBasis,
    period: Period,
) -> CountedSpending<'_> {
    let days = spending.iter().filter_map(|it| Some((it.day(basis)?, it)));
    let mut days: Vec<(Date, &Spending)> = days.filter(|(day, _)| *day <= period.to).collect();
    days.sort_by(|(a, one), (b, other)| (a, &one.id).cmp(&(b, &other.id)));
    let mut counted_spending = CountedSpending {
        records: Vec::with_capacity(days.len()),
        excluded: Vec::new(),
        capital: Vec::new(),
    };
    let mut driven = DistanceByVehicle::default();
    for (date, record) in days {
        let (net, private) = match (vehicles, record.cost) {
            (VehicleMethod::Mileage, VehicleCost::Journey { vehicle, tenths }) => {
                let worth = driven.add_journey(date, vehicle, tenths);
                (worth.unwrap_or(record.net()), record.private)
            }
            (VehicleMethod::Actual { private }, VehicleCost::Running) => {
                (record.net(), private_share(record, private))
            }
            _ => (record.net(), record.private),
        };
        let reason = match (vehicles, record.cost) {
            (VehicleMethod::Mileage, VehicleCost::Running) => Some(ExclusionReason::CoveredByMileage),
            (VehicleMethod::Actual { .. }, VehicleCost::Journey { .. }) => {
                Some(ExclusionReason::CountedAsActual)
            }
            (VehicleMethod::Mileage, VehicleCost::Journey { vehicle: Vehicle::Bicycle, .. }) => {
                Some(ExclusionReason::NoRate)
            }
            _ if basis == AccountingBasis::Accruals && record.capital => Some(ExclusionReason::Capital),
            _ => None,
        };
        match reason {
            // Its miles count towards the limit for later journeys.
            _ if !period.contains(date) => {}
            Some(reason) => {
                counted_spending.excluded.push(ExcludedRecord { id: &record.id, reason });
                if reason == ExclusionReason::Capital {
                    counted_spending.capital.push(CostedRecord { record, date, net, private });
                }
            }
            None => counted_spending.records.push(CostedRecord { record, date, net, private }),
        }
    }
    counted_spending
}

/// How far each type of vehicle went in a tax year, in tenths of a mile.
#[derive(Default)]
struct DistanceByVehicle(BTreeMap<(&'static str, TaxYear), i64>);

impl DistanceByVehicle {
    /// The amount for the next journey; `None` if no rate is known.
    fn add_journey(&mut self, date: Date, vehicle: Vehicle, tenths: i64) -> Option<Pence> {
        let before = self.0.entry((vehicle.code(), TaxYear::containing(date))).or_default();
        let worth = vehicle.find_rate(date).map(|rate| rate.amount(*before, tenths));
        *before = before.saturating_add(tenths);
        worth
    }
}

/// The private part of an actual vehicle cost: the record's own or, if it has none, the percentage, rounded to the
/// penny.
fn private_share(record: &Spending, private: Decimal) -> Pence {
    if !record.private.is_zero() {
        return record.private;
    }
    record.net().percent(private.clamp(Decimal::ZERO, Decimal::ONE_HUNDRED))
}

#[cfg(test)]
mod tests {
    use super::super::samples::{journey, spending};
    use super::*;
    use crate::expense::ExpenseCategory;

    fn count_year(spending: &[Spending], vehicles: VehicleMethod) -> CountedSpending<'_> {
        let ever = Period::new(Date::FIRST, Date::LAST).unwrap();
        count_spending(spending, vehicles, AccountingBasis::Cash, ever)
    }

    fn amounts<'a>(counted: &CountedSpending<'a>) -> Vec<(&'a str, i64, i64)> {
        let records = counted.records.iter();
        records.map(|it| (it.record.id.as_str(), it.net.0, it.private.0)).collect()
    }

    #[test]
    fn accumulates_miles_by_date_in_any_order() {
        // 2025/26: 9,950 miles at 45p, then 100: 50 × 45p + 50 × 25p = 35.00. In 2026/27 they begin anew: 55p.
        let year = [
            journey("j3", "2026-04-06", 1_000),
            journey("j2", "2026-04-05", 1_000),
            journey("j1", "2025-04-06", 99_500),
        ];
        let expected = [("j1", 447_750, 0), ("j2", 3_500, 0), ("j3", 5_500, 0)];
        assert_eq!(amounts(&count_year(&year, VehicleMethod::Mileage)), expected);
        // A motorcycle has its own miles, and a bicycle no rate.
        let mut bicycle = journey("j0", "2025-04-06", 1_000);
        bicycle.cost = VehicleCost::Journey { vehicle: Vehicle::Bicycle, tenths: 1_000 };
        bicycle.gross = Pence(2_000);
        let mut motorcycle = bicycle.clone();
        motorcycle.id = "j00".to_owned();
        motorcycle.cost = VehicleCost::Journey { vehicle: Vehicle::Motorcycle, tenths: 1_000 };
        let all = [year.to_vec(), vec![bicycle, motorcycle]].concat();
        let both = count_year(&all, VehicleMethod::Mileage);
        let with = amounts(&both);
        assert_eq!((with[0], &with[1..]), (("j00", 2_400, 0), &expected[..]));
        let left = ExcludedRecord { id: "j0", reason: ExclusionReason::NoRate };
        assert_eq!(both.excluded, [left]);
        // Of one day alone the miles before it count none the less.
        let last = "2026-04-05".parse().unwrap();
        let period = Period::new(last, last).unwrap();
        let alone = count_spending(&year, VehicleMethod::Mileage, AccountingBasis::Cash, period);
        assert_eq!(amounts(&alone), [("j2", 3_500, 0)]);
    }

    #[test]
    fn a_flat_rate_and_real_costs_never_count_together() {
        let category = ExpenseCategory::CarVanTravelExpenses;
        let mut fuel = spending("fuel", category, "2026-05-01", 6_001);
        fuel.cost = VehicleCost::Running;
        let mut service = spending("service", category, "2026-05-02", 30_000);
        service.cost = VehicleCost::Running;
        service.private = Pence(1_000);
        let parking = spending("parking", category, "2026-05-03", 500);
        let all = [fuel, service, parking, journey("j1", "2026-05-04", 100)];
        let miles = count_year(&all, VehicleMethod::Mileage);
        assert_eq!(amounts(&miles), [("parking", 500, 0), ("j1", 550, 0)]);
        let ids: Vec<&str> = miles.excluded.iter().map(|it| it.id).collect();
        assert_eq!(ids, ["fuel", "service"]);
        // 30 % of 60.01 is 18.003; the service says its own.
        let actual = VehicleMethod::Actual { private: Decimal::from(30) };
        let really = count_year(&all, actual);
        let expected = [("fuel", 6_001, 1_800), ("service", 30_000, 1_000), ("parking", 500, 0)];
        assert_eq!(amounts(&really), expected);
        let left = ExcludedRecord { id: "j1", reason: ExclusionReason::CountedAsActual };
        assert_eq!(really.excluded, [left]);
    }
}
