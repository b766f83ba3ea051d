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
