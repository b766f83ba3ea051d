//! GET /api/reports/income · /api/reports/income/records

use std::collections::HashSet;

use axum::Json;
use axum::extract::State;
use plumbline_core::report::{IncomeReport, income as sums};

use super::answer::{ReportRecord, ReportRecords, SumsReport, told};
use super::names::Names;
use super::query::{By, RecordsQuery, ReportQuery, Wanted};
use super::records::{Source, earned, ids_in};
use crate::documents;
use crate::error::{ApiError, ErrorBody};
use crate::http::ApiQuery;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// What was earned in a period: by month, by customer and by business profile. Counted by payments, what a document
/// earns by each is its part of the document's sum, before what a contractor keeps back.
#[utoipa::path(get, path = "/api/reports/income", operation_id = "reports_income", tag = "reports", params(ReportQuery),
    responses((status = 200, body = SumsReport), (status = 400, body = ErrorBody)))]
pub(super) async fn income(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<ReportQuery>,
) -> Result<Json<SumsReport>, ApiError> {
    let asked = query.asked(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let found = earned(&mut tx, &user.id, asked).await?;
    let names = Names::read(&mut tx, &user.id).await?;
    drop(tx);
    let report = sums(&found.records, asked.period, asked.basis);
    Ok(Json(SumsReport::of_income(&report, &names)))
}

/// The records behind a row of the report, or behind all of it, by day.
#[utoipa::path(get, path = "/api/reports/income/records", operation_id = "reports_income_records", tag = "reports", params(RecordsQuery),
    responses((status = 200, body = ReportRecords), (status = 400, body = ErrorBody)))]
pub(super) async fn records(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<RecordsQuery>,
) -> Result<Json<ReportRecords>, ApiError> {
    let (asked, wanted) = query.asked(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let found = earned(&mut tx, &user.id, asked).await?;
    let names = Names::read(&mut tx, &user.id).await?;
    drop(tx);
    let report = sums(&found.records, asked.period, asked.basis);
    let ids = ids_of(&report, wanted.as_ref());
    let of_row = found
        .records
        .iter()
        .filter(|record| ids.contains(&*record.id));
    let records = of_row.filter_map(|record| {
        let source: &Source = found.sources.get(&record.id)?;
        let (kind, subject, title) = told(source);
        Some(ReportRecord {
            id: record.id.clone(),
            kind,
            subject,
            title,
            customer: names.customer(record.customer.as_deref()),
            date: record.date,
            net: record.signed(record.net),
            vat: record.signed(record.vat),
            cis: record.signed(record.cis),
        })
    });
    Ok(Json(ReportRecords::of(records.collect())))
}

fn ids_of<'a>(report: &'a IncomeReport<'_>, wanted: Option<&Wanted>) -> HashSet<&'a str> {
    let rows = match wanted.map(|wanted| wanted.by) {
        None => std::slice::from_ref(&report.total),
        Some(By::Month) => &report.by_month,
        Some(By::Customer) => &report.by_customer,
        Some(By::Profile) => &report.by_profile,
        Some(By::Category) => &[],
    };
    ids_in(rows, wanted)
}
