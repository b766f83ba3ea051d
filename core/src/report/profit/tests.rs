use proptest::prelude::*;

use super::*;
use crate::expense::ExpenseCategory;
use crate::report::books::samples::{any_income, any_spending, day, income, spending};
use crate::report::books::{AccountingBasis, Income, IncomeKind, Spending};
use crate::report::{self, Period};
use crate::tax::TaxYear;

fn year() -> Period {
    Period::for_tax_year(TaxYear::containing(day("2026-11-25")))
}

fn books() -> (Vec<Income>, Vec<Spending>) {
    let mut other_customer = income("p2", IncomeKind::Payment, "2026-06-30", 20_000);
    other_customer.customer = Some("c2".to_owned());
    let income = vec![
        income("i1", IncomeKind::Invoice, "2026-04-30", 100_000),
        income("n1", IncomeKind::CreditNote, "2026-05-02", 25_000),
        income("p1", IncomeKind::Payment, "2026-06-01", 100_000),
        income("r1", IncomeKind::Refund, "2026-07-06", 25_000),
        income("o1", IncomeKind::Other, "2026-06-02", 500),
        other_customer,
        // The day before the tax year.
        income("p0", IncomeKind::Payment, "2026-04-05", 7_700),
    ];
    let mut unpaid = spending("s2", ExpenseCategory::CostOfGoods, "2026-06-10", 12_000);
    unpaid.paid = None;
    unpaid.reclaimed = Pence(2_000);
    let spending = vec![spending("s1", ExpenseCategory::AdminCosts, "2026-06-11", 3_000), unpaid];
    (income, spending)
}

fn row_keys(rows: &[ProfitRow]) -> Vec<(Option<&str>, i64, i64, i64)> {
    let rows = rows.iter().filter(|it| it.income != it.spending);
    let row = |it: &ProfitRow| (it.income.0, it.spending.0, it.profit.0);
    rows.map(|it| (it.key.as_deref(), row(it).0, row(it).1, row(it).2)).collect()
}

/// By payment: in June 1,000.00, 200.00 and interest of 5.00 were received and 30.00 was spent; in July 250.00 was
/// refunded.
#[test]
fn reports_profit_on_the_cash_basis() {
    let (income, spending) = books();
    let earned = report::build_income_report(&income, year(), AccountingBasis::Cash);
    let cost = report::build_spending_report(&spending, year(), AccountingBasis::Cash);
    let profit = build_profit_report(&earned, &cost);
    let expected = [(Some("2026-06"), 120_500, 3_000, 117_500), (Some("2026-07"), -25_000, 0, -25_000)];
    assert_eq!(row_keys(&profit.by_month), expected);
    assert_eq!(profit.total.profit, Pence(92_500));
    // April 2026 to April 2027, those without anything too.
    assert_eq!(profit.by_month.len(), 13);
    assert_eq!(profit.by_month[0].key.as_deref(), Some("2026-04"));
    let customers =
        [(Some("c1"), 75_500, 0, 75_500), (Some("c2"), 20_000, 0, 20_000), (None, 0, 3_000, -3_000)];
    assert_eq!(row_keys(&profit.by_customer), customers);
    assert_eq!(row_keys(&profit.by_profile), [(Some("b1"), 95_500, 3_000, 92_500)]);
    let june = earned.by_month.iter().find(|it| it.key.as_deref() == Some("2026-06"));
    assert_eq!(june.unwrap().ids, ["p1", "o1", "p2"]);
}

/// By issue date: 1,000.00 in April, less 250.00 in May, interest of 5.00 in June; 100.00 of goods without the
/// reclaimed VAT, and 30.00.
#[test]
fn reports_profit_on_the_accruals_basis() {
    let (income, spending) = books();
    let earned = report::build_income_report(&income, year(), AccountingBasis::Accruals);
    let cost = report::build_spending_report(&spending, year(), AccountingBasis::Accruals);
    let profit = build_profit_report(&earned, &cost);
    let expected = [
        (Some("2026-04"), 100_000, 0, 100_000),
        (Some("2026-05"), -25_000, 0, -25_000),
        (Some("2026-06"), 500, 13_000, -12_500),
    ];
    assert_eq!(row_keys(&profit.by_month), expected);
    let categories: Vec<_> =
        cost.by_category.iter().map(|it| (it.key.as_deref(), it.net.0, it.vat.0)).collect();
    assert_eq!(categories, [(Some("costOfGoods"), 10_000, 2_000), (Some("adminCosts"), 3_000, 0)]);
    let json = serde_json::to_value(&earned).unwrap();
    assert_eq!(json["byMonth"][1]["key"], "2026-05");
    assert_eq!(json["byMonth"][1]["net"], "-250.00");
}

#[test]
fn lists_all_months_of_a_year_but_only_used_ones_of_a_long_period() {
    let nothing = report::build_income_report(&[], year(), AccountingBasis::Cash);
    assert_eq!((nothing.by_month.len(), nothing.total.net), (13, Pence::ZERO));
    assert!(nothing.by_customer.is_empty());
    let ever = Period::new(crate::time::Date::FIRST, crate::time::Date::LAST).unwrap();
    assert!(report::build_income_report(&[], ever, AccountingBasis::Cash).by_month.is_empty());
    let (income, _) = books();
    let all = report::build_income_report(&income, ever, AccountingBasis::Cash);
    let months: Vec<_> = all.by_month.iter().filter_map(|it| it.key.as_deref()).collect();
    assert_eq!(months, ["2026-04", "2026-05", "2026-06", "2026-07"]);
}

proptest! {
    /// Each list adds up exactly to the total, the months add up to the year, and the order of the records doesn't
    /// matter.
    #[test]
    fn every_list_sums_to_the_total(income in any_income(), spending in any_spending(), cut in 1_u32..364) {
        for basis in [AccountingBasis::Cash, AccountingBasis::Accruals] {
            let earned = report::build_income_report(&income, year(), basis);
            let cost = report::build_spending_report(&spending, year(), basis);
            let profit = build_profit_report(&earned, &cost);
            let known = (!earned.total.ids.is_empty()).then_some(earned.total.net);
            prop_assert_eq!(report::calculate_turnover(&income, year(), basis), known);
            for (rows, total) in [
                (&earned.by_month, &earned.total),
                (&earned.by_customer, &earned.total),
                (&earned.by_profile, &earned.total),
                (&cost.by_month, &cost.total),
                (&cost.by_category, &cost.total),
                (&cost.by_customer, &cost.total),
                (&cost.by_profile, &cost.total),
            ] {
                let sum = |of: fn(&ReportSum<'_>) -> Pence| rows.iter().map(of).sum::<Pence>();
                prop_assert_eq!(sum(|it| it.net), total.net);
                prop_assert_eq!(sum(|it| it.vat), total.vat);
                prop_assert_eq!(sum(|it| it.cis), total.cis);
                prop_assert_eq!(rows.iter().map(|it| it.ids.len()).sum::<usize>(), total.ids.len());
            }
            prop_assert_eq!(profit.total.profit, earned.total.net - cost.total.net);
            for rows in [&profit.by_month, &profit.by_customer, &profit.by_profile] {
                prop_assert_eq!(rows.iter().map(|it| it.profit).sum::<Pence>(), profit.total.profit);
            }
            // However the year is cut, its parts are the whole.
            let at = year().from.plus_days(cut).unwrap();
            let parts = [Period::new(year().from, at.day_before().unwrap()), Period::new(at, year().to)];
            let parts = parts.map(|it| report::build_income_report(&income, it.unwrap(), basis).total.net);
            prop_assert_eq!(parts[0] + parts[1], earned.total.net);
            let (mut turned, mut turned_costs) = (income.clone(), spending.clone());
            turned.reverse();
            turned_costs.reverse();
            prop_assert_eq!(report::build_income_report(&turned, year(), basis), earned);
            prop_assert_eq!(report::build_spending_report(&turned_costs, year(), basis), cost);
        }
    }
}
