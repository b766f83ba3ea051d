//! GET /api/reports/income · /api/reports/expenses, the records behind their amounts, and both as files

use std::collections::HashSet;

use axum::Json;
use axum::extract::State;
use plumbline_core::money::Pence;
use plumbline_core::report::books::{Income, Spending};
use plumbline_core::report::{ReportSum, build_income_report, build_spending_report};
use serde::Serialize;
use utoipa::ToSchema;

use super::income_sums;
use super::names::Names;
use super::query::{
    ReportFileQuery, ReportGrouping, ReportQuery, ReportRecordsQuery, ReportRequest, RequestedRow,
};
use super::records::{SourcedRecords, load_income, load_spending};
use super::response::{ReportRecord, ReportRecords, SumsReport};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::query::PathIds;
use plumbline_platform::http::{ApiQuery, Path};
use plumbline_platform::ids::UserId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::GeneratedFile;
use plumbline_records::documents;

/// The two reports of sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "lowercase")]
pub enum SumsKind {
    /// The income report.
    Income,
    /// The expenses report.
    Expenses,
}

/// The income of a period by month, customer and business profile, or its expenses, also by category. On the cash
/// basis, the income from a payment is its share of the document's total before the CIS deduction. For a VAT-registered
/// business, expenses count without the VAT that it reclaims.
#[utoipa::path(get, path = "/api/reports/{of}", operation_id = "sums", tag = "reports",
    params(("of" = inline(SumsKind), Path), ReportQuery),
    responses((status = 200, body = SumsReport), (status = 400, body = ErrorBody)))]
pub(super) async fn sums(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(of): Path<SumsKind>,
    ApiQuery(query): ApiQuery<ReportQuery>,
) -> Result<Json<SumsReport>, ApiError> {
    let report_request = query.into_request(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let (report, _) = build_report(&mut tx, &user.id, of, report_request).await?;
    Ok(Json(report))
}

/// The records behind a row of the report, or behind the whole report, by date.
#[utoipa::path(get, path = "/api/reports/{of}/records", operation_id = "records", tag = "reports",
    params(("of" = inline(SumsKind), Path), ReportRecordsQuery),
    responses((status = 200, body = ReportRecords), (status = 400, body = ErrorBody)))]
pub(super) async fn records(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(of): Path<SumsKind>,
    ApiQuery(query): ApiQuery<ReportRecordsQuery>,
) -> Result<Json<ReportRecords>, ApiError> {
    let (report_request, wanted) = query.into_request(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let found = LoadedReport::load(&mut tx, &user.id, of, report_request).await?;
    Ok(Json(ReportRecords::from_records(found.list_records(wanted.as_ref()))))
}

/// The report as a file. A CSV file has the lists one below the other, and each row names its list.
#[utoipa::path(get, path = "/api/reports/{of}/export", operation_id = "export", tag = "reports",
    params(("of" = inline(SumsKind), Path), ReportFileQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]),
        (status = 400, body = ErrorBody)))]
pub(super) async fn export(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(of): Path<SumsKind>,
    ApiQuery(query): ApiQuery<ReportFileQuery>,
) -> Result<GeneratedFile, ApiError> {
    let (report_request, r#as) = query.into_request(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let (report, names) = build_report(&mut tx, &user.id, of, report_request).await?;
    drop(tx);
    let name = match of {
        SumsKind::Income => "Income",
        SumsKind::Expenses => "Expenses",
    };
    let workbook = super::export::sums_to_workbook((of.code(), name), &report, (&names, None));
    workbook.generate(&state, &user.id, r#as).await
}

/// The report, and the names in it.
pub(super) async fn build_report(
    conn: &mut Conn,
    user_id: &UserId,
    of: SumsKind,
    report_request: ReportRequest,
) -> DbResult<(SumsReport, Names)> {
    let names = Names::load(conn, user_id).await?;
    let ReportRequest { period, basis } = report_request;
    let report = match of {
        SumsKind::Income => {
            let records = income_sums::load_income_for_sums(conn, user_id, report_request).await?;
            SumsReport::from_income(&build_income_report(&records, period, basis), &names)
        }
        SumsKind::Expenses => {
            let found = load_spending(conn, user_id, report_request).await?;
            SumsReport::from_spending(&build_spending_report(&found.records, period, basis), &names)
        }
    };
    Ok((report, names))
}

impl SumsKind {
    /// The name in the URL.
    fn code(self) -> &'static str {
        match self {
            Self::Income => "income",
            Self::Expenses => "expenses",
        }
    }
}

impl PathIds for SumsKind {
    fn from_segments<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError> {
        let text = texts.next().unwrap_or_default();
        let found = [Self::Income, Self::Expenses].into_iter().find(|of| of.code() == text);
        found.ok_or_else(|| ApiError::not_found("report"))
    }
}

/// The data that was read for a report.
struct LoadedReport {
    request: ReportRequest,
    names: Names,
    books: LoadedBooks,
}

enum LoadedBooks {
    Income(SourcedRecords<Income>),
    Expenses(SourcedRecords<Spending>),
}

impl LoadedReport {
    async fn load(
        conn: &mut Conn,
        user_id: &UserId,
        of: SumsKind,
        report_request: ReportRequest,
    ) -> DbResult<Self> {
        let books = match of {
            SumsKind::Income => LoadedBooks::Income(load_income(conn, user_id, report_request).await?),
            SumsKind::Expenses => LoadedBooks::Expenses(load_spending(conn, user_id, report_request).await?),
        };
        let names = Names::load(conn, user_id).await?;
        Ok(Self { request: report_request, names, books })
    }

    fn list_records(&self, wanted: Option<&RequestedRow>) -> Vec<ReportRecord> {
        let ReportRequest { period, basis } = self.request;
        let by = wanted.map(|wanted| wanted.by);
        match &self.books {
            LoadedBooks::Income(found) => {
                let report = build_income_report(&found.records, period, basis);
                let ids = ids_in_row(
                    match by {
                        None => std::slice::from_ref(&report.total),
                        Some(ReportGrouping::Month) => &report.by_month,
                        Some(ReportGrouping::Customer) => &report.by_customer,
                        Some(ReportGrouping::Profile) => &report.by_profile,
                        Some(ReportGrouping::Category) => &[],
                    },
                    wanted,
                );
                let of_row = found.records.iter().filter(|it| ids.contains(&*it.id));
                let selected = of_row.filter_map(|it| {
                    let source = found.sources.get(&it.id)?;
                    let [net, vat, cis] = [it.net, it.vat, it.cis].map(|sum| it.signed_amount(sum));
                    let customer = self.names.customer_name(it.customer.as_deref());
                    Some(ReportRecord::from_source(&it.id, source, it.date, customer, [net, vat, cis]))
                });
                selected.collect()
            }
            LoadedBooks::Expenses(found) => {
                let report = build_spending_report(&found.records, period, basis);
                let ids = ids_in_row(
                    match by {
                        None => std::slice::from_ref(&report.total),
                        Some(ReportGrouping::Month) => &report.by_month,
                        Some(ReportGrouping::Customer) => &report.by_customer,
                        Some(ReportGrouping::Category) => &report.by_category,
                        Some(ReportGrouping::Profile) => &report.by_profile,
                    },
                    wanted,
                );
                let of_row = found.records.iter().filter(|it| ids.contains(&*it.id));
                let result = of_row.filter_map(|it| {
                    let source = found.sources.get(&it.id)?;
                    let customer = it.customer.as_deref();
                    let customer = customer.map_or_else(String::new, |id| self.names.customer_name(Some(id)));
                    let sums = [it.net(), it.reclaimed, Pence::ZERO];
                    Some(ReportRecord::from_source(&it.id, source, it.date, customer, sums))
                });
                result.collect()
            }
        }
    }
}

/// The ids of the records behind the requested row; of all rows if no row is requested.
fn ids_in_row<'a>(rows: &'a [ReportSum<'_>], wanted: Option<&RequestedRow>) -> HashSet<&'a str> {
    let of = rows.iter().filter(|row| wanted.is_none_or(|wanted| wanted.key == row.key));
    of.flat_map(|row| row.ids.iter().copied()).collect()
}
