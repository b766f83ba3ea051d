//! An expense for VAT and for Income Tax: one record, from which both are calculated.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::Decimal;

use super::{
    AccountingBasis, ExcludedRecord, ExclusionReason, Spending, VehicleCost, VehicleMethod, count_spending,
};
use crate::document::{Rate, Treatment};
use crate::expense::{ExpenseCategory, GoodsOrService, VatKind};
use crate::money::Pence;
use crate::report::Period;
use crate::report::vat::record::ReclaimScope;
use crate::report::vat::{Purchase, PurchaseKind, VatAmount, VatPayment, is_counted_under_flat_rate};
use crate::tax::TaxYear;
use crate::time::Date;

/// An expense as it was entered; not a journey, which contains no VAT.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedExpense {
    /// The expense's id.
    pub id: String,
    /// The day on which it was paid.
    pub date: Date,
    /// The category.
    pub category: ExpenseCategory,
    /// The amount including VAT, or without VAT under the reverse charge; negative for money that came back.
    pub amount: Pence,
    /// The VAT in it that the supplier charged.
    pub vat: Pence,
    /// The VAT rate as a percentage; `None` if there is no VAT, or the rate isn't known.
    pub rate: Option<Decimal>,
    /// How it is treated for VAT.
    pub kind: VatKind,
    /// Whether it is for goods or a service.
    pub goods: GoodsOrService,
    /// The percentage that was not for the business.
    pub private: Decimal,
}

impl RecordedExpense {
    /// The expense as a purchase for VAT. Without a rate it is outside the scope, like wages and taxes, unless it was
    /// marked as exempt. The private part doesn't belong to the business, and VAT on entertaining is not reclaimed
    /// (Notice 700/65).
    ///
    /// Under the reverse charge the customer accounts for the VAT on all that was supplied (Value Added Tax Act 1994,
    /// s. 55A(6)), at the rate of the work, and reclaims only the VAT of the business part.
    #[must_use]
    pub fn to_purchase(&self) -> Purchase {
        let (gross, charged) = (self.business_share(self.amount), self.business_share(self.vat));
        let rate = self.rate.unwrap_or_default();
        let is_reverse = self.kind == VatKind::ReverseCharge && self.rate.is_some();
        let treatment = match (self.kind, self.rate) {
            (VatKind::Exempt, _) => Treatment::Exempt,
            (_, None) => Treatment::OutsideScope,
            (VatKind::ReverseCharge, _) => Treatment::ReverseCharge,
            (VatKind::Usual | VatKind::Capital, _) => Treatment::Taxable,
        };
        let (vat, private_vat) = match is_reverse {
            true => {
                let own = gross.percent(rate);
                (own, self.amount.percent(rate) - own)
            }
            false => (charged, Pence::ZERO),
        };
        Purchase {
            id: self.id.clone(),
            date: self.date,
            kind: PurchaseKind::Home,
            amounts: vec![VatAmount { treatment, rate: Rate(rate), net: gross - charged, vat }],
            payable: gross,
            payments: vec![VatPayment { id: self.id.clone(), date: self.date, amount: gross }],
            reclaims: self.can_reclaim(),
            private_vat,
            relevant_goods: if self.is_relevant_goods() { gross } else { Pence::ZERO },
            goods_said: self.goods != GoodsOrService::NotSaid,
            // A service that is used for years is not capital goods.
            capital: self.is_capital() && self.goods != GoodsOrService::Service,
            voided: false,
        }
    }

    /// The VAT that is reclaimed, and so is not a cost (VAT Notice 733, 7.8: what is *not* reclaimed is one).
    pub fn reclaimed_vat(&self, reclaims: ReclaimScope) -> Pence {
        let comes_back = match reclaims {
            ReclaimScope::Nothing => false,
            ReclaimScope::CapitalGoods => is_counted_under_flat_rate(&self.to_purchase()),
            ReclaimScope::All => true,
        };
        match comes_back && self.can_reclaim() {
            true => self.vat,
            false => Pence::ZERO,
        }
    }

    /// The expense as spending for Income Tax.
    #[must_use]
    pub fn to_spending(&self, reclaims: ReclaimScope, cost: VehicleCost) -> Spending {
        let reclaimed = self.reclaimed_vat(reclaims);
        Spending {
            id: self.id.clone(),
            date: self.date,
            // An expense is recorded when it is paid.
            paid: Some(self.date),
            customer: None,
            profile: None,
            category: self.category,
            gross: self.amount,
            reclaimed,
            private: (self.amount - reclaimed).percent(self.private),
            cost,
            capital: self.is_capital(),
        }
    }

    fn business_share(&self, amount: Pence) -> Pence {
        amount - amount.percent(self.private)
    }

    fn is_capital(&self) -> bool {
        self.kind == VatKind::Capital
    }

    fn can_reclaim(&self) -> bool {
        self.category != ExpenseCategory::BusinessEntertainmentCosts
    }

    /// Whether the limited cost test counts it (VAT Notice 733, 4.4 to 4.6): goods, but not services, hire or capital
    /// goods. Anything under the reverse charge is a construction service.
    fn is_relevant_goods(&self) -> bool {
        let is_goods = match self.goods {
            GoodsOrService::Goods => self.category.has_relevant_goods(),
            GoodsOrService::Service => false,
            // Materials count as goods unless somebody has said otherwise.
            GoodsOrService::NotSaid => self.category == ExpenseCategory::CostOfGoods,
        };
        is_goods && matches!(self.kind, VatKind::Usual | VatKind::Exempt)
    }
}

// Spending, as a business's profit counts it.

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
    use super::super::samples::day;
    use super::*;
    use crate::money::Pence;
    use crate::report::books::samples::{journey, spending};

    fn bought(amount: i64, kind: VatKind, rate: &str) -> RecordedExpense {
        let rate = rate.parse().ok();
        let amount = Pence(amount);
        let vat = match (kind, rate) {
            (VatKind::Usual | VatKind::Capital, Some(rate)) => {
                crate::expense::calculate_included_vat(amount, rate)
            }
            _ => Pence::ZERO,
        };
        RecordedExpense {
            id: "e".to_owned(),
            date: day("2026-05-01"),
            category: ExpenseCategory::CostOfGoods,
            amount,
            vat,
            rate,
            kind,
            goods: GoodsOrService::NotSaid,
            private: Decimal::ZERO,
        }
    }

    fn figures(it: &Purchase) -> (Treatment, i64, i64, i64) {
        let amount = it.amounts[0];
        (amount.treatment, amount.net.0, amount.vat.0, it.private_vat.0)
    }

    /// Work of 1,000.00 by a subcontractor, a quarter of it at the owner's home: VAT of 200.00 is due, and 150.00 is
    /// reclaimed for the business part. At 5 %: 50.00 and 37.50.
    #[test]
    fn the_reverse_charge_is_due_on_all_of_it() {
        let mut work = bought(100_000, VatKind::ReverseCharge, "20");
        work.private = Decimal::from(25);
        let expected = (Treatment::ReverseCharge, 75_000, 15_000, 5_000);
        assert_eq!(figures(&work.to_purchase()), expected);
        work.rate = Some(Decimal::from(5));
        let expected = (Treatment::ReverseCharge, 75_000, 3_750, 1_250);
        assert_eq!(figures(&work.to_purchase()), expected);
        // Odd pence: 33.33 at 20 % is 6.666, half of it (16.66) is 3.332.
        work = bought(3_333, VatKind::ReverseCharge, "20");
        work.private = Decimal::from(50);
        let purchase = work.to_purchase();
        assert_eq!(purchase.amounts[0].vat + purchase.private_vat, Pence(667));
    }

    /// A van of 6,000.00 with VAT of 1,000.00 under the flat rate scheme: the VAT is reclaimed, so the cost is
    /// 5,000.00. The VAT of other goods is not, nor that of a service or of capital goods below 2,000.00.
    #[test]
    fn reclaimed_vat_is_not_part_of_the_cost() {
        let cost = |it: &RecordedExpense, reclaims| it.to_spending(reclaims, VehicleCost::Ordinary).net().0;
        let van = bought(600_000, VatKind::Capital, "20");
        assert_eq!(cost(&van, ReclaimScope::CapitalGoods), 500_000);
        let saw = bought(199_999, VatKind::Capital, "20");
        assert_eq!(cost(&saw, ReclaimScope::CapitalGoods), 199_999);
        assert_eq!(cost(&saw, ReclaimScope::All), 166_666);
        let pipe = bought(600_000, VatKind::Usual, "20");
        assert_eq!(cost(&pipe, ReclaimScope::CapitalGoods), 600_000);
        assert_eq!(cost(&pipe, ReclaimScope::Nothing), 600_000);
        let service = RecordedExpense { goods: GoodsOrService::Service, ..van.clone() };
        assert_eq!(cost(&service, ReclaimScope::CapitalGoods), 600_000);
        assert_eq!(cost(&service, ReclaimScope::All), 500_000);
        assert!(!is_counted_under_flat_rate(&service.to_purchase()));
        // A quarter of it private, it is a purchase of 4,500.00 and comes back still; of 2,400.00, 1,800.00, no more.
        let mut private = bought(240_000, VatKind::Capital, "20");
        private.private = Decimal::from(25);
        assert_eq!(private.reclaimed_vat(ReclaimScope::CapitalGoods), Pence::ZERO);
    }

    /// A dinner for a customer of 120.00 with VAT of 20.00: 100.00 is in box 7, nothing is reclaimed in box 4, and the
    /// cost is the whole 120.00 (Notice 700/65). Insurance is an exempt purchase; wages are not a purchase.
    #[test]
    fn entertaining_includes_its_vat_and_exempt_is_not_outside_the_scope() {
        let dinner = RecordedExpense {
            category: ExpenseCategory::BusinessEntertainmentCosts,
            ..bought(12_000, VatKind::Usual, "20")
        };
        let purchase = dinner.to_purchase();
        assert_eq!(figures(&purchase), (Treatment::Taxable, 10_000, 2_000, 0));
        assert!(!purchase.reclaims);
        for reclaims in [ReclaimScope::Nothing, ReclaimScope::CapitalGoods, ReclaimScope::All] {
            let spent = dinner.to_spending(reclaims, VehicleCost::Ordinary);
            assert_eq!((spent.net(), spent.reclaimed), (Pence(12_000), Pence::ZERO));
        }
        let insurance = bought(36_000, VatKind::Exempt, "").to_purchase();
        assert_eq!(figures(&insurance), (Treatment::Exempt, 36_000, 0, 0));
        let wages = bought(36_000, VatKind::Usual, "").to_purchase();
        assert_eq!(figures(&wages), (Treatment::OutsideScope, 36_000, 0, 0));
    }

    /// Notice 733, 4.6: what the limited cost test counts.
    #[test]
    fn relevant_goods_are_goods_and_neither_hire_nor_machines() {
        let counts = |kind, goods, category| {
            let it = RecordedExpense { goods, category, ..bought(12_000, kind, "20") };
            it.to_purchase().relevant_goods == Pence(12_000)
        };
        use GoodsOrService::{Goods, NotSaid, Service};
        let materials = ExpenseCategory::CostOfGoods;
        assert!(counts(VatKind::Usual, NotSaid, materials));
        assert!(counts(VatKind::Usual, Goods, materials));
        assert!(!counts(VatKind::Usual, Service, materials), "plant hire");
        assert!(!counts(VatKind::Capital, Goods, materials), "a machine");
        assert!(!counts(VatKind::ReverseCharge, Goods, materials));
        assert!(counts(VatKind::Usual, Goods, ExpenseCategory::AdminCosts), "paper");
        assert!(!counts(VatKind::Usual, NotSaid, ExpenseCategory::AdminCosts));
        assert!(!counts(VatKind::Usual, Goods, ExpenseCategory::CarVanTravelExpenses), "fuel");
    }

    fn ids(costs: &[Spending]) -> Vec<&str> {
        costs.iter().map(|it| it.id.as_str()).collect()
    }

    /// 10 miles at 55p cover 60.00 of fuel; an unpaid 300.00 was never received.
    #[test]
    fn excludes_fuel_if_mileage_is_claimed_and_debts_on_the_cash_basis() {
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
    fn each_tax_year_uses_its_own_vehicle_method() {
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
