//! Spending, as a business's profit counts it.

use std::collections::{BTreeMap, BTreeSet};

use super::{AccountingBasis, ExcludedRecord, ExclusionReason, Spending, VehicleMethod, count_spending};
use crate::expense::ExpenseCategory;
use crate::report::Period;
use crate::tax::TaxYear;

/// Divides the spending of a period into costs, and records that don't count with the reason. Each tax year counts
/// vehicles with one method, so that fuel is not a cost in addition to the mileage rate, which includes it. Under the
/// cash basis an unpaid debt is not a cost, because it never was income (Income Tax (Trading and Other Income) Act
/// 2005, s. 32A). The records may go beyond the period; miles are counted from the beginning of their tax year.
#[must_use]
pub fn split_allowable_costs<'a>(
    spending: &'a [Spending],
    basis: AccountingBasis,
    period: Period,
    vehicles: impl Fn(TaxYear) -> VehicleMethod,
) -> (Vec<Spending>, Vec<ExcludedRecord<'a>>) {
    let days = spending.iter().filter_map(|it| it.day(basis));
    let years: BTreeSet<TaxYear> =
        days.filter(|day| period.contains(*day)).map(TaxYear::containing).collect();
    let (mut costs, mut left_out) = (Vec::new(), BTreeMap::new());
    for year in years {
        let own = Period::for_tax_year(year);
        let days = Period { from: own.from.max(period.from), to: own.to.min(period.to) };
        let counted_spending = count_spending(spending, vehicles(year), basis, days);
        left_out.extend(counted_spending.excluded.iter().map(|it| (it.id, it.reason)));
        for cost in counted_spending.records {
            if basis == AccountingBasis::Cash && cost.record.category == ExpenseCategory::IrrecoverableDebts {
                left_out.insert(&cost.record.id, ExclusionReason::NeverIncome);
                continue;
            }
            costs.push(Spending {
                gross: cost.net + cost.record.reclaimed,
                private: cost.private,
                ..cost.record.clone()
            });
        }
    }
    let left_out = left_out.into_iter();
    (costs, left_out.map(|(id, reason)| ExcludedRecord { id, reason }).collect())
}

#[cfg(test)]
mod tests {
    use super::super::VehicleCost;
    use super::super::samples::{day, journey, spending};
    use super::*;
    use crate::money::Pence;

    fn ids(costs: &[Spending]) -> Vec<&str> {
        costs.iter().map(|it| it.id.as_str()).collect()
    }

    /// 10 miles at 55p cover 60.00 of fuel; an unpaid 300.00 was never received.
    #[test]
    fn fuel_beside_mileage_and_debts_by_payments_are_no_cost() {
        let mut fuel = spending("fuel", ExpenseCategory::CarVanTravelExpenses, "2026-05-01", 6_000);
        fuel.cost = VehicleCost::Running;
        let debt = spending("debt", ExpenseCategory::IrrecoverableDebts, "2026-05-02", 30_000);
        let pipe = spending("pipe", ExpenseCategory::CostOfGoods, "2026-05-03", 10_000);
        let all = [fuel, debt, pipe, journey("j", "2026-05-04", 100)];
        let year = Period::for_tax_year(TaxYear::containing(day("2026-05-01")));
        let (costs, left) =
            split_allowable_costs(&all, AccountingBasis::Cash, year, |_| VehicleMethod::Mileage);
        assert_eq!(ids(&costs), ["pipe", "j"]);
        assert_eq!(costs.iter().map(Spending::net).sum::<Pence>(), Pence(10_550));
        let expected = [("debt", ExclusionReason::NeverIncome), ("fuel", ExclusionReason::CoveredByMileage)];
        assert_eq!(left.iter().map(|it| (it.id, it.reason)).collect::<Vec<_>>(), expected);
        // With what vehicles really cost the fuel counts and the miles do not; by invoices the debt was income.
        let actual = |_| VehicleMethod::Actual { private: rust_decimal::Decimal::ZERO };
        let (costs, _) = split_allowable_costs(&all, AccountingBasis::Accruals, year, actual);
        assert_eq!(ids(&costs), ["fuel", "debt", "pipe"]);
    }

    /// Each tax year has its own method, and one report may contain two years.
    #[test]
    fn each_tax_year_counts_vehicles_in_its_own_way() {
        let fuel = |id: &str, date: &str| Spending {
            cost: VehicleCost::Running,
            ..spending(id, ExpenseCategory::CarVanTravelExpenses, date, 6_000)
        };
        let all = [fuel("old", "2026-04-05"), fuel("new", "2026-04-06")];
        let both = Period::new(day("2026-01-01"), day("2026-12-31")).unwrap();
        let first = TaxYear::containing(day("2026-04-05"));
        let vehicles = |year| match year == first {
            true => VehicleMethod::Actual { private: rust_decimal::Decimal::ZERO },
            false => VehicleMethod::Mileage,
        };
        let (costs, left) = split_allowable_costs(&all, AccountingBasis::Cash, both, vehicles);
        assert_eq!((ids(&costs), left.len()), (vec!["old"], 1));
    }
}
