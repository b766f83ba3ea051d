//! Income Tax of a tax year: how it is counted, the boxes of the tax return, the quarterly updates of Making Tax
//! Digital and whether they are required. Core adds it up (`plumbline_core::report`), from the same records as
//! `reports`.

mod books;
mod choices;
mod file;
mod other_income;
mod pot;
mod response;
mod store;
mod tax_return;
mod trades;
mod updates;
pub mod year_pack;

use axum::Json;
use axum::extract::State;
use books::TaxYearPeriods;
use choices::TaxYearChoices;
use plumbline_core::money::Pence;
use plumbline_core::report::books::AccountingBasis;
use plumbline_core::report::mtd::{BusinessKind, GrossIncome, MtdObligation, check_obligation};
use plumbline_core::report::{Period, calculate_turnover};
use plumbline_core::tax::{MTD_THRESHOLDS, TaxYear};
use plumbline_core::time::Date;
use response::{TaxObligation, TaxYearReport};
use serde_json::{Value, json};
use store::TaxPotRow;
use trades::Trades;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::reports::income_sums;
use crate::reports::query::{ReportRequest, TaxYearPath};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::UserId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read))
        .routes(routes!(pot::read, pot::set))
        .routes(routes!(choices::choose))
        .routes(routes!(trades::set))
        .routes(routes!(other_income::add))
        .routes(routes!(other_income::remove))
        .routes(routes!(tax_return::read))
        .routes(routes!(tax_return::records))
        .routes(routes!(tax_return::file))
        .routes(routes!(updates::read))
        .routes(routes!(updates::records))
        .routes(routes!(updates::file))
}

/// What was chosen for each tax year, for the account's export.
pub async fn export_years(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list_years(conn, user_id).await?;
    let result = rows.into_iter().map(|row| {
        let year = u16::try_from(row.year).ok().and_then(TaxYear::starting_in);
        let year = year.ok_or_else(|| sqlx::Error::Decode("no tax year".into()))?;
        let chosen = choices::TaxYearChoices::from_row(row, year)?;
        Ok(json!({ "taxYear": year.label(), "choices": chosen.to_response() }))
    });
    result.collect()
}

/// Which trade each business belongs to, for the account's export.
pub async fn export_trades(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let trades = trades::Trades::load(conn, user_id).await?;
    let result =
        trades.as_slice().iter().map(|trade| json!({ "trade": trade.name, "profileIds": trade.profiles }));
    Ok(result.collect())
}

/// What is put aside for tax, for the account's export.
pub async fn export_pot(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let row = store::find_pot(conn, user_id).await?.into_iter();
    Ok(row.map(|row| exported_pot(&row)).collect())
}

fn exported_pot(row: &TaxPotRow) -> Value {
    let TaxPotRow {
        user_id: _, // whose export it is
        percentage,
        updated_at,
    } = row;
    json!({ "percentage": percentage, "updatedAt": updated_at })
}

/// Income that no document asked for, for the account's export.
pub async fn export_other_income(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list_other_income(conn, user_id, [Date::FIRST, Date::LAST]).await?;
    let result = rows.iter().map(|row| json!(other_income::to_response(row)));
    Ok(result.collect())
}

/// A tax year: its settings, the dates of its quarterly updates, and whether they have to be sent.
#[utoipa::path(get, path = "/api/income-tax/{year}", operation_id = "year", tag = "income-tax",
    params(("year" = u16, Path, description = "The calendar year in which it begins: 2026 is 2026/27")),
    responses((status = 200, body = TaxYearReport), (status = 404, body = ErrorBody)))]
async fn read(
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
    let handler = find_obligation(&mut tx, &user.id, kind, today).await?;
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

// Whether Making Tax Digital applies: by the gross income of the deciding years, from the records here and from other
// income that the person enters. A year about which nothing is known decides nothing, and the response says so.

/// Whether Making Tax Digital applies, and from when.
async fn find_obligation(
    conn: &mut Conn,
    user_id: &UserId,
    kind: BusinessKind,
    today: Date,
) -> DbResult<MtdObligation> {
    // The income so far in an unfinished year may already decide it.
    let years = MTD_THRESHOLDS.iter().map(|row| row.deciding_year());
    let years: Vec<TaxYear> = years.filter(|year| year.first_day() <= today).collect();
    let mut chosen = Vec::with_capacity(years.len());
    for year in years {
        chosen.push(TaxYearChoices::load(conn, user_id, year).await?);
    }
    let mut known = Vec::new();
    // All years with the same basis are read at once.
    for basis in [AccountingBasis::Cash, AccountingBasis::Accruals] {
        let alike = chosen.iter().filter(|it| it.to_core().basis == basis);
        known.extend(load_gross_income(conn, user_id, &alike.collect::<Vec<_>>(), basis).await?);
    }
    known.sort_by_key(|gross| gross.year.first_day());
    Ok(check_obligation(kind, &known, today))
}

/// The gross income of the years, in order. A year without any entry is left out, because its gross isn't known.
async fn load_gross_income(
    conn: &mut Conn,
    user_id: &UserId,
    years: &[&TaxYearChoices],
    basis: AccountingBasis,
) -> DbResult<Vec<GrossIncome>> {
    let (Some(first), Some(last)) = (years.first(), years.last()) else {
        return Ok(Vec::new());
    };
    let period = Period { from: first.year.first_day(), to: last.year.last_day() };
    let records = income_sums::load_income_for_sums(conn, user_id, ReportRequest { period, basis }).await?;
    let others = store::list_other_income(conn, user_id, [period.from, period.to]).await?;
    let of_year = years.iter().filter_map(|chosen| {
        let year = chosen.year;
        let earned = calculate_turnover(&records, Period::for_tax_year(year), basis);
        let others = others.iter().filter(|row| TaxYear::containing(row.date) == year);
        let others: Vec<Pence> = others.map(|row| row.amount).collect();
        if earned.is_none() && others.is_empty() && chosen.elsewhere.is_none() {
            return None;
        }
        let others: Pence = others.into_iter().sum();
        Some(GrossIncome {
            year,
            amount: earned.unwrap_or_default() + others + chosen.elsewhere.unwrap_or_default(),
        })
    });
    Ok(of_year.collect())
}
