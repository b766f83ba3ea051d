//! The ledger as a file.

use plumbline_core::time::text::date_long;

use super::answer::CisLedger;
use plumbline_platform::workbook::{Cell, Column, List, Workbook};

/// A workbook with the months and their payments.
pub(super) fn of(told: &CisLedger) -> Workbook {
    let mut months = List::of(
        "Months",
        &[
            Column::day("Month to"),
            Column::text("Contractor"),
            Column::money("Paid"),
            Column::money("Materials"),
            Column::money("Deducted"),
            Column::money("Stated"),
            Column::text("Statement"),
        ],
    );
    let mut records = List::of(
        "Payments",
        &[
            Column::text("Contractor"),
            Column::day("Date"),
            Column::text("Invoice"),
            Column::money("Paid"),
            Column::money("Materials"),
            Column::money("Deducted"),
        ],
    );
    for month in &told.months {
        let stated = month.statements.iter().map(|it| it.deducted).sum();
        months.row(vec![
            Cell::Day(month.to),
            Cell::text(&month.contractor.name),
            Cell::Money(month.gross),
            Cell::Money(month.materials),
            Cell::Money(month.deducted),
            Cell::Money(stated),
            Cell::text(month.standing.words()),
        ]);
        for payment in &month.payments {
            records.row(vec![
                Cell::text(&month.contractor.name),
                Cell::Day(payment.date),
                Cell::text(&payment.number),
                Cell::Money(payment.gross),
                Cell::Money(payment.materials),
                Cell::Money(payment.deducted),
            ]);
        }
    }
    months.row(vec![
        Cell::text("All"),
        Cell::text(""),
        Cell::Money(told.gross),
        Cell::Money(told.materials),
        Cell::Money(told.deducted),
        Cell::Money(told.stated),
        Cell::text(""),
    ]);
    let first = plumbline_core::tax::TaxYear::beginning_in(told.year);
    let days =
        first.map(|year| format!("{} to {}", date_long(year.first()), date_long(year.last())));
    Workbook {
        name: format!("cis-{}", told.name.replace('/', "-")),
        title: format!("CIS deductions {}", told.name),
        days: days.unwrap_or_default(),
        lists: vec![months],
        records: Some(records),
    }
}

#[cfg(test)]
mod tests {
    use plumbline_core::money::Pence;

    use super::super::answer::{CisContractor, CisMonth, CisReceipt, CisStanding, CisStatement};
    use super::*;

    #[test]
    fn each_figure_is_in_its_column() {
        let day = |text: &str| text.parse().unwrap();
        let contractor = CisContractor {
            name: "Jo Bloggs".to_owned(),
            key: "name:Jo Bloggs".to_owned(),
        };
        let stated = |deducted| CisStatement {
            id: "1".to_owned(),
            gross: Pence(7),
            materials: Pence(8),
            deducted: Pence(deducted),
        };
        let told = CisLedger {
            year: 2026,
            name: "2026/27".to_owned(),
            gross: Pence(11),
            materials: Pence(12),
            deducted: Pence(13),
            stated: Pence(14),
            months: vec![CisMonth {
                from: day("2026-09-06"),
                to: day("2026-10-05"),
                contractor: contractor.clone(),
                gross: Pence(1),
                materials: Pence(2),
                deducted: Pence(3),
                statement_due: day("2026-10-19"),
                standing: CisStanding::Differs,
                differs: None,
                payments: vec![CisReceipt {
                    id: "2".to_owned(),
                    kind: "invoice".to_owned(),
                    subject: "3".to_owned(),
                    number: "INV-0001".to_owned(),
                    date: day("2026-10-04"),
                    gross: Pence(21),
                    materials: Pence(22),
                    deducted: Pence(23),
                }],
                statements: vec![stated(30), stated(3)],
            }],
            contractors: vec![contractor],
            today: day("2026-11-16"),
        };
        let workbook = of(&told);
        assert_eq!(workbook.days, "6 Apr 2026 to 5 Apr 2027");
        let text = Cell::text;
        let pence = |amounts: [i64; 4]| amounts.map(|it| Cell::Money(Pence(it)));
        let row = |first: [Cell; 2], amounts, last: &str| {
            let cells = first.into_iter().chain(pence(amounts));
            cells.chain([text(last)]).collect::<Vec<_>>()
        };
        assert_eq!(
            workbook.lists[0].rows,
            [
                row(
                    [Cell::Day(day("2026-10-05")), text("Jo Bloggs")],
                    [1, 2, 3, 33],
                    "statement differs"
                ),
                row([text("All"), text("")], [11, 12, 13, 14], ""),
            ]
        );
        let names = |list: &List| list.columns.iter().map(|it| it.name).collect::<Vec<_>>();
        assert_eq!(
            names(&workbook.lists[0])[2..6],
            ["Paid", "Materials", "Deducted", "Stated"]
        );
        let records = workbook.records.unwrap();
        let amounts = [21, 22, 23].map(|it| Cell::Money(Pence(it)));
        let first = [
            text("Jo Bloggs"),
            Cell::Day(day("2026-10-04")),
            text("INV-0001"),
        ];
        let expected: Vec<Cell> = first.into_iter().chain(amounts).collect();
        assert_eq!(records.rows, [expected]);
        assert_eq!(names(&records)[3..], ["Paid", "Materials", "Deducted"]);
    }
}
