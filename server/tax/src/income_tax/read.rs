//! GET /api/income-tax/{year}

use axum::Json;
use axum::extract::State;

use super::answer::{TaxDuty, TaxYearReport};
use super::books::TaxDays;
use super::trades::Trades;
use super::{duty, other, store};
use crate::reports::year::YearOf;
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
    Path(YearOf(year)): Path<YearOf>,
) -> Result<Json<TaxYearReport>, ApiError> {
    let today = documents::today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let days = TaxDays::read(&mut tx, &user.id, year).await?;
    let (kind, period) = (days.chosen.kind(), days.period());
    let others = store::others(&mut tx, &user.id, [period.from, period.to]).await?;
    let trades = Trades::read(&mut tx, &user.id).await?;
    let duty = duty::of(&mut tx, &user.id, kind, today).await?;
    drop(tx);
    let updates = days.updates.iter().filter(|_| kind.has_updates());
    Ok(Json(TaxYearReport {
        year: year.begins_in(),
        name: year.text(),
        from: period.from,
        to: period.to,
        choices: days.chosen.told(),
        duty: TaxDuty::from(duty),
        updates: updates.map(|days| (*days).into()).collect(),
        has_self_employment: kind.has_self_employment(),
        trades: trades.told(),
        other_income: others.iter().map(other::told).collect(),
        today,
    }))
}
