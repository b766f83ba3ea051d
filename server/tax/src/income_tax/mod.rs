//! Income Tax of a tax year: how it is counted, the boxes of the tax return, the quarterly updates of Making Tax
//! Digital and whether they are required. Core adds it up (`plumbline_core::report`), from the same records as
//! `reports`.

mod books;
mod choices;
mod file;
mod mtd_obligation;
mod other_income;
mod pot;
mod read;
mod response;
mod store;
mod tax_return;
mod trades;
mod updates;
pub mod year_pack;

use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_core::tax::TaxYear;
use plumbline_core::time::Date;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::state::AppState;
use store::TaxPotRow;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read::read))
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
pub async fn export_years(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
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
pub async fn export_trades(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let trades = trades::Trades::load(conn, user_id).await?;
    let result =
        trades.as_slice().iter().map(|trade| json!({ "trade": trade.name, "profileIds": trade.profiles }));
    Ok(result.collect())
}

/// What is put aside for tax, for the account's export.
pub async fn export_pot(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
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
pub async fn export_other_income(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::list_other_income(conn, user_id, [Date::FIRST, Date::LAST]).await?;
    let result = rows.iter().map(|row| json!(other_income::to_response(row)));
    Ok(result.collect())
}
