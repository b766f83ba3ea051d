//! GET /api/income-tax/{year}

use axum::Json;
use axum::extract::State;

use super::books::TaxYearPeriods;
use super::response::{TaxObligation, TaxYearReport};
use super::trades::Trades;
use super::{mtd_obligation, other_income, store};
use crate::reports::year::TaxYearPath;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents;

/// A tax year: its settings, the dates of its quarterly updates, and whether they have to be sent.
#[utoipa::path(get, path = "/api/income-tax/{year}", operation_id = "year", tag = "income-tax",
    params(("year" = u16, Path, description = "The calendar year in which it begins: 2026 is 2026/27")),
    responses((status = 200, body = TaxYearReport), (status = 404, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(TaxYearPath(year)): Path<TaxYearPath>,
) -> Result<Json<TaxYearReport>, ApiError> {
    let today = documents::today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let days = TaxYearPeriods::load(&mut tx, &user.id, year).await?;
    let (kind, period) = (days.choices.business_kind(), days.period());
    let others = store::list_other_income(&mut tx, &user.id, [period.from, period.to]).await?;
    let trades = Trades::load(&mut tx, &user.id).await?;
    let handler = mtd_obligation::find_obligation(&mut tx, &user.id, kind, today).await?;
    drop(tx);
    let updates = days.updates.iter().filter(|_| kind.has_updates());
    Ok(Json(TaxYearReport {
        year: year.start_year(),
        name: year.label(),
        from: period.from,
        to: period.to,
        choices: days.choices.to_response(),
        duty: TaxObligation::from(handler),
        updates: updates.map(|days| (*days).into()).collect(),
        has_self_employment: kind.has_self_employment(),
        trades: trades.to_response(),
        other_income: others.iter().map(other_income::to_response).collect(),
        today,
    }))
}
