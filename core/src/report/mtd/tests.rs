use proptest::prelude::*;

use super::*;
use crate::expense::ExpenseCategory;
use crate::money::Pence;
use crate::report::books::samples::{any_income, any_spending, day, home_month, income, journey, spending};
use crate::report::books::{AccountingBasis, IncomeKind, VehicleMethod};
use crate::report::self_assessment::{FormPages, build_self_assessment};
use crate::report::{AccountingChoices, IncomeTaxBooks, Period};
use crate::tax::TaxYear;

const CHOICES: AccountingChoices =
    AccountingChoices { basis: AccountingBasis::Cash, vehicles: VehicleMethod::Mileage };

fn year() -> TaxYear {
    TaxYear::containing(day("2026-11-25"))
}

fn ends(quarters: Quarters, before: Quarters) -> Vec<[String; 4]> {
    let each = list_update_periods(year(), quarters, before).into_iter();
    each.map(|it| {
        let days = [it.period.from, it.period.to, it.quarter.from, it.due];
        days.map(|day| day.to_string())
    })
    .collect()
}

#[test]
fn lists_the_periods_and_due_dates_of_the_updates() {
    let standard = ends(Quarters::Standard, Quarters::Standard);
    let expected = [
        ["2026-04-06", "2026-07-05", "2026-04-06", "2026-08-07"],
        ["2026-04-06", "2026-10-05", "2026-07-06", "2026-11-07"],
        ["2026-04-06", "2027-01-05", "2026-10-06", "2027-02-07"],
        ["2026-04-06", "2027-04-05", "2027-01-06", "2027-05-07"],
    ];
    assert_eq!(standard, expected);
    // The first calendar year begins on 6 April, the next on the 1st.
    let calendar = ends(Quarters::Calendar, Quarters::Standard);
    let expected = [
        ["2026-04-06", "2026-06-30", "2026-04-06", "2026-08-07"],
        ["2026-04-06", "2026-09-30", "2026-07-01", "2026-11-07"],
        ["2026-04-06", "2026-12-31", "2026-10-01", "2027-02-07"],
        ["2026-04-06", "2027-03-31", "2027-01-01", "2027-05-07"],
    ];
    assert_eq!(calendar, expected);
    let second = ends(Quarters::Calendar, Quarters::Calendar);
    assert_eq!(second[0], ["2026-04-01", "2026-06-30", "2026-04-01", "2026-08-07"]);
    // Back again: the five days from 1 April are of no year before.
    let back = ends(Quarters::Standard, Quarters::Calendar);
    let expected = [
        ["2026-04-01", "2026-07-05", "2026-04-01", "2026-08-07"],
        ["2026-04-01", "2026-10-05", "2026-07-06", "2026-11-07"],
        ["2026-04-01", "2027-01-05", "2026-10-06", "2027-02-07"],
        ["2026-04-01", "2027-04-05", "2027-01-06", "2027-05-07"],
    ];
    assert_eq!(back, expected);
    let last = TaxYear::containing(crate::time::Date::LAST);
    assert!(list_update_periods(last, Quarters::Standard, Quarters::Standard).len() < 4);
}

/// To 5 July: 1,400.00 was received before CIS; 100.50 was spent on pipe, 60.00 on a phone of which a third is private,
/// 30.00 on a meal; a month at home is 10.00. CIS is reported elsewhere.
#[test]
fn writes_the_first_quarter_in_hmrcs_format() {
    let mut payment = income("p1", IncomeKind::Payment, "2026-07-05", 140_000);
    payment.cis = Pence(20_000);
    let late = income("p2", IncomeKind::Payment, "2026-07-06", 1_000);
    let mut phone = spending("s2", ExpenseCategory::AdminCosts, "2026-05-01", 6_000);
    phone.private = Pence(2_000);
    let books = IncomeTaxBooks {
        income: &[payment, late],
        spending: &[
            spending("s1", ExpenseCategory::CostOfGoods, "2026-05-01", 10_050),
            phone,
            spending("s3", ExpenseCategory::BusinessEntertainmentCosts, "2026-05-01", 3_000),
        ],
        home: &[home_month("h1", "2026-06-06", 25)],
        trade: None,
    };
    let days = list_update_periods(year(), Quarters::Standard, Quarters::Standard)[0];
    let quarterly_update = build_update(books, CHOICES, days, ExpenseDetail::ByCategory).unwrap();
    assert_eq!(
        quarterly_update.to_json(),
        "{\"periodDates\":{\"periodStartDate\":\"2026-04-06\",\"periodEndDate\":\"2026-07-05\"},\
         \"periodIncome\":{\"turnover\":1400.00,\"other\":0.00,\"taxTakenOffTradingIncome\":0.00},\
         \"periodExpenses\":{\"costOfGoods\":100.50,\"premisesRunningCosts\":10.00,\"adminCosts\":60.00,\
         \"businessEntertainmentCosts\":30.00},\
         \"periodDisallowableExpenses\":{\"adminCostsDisallowable\":20.00,\
         \"businessEntertainmentCostsDisallowable\":30.00}}"
    );
    assert!(serde_json::from_str::<serde_json::Value>(&quarterly_update.to_json()).is_ok());
    // One sum of what is allowed: 100.50 + 10.00 + 40.00.
    let one = build_update(books, CHOICES, days, ExpenseDetail::Consolidated).unwrap();
    assert_eq!(
        one.to_json(),
        "{\"periodDates\":{\"periodStartDate\":\"2026-04-06\",\"periodEndDate\":\"2026-07-05\"},\
         \"periodIncome\":{\"turnover\":1400.00,\"other\":0.00,\"taxTakenOffTradingIncome\":0.00},\
         \"periodExpenses\":{\"consolidatedExpenses\":150.50}}"
    );
    let ids: Vec<&str> = one.expenses[0].parts.iter().map(|it| it.id).collect();
    assert_eq!(ids, ["s1", "h1", "s2"]);
}

/// 100.00 was refunded in the first quarter, 300.00 was received in the second.
#[test]
fn negative_income_is_reported_as_zero_and_offset_later() {
    let books = IncomeTaxBooks {
        income: &[
            income("r1", IncomeKind::Refund, "2026-05-01", 10_000),
            income("p1", IncomeKind::Payment, "2026-08-01", 30_000),
        ],
        spending: &[],
        home: &[],
        trade: None,
    };
    let days = list_update_periods(year(), Quarters::Standard, Quarters::Standard);
    let turnover = |at: usize| {
        let quarterly_update = build_update(books, CHOICES, days[at], ExpenseDetail::ByCategory).unwrap();
        (
            quarterly_update.income[0].amount.0,
            quarterly_update.income[0].held_back.0,
            quarterly_update.to_json(),
        )
    };
    let (sent, held_back, json) = turnover(0);
    assert_eq!((sent, held_back), (0, -10_000));
    assert!(json.contains(
        "\"periodIncome\":{\"turnover\":0.00,\"other\":0.00,\"taxTakenOffTradingIncome\":0.00},\
         \"periodExpenses\":{\"costOfGoods\":0.00,"
    ));
    assert_eq!((turnover(1).0, turnover(1).1), (20_000, 0));
}

/// A quarter in which nothing happened: income and expenses are reported as 0, under HMRC's name for the tax year.
#[test]
fn an_empty_quarter_is_reported_with_zeros() {
    let books = IncomeTaxBooks { income: &[], spending: &[], home: &[], trade: None };
    let days = list_update_periods(year(), Quarters::Standard, Quarters::Standard)[0];
    let quarterly_update = build_update(books, CHOICES, days, ExpenseDetail::ByCategory).unwrap();
    assert_eq!(quarterly_update.tax_year, "2026-27");
    let json: serde_json::Value = serde_json::from_str(&quarterly_update.to_json()).unwrap();
    let expenses = json["periodExpenses"].as_object().unwrap();
    assert_eq!(expenses.len(), 15);
    assert!(expenses.values().all(|it| it.as_f64() == Some(0.0)));
    assert!(json.get("periodDisallowableExpenses").is_none());
    let one = build_update(books, CHOICES, days, ExpenseDetail::Consolidated).unwrap();
    assert!(one.to_json().ends_with("\"periodExpenses\":{\"consolidatedExpenses\":0.00}}"));
}

/// A plumber who also lets out tools: each trade has its own income, expenses and deductions, and the miles of both are
/// counted together: 9,990 of one at 55p, then of the other's 20 miles 10 at 55p and 10 at 25p.
#[test]
fn one_update_for_each_trade() {
    let mut plumbing = income("p1", IncomeKind::Payment, "2026-05-01", 100_000);
    plumbing.cis = Pence(20_000);
    let mut letting = income("p2", IncomeKind::Payment, "2026-05-02", 30_000);
    letting.profile = Some("b2".to_owned());
    let mut far = journey("j1", "2026-05-01", 99_900);
    far.profile = Some("b1".to_owned());
    let mut near = journey("j2", "2026-05-02", 200);
    near.profile = Some("b2".to_owned());
    let (earned, spending) = ([plumbing, letting], [far, near]);
    let days = list_update_periods(year(), Quarters::Standard, Quarters::Standard)[0];
    let result = |trade: Option<&[String]>| {
        let books = IncomeTaxBooks { income: &earned, spending: &spending, home: &[], trade };
        let quarterly_update = build_update(books, CHOICES, days, ExpenseDetail::ByCategory).unwrap();
        let boxes = build_self_assessment(books, CHOICES, FormPages::Full, year(), None).unwrap();
        let cis = boxes.boxes.iter().find(|it| it.number == 81).unwrap().amount.0;
        (quarterly_update.income[0].amount.0, quarterly_update.expenses[0].amount.0, cis)
    };
    let of = |id: &str| vec![id.to_owned()];
    assert_eq!(result(Some(&of("b1"))), (100_000, 549_450, 20_000));
    assert_eq!(result(Some(&of("b2"))), (30_000, 800, 0));
    assert_eq!(result(None), (130_000, 550_250, 20_000));
}

#[test]
fn allows_one_sum_of_expenses_only_below_90000_pounds_of_turnover() {
    let result = |pence| {
        let books = IncomeTaxBooks {
            income: &[income("p1", IncomeKind::Payment, "2026-05-01", pence)],
            spending: &[spending("s1", ExpenseCategory::CostOfGoods, "2026-05-01", 100)],
            home: &[],
            trade: None,
        };
        let days = list_update_periods(year(), Quarters::Calendar, Quarters::Calendar)[3];
        build_update(books, CHOICES, days, ExpenseDetail::Consolidated).map(|_| ())
    };
    assert!(result(8_999_999).is_ok());
    let refused = result(9_000_000).unwrap_err();
    let below = Pence(9_000_000);
    assert_eq!(refused, UpdateError::TooMuchForOneSum { below });
    assert!(refused.to_string().contains("is below £90,000.00. Please"));
}

#[test]
fn decides_from_when_making_tax_digital_applies() {
    let today = day("2026-11-25");
    let gross = |year: &str, pounds: i64| GrossIncome {
        year: TaxYear::containing(day(year)),
        amount: Pence(pounds * 100),
    };
    let result = |rows: &[GrossIncome], today| match check_obligation(BusinessKind::SoleTrader, rows, today) {
        MtdObligation::Yes { from, unknown, sentence, .. } => {
            (Some(from.to_string()), unknown.join(" "), sentence)
        }
        MtdObligation::No { next_from, sentence, .. } => {
            (None, next_from.map(|it| it.to_string()).unwrap_or_default(), sentence)
        }
    };
    // Exactly the limit does not oblige.
    let rows = [gross("2025-04-05", 50_000), gross("2025-11-01", 30_001)];
    let (from, unknown, sentence) = result(&rows, today);
    assert_eq!((from.as_deref(), &*unknown), (Some("2027-04-06"), ""));
    assert_eq!(
        sentence,
        "Yes, from 6 Apr 2027: your 2025/26 turnover was £30,001.00, which is above £30,000."
    );
    let rows = [gross("2024-11-01", 45_000), gross("2024-11-01", 5_001)];
    assert_eq!(result(&rows, today).0.as_deref(), Some("2026-04-06"));
    // The year before is not known: it could come sooner.
    assert_eq!(result(&[gross("2025-11-01", 60_000)], today).1, "2024/25");
    // A year that is not over decides nothing while it is not above its limit.
    let rows = [gross("2024-11-01", 1), gross("2025-11-01", 1), gross("2026-11-01", 20_000)];
    let (from, next, sentence) = result(&rows, today);
    assert_eq!((from, &*next), (None, "2028-04-06"));
    assert_eq!(
        sentence,
        "Not so far. Your 2026/27 turnover decides next: above £20,000, Making Tax Digital applies to you from 6 Apr \
         2028."
    );
    // What is certain is said, whatever the years before were: they could bring it sooner.
    let (from, unknown, sentence) = result(&[gross("2026-11-01", 60_000)], today);
    assert_eq!(from.as_deref(), Some("2028-04-06"));
    assert_eq!(unknown, "2024/25 2025/26");
    assert_eq!(
        sentence,
        "Yes, from 6 Apr 2028: your 2026/27 turnover is already £60,000.00, which is above £20,000."
    );
    // Who began in 2025/26 had nothing the year before, and says so.
    let began = [gross("2025-04-05", 0), gross("2025-11-01", 12_000)];
    assert!(result(&began, today).2.starts_with("Not so far. Your 2026/27"));
    // One that is over and of which nobody knows is asked about.
    let MtdObligation::No { sentence, unknown, .. } = check_obligation(BusinessKind::SoleTrader, &[], today)
    else {
        panic!("nothing is known");
    };
    assert_eq!(unknown, ["2024/25", "2025/26"]);
    assert_eq!(
        sentence,
        "Enter your 2024/25 turnover to check: above £50,000, Making Tax Digital applies to you from \
         6 Apr 2026."
    );
    let small = [gross("2024-11-01", 1), gross("2025-11-01", 1), gross("2026-11-01", 20_000)];
    let (from, next, sentence) = result(&small, day("2027-04-06"));
    assert_eq!((from, &*next), (None, ""));
    assert!(sentence.starts_with("No: your turnover hasn’t been above the limit"));
    for kind in [BusinessKind::Company, BusinessKind::Partnership] {
        assert!(matches!(check_obligation(kind, &rows, today), MtdObligation::No { next: None, .. }));
    }
    let yes = check_obligation(BusinessKind::SoleTrader, &[gross("2024-11-01", 50_001)], today);
    let json = serde_json::to_value(yes).unwrap();
    assert_eq!(json["answer"], "yes");
    assert_eq!(json["firstYearWithoutPoints"], true);
}

proptest! {
    /// The last of the four updates contains the year's amounts, each field equals the box of the return, and the
    /// additions of the quarters add up to them.
    #[test]
    fn the_fourth_update_equals_the_whole_year(earned in any_income(), spending in any_spending(), calendar: bool) {
        let quarters = if calendar { Quarters::Calendar } else { Quarters::Standard };
        let mut spending = spending;
        spending.push(journey("far", "2026-07-02", 99_000));
        let books = IncomeTaxBooks {
            income: &earned,
            spending: &spending,
            home: &[home_month("h1", "2026-07-06", 60), home_month("h2", "2026-06-06", 60)],
            trade: None,
        };
        let days = list_update_periods(year(), quarters, Quarters::Standard);
        let result = |it: &UpdatePeriod| build_update(books, CHOICES, *it, ExpenseDetail::ByCategory).unwrap();
        let last = result(&days[3]);
        let period = Period::new(days[3].period.from, days[3].period.to);
        let year = build_self_assessment(books, CHOICES, FormPages::Full, year(), period).unwrap();
        let amount = |number: u8| year.boxes.iter().find(|it| it.number == number).unwrap().amount;
        let whole = |field: &UpdateField<'_>| field.amount + field.held_back;
        prop_assert_eq!(whole(&last.income[0]), amount(15));
        prop_assert_eq!(whole(&last.income[1]), amount(16));
        prop_assert_eq!(last.expenses.iter().map(whole).sum::<Pence>(), amount(31));
        prop_assert_eq!(last.disallowable.iter().map(whole).sum::<Pence>(), amount(46));
        for field in &last.expenses {
            let own = field.parts.iter().map(|it| it.amount).sum::<Pence>();
            prop_assert_eq!(own, field.amount);
        }
        // What is new in each quarter, one after the other: records alone, journeys too, as their miles go on.
        let sums: Vec<Pence> = days.iter().map(|it| result(it).expenses.iter().map(whole).sum()).collect();
        for (at, it) in days.iter().enumerate() {
            let income_tax_totals = crate::report::calculate_totals(books, CHOICES, it.quarter);
            let before = if at == 0 { Pence::ZERO } else { sums[at - 1] };
            prop_assert_eq!(income_tax_totals.expenses(), sums[at] - before);
        }
    }
}
