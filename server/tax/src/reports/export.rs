//! Reports as files.

use plumbline_core::time::text::format_long_date;

use plumbline_core::report::books::AccountingBasis;

use super::names::Names;
use super::response::{ProfitReport, ProfitReportRow, ReportRow, ReportScope, SumsReport};
use plumbline_platform::workbook::{Workbook, WorkbookCell, WorkbookColumn, WorkbookTable};

/// A workbook of the profit report.
pub(super) fn profit_to_workbook(
    report: &ProfitReport,
    (names, profile): (&Names, Option<&str>),
) -> Workbook {
    let columns = |first| {
        [
            WorkbookColumn::text(first),
            WorkbookColumn::money("Income"),
            WorkbookColumn::money("Expenses"),
            WorkbookColumn::money("Profit"),
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
        let mut list = WorkbookTable::new(title, &columns(title));
        for ProfitReportRow { name, income, spending, profit, .. } in rows {
            let amounts = [income, spending, profit].map(|it| WorkbookCell::Money(*it));
            let cells = std::iter::once(WorkbookCell::text(name)).chain(amounts);
            list.add_row(cells.collect());
        }
        list
    });
    let headed = subtitle(&report.of, names, profile);
    build_workbook(("profit", "Profit"), &report.of, headed, lists.into())
}

/// A workbook of a report of income or expenses.
pub(super) fn sums_to_workbook(
    name: (&str, &str),
    report: &SumsReport,
    (names, profile): (&Names, Option<&str>),
) -> Workbook {
    let columns = |first| {
        [
            WorkbookColumn::text(first),
            WorkbookColumn::money("Without VAT"),
            WorkbookColumn::money("VAT"),
            WorkbookColumn::money("Deducted under CIS"),
            WorkbookColumn::count("Records"),
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
        let mut list = WorkbookTable::new(title, &columns(title));
        for ReportRow { name, net, vat, cis, records, .. } in rows {
            let amounts = [net, vat, cis].map(|it| WorkbookCell::Money(*it));
            let cells = std::iter::once(WorkbookCell::text(name)).chain(amounts);
            list.add_row(cells.chain([WorkbookCell::Count(*records)]).collect());
        }
        list
    });
    let headed = subtitle(&report.of, names, profile);
    build_workbook(name, &report.of, headed, lists.collect())
}

/// The subtitle: the days, the owner and the basis.
fn subtitle(of: &ReportScope, names: &Names, profile: Option<&str>) -> String {
    let days = format!("{} to {}", format_long_date(of.from), format_long_date(of.to));
    names.subtitle(&days, AccountingBasis::from(of.basis).label(), profile)
}

fn build_workbook(
    (name, title): (&str, &str),
    of: &ReportScope,
    days: String,
    lists: Vec<WorkbookTable>,
) -> Workbook {
    Workbook {
        name: format!("{name}-{}-to-{}", of.from, of.to),
        title: title.to_owned(),
        days,
        lists,
        records: None,
    }
}
