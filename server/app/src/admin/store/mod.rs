//! The tables of the administration: admins, and suspended accounts.

pub(super) mod users;

use plumbline_platform::db::row::row;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::UserId;

table! {
    /// The suspension of an account.
    pub struct SuspensionRow: "suspensions", by user_id {
        /// The account.
        pub user_id: UserId,
        /// The reason.
        pub reason: String,
        /// When it was suspended, milliseconds since the epoch.
        pub suspended_at: i64,
    }
}

row! {
    /// The owner of an account.
    #[derive(Debug, Clone)]
    pub(super) struct AccountOwner {
        /// Their name.
        pub name: String,
        /// Their address.
        pub email: String,
    }
}

/// The owner of an account.
pub(super) async fn find_owner(conn: &mut Conn, id: &UserId) -> DbResult<Option<AccountOwner>> {
    sql::query_as("SELECT name, email FROM users WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// Whether an account is an administrator.
pub(super) async fn is_admin(conn: &mut Conn, id: &UserId) -> DbResult<bool> {
    let found: i64 =
        sql::query_scalar("SELECT COUNT(*) FROM admins WHERE user_id = $1").bind(id).fetch_one(conn).await?;
    Ok(found > 0)
}

/// The account with an email address, and when the address was verified.
pub(super) async fn find_by_email(
    conn: &mut Conn,
    email_key: &str,
) -> DbResult<Option<(UserId, Option<i64>)>> {
    sql::query_as("SELECT id, verified_at FROM users WHERE email_key = $1")
        .bind(email_key)
        .fetch_optional(conn)
        .await
}

/// Gives an account the role. Returns false if it had it already.
pub(super) async fn grant(conn: &mut Conn, id: &UserId, now: i64) -> DbResult<bool> {
    let done = sql::query(
        "INSERT INTO admins (user_id, granted_at) VALUES ($1, $2) ON CONFLICT (user_id) DO NOTHING",
    )
    .bind(id.as_str())
    .bind(now)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes the role away. Returns whether the account had it.
pub(super) async fn revoke(conn: &mut Conn, id: &UserId) -> DbResult<bool> {
    let done = sql::query("DELETE FROM admins WHERE user_id = $1").bind(id.as_str()).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// The administrators: the address, and since when.
pub(super) async fn list_admins(conn: &mut Conn) -> DbResult<Vec<(String, i64)>> {
    sql::query_as(
        "SELECT u.email, a.granted_at FROM admins a JOIN users u ON u.id = a.user_id ORDER BY u.email",
    )
    .fetch_all(conn)
    .await
}

/// The suspension of an account; `None` if it is not suspended.
pub(super) async fn find_suspension(conn: &mut Conn, id: &UserId) -> DbResult<Option<SuspensionRow>> {
    SuspensionRow::select("WHERE user_id = $1").bind(id).fetch_optional(conn).await
}

/// Suspends an account. Returns false if it was suspended already.
pub(super) async fn suspend(conn: &mut Conn, row: &SuspensionRow) -> DbResult<bool> {
    let done = row.insert_if_absent().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Ends the suspension of an account. Returns whether it was suspended.
pub(super) async fn restore(conn: &mut Conn, id: &UserId) -> DbResult<bool> {
    let done = sql::query("DELETE FROM suspensions WHERE user_id = $1").bind(id).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}
