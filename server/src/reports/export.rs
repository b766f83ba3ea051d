//! Reports as CSV files: their lists beneath each other.

use super::answer::{ProfitOf, ProfitReport, ReportOf, ReportRow, SumsReport};
use crate::csv::{CsvFile, Sheet};
use crate::error::ApiError;

/// What is left.
pub(super) fn profit(report: &ProfitReport) -> Result<CsvFile, ApiError> {
    let mut sheet = Sheet::of(&["By", "Of", "Income", "Expenses", "Profit"])?;
    let total = std::slice::from_ref(&report.total);
    for (by, rows) in [
        ("Month", &*report.by_month),
        ("Customer", &*report.by_customer),
        ("All", total),
    ] {
        for ProfitOf {
            name,
            income,
            spending,
            profit,
            ..
        } in rows
        {
            let [income, spending, profit] = [income, spending, profit].map(ToString::to_string);
            sheet.row(&[by, name, &income, &spending, &profit])?;
        }
    }
    sheet.finish(name_of("profit", &report.of))
}

/// What was earned, or spent.
pub(super) fn sums(name: &str, report: &SumsReport) -> Result<CsvFile, ApiError> {
    let mut sheet = Sheet::of(&[
        "By",
        "Of",
        "Without VAT",
        "VAT",
        "Kept back under CIS",
        "Records",
    ])?;
    let total = std::slice::from_ref(&report.total);
    for (by, rows) in [
        ("Month", &*report.by_month),
        ("Category", &*report.by_category),
        ("Customer", &*report.by_customer),
        ("Business profile", &*report.by_profile),
        ("All", total),
    ] {
        for row in rows {
            add(&mut sheet, by, row)?;
        }
    }
    sheet.finish(name_of(name, &report.of))
}

fn add(sheet: &mut Sheet, by: &str, row: &ReportRow) -> Result<(), ApiError> {
    let [net, vat, cis] = [row.net, row.vat, row.cis].map(|amount| amount.to_string());
    sheet.row(&[by, &row.name, &net, &vat, &cis, &row.records.to_string()])
}

fn name_of(report: &str, of: &ReportOf) -> String {
    format!("{report}-{}-to-{}.csv", of.from, of.to)
}
