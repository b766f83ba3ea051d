use proptest::prelude::*;
use rust_decimal::Decimal;

use super::*;
use crate::report::books::samples::{any_income, any_spending, day, home_month, income, journey, spending};
use crate::report::books::{self, HomeMonth, Income, IncomeKind, Spending, VehicleMethod};

const MILEAGE: AccountingChoices =
    AccountingChoices { basis: AccountingBasis::Cash, vehicles: VehicleMethod::Mileage };

fn year() -> TaxYear {
    TaxYear::containing(day("2026-11-25"))
}

type Records = (Vec<Income>, Vec<Spending>, Vec<HomeMonth>);

fn build(records: &Records, choices: AccountingChoices, pages: FormPages) -> SelfAssessment<'_> {
    let (income, spending, home) = records;
    let books = IncomeTaxBooks { income, spending, home, trade: None };
    build_self_assessment(books, choices, pages, year(), None).unwrap()
}

fn filled_boxes(self_assessment: &SelfAssessment<'_>) -> Vec<(u8, i64, bool)> {
    let boxes = self_assessment.boxes.iter().filter(|it| !it.amount.is_zero());
    boxes.map(|it| (it.number, it.amount.0, it.confirmed)).collect()
}

/// A plumber's year 2026/27.
fn plumber() -> Records {
    // Paid 2,400.00 in two halves, gross 2,800.00, 400.00 deducted (docs/rules.md, section 7).
    let mut halves = ["p1", "p2"].map(|id| income(id, IncomeKind::Payment, "2026-05-01", 140_000));
    halves.iter_mut().for_each(|it| it.cis = Pence(20_000));
    let [first, second] = halves;
    let earned = vec![
        first,
        second,
        income("i1", IncomeKind::Invoice, "2026-04-20", 280_000),
        // Invoiced in this tax year, paid in the next.
        income("i2", IncomeKind::Invoice, "2027-04-05", 50_000),
        income("p3", IncomeKind::Payment, "2027-04-06", 50_000),
        // Given back: 100.00.
        income("n1", IncomeKind::CreditNote, "2026-06-01", 10_000),
        income("r1", IncomeKind::Refund, "2026-06-05", 10_000),
        income("o1", IncomeKind::Other, "2026-07-01", 1_250),
    ];
    let category = |id, category, pence| spending(id, category, "2026-08-01", pence);
    let mut phone = category("phone", ExpenseCategory::AdminCosts, 30_000);
    phone.private = Pence(10_000);
    let mut fuel = category("fuel", ExpenseCategory::CarVanTravelExpenses, 90_000);
    fuel.cost = books::VehicleCost::Running;
    let mut unpaid = category("unpaid", ExpenseCategory::CostOfGoods, 7_000);
    unpaid.paid = None;
    let spending = vec![
        category("pipe", ExpenseCategory::CostOfGoods, 80_000),
        category("mate", ExpenseCategory::PaymentsToSubcontractors, 20_000),
        category("meal", ExpenseCategory::BusinessEntertainmentCosts, 6_000),
        category("leaflets", ExpenseCategory::AdvertisingCosts, 4_000),
        category("worn", ExpenseCategory::Depreciation, 11_000),
        category("lost", ExpenseCategory::IrrecoverableDebts, 5_000),
        phone,
        fuel,
        unpaid,
        // 100 miles at 55p.
        journey("trip", "2026-09-01", 1_000),
    ];
    let home = vec![
        home_month("h1", "2026-04-06", 30),
        home_month("h2", "2026-05-06", 60),
        home_month("h3", "2026-06-06", 120),
        home_month("h4", "2026-07-06", 24),
    ];
    (earned, spending, home)
}

/// By payment. Turnover 2 × 1,400.00 − 100.00 = 2,700.00, before CIS. Mileage 100 × 55p = 55.00, without the fuel; home
/// 10 + 18 + 26 = 54.00. Expenses 800 + 200 + 55 + 54 + 300 + (60 + 40) + 50 + 110 = 1,669.00; disallowed 100 of the
/// phone, 60 of the meal, 110 of depreciation, 50 of the debt = 320.00. Net profit in box 47: 2,712.50 − 1,669.00 =
/// 1,043.50; with the disallowed part added back 1,363.50.
#[test]
fn fills_the_full_pages_on_the_cash_basis() {
    let records = plumber();
    let self_assessment = build(&records, MILEAGE, FormPages::Full);
    assert_eq!((self_assessment.form, &*self_assessment.tax_year), ("SA103F", "2026/27"));
    let expected = [
        (15, 270_000, true),
        (16, 1_250, true),
        (17, 80_000, true),
        (18, 20_000, true),
        // The rate for a mile from 6 April 2026 is not confirmed.
        (20, 5_500, false),
        (21, 5_400, true),
        (23, 30_000, true),
        (24, 10_000, true),
        (27, 5_000, true),
        (29, 11_000, true),
        (31, 166_900, false),
        (38, 10_000, true),
        (39, 6_000, true),
        (42, 5_000, true),
        (44, 11_000, true),
        (46, 32_000, true),
        (47, 104_350, false),
        (81, 40_000, true),
    ];
    assert_eq!(filled_boxes(&self_assessment), expected);
    assert_eq!(self_assessment.profit, Pence(136_350));
    let of = |number| self_assessment.boxes.iter().find(|it| it.number == number).unwrap();
    let ids = |number| of(number).parts.iter().map(|it| it.id).collect::<Vec<_>>();
    assert_eq!(ids(15), ["p1", "p2", "r1"]);
    assert_eq!(ids(21), ["h1", "h2", "h3"]);
    assert_eq!(ids(24), ["leaflets", "meal"]);
    assert_eq!(ids(39), ["meal"]);
    assert_eq!(of(46).of, (32..=45).collect::<Vec<u8>>());
    assert_eq!(of(47).of, [15, 16, 31]);
    assert_eq!(self_assessment.left_out.len(), 1);
    assert_eq!(self_assessment.notes, [ReturnNote::OneSumWillDo]);
    let json = serde_json::to_value(of(15)).unwrap();
    assert_eq!((&json["box"], &json["amount"]), (&15.into(), &"2700.00".into()));
}

/// The short pages take only allowable expenses: phone 200.00; advertising 40.00 in box 19, the meal nowhere; mate
/// 200.00 in box 13. 800 + 55 + 200 + 54 + 200 + 40 = 1,349.00; 2,712.50 − 1,349.00 = 1,363.50, as on the full pages.
#[test]
fn fills_the_short_pages_on_the_cash_basis() {
    let records = plumber();
    let self_assessment = build(&records, MILEAGE, FormPages::Short);
    let expected = [
        (9, 270_000, true),
        (10, 1_250, true),
        (11, 80_000, true),
        (12, 5_500, false),
        (13, 20_000, false),
        (14, 5_400, true),
        (18, 20_000, true),
        (19, 4_000, false),
        (20, 134_900, false),
        (21, 136_350, false),
        (38, 40_000, true),
    ];
    assert_eq!(filled_boxes(&self_assessment), expected);
    assert_eq!(self_assessment.profit, Pence(136_350));
}

/// By issue date: 2,800.00 + 500.00 − 100.00 = 3,200.00; the unpaid 70.00 counts; the debt is allowed. CIS still
/// follows the payments. Actual costs of the van: 900.00, of which a third is private: 300.00; no journeys.
#[test]
fn fills_the_full_pages_on_accruals_with_actual_vehicle_costs() {
    let choices = AccountingChoices {
        basis: AccountingBasis::Accruals,
        vehicles: VehicleMethod::Actual { private: Decimal::ONE_HUNDRED / Decimal::from(3) },
    };
    let records = plumber();
    let self_assessment = build(&records, choices, FormPages::Full);
    let amount = |number| {
        let found = self_assessment.boxes.iter().find(|it| it.number == number);
        found.map(|it| it.amount.0)
    };
    let numbers = [15, 17, 20, 35, 42, 81, 48];
    let expected = [Some(320_000), Some(87_000), Some(90_000), Some(30_000), Some(0), Some(40_000), None];
    assert_eq!(numbers.map(amount), expected);
    // 3,212.50 − (1,669.00 + 70.00 − 55.00 + 900.00) = 628.50, and 100 + 60 + 110 + 300 are added back.
    assert_eq!((amount(47), self_assessment.profit), (Some(62_850), Pence(119_850)));
}

#[test]
fn a_loss_an_empty_year_and_too_high_a_turnover() {
    let nothing = (vec![], vec![], vec![]);
    let none = build(&nothing, MILEAGE, FormPages::Full);
    assert!(filled_boxes(&none).is_empty());
    let zero = none.boxes.iter().find(|it| it.number == 47).unwrap();
    // Nothing that is unsure is in it.
    assert!(zero.amount.is_zero() && none.boxes.iter().all(|it| it.number != 48));
    let records = (
        vec![income("r1", IncomeKind::Refund, "2026-06-05", 10_000)],
        vec![spending("s1", ExpenseCategory::CostOfGoods, "2026-06-05", 2_000)],
        vec![],
    );
    let loss = build(&records, MILEAGE, FormPages::Full);
    let result = loss.boxes.iter().find(|it| it.number == 48).unwrap();
    assert_eq!((result.amount, loss.profit), (Pence(12_000), Pence(-12_000)));
    let notes = [ReturnNote::TurnoverBelowZero, ReturnNote::OneSumWillDo];
    assert_eq!(loss.notes, notes);
    let notes = |pence| {
        let income = vec![income("p1", IncomeKind::Payment, "2026-06-05", pence)];
        build(&(income, vec![], vec![]), MILEAGE, FormPages::Short).notes
    };
    assert_eq!(notes(9_000_000), [ReturnNote::TooMuchForShortPages]);
    assert_eq!(notes(8_999_999), [ReturnNote::OneSumWillDo]);
    let books = IncomeTaxBooks { income: &[], spending: &[], home: &[], trade: None };
    let early = TaxYear::containing(day("2024-04-05"));
    let refused = build_self_assessment(books, MILEAGE, FormPages::Full, early, None);
    assert_eq!(refused, Err(ReturnError::UnknownYear));
    assert_eq!(
        (AccountingBasis::default_for(early), AccountingBasis::default_for(year())),
        (AccountingBasis::Accruals, AccountingBasis::Cash)
    );
}

/// A calendar year ends on 31 March, but a deduction on 2 April still belongs to this tax year.
#[test]
fn cis_deductions_belong_to_the_tax_year_not_the_calendar_year() {
    let mut late = income("p1", IncomeKind::Payment, "2027-04-02", 10_000);
    late.cis = Pence(2_000);
    let books = IncomeTaxBooks { income: &[late], spending: &[], home: &[], trade: None };
    let period = Period::new(day("2026-04-06"), day("2027-03-31"));
    let self_assessment = build_self_assessment(books, MILEAGE, FormPages::Full, year(), period).unwrap();
    assert_eq!(filled_boxes(&self_assessment), [(81, 2_000, true)]);
}

#[test]
fn lists_only_records_of_the_period_as_left_out() {
    let fuel = |id, date| Spending {
        cost: books::VehicleCost::Running,
        ..spending(id, ExpenseCategory::CarVanTravelExpenses, date, 6_000)
    };
    let spending = vec![fuel("f1", "2026-04-05"), fuel("f2", "2026-04-06")];
    let records = (vec![], spending, vec![]);
    let self_assessment = build(&records, MILEAGE, FormPages::Full);
    let ids: Vec<&str> = self_assessment.left_out.iter().map(|it| it.id).collect();
    assert_eq!(ids, ["f2"]);
}

#[test]
fn the_full_form_uses_the_labels_of_the_categories() {
    for row in SA103F[0].expenses {
        let takes = crate::expense::CATEGORIES.iter().filter(|it| row.categories.contains(&it.number));
        assert!(takes.clone().count() > 0);
        assert!(takes.clone().all(|it| it.label == row.expenses.label));
    }
}

proptest! {
    /// Every box is the sum of the records behind it, both forms give the same profit, and the order of the records
    /// doesn't matter.
    #[test]
    fn each_box_is_the_sum_of_its_records(income in any_income(), spending in any_spending(), is_cash: bool, is_miles: bool) {
        let choices = AccountingChoices {
            basis: if is_cash { AccountingBasis::Cash } else { AccountingBasis::Accruals },
            vehicles: if is_miles { VehicleMethod::Mileage } else { VehicleMethod::Actual { private: Decimal::TEN } },
        };
        let home = vec![home_month("h1", "2026-04-06", 30), home_month("h2", "2027-03-06", 101)];
        let mut turned = (income.clone(), spending.clone(), home.clone());
        turned.0.reverse();
        turned.1.reverse();
        let records = (income, spending, home);
        let full = build(&records, choices, FormPages::Full);
        let short = build(&records, choices, FormPages::Short);
        for it in full.boxes.iter().chain(&short.boxes).filter(|it| it.of.is_empty()) {
            prop_assert_eq!(it.parts.iter().map(|part| part.amount).sum::<Pence>(), it.amount);
        }
        prop_assert_eq!(full.profit, short.profit);
        let amount = |self_assessment: &SelfAssessment<'_>, number| {
            let found = self_assessment.boxes.iter().find(|it| it.number == number);
            found.map_or(Pence::ZERO, |it| it.amount)
        };
        prop_assert_eq!(amount(&full, 47) - amount(&full, 48) + amount(&full, 46), full.profit);
        prop_assert_eq!(amount(&short, 21) - amount(&short, 22), short.profit);
        prop_assert_eq!(build(&turned, choices, FormPages::Full), full);
    }
}

/// A machine of 1,200.00, a fifth of it private, and 100.00 of materials. Under the cash basis the machine is an
/// expense; under accruals it isn't, and box 49 has its allowance of 960.00.
#[test]
fn on_accruals_equipment_is_an_allowance_not_an_expense() {
    let mut machine = spending("machine", ExpenseCategory::OtherExpenses, "2026-08-01", 120_000);
    machine.capital = true;
    machine.private = Pence(24_000);
    let pipe = spending("pipe", ExpenseCategory::CostOfGoods, "2026-08-01", 10_000);
    let records = (Vec::new(), vec![machine, pipe], Vec::new());
    let boxes = |basis| {
        let self_assessment = build(&records, AccountingChoices { basis, ..MILEAGE }, FormPages::Full);
        let amount = |number| {
            let mut boxes = self_assessment.boxes.iter();
            boxes.find(|it| it.number == number).unwrap().amount.0
        };
        ([17, 30, 31, 49].map(amount), self_assessment.left_out.len(), self_assessment.notes)
    };
    let (amounts, left_out, notes) = boxes(AccountingBasis::Accruals);
    assert_eq!((amounts, left_out), ([10_000, 0, 10_000, 96_000], 1));
    assert_eq!(notes, [ReturnNote::OneSumWillDo]);
    let (amounts, left_out, _) = boxes(AccountingBasis::Cash);
    assert_eq!((amounts, left_out), ([10_000, 120_000, 130_000, 0], 0));
}

/// A vehicle claimed at its actual cost may be a van, which qualifies for this allowance, or a car, which has another.
#[test]
fn asks_whether_a_vehicle_in_the_allowance_is_a_car() {
    let mut van = spending("van", ExpenseCategory::CarVanTravelExpenses, "2026-08-01", 2_000_000);
    van.capital = true;
    van.cost = books::VehicleCost::Running;
    let records = (Vec::new(), vec![van], Vec::new());
    let choices = AccountingChoices {
        basis: AccountingBasis::Accruals,
        vehicles: VehicleMethod::Actual { private: Decimal::from(25) },
    };
    let self_assessment = build(&records, choices, FormPages::Short);
    let of = self_assessment.boxes.iter().find(|it| it.number == 23).unwrap();
    assert_eq!((of.amount, of.confirmed), (Pence(1_500_000), false));
    assert!(self_assessment.notes.contains(&ReturnNote::NoAllowanceForCars));
}
