//! An expense for VAT and for Income Tax: one record, from which both are calculated.

use rust_decimal::Decimal;

use super::{Spending, VehicleCost};
use crate::document::{Rate, Treatment};
use crate::expense::{ExpenseCategory, GoodsOrService, VatKind};
use crate::money::Pence;
use crate::report::vat::record::ReclaimScope;
use crate::report::vat::{Purchase, PurchaseKind, VatAmount, VatPayment, is_counted_under_flat_rate};
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
            capital: self.is_capital(),
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

#[cfg(test)]
mod tests {
    use super::super::samples::day;
    use super::*;

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
    /// 5,000.00. The VAT of other goods is not, nor that of capital goods below 2,000.00.
    #[test]
    fn vat_that_comes_back_is_no_cost() {
        let cost = |it: &RecordedExpense, reclaims| it.to_spending(reclaims, VehicleCost::Ordinary).net().0;
        let van = bought(600_000, VatKind::Capital, "20");
        assert_eq!(cost(&van, ReclaimScope::CapitalGoods), 500_000);
        let saw = bought(199_999, VatKind::Capital, "20");
        assert_eq!(cost(&saw, ReclaimScope::CapitalGoods), 199_999);
        assert_eq!(cost(&saw, ReclaimScope::All), 166_666);
        let pipe = bought(600_000, VatKind::Usual, "20");
        assert_eq!(cost(&pipe, ReclaimScope::CapitalGoods), 600_000);
        assert_eq!(cost(&pipe, ReclaimScope::Nothing), 600_000);
        // A quarter of it private, it is a purchase of 4,500.00 and comes back still; of 2,400.00, 1,800.00, no more.
        let mut private = bought(240_000, VatKind::Capital, "20");
        private.private = Decimal::from(25);
        assert_eq!(private.reclaimed_vat(ReclaimScope::CapitalGoods), Pence::ZERO);
    }

    /// A dinner for a customer of 120.00 with VAT of 20.00: 100.00 is in box 7, nothing is reclaimed in box 4, and the
    /// cost is the whole 120.00 (Notice 700/65). Insurance is an exempt purchase; wages are not a purchase.
    #[test]
    fn entertaining_costs_its_vat_and_exempt_is_no_outside_scope() {
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
}
