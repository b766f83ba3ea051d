//! Records for the tests of reports.

use proptest::prelude::*;

use super::*;

/// A date from its text.
pub(crate) fn day(text: &str) -> Date {
    text.parse().unwrap()
}

/// Income of one customer and profile.
pub(crate) fn income(id: &str, kind: IncomeKind, date: &str, net: i64) -> Income {
    Income {
        id: id.to_owned(),
        date: day(date),
        kind,
        customer: Some("c1".to_owned()),
        profile: Some("b1".to_owned()),
        net: Pence(net),
        vat: Pence::ZERO,
        cis: Pence::ZERO,
        confirmed: true,
    }
}

/// Spending that was paid on the day of its bill.
pub(crate) fn spending(id: &str, category: ExpenseCategory, date: &str, gross: i64) -> Spending {
    Spending {
        id: id.to_owned(),
        date: day(date),
        paid: Some(day(date)),
        customer: None,
        profile: Some("b1".to_owned()),
        category,
        gross: Pence(gross),
        reclaimed: Pence::ZERO,
        private: Pence::ZERO,
        cost: VehicleCost::Ordinary,
        capital: false,
    }
}

/// A journey by car without a calculated amount.
pub(crate) fn journey(id: &str, date: &str, tenths: i64) -> Spending {
    Spending {
        cost: VehicleCost::Journey { vehicle: Vehicle::Car, tenths },
        ..spending(id, ExpenseCategory::CarVanTravelExpenses, date, 0)
    }
}

/// A month of working from home.
pub(crate) fn home_month(id: &str, first: &str, hours: u16) -> HomeMonth {
    HomeMonth { id: id.to_owned(), month: TaxMonth::containing(day(first)), hours }
}

fn any_day() -> impl Strategy<Value = Date> {
    (0_u32..365).prop_map(|days| day("2026-04-06").plus_days(days).unwrap())
}

/// Random income in the tax year 2026/27, each record with its own id.
pub(crate) fn any_income() -> impl Strategy<Value = Vec<Income>> {
    let kinds = vec![
        IncomeKind::Invoice,
        IncomeKind::CreditNote,
        IncomeKind::Payment,
        IncomeKind::Refund,
        IncomeKind::Other,
    ];
    let row = (prop::sample::select(kinds), any_day(), 0_i64..500_000, 0_u8..4);
    let rows = prop::collection::vec(row, 0..40);
    rows.prop_map(|rows| {
        let rows = rows.into_iter().enumerate();
        let record = |(at, (kind, date, net, who))| Income {
            date,
            customer: (who > 0).then(|| format!("c{who}")),
            profile: (who > 1).then(|| format!("b{who}")),
            vat: Pence(net / 5),
            cis: Pence(net / 7),
            ..income(&format!("i{at}"), kind, "2026-04-06", net)
        };
        rows.map(record).collect()
    })
}

/// Random spending in the tax year 2026/27, each record with its own id.
pub(crate) fn any_spending() -> impl Strategy<Value = Vec<Spending>> {
    let categories: Vec<ExpenseCategory> = crate::expense::CATEGORIES.map(|it| it.category).to_vec();
    let row = (prop::sample::select(categories), any_day(), -50_000_i64..300_000, 0_u8..6);
    prop::collection::vec(row, 0..40).prop_map(|rows| {
        let rows = rows.into_iter().enumerate();
        let record = |(at, (category, date, gross, what)): (usize, (ExpenseCategory, Date, i64, u8))| {
            let mut record = spending(&format!("s{at}"), category, "2026-04-06", gross);
            record.date = date;
            record.paid = (what != 1).then_some(date);
            record.reclaimed = Pence(if what == 2 { gross / 6 } else { 0 });
            record.private = Pence(if what == 3 { gross / 3 } else { 0 });
            record.customer = (what > 3).then(|| format!("c{what}"));
            record.cost = match what {
                4 => VehicleCost::Running,
                5 => VehicleCost::Journey { vehicle: Vehicle::Car, tenths: gross.abs() / 10 + 1 },
                _ => VehicleCost::Ordinary,
            };
            record
        };
        rows.map(record).collect()
    })
}
