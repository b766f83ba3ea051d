//! Journeys: the rows of one vehicle and one tax year, in order.

use plumbline_core::money::Pence;
use plumbline_core::tax::{TaxYear, Vehicle};
use plumbline_core::time::Date;
use sqlx::AssertSqlSafe;

use plumbline_platform::db::{Conn, DbResult, find_dialect, sql};
use plumbline_platform::ids::{ExpenseId, UserId};

/// A journey, as needed for calculating its year.
#[derive(Debug, Clone)]
pub struct JourneyRow {
    /// The expense.
    pub id: ExpenseId,
    /// The distance, in tenths of a mile.
    pub tenths: i64,
    /// Its present amount.
    pub amount: Pence,
}

/// Locks the account's journeys until the transaction ends, because the amount of one depends on the others.
pub async fn lock_account(conn: &mut Conn, user_id: &UserId) -> DbResult<()> {
    let end = find_dialect(conn).for_update();
    let sql = format!("SELECT id FROM users WHERE id = $1{end}");
    let _: Option<String> = sql::query_scalar(AssertSqlSafe(sql)).bind(user_id).fetch_optional(conn).await?;
    Ok(())
}

/// The journeys of a tax year, in order.
pub async fn list_for_year(
    conn: &mut Conn,
    user_id: &UserId,
    vehicle: Vehicle,
    year: TaxYear,
) -> DbResult<Vec<JourneyRow>> {
    let rows: Vec<(ExpenseId, i64, i64)> = sql::query_as(
        "SELECT id, tenths, amount FROM expenses \
         WHERE user_id = $1 AND vehicle = $2 AND date >= $3 AND date <= $4 ORDER BY date, id",
    )
    .bind(user_id)
    .bind(vehicle.code())
    .bind(year.first_day().to_string())
    .bind(year.last_day().to_string())
    .fetch_all(conn)
    .await?;
    let rows = rows.into_iter().map(|(id, tenths, amount)| JourneyRow { id, tenths, amount: Pence(amount) });
    Ok(rows.collect())
}

/// For a tax year without one journey: how many journeys it has, and the tenths of a mile of those that come before
/// that one by date, then by id.
pub async fn count_before(
    conn: &mut Conn,
    user_id: &UserId,
    vehicle: Vehicle,
    (date, id): (Date, &str),
) -> DbResult<(i64, i64)> {
    let year = TaxYear::containing(date);
    sql::query_as(
        "SELECT COUNT(*), CAST(COALESCE(SUM(CASE WHEN date < $1 OR (date = $2 AND id < $3) \
             THEN tenths ELSE 0 END), 0) AS BIGINT) FROM expenses \
         WHERE user_id = $4 AND vehicle = $5 AND date >= $6 AND date <= $7 AND id <> $8",
    )
    .bind(date.to_string())
    .bind(date.to_string())
    .bind(id)
    .bind(user_id)
    .bind(vehicle.code())
    .bind(year.first_day().to_string())
    .bind(year.last_day().to_string())
    .bind(id)
    .fetch_one(conn)
    .await
}

/// Writes a journey's recalculated amount. The version stays the same, because no person changed it.
pub async fn set_amount(conn: &mut Conn, id: &ExpenseId, amount: Pence, text: &str) -> DbResult<()> {
    sql::query("UPDATE expenses SET amount = $1, words = $2 WHERE id = $3")
        .bind(amount.0)
        .bind(text)
        .bind(id.as_str())
        .execute(conn)
        .await?;
    Ok(())
}
