//! Writing recurring invoices.

use plumbline_core::time::Date;

use super::RecurringRow;
use plumbline_platform::db::table::Table as _;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::RecurringId;

/// Inserts a new one. Returns false if its id is taken.
pub async fn insert(conn: &mut Conn, row: &RecurringRow) -> DbResult<bool> {
    let done = row.insert_if_absent().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Saves a change to this version of the row. Returns false if the version is no longer the newest.
pub async fn update(conn: &mut Conn, row: &RecurringRow, over: i64) -> DbResult<bool> {
    let done = row.update_version(over).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Records that the invoice due on a date is done, and the next date. Returns false if that was recorded before.
pub async fn advance(conn: &mut Conn, id: &RecurringId, due: Date, next: Option<Date>) -> DbResult<bool> {
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

/// Deletes one. Returns false if there was none.
pub async fn delete(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<bool> {
    let done = sqlx::query("DELETE FROM recurring_invoices WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Moves a contact's recurring invoices to another contact.
pub async fn reassign_contact(conn: &mut Conn, user_id: &str, [from, to]: [&str; 2]) -> DbResult<()> {
    sqlx::query("UPDATE recurring_invoices SET contact_id = $1 WHERE user_id = $2 AND contact_id = $3")
        .bind(to)
        .bind(user_id)
        .bind(from)
        .execute(conn)
        .await?;
    Ok(())
}
