//! The tables of accounts: users here, and what belongs to them in the other files.

pub mod changes;
pub mod codes;
pub mod exports;
pub mod resets;

use sqlx::AssertSqlSafe;

use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, bulk_write, find_dialect, sql};
use plumbline_platform::ids::UserId;

table! {
    /// An account as stored.
    pub struct UserRow: "users", by id {
        /// The id.
        pub id: UserId,
        /// The address as typed.
        pub email: String,
        /// The address in the form in which addresses are compared.
        pub email_key: String,
        /// The person's name.
        pub name: String,
        /// The name of the business on documents without a business profile.
        pub business_name: String,
        /// The business's telephone number on them.
        pub phone: String,
        /// The business's address on them, one part per line.
        pub address: String,
        /// The hash of the password.
        pub password_hash: String,
        /// When the address was verified, milliseconds since the epoch; `None` until then.
        pub verified_at: Option<i64>,
        /// When somebody last signed in with the password, milliseconds since the epoch; `None` if nobody has.
        pub last_login_at: Option<i64>,
        /// When the account was created, milliseconds since the epoch.
        pub created_at: i64,
        /// When it last changed, milliseconds since the epoch.
        pub updated_at: i64,
    }
    read {
        /// Whether it is an administrator of this server.
        pub is_admin: bool = "(SELECT COUNT(*) FROM admins a WHERE a.user_id = users.id)",
    }
}

/// The account with this id.
pub async fn find(conn: &mut Conn, id: &UserId) -> DbResult<Option<UserRow>> {
    UserRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// Like [`find`], and locks the row until the transaction ends.
pub async fn lock(conn: &mut Conn, id: &UserId) -> DbResult<Option<UserRow>> {
    let end = find_dialect(conn).for_update();
    UserRow::select(&format!("WHERE id = $1{end}")).bind(id).fetch_optional(conn).await
}

/// Whether anything was stored in an account.
pub async fn has_content(conn: &mut Conn, id: &UserId) -> DbResult<bool> {
    let found: i64 = sql::query_scalar(
        "SELECT CASE WHEN EXISTS (SELECT 1 FROM documents WHERE user_id = $1) \
         OR EXISTS (SELECT 1 FROM contacts WHERE user_id = $1) \
         OR EXISTS (SELECT 1 FROM items WHERE user_id = $1) \
         OR EXISTS (SELECT 1 FROM business_profiles WHERE user_id = $1) \
         THEN 1 ELSE 0 END",
    )
    .bind(id)
    .fetch_one(conn)
    .await?;
    Ok(found == 1)
}

/// The account with an email address.
pub async fn find_by_email(conn: &mut Conn, email_key: &str) -> DbResult<Option<UserRow>> {
    UserRow::select("WHERE email_key = $1").bind(email_key).fetch_optional(conn).await
}

/// Inserts a new account; a unique violation if another account has its address.
///
/// # Errors
/// If the address is taken or the database fails.
pub async fn insert(conn: &mut Conn, user: &UserRow) -> DbResult<()> {
    user.insert().execute(conn).await?;
    Ok(())
}

/// Records that the address is verified. Returns false if the account no longer exists, or the address was verified
/// before.
pub async fn set_verified(conn: &mut Conn, id: &UserId, now: i64) -> DbResult<bool> {
    let done = sql::query(
        "UPDATE users SET verified_at = $1, updated_at = $2 WHERE id = $3 AND verified_at IS NULL",
    )
    .bind(now)
    .bind(now)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Records that somebody signed in with the password.
pub async fn record_login(conn: &mut Conn, id: &UserId, now: i64) -> DbResult<()> {
    sql::query("UPDATE users SET last_login_at = $1 WHERE id = $2").bind(now).bind(id).execute(conn).await?;
    Ok(())
}

/// Changes the details of the business on documents without a profile: its name, telephone number and address.
pub async fn set_business(
    conn: &mut Conn,
    id: &UserId,
    [name, phone, address]: [&str; 3],
    now: i64,
) -> DbResult<()> {
    sql::query(
        "UPDATE users SET business_name = $1, phone = $2, address = $3, updated_at = $4 WHERE id = $5",
    )
    .bind(name)
    .bind(phone)
    .bind(address)
    .bind(now)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(())
}

/// Changes the name.
pub async fn set_name(conn: &mut Conn, id: &UserId, name: &str, now: i64) -> DbResult<()> {
    sql::query("UPDATE users SET name = $1, updated_at = $2 WHERE id = $3")
        .bind(name)
        .bind(now)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Changes the password.
pub async fn set_password(conn: &mut Conn, id: &UserId, hash: &str, now: i64) -> DbResult<()> {
    sql::query("UPDATE users SET password_hash = $1, updated_at = $2 WHERE id = $3")
        .bind(hash)
        .bind(now)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Changes the address; a unique violation if another account has it.
///
/// # Errors
/// If the address is taken or the database fails.
pub async fn set_email(
    conn: &mut Conn,
    id: &UserId,
    (email, email_key): (&str, &str),
    now: i64,
) -> DbResult<()> {
    sql::query("UPDATE users SET email = $1, email_key = $2, updated_at = $3 WHERE id = $4")
        .bind(email)
        .bind(email_key)
        .bind(now)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// The tables with whatever lets somebody into an account, or starts something automatically.
const WAYS_IN: [&str; 11] = [
    "jobs",
    "schedules",
    "verification_codes",
    "password_resets",
    "email_changes",
    "devices",
    "passkeys",
    "passkey_ceremonies",
    "push_subscriptions",
    "support_access",
    "admins",
];

/// Closes an account that is about to be deleted: nobody can sign in to it, and its address is free. The links of its
/// documents open nothing, because an account without a password is closed (`documents::store::find_public`).
pub async fn close(conn: &mut Conn, id: &UserId, now: i64) -> DbResult<()> {
    for table in WAYS_IN {
        let sql = format!("DELETE FROM {table} WHERE user_id = $1");
        let done = sql::query(AssertSqlSafe(sql)).bind(id).execute(&mut *conn);
        done.await?;
    }
    let nobody = format!("deleted {id}");
    sql::query(
        "UPDATE users SET email = $1, email_key = $2, name = '', business_name = '', phone = '', \
         address = '', password_hash = '', updated_at = $3 WHERE id = $4",
    )
    .bind(&nobody)
    .bind(&nobody)
    .bind(now)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(())
}

/// Whether an account was closed.
pub async fn is_closed(conn: &mut Conn, id: &UserId) -> DbResult<bool> {
    let closed: i64 = sql::query_scalar("SELECT COUNT(*) FROM users WHERE id = $1 AND password_hash = ''")
        .bind(id)
        .fetch_one(conn)
        .await?;
    Ok(closed == 1)
}

/// The tables in which an account may have so many rows that they are deleted in portions before it, and the number of
/// rows in a portion, which takes a tenth of a second or two. All other rows are deleted with the account.
pub const LARGE: [(&str, usize); 7] = [
    ("documents", 100),
    ("expenses", 500),
    ("activities", 1_000),
    ("notifications", 1_000),
    ("posted_mails", 1_000),
    ("contacts", 500),
    ("items", 500),
];

/// Deletes at most so many rows of a table of [`LARGE`]. Returns how many were deleted.
pub async fn delete_some(conn: &mut Conn, user_id: &UserId, table: &str, most: usize) -> DbResult<usize> {
    let sql = format!("SELECT id FROM {table} WHERE user_id = $1 LIMIT {most}");
    let ids: Vec<String> = sql::query_scalar(AssertSqlSafe(sql)).bind(user_id).fetch_all(&mut *conn).await?;
    if ids.is_empty() {
        return Ok(0);
    }
    let places = bulk_write::placeholders(1, ids.len());
    let mut statements = vec![format!("DELETE FROM {table} WHERE id IN {places}")];
    if table == "documents" {
        // The invoice of a quote may be in a later portion.
        let apart = "UPDATE documents SET source_quote_id = NULL WHERE source_quote_id IN";
        statements.insert(0, format!("{apart} {places}"));
    }
    for sql in statements {
        let mut query = sql::query(AssertSqlSafe(sql));
        for id in &ids {
            query = query.bind(id);
        }
        query.execute(&mut *conn).await?;
    }
    Ok(ids.len())
}

/// Deletes an account. Every table with data of an account has a foreign key, by which its rows are deleted with the
/// account; only the responses stored for repeated requests have none.
pub async fn delete(conn: &mut Conn, id: &UserId) -> DbResult<()> {
    sql::query("DELETE FROM idempotency_keys WHERE scope = $1")
        .bind(format!("user:{id}"))
        .execute(&mut *conn)
        .await?;
    sql::query("DELETE FROM users WHERE id = $1").bind(id).execute(conn).await?;
    Ok(())
}
