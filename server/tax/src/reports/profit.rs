//! GET /api/reports/profit · /api/reports/profit/export

use std::collections::HashSet;

use axum::Json;
use axum::extract::State;
use plumbline_core::report::books::split_allowable_costs;
use plumbline_core::report::{Period, build_income_report, build_profit_report, build_spending_report};
use plumbline_core::tax::TaxYear;

use super::income_sums;
use super::names::Names;
use super::query::{ReportFileQuery, ReportQuery, ReportRequest};
use super::records::load_spending;
use super::response::{ProfitReport, ReportScope, TaxLeftOut};
use super::vehicles::VehicleChoices;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::ids::UserId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::GeneratedFile;
use plumbline_records::documents;

/// The profit of a period, by month and by customer: income less expenses. It is what the business made, not its
/// taxable profit; a cost that a flat rate covers isn't counted twice.
#[utoipa::path(get, path = "/api/reports/profit", operation_id = "profit", tag = "reports", params(ReportQuery),
    responses((status = 200, body = ProfitReport), (status = 400, body = ErrorBody)))]
pub(super) async fn profit(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<ReportQuery>,
) -> Result<Json<ProfitReport>, ApiError> {
    let report_request = query.into_request(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let report = build_report(&mut tx, &user.id, report_request, None).await?;
    Ok(Json(report))
}

/// The report as a file. A CSV file has the lists one below the other, and each row names its list.
#[utoipa::path(get, path = "/api/reports/profit/export", operation_id = "export_profit", tag = "reports",
    params(ReportFileQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]),
        (status = 400, body = ErrorBody)))]
pub(super) async fn export(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<ReportFileQuery>,
) -> Result<GeneratedFile, ApiError> {
    let (report_request, r#as) = query.into_request(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let report = build_report(&mut tx, &user.id, report_request, None).await?;
    let names = Names::load(&mut tx, &user.id).await?;
    drop(tx);
    super::export::profit_to_workbook(&report, (&names, None)).generate(&state, &user.id, r#as).await
}

/// The report, for one business if one is given.
pub(super) async fn build_report(
    conn: &mut Conn,
    user_id: &UserId,
    report_request: ReportRequest,
    profile: Option<&str>,
) -> Result<ProfitReport, ApiError> {
    let is_requested = |of: Option<&str>| profile.is_none() || of == profile;
    let mut earned = income_sums::load_income_for_sums(conn, user_id, report_request).await?;
    earned.retain(|it| is_requested(it.profile.as_deref()));
    let ReportRequest { period, basis } = report_request;
    // Mileage is counted from the start of the tax year.
    let from = TaxYear::containing(period.from).first_day();
    let counted = ReportRequest { period: Period { from, ..period }, basis };
    let spent = load_spending(conn, user_id, counted).await?;
    let vehicles = VehicleChoices::load(conn, user_id).await?;
    // A vehicle's miles are counted across all businesses of its owner.
    let (mut costs, mut left_out) =
        split_allowable_costs(&spent.records, basis, period, |year| vehicles.for_year(year));
    costs.retain(|it| is_requested(it.profile.as_deref()));
    let requested = spent.records.iter().filter(|it| is_requested(it.profile.as_deref()));
    let requested: HashSet<&str> = requested.map(|it| it.id.as_str()).collect();
    left_out.retain(|it| requested.contains(it.id));
    let names = Names::load(conn, user_id).await?;
    let income = build_income_report(&earned, period, basis);
    let spending = build_spending_report(&costs, period, basis);
    let scope = ReportScope::new(period, basis.into(), income.confirmed);
    let left_out = TaxLeftOut::from_core(&left_out);
    let profit = build_profit_report(&income, &spending);
    Ok(ProfitReport::new(scope, &profit, left_out, &names))
}
