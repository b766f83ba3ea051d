//! Finding recurring invoices.

use super::{Listed, RecurringRow};
use plumbline_platform::db::table::Table as _;
use plumbline_platform::db::words;
use plumbline_platform::db::{Conn, DbResult};

/// One of an account.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<Option<RecurringRow>> {
    RecurringRow::select("WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// One, whoever's it is.
///
/// # Errors
/// When the database fails.
pub async fn find_any(conn: &mut Conn, id: &str) -> DbResult<Option<RecurringRow>> {
    RecurringRow::select("WHERE id = $1")
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// The same, held until the transaction ends.
///
/// # Errors
/// When the database fails.
pub async fn lock(conn: &mut Conn, id: &str) -> DbResult<Option<RecurringRow>> {
    sqlx::query("UPDATE recurring_invoices SET version = version WHERE id = $1")
        .bind(id)
        .execute(&mut *conn)
        .await?;
    find_any(conn, id).await
}

/// All of an account, whole, for its copy of everything.
///
/// # Errors
/// When the database fails.
pub async fn all(conn: &mut Conn, user_id: &str) -> DbResult<Vec<RecurringRow>> {
    RecurringRow::select("WHERE user_id = $1 ORDER BY id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// All of an account as lists have them: the next to come first, those that are over or paused last.
///
/// # Errors
/// When the database fails.
pub async fn list(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Listed>> {
    let mut rows = Listed::select("WHERE user_id = $1")
        .bind(user_id)
        .fetch_all(conn)
        .await?;
    rows.sort_by_cached_key(|row| {
        let place = match row.next_day {
            Some(_) if !row.paused => 0,
            Some(_) => 1,
            None => 2,
        };
        (place, row.next_day, row.name.to_lowercase(), row.id.clone())
    });
    Ok(rows)
}

/// Those of an account that have, for each word that was typed, one that begins with it: in their name,
/// their customer or their job. They are few, and looked at here.
///
/// # Errors
/// When the database fails.
pub async fn search(
    conn: &mut Conn,
    user_id: &str,
    typed: &str,
    limit: i64,
) -> DbResult<Vec<Listed>> {
    let asked = words::words(typed);
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let mut rows = list(conn, user_id).await?;
    rows.retain(|row| {
        let customer = row.contact_name.as_deref().unwrap_or_default();
        words::all_begin(&asked, [&*row.name, customer, &row.job_description])
    });
    rows.truncate(usize::try_from(limit).unwrap_or_default());
    Ok(rows)
}

/// How many an account has. Its row is held first, so that two creates count one after the other.
///
/// # Errors
/// When the database fails.
pub async fn count(conn: &mut Conn, user_id: &str) -> DbResult<i64> {
    sqlx::query("UPDATE users SET created_at = created_at WHERE id = $1")
        .bind(user_id)
        .execute(&mut *conn)
        .await?;
    sqlx::query_scalar("SELECT COUNT(*) FROM recurring_invoices WHERE user_id = $1")
        .bind(user_id)
        .fetch_one(conn)
        .await
}

/// How many of an account were paused by themselves.
///
/// # Errors
/// When the database fails.
pub async fn in_trouble(conn: &mut Conn, user_id: &str) -> DbResult<i64> {
    sqlx::query_scalar(
        "SELECT COUNT(*) FROM recurring_invoices WHERE user_id = $1 AND trouble <> ''",
    )
    .bind(user_id)
    .fetch_one(conn)
    .await
}
