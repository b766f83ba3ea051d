//! One year of a plumber's books, worked out by hand: the amounts for VAT, Income Tax and CIS.
//!
//! The business is registered for VAT from 1 April 2026, accounts for VAT by invoices and for Income Tax by payments.
//! Amounts in the comments are in pounds, those in the tables in pence.

mod books;

use std::collections::HashMap;

use plumbline_core::money::Pence;
use plumbline_core::report::books::{
    AccountingBasis, Income, Spending, VehicleMethod, split_allowable_costs,
};
use plumbline_core::report::cis::{LedgerPayment, build_ledger};
use plumbline_core::report::mtd::{ExpenseDetail, Quarters, build_update, list_update_periods};
use plumbline_core::report::self_assessment::{FormPages, SelfAssessment, build_self_assessment};
use plumbline_core::report::vat::{
    self, EntryKind, FiledVatReturn, ReclaimScope, Sale, Scheme, Stagger, VatRegistration, VatReturn,
    build_return,
};
use plumbline_core::report::{AccountingChoices, IncomeTaxBooks, Period};
use plumbline_core::tax::TaxYear;
use plumbline_core::tax::vat_flat_rate::FlatRateSector;

use books::{BookedDocument, day, income, invoices, purchases, spending};

fn year() -> TaxYear {
    TaxYear::containing(day("2026-04-06"))
}

/// The four VAT quarters that begin in the year.
const QUARTERS: [(&str, &str); 4] = [
    ("2026-04-01", "2026-06-30"),
    ("2026-07-01", "2026-09-30"),
    ("2026-10-01", "2026-12-31"),
    ("2027-01-01", "2027-03-31"),
];

fn quarter(at: usize) -> Period {
    let (from, to) = QUARTERS[at];
    Period::new(day(from), day(to)).expect("a period")
}

fn vat_of(at: usize, flat_rate: Option<FlatRateSector>, filed: &[FiledVatReturn]) -> VatReturn {
    let registration =
        VatRegistration { number: "GB980780684".to_owned(), from: Some(day("2026-04-01")), until: None };
    let schemes = [Scheme { from: day("2026-04-01"), cash: false, flat_rate }];
    let sales: Vec<Sale> = invoices().iter().map(BookedDocument::sale).collect();
    let books = vat::VatBooks {
        registration: &registration,
        stagger: Stagger::March,
        schemes: &schemes,
        sales: &sales,
        purchases: &purchases(),
        filed,
        moved: &HashMap::new(),
    };
    build_return(&books, quarter(at))
}

fn boxes(made: &VatReturn) -> [i64; 7] {
    [1, 2, 3, 4, 5, 6, 7].map(|number| made.box_amount(number).0)
}

/// April to June: output VAT is 200 + 200 + 25 + 400 on invoices and 200 + 20 under the reverse charge, 1,045 in all;
/// 40 + 20 + 150 + 20 are reclaimed, nothing on the meal. Sales: 1,000 + 1,000 + 500 + 1,000 + 2,000, after credit
/// notes. Purchases: 200 + 100 + 360 of exempt insurance + 750 + 400 + 50.
///
/// July to September: output VAT 600 + 160; input VAT 2,000 on the van, 12 and 8. October to December: output VAT 800
/// less 40 of the credit note; sales 300 exempt + 4,000 − 200. January to March: output VAT 300 + 120, and 150 of bad
/// debt relief repaid; input VAT 300 of bad debt relief, and 4.
#[test]
fn the_vat_returns_of_the_year() {
    let expected = [
        [104_500, 0, 104_500, 23_000, 81_500, 550_000, 186_000],
        [76_000, 0, 76_000, 202_000, 126_000, 380_000, 1_010_000],
        [76_000, 0, 76_000, 0, 76_000, 410_000, 0],
        [57_000, 0, 57_000, 30_400, 26_600, 210_000, 2_000],
    ];
    for (at, expected) in expected.into_iter().enumerate() {
        let made = vat_of(at, None, &[]);
        assert_eq!(boxes(&made), expected, "the quarter to {}", QUARTERS[at].1);
        assert_eq!(made.reclaims, at == 1);
    }
    let last = vat_of(3, None, &[]);
    let of = |kind| {
        let found = last.entries.iter().find(|it| it.kind == kind).unwrap();
        (found.date.to_string(), found.amounts.box1.0, found.amounts.box4.0)
    };
    // 1,800 of 2,400 were unpaid: 300 of VAT. 900 of that were received later.
    assert_eq!(of(EntryKind::BadDebtRelief), ("2027-01-20".to_owned(), 0, 30_000));
    assert_eq!(of(EntryKind::BadDebtRepaid), ("2027-03-10".to_owned(), 15_000, 0));
}

/// The return to June was filed before box 1 contained the private part of the reverse charge: it stays as it was
/// filed, and the next one contains the 50, with the reason.
#[test]
fn a_filed_return_stays_and_the_next_has_the_difference() {
    let mut filed = vat_of(0, None, &[]).to_filed();
    for entry in &mut filed.entries {
        if entry.record == "sub20" {
            entry.amounts.box1 -= Pence(5_000);
        }
    }
    let filed = [filed];
    let was = vat_of(0, None, &filed);
    assert!(was.locked);
    assert_eq!(was.box_amount(1), Pence(99_500));
    let next = vat_of(1, None, &filed);
    assert_eq!(next.box_amount(1), Pence(76_000 + 5_000));
    let noted: Vec<_> = next.entries.iter().filter(|it| it.note.is_some()).collect();
    assert_eq!((noted.len(), &*noted[0].record), (1, "sub20"));
    assert!(next.findings.iter().any(|it| it.code == "careless_errors"));
}

/// Under the flat rate scheme: of April to June, 240 of pipe are relevant goods; the 120 of hire and, in July to
/// September, the van are not. The VAT on the van is reclaimed all the same, so it cost 10,000; the pipe cost 240.
#[test]
fn builds_vat_returns_under_the_flat_rate_scheme() {
    let building = Some(FlatRateSector::Building);
    let goods = |at| vat_of(at, building, &[]).limited_cost.unwrap().goods.0;
    assert_eq!([goods(0), goods(1)], [24_000, 0]);
    let second = vat_of(1, building, &[]);
    assert_eq!(second.box_amount(4), Pence(200_000));
    let codes: Vec<&str> = vat_of(0, building, &[]).findings.iter().map(|it| it.code).collect();
    assert!(codes.contains(&"goods_not_said"), "{codes:?}");
    let spent = spending(ReclaimScope::CapitalGoods);
    let cost = |id: &str| spent.iter().find(|it| it.id == id).unwrap().net().0;
    assert_eq!([cost("van"), cost("pipe")], [1_000_000, 24_000]);
}

fn pages<'a>(income: &'a [Income], spending: &'a [Spending], basis: AccountingBasis) -> SelfAssessment<'a> {
    let books = IncomeTaxBooks { income, spending, home: &[], trade: None };
    let choices = AccountingChoices { basis, vehicles: VehicleMethod::Mileage };
    build_self_assessment(books, choices, FormPages::Full, year(), None).expect("the pages")
}

fn filled(self_assessment: &SelfAssessment<'_>) -> Vec<(u8, i64)> {
    let filled = self_assessment.boxes.iter().filter(|it| !it.amount.is_zero());
    filled.map(|it| (it.number, it.amount.0)).collect()
}

/// By payments, the income is 1,000 + 1,000 + 500 + 1,000 + (500 + 750) + 3,000 + (800 − 200) + 300 + 4,000 + 1,500 =
/// 14,150. Expenses: pipe and hire 300, subcontractors 1,400, wages 500, 100 miles at 55p, insurance 360, phone 50 and
/// paper 20, the meal 60 with its VAT, the debt 100, the van 10,000: 12,845. Not allowed: 250 of the work at home, 10
/// of the phone, the meal, and the debt, which was never income: 420.
#[test]
fn fills_the_tax_return_on_the_cash_basis() {
    let (income, spending) = (income(), spending(ReclaimScope::All));
    let self_assessment = pages(&income, &spending, AccountingBasis::Cash);
    let expected = [
        (15, 1_415_000),
        (17, 30_000),
        (18, 140_000),
        (19, 50_000),
        (20, 5_500),
        (21, 36_000),
        (23, 7_000),
        (24, 6_000),
        (27, 10_000),
        (30, 1_000_000),
        (31, 1_284_500),
        (33, 25_000),
        (38, 1_000),
        (39, 6_000),
        (42, 10_000),
        (46, 42_000),
        (47, 130_500),
        (81, 20_000),
    ];
    assert_eq!(filled(&self_assessment), expected);
    assert_eq!(self_assessment.profit, Pence(172_500));
    // The fuel for the journeys that are claimed by the mile, and the ride.
    let left: Vec<&str> = self_assessment.left_out.iter().map(|it| it.id).collect();
    assert_eq!(left, ["fuel", "ride"]);
}

/// By invoices, the income is 15,500: it includes the last invoice's 600 and all 2,000 of the unpaid one, after credit
/// notes. The van is not an expense, and its 10,000 are in box 49; the debt is allowed.
#[test]
fn fills_the_tax_return_on_the_accruals_basis() {
    let (income, spending) = (income(), spending(ReclaimScope::All));
    let self_assessment = pages(&income, &spending, AccountingBasis::Accruals);
    let amount = |number| self_assessment.boxes.iter().find(|it| it.number == number).unwrap().amount.0;
    let numbers = [15, 30, 31, 42, 46, 47, 49, 81];
    let expected = [1_550_000, 0, 284_500, 0, 32_000, 1_265_500, 1_000_000, 20_000];
    assert_eq!(numbers.map(amount), expected);
}

/// To 5 July, 1,000 + 1,000 + 500 + 1,000 were received. The last update is that of the whole year. An update for a
/// quarter of the next year, in which only the last payment was received and nothing was spent, reports expenses of
/// zero.
#[test]
fn the_quarterly_updates() {
    let (income, spending) = (income(), spending(ReclaimScope::All));
    let books = IncomeTaxBooks { income: &income, spending: &spending, home: &[], trade: None };
    let choices = AccountingChoices { basis: AccountingBasis::Cash, vehicles: VehicleMethod::Mileage };
    let days = list_update_periods(year(), Quarters::Standard, Quarters::Standard);
    let first = build_update(books, choices, days[0], ExpenseDetail::ByCategory).unwrap();
    assert_eq!(first.tax_year, "2026-27");
    assert_eq!(
        first.to_json(),
        "{\"periodDates\":{\"periodStartDate\":\"2026-04-06\",\"periodEndDate\":\"2026-07-05\"},\
         \"periodIncome\":{\"turnover\":3500.00,\"other\":0.00,\"taxTakenOffTradingIncome\":0.00},\
         \"periodExpenses\":{\"costOfGoods\":300.00,\"paymentsToSubcontractors\":1400.00,\
         \"premisesRunningCosts\":360.00,\"businessEntertainmentCosts\":60.00,\"otherExpenses\":10000.00},\
         \"periodDisallowableExpenses\":{\"paymentsToSubcontractorsDisallowable\":250.00,\
         \"businessEntertainmentCostsDisallowable\":60.00}}"
    );
    let last = build_update(books, choices, days[3], ExpenseDetail::Consolidated).unwrap();
    // 12,845 less 420.
    assert!(last.to_json().ends_with("\"periodExpenses\":{\"consolidatedExpenses\":12425.00}}"));
    let next = TaxYear::containing(day("2027-04-06"));
    let days = list_update_periods(next, Quarters::Standard, Quarters::Standard);
    let next = build_update(books, choices, days[0], ExpenseDetail::Consolidated).unwrap();
    assert!(next.to_json().contains("\"turnover\":600.00"));
    assert!(next.to_json().ends_with("\"periodExpenses\":{\"consolidatedExpenses\":0.00}}"));
}

/// 800 paid of labour 1,000, after the materials were credited: gross 1,000, no materials, 200 deducted.
#[test]
fn builds_the_cis_ledger_after_a_credit_note() {
    let documents = invoices();
    let paid = documents.iter().filter(|it| it.materials.is_some()).flat_map(BookedDocument::received);
    let paid: Vec<LedgerPayment> = paid
        .map(|it| LedgerPayment {
            id: it.id,
            date: it.date,
            credit: it.credit,
            contractor: "bolton".to_owned(),
            gross: it.gross,
            materials: it.materials,
            deducted: it.deducted,
        })
        .collect();
    let cis_ledger = build_ledger(&paid, &[], year(), day("2026-07-01"));
    assert_eq!(cis_ledger.rows.len(), 1);
    let row = &cis_ledger.rows[0];
    assert_eq!(row.month.last_day(), day("2026-07-05"));
    let sums = [row.gross, row.materials, row.deducted].map(|it| it.0);
    assert_eq!(sums, [100_000, 0, 20_000]);
}

/// The profit report: 12,845 less the debt of 100, which never was income.
#[test]
fn the_profit_report_counts_only_allowable_costs() {
    let spending = spending(ReclaimScope::All);
    let whole = Period::for_tax_year(year());
    let (costs, left_out) =
        split_allowable_costs(&spending, AccountingBasis::Cash, whole, |_| VehicleMethod::Mileage);
    let sum: Pence = costs.iter().map(Spending::net).sum();
    assert_eq!(sum, Pence(1_274_500));
    let left: Vec<&str> = left_out.iter().map(|it| it.id).collect();
    assert_eq!(left, ["fuel", "lost", "ride"]);
}
