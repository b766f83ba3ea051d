//! GET /api/reports/income/export · /api/reports/expenses/export · /api/reports/profit/export

use axum::extract::State;
use plumbline_core::report::{income as earned_sums, spending as spent_sums};

use super::answer::{ProfitOf, ReportOf, ReportRow, SumsReport};
use super::names::Names;
use super::query::ReportQuery;
use super::records::{earned, spent};
use crate::csv::{CsvFile, Sheet};
use crate::documents;
use crate::error::{ApiError, ErrorBody};
use crate::http::ApiQuery;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// What was earned as a CSV file: the lists of the report beneath each other, each row with the list that it is of.
#[utoipa::path(get, path = "/api/reports/income/export", operation_id = "reports_income_export", tag = "reports", params(ReportQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]),
        (status = 400, body = ErrorBody)))]
pub(super) async fn income(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<ReportQuery>,
) -> Result<CsvFile, ApiError> {
    let asked = query.asked(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let found = earned(&mut tx, &user.id, asked).await?;
    let names = Names::read(&mut tx, &user.id).await?;
    drop(tx);
    let sums = earned_sums(&found.records, asked.period, asked.basis);
    file("income", &SumsReport::of_income(&sums, &names))
}

/// What was spent as a CSV file: the lists of the report beneath each other, each row with the list that it is of.
#[utoipa::path(get, path = "/api/reports/expenses/export", operation_id = "reports_expenses_export", tag = "reports", params(ReportQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]),
        (status = 400, body = ErrorBody)))]
pub(super) async fn expenses(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<ReportQuery>,
) -> Result<CsvFile, ApiError> {
    let asked = query.asked(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let found = spent(&mut tx, &user.id, asked).await?;
    let names = Names::read(&mut tx, &user.id).await?;
    drop(tx);
    let sums = spent_sums(&found.records, asked.period, asked.basis);
    file("expenses", &SumsReport::of_spending(&sums, &names))
}

/// What is left as a CSV file: the lists of the report beneath each other, each row with the list that it is of.
#[utoipa::path(get, path = "/api/reports/profit/export", operation_id = "reports_profit_export", tag = "reports", params(ReportQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]),
        (status = 400, body = ErrorBody)))]
pub(super) async fn profit(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<ReportQuery>,
) -> Result<CsvFile, ApiError> {
    let asked = query.asked(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let report = super::profit::read(&mut tx, &user.id, asked).await?;
    drop(tx);
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

fn file(name: &str, report: &SumsReport) -> Result<CsvFile, ApiError> {
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
