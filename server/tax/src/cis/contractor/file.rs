//! Monthly returns as a file.

use plumbline_core::money::Pence;
use plumbline_core::tax::{TaxMonth, TaxYear};
use plumbline_core::time::text::format_long_date;

use super::response::{CisReturn, CisReturns};
use plumbline_platform::workbook::{Workbook, WorkbookCell, WorkbookColumn, WorkbookTable};

/// A workbook with the returns of a year or of one month, and the payments behind them.
pub(super) fn to_workbook(cis_returns: &CisReturns, business: &str, month: Option<TaxMonth>) -> Workbook {
    // A single list, because a CSV file has one set of columns.
    let mut rows = WorkbookTable::new(
        "Returns",
        &[
            WorkbookColumn::day("Month to"),
            WorkbookColumn::text("Subcontractor"),
            WorkbookColumn::text("UTR"),
            WorkbookColumn::text("Verification number"),
            WorkbookColumn::money("Paid"),
            WorkbookColumn::money("Materials"),
            WorkbookColumn::money("Deducted"),
            WorkbookColumn::text("Return"),
        ],
    );
    let mut records = WorkbookTable::new(
        "Payments",
        &[
            WorkbookColumn::text("Subcontractor"),
            WorkbookColumn::day("Date"),
            WorkbookColumn::text("What for"),
            WorkbookColumn::money("Paid"),
            WorkbookColumn::money("Materials"),
            WorkbookColumn::text("Rate"),
            WorkbookColumn::money("Deducted"),
            WorkbookColumn::money("VAT"),
            WorkbookColumn::money("Paid out"),
        ],
    );
    for it in &cis_returns.months {
        let return_stands = state_text(it);
        if it.is_nil {
            let nothing = [
                WorkbookCell::Money(Pence::ZERO),
                WorkbookCell::Money(Pence::ZERO),
                WorkbookCell::Money(Pence::ZERO),
            ];
            let nobody =
                [WorkbookCell::text("Nobody was paid"), WorkbookCell::text(""), WorkbookCell::text("")];
            let cells = [WorkbookCell::Day(it.to)].into_iter().chain(nobody).chain(nothing);
            rows.add_row(cells.chain([WorkbookCell::text(&return_stands)]).collect());
        }
        for row in &it.rows {
            rows.add_row(vec![
                WorkbookCell::Day(it.to),
                WorkbookCell::text(&row.name),
                WorkbookCell::text(&row.utr),
                WorkbookCell::text(row.verification_number.as_deref().unwrap_or_default()),
                WorkbookCell::Money(row.gross),
                WorkbookCell::Money(row.materials),
                WorkbookCell::Money(row.deducted),
                WorkbookCell::text(&return_stands),
            ]);
            for payment in &row.payments {
                let cis_figures = payment.figures;
                records.add_row(vec![
                    WorkbookCell::text(&payment.name),
                    WorkbookCell::Day(payment.date),
                    WorkbookCell::text(&payment.description),
                    WorkbookCell::Money(cis_figures.gross),
                    WorkbookCell::Money(cis_figures.materials),
                    WorkbookCell::text(&format!("{}%", cis_figures.rate)),
                    WorkbookCell::Money(cis_figures.deducted),
                    WorkbookCell::Money(cis_figures.vat),
                    WorkbookCell::Money(cis_figures.pay),
                ]);
            }
        }
    }
    let sum = |of: fn(&CisReturn) -> Pence| WorkbookCell::Money(cis_returns.months.iter().map(of).sum());
    rows.add_row(vec![
        WorkbookCell::text("All"),
        WorkbookCell::text(""),
        WorkbookCell::text(""),
        WorkbookCell::text(""),
        sum(|it| it.gross),
        sum(|it| it.materials),
        sum(|it| it.deducted),
        WorkbookCell::text(""),
    ]);
    let year = cis_returns.name.replace('/', "-");
    let (name, title, days) = match month {
        Some(month) => (
            format!("cis-return-to-{}", month.last_day()),
            format!("CIS monthly return, {business}"),
            format!("{} to {}", format_long_date(month.first_day()), format_long_date(month.last_day())),
        ),
        None => {
            let days = TaxYear::starting_in(cis_returns.year).map(|year| {
                format!("{} to {}", format_long_date(year.first_day()), format_long_date(year.last_day()))
            });
            (
                format!("cis-returns-{year}"),
                format!("CIS monthly returns {}, {business}", cis_returns.name),
                days.unwrap_or_default(),
            )
        }
    };
    Workbook { name, title, days, lists: vec![rows], records: Some(records) }
}

/// A short text for the state of a return.
fn state_text(it: &CisReturn) -> String {
    let nil = if it.is_nil { "nil return, " } else { "" };
    match it.filed_on {
        Some(day) if it.not_needed => format!("not needed, HMRC told on {}", format_long_date(day)),
        Some(day) => format!("{nil}filed on {}", format_long_date(day)),
        None if !it.is_over => format!("{nil}month not over"),
        None if it.must_be_sent => format!("{nil}due by {}", format_long_date(it.due)),
        None => "nobody was paid".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use plumbline_core::money::number::Number;

    use super::super::response::{CisFigures, CisReturnRow, SubcontractorPayment};
    use super::*;

    fn month(to: &str, is_over: bool) -> CisReturn {
        CisReturn {
            from: "2026-09-06".parse().unwrap(),
            to: to.parse().unwrap(),
            due: "2026-10-19".parse().unwrap(),
            pay_by: "2026-10-22".parse().unwrap(),
            gross: Pence(41),
            materials: Pence(42),
            deducted: Pence(43),
            is_nil: true,
            must_be_sent: true,
            not_needed: false,
            duty_confirmed: true,
            is_over,
            filed_on: None,
            declarations: Vec::new(),
            rows: Vec::new(),
        }
    }

    #[test]
    fn exports_each_value_in_its_column() {
        let payment = SubcontractorPayment {
            id: "1".to_owned(),
            version: 1,
            profile_id: "2".to_owned(),
            contact_id: "3".to_owned(),
            name: "Bloggs Roofing".to_owned(),
            date: "2026-10-04".parse().unwrap(),
            description: "Roof".to_owned(),
            reverse_charge: false,
            reverse_rate: Number::Empty,
            figures: CisFigures {
                gross: Pence(31),
                materials: Pence(32),
                liable: Pence(33),
                rate: 20,
                deducted: Pence(34),
                vat: Pence(35),
                pay: Pence(36),
            },
            is_filed: false,
        };
        let paid = CisReturn {
            is_nil: false,
            rows: vec![CisReturnRow {
                contact_id: "3".to_owned(),
                name: "Bloggs Roofing".to_owned(),
                utr: "1234567890".to_owned(),
                verification_number: Some("V0012345678".to_owned()),
                gross: Pence(21),
                materials: Pence(22),
                deducted: Pence(23),
                has_statement: true,
                statement_lacks: None,
                statement_email: None,
                payments: vec![payment],
            }],
            ..month("2026-10-05", true)
        };
        let cis_returns = CisReturns {
            profile: "2".to_owned(),
            year: 2026,
            name: "2026/27".to_owned(),
            gross: Pence(0),
            materials: Pence(0),
            deducted: Pence(0),
            months: vec![paid, month("2026-11-05", false)],
            today: "2026-11-01".parse().unwrap(),
        };
        let workbook = to_workbook(&cis_returns, "Taylor Plumbing, 123/AB456", None);
        assert_eq!(workbook.name, "cis-returns-2026-27");
        let row = |first: WorkbookCell, who: [&str; 3], amounts: [i64; 3], last: &str| {
            let amounts = amounts.map(|it| WorkbookCell::Money(Pence(it)));
            let cells = [first].into_iter().chain(who.map(WorkbookCell::text));
            let cells = cells.chain(amounts).chain([WorkbookCell::text(last)]);
            cells.collect::<Vec<_>>()
        };
        let day = |text: &str| WorkbookCell::Day(text.parse().unwrap());
        assert_eq!(
            workbook.lists[0].rows,
            [
                row(
                    day("2026-10-05"),
                    ["Bloggs Roofing", "1234567890", "V0012345678"],
                    [21, 22, 23],
                    "due by 19 Oct 2026"
                ),
                row(day("2026-11-05"), ["Nobody was paid", "", ""], [0, 0, 0], "nil return, month not over"),
                row(WorkbookCell::text("All"), ["", "", ""], [82, 84, 86], ""),
            ]
        );
        let records = workbook.records.unwrap();
        let money = |pence| WorkbookCell::Money(Pence(pence));
        assert_eq!(
            records.rows,
            [vec![
                WorkbookCell::text("Bloggs Roofing"),
                day("2026-10-04"),
                WorkbookCell::text("Roof"),
                money(31),
                money(32),
                WorkbookCell::text("20%"),
                money(34),
                money(35),
                money(36),
            ]]
        );
        let columns: Vec<&str> = records.columns.iter().map(|it| it.name).collect();
        assert_eq!(columns[3..], ["Paid", "Materials", "Rate", "Deducted", "VAT", "Paid out"]);
    }

    #[test]
    fn states_whether_a_return_is_due_filed_or_not_needed() {
        let nil = |change: fn(&mut CisReturn)| {
            let mut month = month("2026-10-05", true);
            change(&mut month);
            state_text(&month)
        };
        assert_eq!(nil(|_| {}), "nil return, due by 19 Oct 2026");
        assert_eq!(nil(|it| it.filed_on = "2026-10-09".parse().ok()), "nil return, filed on 9 Oct 2026");
        assert_eq!(
            nil(|it| {
                it.filed_on = "2026-10-09".parse().ok();
                it.not_needed = true;
            }),
            "not needed, HMRC told on 9 Oct 2026"
        );
        assert_eq!(nil(|it| it.must_be_sent = false), "nobody was paid");
    }
}
