//! Writing recurring invoices.

use plumbline_core::time::Date;

use super::RecurringRow;
use plumbline_platform::db::table::Table as _;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::RecurringId;

/// Writes a new one; false if its id is taken.
///
/// # Errors
/// When the database fails.
pub async fn insert(conn: &mut Conn, row: &RecurringRow) -> DbResult<bool> {
    let done = row.insert_unless_there().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Writes one back, over the row of this version only; whether it was.
///
/// # Errors
/// When the database fails.
pub async fn update(conn: &mut Conn, row: &RecurringRow, over: i64) -> DbResult<bool> {
    let done = row.write_back(over).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Notes that the one due on a day is behind it, and when the next is; whether nobody did before.
///
/// # Errors
/// When the database fails.
pub async fn step_on(
    conn: &mut Conn,
    id: &RecurringId,
    due: Date,
    next: Option<Date>,
) -> DbResult<bool> {
    let done = sqlx::query(
        "UPDATE recurring_invoices SET done_day = $1, next_day = $2 \
         WHERE id = $3 AND next_day = $4 AND paused = 0",
    )
    .bind(due.to_string())
    .bind(next.map(|day| day.to_string()))
    .bind(id.as_str())
    .bind(due.to_string())
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Removes one; whether there was one.
///
/// # Errors
/// When the database fails.
pub async fn delete(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<bool> {
    let done = sqlx::query("DELETE FROM recurring_invoices WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Gives one contact's recurring invoices to another.
///
/// # Errors
/// When the database fails.
pub async fn hand_over(conn: &mut Conn, user_id: &str, [from, to]: [&str; 2]) -> DbResult<()> {
    sqlx::query(
        "UPDATE recurring_invoices SET contact_id = $1 WHERE user_id = $2 AND contact_id = $3",
    )
    .bind(to)
    .bind(user_id)
    .bind(from)
    .execute(conn)
    .await?;
    Ok(())
}
