//! The CIS ledger as a workbook to download.

use plumbline_core::time::text::format_long_date;

use super::response::CisLedger;
use plumbline_platform::workbook::{Workbook, WorkbookCell, WorkbookColumn, WorkbookTable};

/// A workbook with the months and their payments.
pub(super) fn to_workbook(cis_ledger: &CisLedger) -> Workbook {
    let mut months = WorkbookTable::new(
        "Months",
        &[
            WorkbookColumn::day("Month to"),
            WorkbookColumn::text("Contractor"),
            WorkbookColumn::money("Paid"),
            WorkbookColumn::money("Materials"),
            WorkbookColumn::money("Deducted"),
            WorkbookColumn::money("Stated"),
            WorkbookColumn::text("Statement"),
        ],
    );
    let mut records = WorkbookTable::new(
        "Payments",
        &[
            WorkbookColumn::text("Contractor"),
            WorkbookColumn::day("Date"),
            WorkbookColumn::text("Invoice"),
            WorkbookColumn::money("Paid"),
            WorkbookColumn::money("Materials"),
            WorkbookColumn::money("Deducted"),
        ],
    );
    for month in &cis_ledger.months {
        let stated = month.statements.iter().map(|it| it.deducted).sum();
        months.add_row(vec![
            WorkbookCell::Day(month.to),
            WorkbookCell::text(&month.contractor.name),
            WorkbookCell::Money(month.gross),
            WorkbookCell::Money(month.materials),
            WorkbookCell::Money(month.deducted),
            WorkbookCell::Money(stated),
            WorkbookCell::text(month.standing.label()),
        ]);
        for payment in &month.payments {
            records.add_row(vec![
                WorkbookCell::text(&month.contractor.name),
                WorkbookCell::Day(payment.date),
                WorkbookCell::text(&payment.number),
                WorkbookCell::Money(payment.gross),
                WorkbookCell::Money(payment.materials),
                WorkbookCell::Money(payment.deducted),
            ]);
        }
    }
    months.add_row(vec![
        WorkbookCell::text("All"),
        WorkbookCell::text(""),
        WorkbookCell::Money(cis_ledger.gross),
        WorkbookCell::Money(cis_ledger.materials),
        WorkbookCell::Money(cis_ledger.deducted),
        WorkbookCell::Money(cis_ledger.stated),
        WorkbookCell::text(""),
    ]);
    let tax_year = plumbline_core::tax::TaxYear::starting_in(cis_ledger.year);
    let days = tax_year.map(|year| {
        format!("{} to {}", format_long_date(year.first_day()), format_long_date(year.last_day()))
    });
    Workbook {
        name: format!("cis-{}", cis_ledger.name.replace('/', "-")),
        title: format!("CIS deductions {}", cis_ledger.name),
        days: days.unwrap_or_default(),
        lists: vec![months],
        records: Some(records),
    }
}

#[cfg(test)]
mod tests {
    use plumbline_core::money::Pence;

    use super::super::response::{CisContractor, CisMonth, CisMonthState, CisReceipt, CisStatement};
    use super::*;

    #[test]
    fn exports_each_value_in_its_column() {
        let day = |text: &str| text.parse().unwrap();
        let contractor = CisContractor { name: "Jo Bloggs".to_owned(), key: "name:Jo Bloggs".to_owned() };
        let stated = |deducted| CisStatement {
            id: "1".to_owned(),
            gross: Pence(7),
            materials: Pence(8),
            deducted: Pence(deducted),
        };
        let cis_ledger = CisLedger {
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
                standing: CisMonthState::Differs,
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
        let workbook = to_workbook(&cis_ledger);
        assert_eq!(workbook.days, "6 Apr 2026 to 5 Apr 2027");
        let text = WorkbookCell::text;
        let pence = |amounts: [i64; 4]| amounts.map(|it| WorkbookCell::Money(Pence(it)));
        let row = |first: [WorkbookCell; 2], amounts, last: &str| {
            let cells = first.into_iter().chain(pence(amounts));
            cells.chain([text(last)]).collect::<Vec<_>>()
        };
        assert_eq!(
            workbook.lists[0].rows,
            [
                row(
                    [WorkbookCell::Day(day("2026-10-05")), text("Jo Bloggs")],
                    [1, 2, 3, 33],
                    "statement differs"
                ),
                row([text("All"), text("")], [11, 12, 13, 14], ""),
            ]
        );
        let names = |list: &WorkbookTable| list.columns.iter().map(|it| it.name).collect::<Vec<_>>();
        assert_eq!(names(&workbook.lists[0])[2..6], ["Paid", "Materials", "Deducted", "Stated"]);
        let records = workbook.records.unwrap();
        let amounts = [21, 22, 23].map(|it| WorkbookCell::Money(Pence(it)));
        let first = [text("Jo Bloggs"), WorkbookCell::Day(day("2026-10-04")), text("INV-0001")];
        let expected: Vec<WorkbookCell> = first.into_iter().chain(amounts).collect();
        assert_eq!(records.rows, [expected]);
        assert_eq!(names(&records)[3..], ["Paid", "Materials", "Deducted"]);
    }
}
