//! Reports as files.

use plumbline_core::time::text::date_long;

use super::answer::{ProfitOf, ProfitReport, ReportOf, ReportRow, SumsReport};
use crate::workbook::{Cell, Column, List, Workbook};

/// What is left.
pub(super) fn profit(report: &ProfitReport) -> Workbook {
    let columns = [
        Column::text("Of"),
        Column::money("Income"),
        Column::money("Expenses"),
        Column::money("Profit"),
    ];
    let total = std::slice::from_ref(&report.total);
    let lists = [
        ("Month", &*report.by_month),
        ("Customer", &*report.by_customer),
        ("All", total),
    ];
    let lists = lists.map(|(title, rows)| {
        let mut list = List::of(title, &columns);
        for ProfitOf {
            name,
            income,
            spending,
            profit,
            ..
        } in rows
        {
            let amounts = [income, spending, profit].map(|it| Cell::Money(*it));
            let cells = std::iter::once(Cell::text(name)).chain(amounts);
            list.row(cells.collect());
        }
        list
    });
    workbook(("profit", "Profit"), &report.of, lists.into())
}

/// What was earned, or spent.
pub(super) fn sums(name: (&str, &str), report: &SumsReport) -> Workbook {
    let columns = [
        Column::text("Of"),
        Column::money("Without VAT"),
        Column::money("VAT"),
        Column::money("Kept back under CIS"),
        Column::count("Records"),
    ];
    let total = std::slice::from_ref(&report.total);
    let lists = [
        ("Month", &*report.by_month),
        ("Category", &*report.by_category),
        ("Customer", &*report.by_customer),
        ("Business profile", &*report.by_profile),
        ("All", total),
    ];
    let lists = lists.into_iter().filter(|(_, rows)| !rows.is_empty());
    let lists = lists.map(|(title, rows)| {
        let mut list = List::of(title, &columns);
        for ReportRow {
            name,
            net,
            vat,
            cis,
            records,
            ..
        } in rows
        {
            let amounts = [net, vat, cis].map(|it| Cell::Money(*it));
            let cells = std::iter::once(Cell::text(name)).chain(amounts);
            list.row(cells.chain([Cell::Count(*records)]).collect());
        }
        list
    });
    workbook(name, &report.of, lists.collect())
}

fn workbook((name, title): (&str, &str), of: &ReportOf, lists: Vec<List>) -> Workbook {
    Workbook {
        name: format!("{name}-{}-to-{}", of.from, of.to),
        title: title.to_owned(),
        days: format!("{} to {}", date_long(of.from), date_long(of.to)),
        lists,
        records: None,
    }
}
