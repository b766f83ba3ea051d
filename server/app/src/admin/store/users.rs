//! The accounts as the administration lists them.

use sqlx::AssertSqlSafe;

use plumbline_platform::db::row::row;
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::UserId;

row! {
    /// An account as the lists show it.
    #[derive(Debug, Clone)]
    pub(in crate::admin) struct UserListRow {
        /// The account.
        pub id: UserId,
        /// Its owner's address.
        pub email: String,
        /// Their name.
        pub name: String,
        /// The name of their first business profile, if there is one.
        pub business: Option<String>,
        /// When it was created. All times are in milliseconds since the epoch.
        pub created_at: i64,
        /// When the address was verified.
        pub verified_at: Option<i64>,
        /// When a browser with a session that is still stored last sent a request.
        pub seen_at: Option<i64>,
        /// When a device was last used to sign in.
        pub used_at: Option<i64>,
        /// When it was suspended.
        pub suspended_at: Option<i64>,
    }
}

impl UserListRow {
    /// When its owner was last here.
    pub(in crate::admin) fn last_seen(&self) -> Option<i64> {
        self.seen_at.max(self.used_at)
    }
}

/// The columns. Sessions of support don't count as visits of the owner.
const COLUMNS: &str = "u.id, u.email, u.name, u.created_at, u.verified_at, \
     (SELECT p.name FROM business_profiles p WHERE p.user_id = u.id \
      ORDER BY p.created_at, p.id LIMIT 1) AS business, \
     (SELECT MAX(s.last_seen_at) FROM sessions s WHERE s.user_id = u.id \
      AND s.entered_by IS NULL) AS seen_at, \
     (SELECT MAX(d.last_used_at) FROM devices d WHERE d.user_id = u.id) AS used_at, \
     (SELECT x.suspended_at FROM suspensions x WHERE x.user_id = u.id) AS suspended_at";

/// The condition for a search: `$2` is a `LIKE` pattern in lower case.
const MATCHES: &str = "($1 = '' OR LOWER(u.email) LIKE $2 ESCAPE '\\' \
     OR LOWER(u.name) LIKE $3 ESCAPE '\\' OR EXISTS (SELECT 1 FROM business_profiles b \
     WHERE b.user_id = u.id AND LOWER(b.name) LIKE $4 ESCAPE '\\'))";

/// The accounts that match a pattern, newest first.
pub(in crate::admin) async fn list_page(
    conn: &mut Conn,
    pattern: &str,
    only_suspended: bool,
    (limit, offset): (i64, i64),
) -> DbResult<Vec<UserListRow>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM users u WHERE {MATCHES} AND {} \
         ORDER BY u.created_at DESC, u.id DESC LIMIT $5 OFFSET $6",
        suspended_condition(only_suspended)
    );
    sql::query_as(AssertSqlSafe(sql))
        .bind(pattern)
        .bind(pattern)
        .bind(pattern)
        .bind(pattern)
        .bind(limit)
        .bind(offset)
        .fetch_all(conn)
        .await
}

/// How many accounts match.
pub(in crate::admin) async fn count(conn: &mut Conn, pattern: &str, only_suspended: bool) -> DbResult<i64> {
    let sql =
        format!("SELECT COUNT(*) FROM users u WHERE {MATCHES} AND {}", suspended_condition(only_suspended));
    sql::query_scalar(AssertSqlSafe(sql))
        .bind(pattern)
        .bind(pattern)
        .bind(pattern)
        .bind(pattern)
        .fetch_one(conn)
        .await
}

/// The ids of all accounts that match, newest first.
pub(in crate::admin) async fn list_ids(conn: &mut Conn, pattern: &str) -> DbResult<Vec<UserId>> {
    let sql = format!("SELECT u.id FROM users u WHERE {MATCHES} ORDER BY u.created_at DESC, u.id DESC");
    sql::query_scalar(AssertSqlSafe(sql))
        .bind(pattern)
        .bind(pattern)
        .bind(pattern)
        .bind(pattern)
        .fetch_all(conn)
        .await
}

const fn suspended_condition(only: bool) -> &'static str {
    if only { "u.id IN (SELECT user_id FROM suspensions)" } else { "TRUE" }
}

/// The account with this id.
pub(in crate::admin) async fn find(conn: &mut Conn, id: &UserId) -> DbResult<Option<UserListRow>> {
    let sql = format!("SELECT {COLUMNS} FROM users u WHERE u.id = $1");
    sql::query_as(AssertSqlSafe(sql)).bind(id).fetch_optional(conn).await
}

/// How much an account stores: documents, pictures, bytes.
pub(in crate::admin) async fn storage_used(conn: &mut Conn, id: &UserId) -> DbResult<(i64, i64, i64)> {
    let found = sql::query_as("SELECT documents, pictures, bytes FROM account_usage WHERE user_id = $1")
        .bind(id)
        .fetch_optional(conn)
        .await?;
    Ok(found.unwrap_or_default())
}

/// How much all accounts store: pictures, and bytes in total.
pub(in crate::admin) async fn total_storage_used(conn: &mut Conn) -> DbResult<(i64, i64)> {
    sql::query_as(
        "SELECT CAST(COALESCE(SUM(pictures), 0) AS BIGINT), CAST(COALESCE(SUM(bytes), 0) AS BIGINT) \
         FROM account_usage",
    )
    .fetch_one(conn)
    .await
}

/// How many accounts are suspended.
pub(in crate::admin) async fn count_suspended(conn: &mut Conn) -> DbResult<i64> {
    sql::query_scalar("SELECT COUNT(*) FROM suspensions").fetch_one(conn).await
}

/// The browsers in which the account's password was entered: the user agent of each, and when it was last used.
pub(in crate::admin) async fn list_devices(conn: &mut Conn, id: &UserId) -> DbResult<Vec<(String, i64)>> {
    sql::query_as(
        "SELECT user_agent, last_used_at FROM devices WHERE user_id = $1 \
         ORDER BY last_used_at DESC, id DESC LIMIT 20",
    )
    .bind(id)
    .fetch_all(conn)
    .await
}
