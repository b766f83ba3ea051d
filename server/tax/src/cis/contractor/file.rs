//! Monthly returns as a file.

use plumbline_core::money::Pence;
use plumbline_core::tax::{TaxMonth, TaxYear};
use plumbline_core::time::text::date_long;

use super::answer::{CisReturn, CisReturns};
use plumbline_platform::workbook::{Cell, Column, List, Workbook};

/// A workbook with the returns of a year or of one month, and the payments behind them.
pub(super) fn of(told: &CisReturns, business: &str, month: Option<TaxMonth>) -> Workbook {
    // A single list, because a CSV file has one set of columns.
    let mut rows = List::of(
        "Returns",
        &[
            Column::day("Month to"),
            Column::text("Subcontractor"),
            Column::text("UTR"),
            Column::text("Verification number"),
            Column::money("Paid"),
            Column::money("Materials"),
            Column::money("Deducted"),
            Column::text("Return"),
        ],
    );
    let mut records = List::of(
        "Payments",
        &[
            Column::text("Subcontractor"),
            Column::day("Date"),
            Column::text("What for"),
            Column::money("Paid"),
            Column::money("Materials"),
            Column::text("Rate"),
            Column::money("Deducted"),
            Column::money("VAT"),
            Column::money("Paid out"),
        ],
    );
    for it in &told.months {
        let return_stands = standing(it);
        if it.is_nil {
            let nothing = [
                Cell::Money(Pence::ZERO),
                Cell::Money(Pence::ZERO),
                Cell::Money(Pence::ZERO),
            ];
            let nobody = [
                Cell::text("Nobody was paid"),
                Cell::text(""),
                Cell::text(""),
            ];
            let cells = [Cell::Day(it.to)].into_iter().chain(nobody).chain(nothing);
            rows.row(cells.chain([Cell::text(&return_stands)]).collect());
        }
        for row in &it.rows {
            rows.row(vec![
                Cell::Day(it.to),
                Cell::text(&row.name),
                Cell::text(&row.utr),
                Cell::text(row.verification_number.as_deref().unwrap_or_default()),
                Cell::Money(row.gross),
                Cell::Money(row.materials),
                Cell::Money(row.deducted),
                Cell::text(&return_stands),
            ]);
            for payment in &row.payments {
                let figures = payment.figures;
                records.row(vec![
                    Cell::text(&payment.name),
                    Cell::Day(payment.date),
                    Cell::text(&payment.description),
                    Cell::Money(figures.gross),
                    Cell::Money(figures.materials),
                    Cell::text(&format!("{}%", figures.rate)),
                    Cell::Money(figures.deducted),
                    Cell::Money(figures.vat),
                    Cell::Money(figures.pay),
                ]);
            }
        }
    }
    let sum = |of: fn(&CisReturn) -> Pence| Cell::Money(told.months.iter().map(of).sum());
    rows.row(vec![
        Cell::text("All"),
        Cell::text(""),
        Cell::text(""),
        Cell::text(""),
        sum(|it| it.gross),
        sum(|it| it.materials),
        sum(|it| it.deducted),
        Cell::text(""),
    ]);
    let year = told.name.replace('/', "-");
    let (name, title, days) = match month {
        Some(month) => (
            format!("cis-return-to-{}", month.last()),
            format!("CIS monthly return, {business}"),
            format!(
                "{} to {}",
                date_long(month.first()),
                date_long(month.last())
            ),
        ),
        None => {
            let days = TaxYear::beginning_in(told.year)
                .map(|year| format!("{} to {}", date_long(year.first()), date_long(year.last())));
            (
                format!("cis-returns-{year}"),
                format!("CIS monthly returns {}, {business}", told.name),
                days.unwrap_or_default(),
            )
        }
    };
    Workbook {
        name,
        title,
        days,
        lists: vec![rows],
        records: Some(records),
    }
}

/// A short text for the state of a return.
fn standing(it: &CisReturn) -> String {
    let nil = if it.is_nil { "nil return, " } else { "" };
    match it.filed_on {
        Some(day) if it.not_needed => format!("not needed, HMRC told on {}", date_long(day)),
        Some(day) => format!("{nil}filed on {}", date_long(day)),
        None if !it.is_over => format!("{nil}month not over"),
        None if it.must_be_sent => format!("{nil}due by {}", date_long(it.due)),
        None => "nobody was paid".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use plumbline_core::money::number::Number;

    use super::super::answer::{CisFigures, CisReturnRow, SubcontractorPayment};
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
    fn each_figure_is_in_its_column() {
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
        let told = CisReturns {
            profile: "2".to_owned(),
            year: 2026,
            name: "2026/27".to_owned(),
            gross: Pence(0),
            materials: Pence(0),
            deducted: Pence(0),
            months: vec![paid, month("2026-11-05", false)],
            today: "2026-11-01".parse().unwrap(),
        };
        let workbook = of(&told, "Taylor Plumbing, 123/AB456", None);
        assert_eq!(workbook.name, "cis-returns-2026-27");
        let row = |first: Cell, who: [&str; 3], amounts: [i64; 3], last: &str| {
            let amounts = amounts.map(|it| Cell::Money(Pence(it)));
            let cells = [first].into_iter().chain(who.map(Cell::text));
            let cells = cells.chain(amounts).chain([Cell::text(last)]);
            cells.collect::<Vec<_>>()
        };
        let day = |text: &str| Cell::Day(text.parse().unwrap());
        assert_eq!(
            workbook.lists[0].rows,
            [
                row(
                    day("2026-10-05"),
                    ["Bloggs Roofing", "1234567890", "V0012345678"],
                    [21, 22, 23],
                    "due by 19 Oct 2026"
                ),
                row(
                    day("2026-11-05"),
                    ["Nobody was paid", "", ""],
                    [0, 0, 0],
                    "nil return, month not over"
                ),
                row(Cell::text("All"), ["", "", ""], [82, 84, 86], ""),
            ]
        );
        let records = workbook.records.unwrap();
        let money = |pence| Cell::Money(Pence(pence));
        assert_eq!(
            records.rows,
            [vec![
                Cell::text("Bloggs Roofing"),
                day("2026-10-04"),
                Cell::text("Roof"),
                money(31),
                money(32),
                Cell::text("20%"),
                money(34),
                money(35),
                money(36),
            ]]
        );
        let columns: Vec<&str> = records.columns.iter().map(|it| it.name).collect();
        assert_eq!(
            columns[3..],
            ["Paid", "Materials", "Rate", "Deducted", "VAT", "Paid out"]
        );
    }

    #[test]
    fn a_return_says_how_it_stands() {
        let nil = |change: fn(&mut CisReturn)| {
            let mut month = month("2026-10-05", true);
            change(&mut month);
            standing(&month)
        };
        assert_eq!(nil(|_| {}), "nil return, due by 19 Oct 2026");
        assert_eq!(
            nil(|it| it.filed_on = "2026-10-09".parse().ok()),
            "nil return, filed on 9 Oct 2026"
        );
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
