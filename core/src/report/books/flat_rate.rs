//! What a business under the flat rate scheme earned: what it took with VAT, less the VAT that it pays at its flat
//! rate (VAT Notice 733, section 7.8, as public sources quote it: its text was not read, so that what rests on it is
//! marked). What it spends counts with VAT ([`crate::report::vat::find_reclaim_scope`]).

use std::collections::BTreeMap;

use super::Income;
use crate::document::Rate;
use crate::money::Pence;
use crate::report::Period;
use crate::report::vat::flat_rate::{check_limited_cost, find_percentage};
use crate::report::vat::record::find_scheme;
use crate::report::vat::{Scheme, Stagger, VatRegistration};
use crate::time::Date;

/// A business that is or was in the flat rate scheme.
#[derive(Clone, Copy, Debug)]
pub struct FlatRateBusiness<'a> {
    /// The id of its business profile.
    pub profile: &'a str,
    /// Its VAT registration.
    pub registration: &'a VatRegistration,
    /// The division into VAT periods: in each of them, limited cost is tested and the VAT due is rounded once.
    pub stagger: Stagger,
    /// The VAT schemes and the days from which they apply.
    pub schemes: &'a [Scheme],
    /// The spending on goods that the limited cost test counts, including VAT, by day.
    pub goods: &'a [(Date, Pence)],
    /// For periods whose return was filed elsewhere, whether it was a limited cost return: that is final, whatever has
    /// become known since. For other periods, what is known by now is corrected in the next return, and counts here.
    pub filed: &'a [(Period, bool)],
}

impl FlatRateBusiness<'_> {
    /// The smallest period of whole VAT periods that contains these days. All of its income is needed, because the test
    /// and the rounding apply to whole VAT periods.
    #[must_use]
    pub fn surrounding_period(&self, days: Period) -> Period {
        let of = |day| self.stagger.find_period(day, self.registration);
        let from = of(days.from).map_or(days.from, |it| it.from.min(days.from));
        let to = of(days.to).map_or(days.to, |it| it.to.max(days.to));
        Period { from, to }
    }
}

/// Converts the income of a business on the days of its flat rate scheme: including VAT, less the VAT due at the flat
/// rate. `turnover` returns how much of a record, including VAT, is turnover in the scheme, with the sign that the
/// record uses: everything except the reverse charge and what is outside the scope.
///
/// The VAT due is rounded once in each VAT period and for each percentage, on the running sum; a record's own part is
/// the difference to the sum before it. So the parts of a period add up to its VAT return, if both use the same days.
pub fn apply_flat_rate(
    income: &mut [Income],
    business: &FlatRateBusiness<'_>,
    turnover: impl Fn(&Income) -> Pence,
) {
    let mut by_period: BTreeMap<Period, Vec<usize>> = BTreeMap::new();
    let mut order: Vec<usize> = (0..income.len()).collect();
    order.sort_by(|a, b| {
        let place = |at: usize| (income[at].date, &income[at].id);
        place(*a).cmp(&place(*b))
    });
    for at in order {
        let it = &income[at];
        let is_own = it.profile.as_deref() == Some(business.profile);
        let is_flat = find_scheme(business.schemes, it.date).flat_rate.is_some();
        let period = business.stagger.find_period(it.date, business.registration);
        if let Some(period) = period.filter(|_| is_own && is_flat) {
            by_period.entry(period).or_default().push(at);
        }
    }
    for (period, records) in by_period {
        let whole = records.iter().map(|at| {
            let it = &income[*at];
            it.signed_amount(turnover(it))
        });
        let goods = business.goods.iter();
        let goods = goods.filter(|(day, _)| period.contains(*day));
        let goods = goods.map(|(_, spent)| *spent).sum();
        let filed = business.filed.iter().find(|(filed, _)| *filed == period);
        let limited = match filed {
            Some((_, limited)) => *limited,
            None => check_limited_cost(goods, whole.sum(), &period).limited,
        };
        let mut so_far: BTreeMap<Rate, Pence> = BTreeMap::new();
        for at in records {
            let it = &income[at];
            let sector = find_scheme(business.schemes, it.date).flat_rate;
            let percent =
                sector.and_then(|it_| find_percentage(it_, limited, business.registration, it.date));
            let Some(percent) = percent else {
                continue;
            };
            let own = it.signed_amount(turnover(it));
            let sum = so_far.entry(percent).or_default();
            let before = sum.percent(percent.0);
            *sum += own;
            let due = sum.percent(percent.0) - before;
            // A record that reduces income may have positive amounts.
            let due = if it.signed_amount(it.net) == it.net { due } else { -due };
            let it = &mut income[at];
            it.net = it.net + it.vat - due;
            it.vat = due;
            it.confirmed = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::IncomeKind;
    use super::super::samples::{any_income, day, income};
    use super::*;
    use crate::tax::vat_flat_rate::FlatRateSector;

    fn registration() -> VatRegistration {
        VatRegistration { number: String::new(), from: Some(day("2024-01-01")), until: None }
    }

    fn since(from: &str) -> [Scheme; 1] {
        [Scheme { from: day(from), cash: true, flat_rate: Some(FlatRateSector::Building) }]
    }

    fn business<'a>(
        registration: &'a VatRegistration,
        schemes: &'a [Scheme],
        goods: &'a [(Date, Pence)],
    ) -> FlatRateBusiness<'a> {
        FlatRateBusiness { profile: "b1", registration, stagger: Stagger::March, schemes, goods, filed: &[] }
    }

    fn with_vat(it: &Income) -> Pence {
        it.net + it.vat
    }

    fn paid(id: &str, date: &str, net: i64, vat: i64) -> Income {
        Income { vat: Pence(vat), ..income(id, IncomeKind::Payment, date, net) }
    }

    /// 25,200.00 including VAT in one quarter, 504.00 of goods (2 %, so not limited cost): 9.5 % is 2,394.00, the
    /// turnover 22,806.00.
    #[test]
    fn deducts_the_flat_rate_vat_from_the_income() {
        let (registration, schemes) = (registration(), since("2024-01-01"));
        let goods = [(day("2026-05-02"), Pence(50_400))];
        let mut all =
            [paid("p1", "2026-05-01", 1_000_000, 200_000), paid("p2", "2026-06-30", 1_100_000, 220_000)];
        apply_flat_rate(&mut all, &business(&registration, &schemes, &goods), with_vat);
        assert_eq!(all.iter().map(|it| it.net).sum::<Pence>(), Pence(2_280_600));
        assert_eq!(all.iter().map(|it| it.vat).sum::<Pence>(), Pence(239_400));
        assert!(all.iter().all(|it| !it.confirmed));
        // A penny less of goods is limited cost: 16.5 %, 4,158.00.
        let goods = [(day("2026-05-02"), Pence(50_399))];
        let mut all = [paid("p1", "2026-05-01", 2_100_000, 420_000)];
        apply_flat_rate(&mut all, &business(&registration, &schemes, &goods), with_vat);
        assert_eq!(all[0].net, Pence(2_104_200));
        // Its return was filed elsewhere as one that is not: it stays so.
        let filed = [(Period::new(day("2026-04-01"), day("2026-06-30")).unwrap(), false)];
        let business = FlatRateBusiness { filed: &filed, ..business(&registration, &schemes, &goods) };
        let mut all = [paid("p1", "2026-05-01", 2_100_000, 420_000)];
        apply_flat_rate(&mut all, &business, with_vat);
        assert_eq!(all[0].net, Pence(2_280_600));
    }

    /// The scheme began on 1 July 2026; records of another business, and those that are not turnover in the scheme, are
    /// unchanged. 0.05 and 0.05 at 16.5 %: 0.008 is 0.01, 0.0165 is 0.02.
    #[test]
    fn applies_the_flat_rate_only_to_turnover_within_the_scheme() {
        let (registration, schemes) = (registration(), since("2026-07-01"));
        let business = business(&registration, &schemes, &[]);
        let mut other = paid("p2", "2026-07-01", 1_000, 200);
        other.profile = Some("b2".to_owned());
        let mut back = income("r1", IncomeKind::Refund, "2026-10-01", 1_000);
        back.vat = Pence(200);
        let mut all = [
            paid("p1", "2026-06-30", 1_000, 200),
            other,
            paid("p3", "2026-07-01", 5, 0),
            paid("p4", "2026-07-02", 5, 0),
            paid("p5", "2026-07-03", 1_000, 0),
            // 12.00 that went back, written as a size: 1.98 less is due.
            back,
        ];
        let turnover = |it: &Income| {
            if it.id == "p5" { Pence::ZERO } else { with_vat(it) }
        };
        apply_flat_rate(&mut all, &business, turnover);
        let result: Vec<(i64, i64)> = all.iter().map(|it| (it.net.0, it.vat.0)).collect();
        let expected = [(1_000, 200), (1_000, 200), (4, 1), (4, 1), (1_000, 0), (1_002, 198)];
        assert_eq!(result, expected);
        let days = Period::new(day("2026-04-06"), day("2027-04-05")).unwrap();
        let around = business.surrounding_period(days);
        let around = [around.from, around.to].map(|day| day.to_string());
        assert_eq!(around, ["2026-04-01", "2027-06-30"]);
    }

    proptest! {
        /// Nothing is lost: the amounts earned and due add up to the amounts received, in any order.
        #[test]
        fn net_and_vat_still_add_up_to_what_was_received(earned in any_income()) {
            let (registration, schemes) = (registration(), since("2026-08-01"));
            let business = FlatRateBusiness { profile: "b2", ..business(&registration, &schemes, &[]) };
            let mut there = earned.clone();
            apply_flat_rate(&mut there, &business, with_vat);
            for (was, is) in earned.iter().zip(&there) {
                prop_assert_eq!(with_vat(was), with_vat(is));
            }
            let mut back: Vec<Income> = earned.into_iter().rev().collect();
            apply_flat_rate(&mut back, &business, with_vat);
            back.reverse();
            prop_assert_eq!(there, back);
        }
    }
}
