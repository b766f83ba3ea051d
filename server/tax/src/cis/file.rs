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
