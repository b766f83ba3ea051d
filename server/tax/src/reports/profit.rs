//! GET /api/reports/profit · /api/reports/profit/export

use std::collections::HashSet;

use axum::Json;
use axum::extract::State;
use plumbline_core::report::books::spent_of_profit;
use plumbline_core::report::{Period, income, profit as left, spending};
use plumbline_core::tax::TaxYear;

use super::answer::{ProfitReport, ReportOf, TaxLeftOut};
use super::names::Names;
use super::query::{Asked, FileQuery, ReportQuery};
use super::records::spent;
use super::summed;
use super::vehicles::Vehicles;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::Made;
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
    let asked = query.asked(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let report = read(&mut tx, &user.id, asked, None).await?;
    Ok(Json(report))
}

/// The report as a file. A CSV file has the lists one below the other, and each row names its list.
#[utoipa::path(get, path = "/api/reports/profit/export", operation_id = "export_profit", tag = "reports",
    params(FileQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]),
        (status = 400, body = ErrorBody)))]
pub(super) async fn export(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<FileQuery>,
) -> Result<Made, ApiError> {
    let (asked, r#as) = query.asked(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let report = read(&mut tx, &user.id, asked, None).await?;
    let names = Names::read(&mut tx, &user.id).await?;
    drop(tx);
    super::export::profit(&report, (&names, None))
        .make(&state, &user.id, r#as)
        .await
}

/// The report, for one business if one is given.
pub(super) async fn read(
    conn: &mut Conn,
    user_id: &str,
    asked: Asked,
    profile: Option<&str>,
) -> Result<ProfitReport, ApiError> {
    let is_asked = |of: Option<&str>| profile.is_none() || of == profile;
    let mut earned = summed::income(conn, user_id, asked).await?;
    earned.retain(|it| is_asked(it.profile.as_deref()));
    let Asked { period, basis } = asked;
    // Mileage is counted from the start of the tax year.
    let from = TaxYear::of(period.from).first();
    let counted = Asked {
        period: Period { from, ..period },
        basis,
    };
    let spent = spent(conn, user_id, counted).await?;
    let vehicles = Vehicles::read(conn, user_id).await?;
    // A vehicle's miles are counted across all businesses of its owner.
    let (mut costs, mut left_out) =
        spent_of_profit(&spent.records, basis, period, |year| vehicles.of(year));
    costs.retain(|it| is_asked(it.profile.as_deref()));
    let own = spent.records.iter();
    let own: HashSet<&str> = own
        .filter(|it| is_asked(it.profile.as_deref()))
        .map(|it| it.id.as_str())
        .collect();
    left_out.retain(|it| own.contains(it.id));
    let names = Names::read(conn, user_id).await?;
    let income = income(&earned, period, basis);
    let spending = spending(&costs, period, basis);
    let of = ReportOf::new(period, basis.into(), income.confirmed);
    let left_out = TaxLeftOut::list(&left_out);
    let profit = left(&income, &spending);
    Ok(ProfitReport::new(of, &profit, left_out, &names))
}
