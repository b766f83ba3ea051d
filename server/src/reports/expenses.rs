//! GET /api/reports/expenses · /api/reports/expenses/records

use std::collections::HashSet;

use axum::Json;
use axum::extract::State;
use plumbline_core::report::{SpendingReport, spending as sums};

use super::answer::{ReportRecord, ReportRecords, SumsReport, told};
use super::names::Names;
use super::query::{By, RecordsQuery, ReportQuery, Wanted};
use super::records::{Source, ids_in, spent};
use crate::documents;
use crate::error::{ApiError, ErrorBody};
use crate::http::ApiQuery;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// What was spent in a period: by month, by category and by customer. A business with a VAT number counts it without
/// the VAT that comes back.
#[utoipa::path(get, path = "/api/reports/expenses", operation_id = "reports_expenses", tag = "reports", params(ReportQuery),
    responses((status = 200, body = SumsReport), (status = 400, body = ErrorBody)))]
pub(super) async fn expenses(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<ReportQuery>,
) -> Result<Json<SumsReport>, ApiError> {
    let asked = query.asked(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let found = spent(&mut tx, &user.id, asked).await?;
    let names = Names::read(&mut tx, &user.id).await?;
    drop(tx);
    let report = sums(&found.records, asked.period, asked.basis);
    Ok(Json(SumsReport::of_spending(&report, &names)))
}

/// The expenses behind a row of the report, or behind all of it, by day.
#[utoipa::path(get, path = "/api/reports/expenses/records", operation_id = "reports_expenses_records", tag = "reports", params(RecordsQuery),
    responses((status = 200, body = ReportRecords), (status = 400, body = ErrorBody)))]
pub(super) async fn records(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<RecordsQuery>,
) -> Result<Json<ReportRecords>, ApiError> {
    let (asked, wanted) = query.asked(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let found = spent(&mut tx, &user.id, asked).await?;
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
        let customer = record.customer.as_deref();
        Some(ReportRecord {
            id: record.id.clone(),
            kind,
            subject,
            title,
            customer: customer.map_or_else(String::new, |id| names.customer(Some(id))),
            date: record.date,
            net: record.net(),
            vat: record.reclaimed,
            cis: plumbline_core::money::Pence::ZERO,
        })
    });
    Ok(Json(ReportRecords::of(records.collect())))
}

fn ids_of<'a>(report: &'a SpendingReport<'_>, wanted: Option<&Wanted>) -> HashSet<&'a str> {
    let rows = match wanted.map(|wanted| wanted.by) {
        None => std::slice::from_ref(&report.total),
        Some(By::Month) => &report.by_month,
        Some(By::Customer) => &report.by_customer,
        Some(By::Category) => &report.by_category,
        Some(By::Profile) => &[],
    };
    ids_in(rows, wanted)
}
