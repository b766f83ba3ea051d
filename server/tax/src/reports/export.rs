//! Reports as files.

use plumbline_core::time::text::date_long;

use plumbline_core::report::books::Basis;

use super::answer::{ProfitOf, ProfitReport, ReportOf, ReportRow, SumsReport};
use super::names::Names;
use plumbline_platform::workbook::{Cell, Column, List, Workbook};

/// A workbook of the profit report.
pub(super) fn profit(report: &ProfitReport, (names, profile): (&Names, Option<&str>)) -> Workbook {
    let columns = |first| {
        [
            Column::text(first),
            Column::money("Income"),
            Column::money("Expenses"),
            Column::money("Profit"),
        ]
    };
    let total = std::slice::from_ref(&report.total);
    let lists = [
        ("Month", &*report.by_month),
        ("Customer", &*report.by_customer),
        ("Business profile", &*report.by_profile),
        ("All", total),
    ];
    let lists = lists.map(|(title, rows)| {
        let mut list = List::of(title, &columns(title));
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
    let headed = headed(&report.of, names, profile);
    workbook(("profit", "Profit"), &report.of, headed, lists.into())
}

/// A workbook of a report of income or expenses.
pub(super) fn sums(
    name: (&str, &str),
    report: &SumsReport,
    (names, profile): (&Names, Option<&str>),
) -> Workbook {
    let columns = |first| {
        [
            Column::text(first),
            Column::money("Without VAT"),
            Column::money("VAT"),
            Column::money("Deducted under CIS"),
            Column::count("Records"),
        ]
    };
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
        let mut list = List::of(title, &columns(title));
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
    let headed = headed(&report.of, names, profile);
    workbook(name, &report.of, headed, lists.collect())
}

/// The subtitle: the days, the owner and the basis.
fn headed(of: &ReportOf, names: &Names, profile: Option<&str>) -> String {
    let days = format!("{} to {}", date_long(of.from), date_long(of.to));
    names.headed(&days, Basis::from(of.basis).words(), profile)
}

fn workbook(
    (name, title): (&str, &str),
    of: &ReportOf,
    days: String,
    lists: Vec<List>,
) -> Workbook {
    Workbook {
        name: format!("{name}-{}-to-{}", of.from, of.to),
        title: title.to_owned(),
        days,
        lists,
        records: None,
    }
}
