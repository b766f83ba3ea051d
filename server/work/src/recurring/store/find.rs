//! Finding recurring invoices.

use super::{RecurringListRow, RecurringRow};
use plumbline_platform::db::table::Table as _;
use plumbline_platform::db::words;
use plumbline_platform::db::{Conn, DbResult};

/// An account's recurring invoice.
pub async fn find(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<Option<RecurringRow>> {
    RecurringRow::select("WHERE user_id = $1 AND id = $2").bind(user_id).bind(id).fetch_optional(conn).await
}

/// A recurring invoice of any account.
pub async fn find_by_id(conn: &mut Conn, id: &str) -> DbResult<Option<RecurringRow>> {
    RecurringRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// The same, locked until the transaction ends.
pub async fn lock(conn: &mut Conn, id: &str) -> DbResult<Option<RecurringRow>> {
    sqlx::query("UPDATE recurring_invoices SET version = version WHERE id = $1")
        .bind(id)
        .execute(&mut *conn)
        .await?;
    find_by_id(conn, id).await
}

/// All of an account with all fields, for the export.
pub async fn list_for_account(conn: &mut Conn, user_id: &str) -> DbResult<Vec<RecurringRow>> {
    RecurringRow::select("WHERE user_id = $1 ORDER BY id").bind(user_id).fetch_all(conn).await
}

/// All of an account for a list, by their next date; those that are over or paused come last.
pub async fn list(conn: &mut Conn, user_id: &str) -> DbResult<Vec<RecurringListRow>> {
    let mut rows = RecurringListRow::select("WHERE user_id = $1").bind(user_id).fetch_all(conn).await?;
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

/// Those of an account in which every typed word is the beginning of a word of their name, customer or job. There are
/// few of them, so they are filtered here.
pub async fn search(
    conn: &mut Conn,
    user_id: &str,
    typed: &str,
    limit: i64,
) -> DbResult<Vec<RecurringListRow>> {
    let queries = words::split_words(typed);
    if queries.is_empty() {
        return Ok(Vec::new());
    }
    let mut rows = list(conn, user_id).await?;
    rows.retain(|row| {
        let customer = row.contact_name.as_deref().unwrap_or_default();
        words::all_match(&queries, [&*row.name, customer, &row.job_description])
    });
    rows.truncate(usize::try_from(limit).unwrap_or_default());
    Ok(rows)
}

/// How many an account has. The account is locked first, so that two creates count one after the other.
pub async fn lock_and_count(conn: &mut Conn, user_id: &str) -> DbResult<i64> {
    sqlx::query("UPDATE users SET created_at = created_at WHERE id = $1")
        .bind(user_id)
        .execute(&mut *conn)
        .await?;
    sqlx::query_scalar("SELECT COUNT(*) FROM recurring_invoices WHERE user_id = $1")
        .bind(user_id)
        .fetch_one(conn)
        .await
}

/// How many of an account were paused automatically.
pub async fn count_in_trouble(conn: &mut Conn, user_id: &str) -> DbResult<i64> {
    sqlx::query_scalar("SELECT COUNT(*) FROM recurring_invoices WHERE user_id = $1 AND trouble <> ''")
        .bind(user_id)
        .fetch_one(conn)
        .await
}
