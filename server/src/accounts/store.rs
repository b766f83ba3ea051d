//! The tables of accounts and their codes.

use crate::db::{Conn, DbResult, Dialect};

/// An account as signing in needs it.
#[derive(Debug, sqlx::FromRow)]
pub struct UserRow {
    /// The id.
    pub id: String,
    /// The address as typed.
    pub email: String,
    /// The person's name.
    pub name: String,
    /// The hash of the password.
    pub password_hash: String,
    /// When the address was verified; `None` until then.
    pub verified_at: Option<i64>,
}

/// A new account.
#[derive(Debug)]
pub struct NewUser<'a> {
    /// The id.
    pub id: &'a str,
    /// The address as typed.
    pub email: &'a str,
    /// The address as it is compared.
    pub email_key: &'a str,
    /// The person's name.
    pub name: &'a str,
    /// The hash of the password.
    pub password_hash: &'a str,
    /// When the address was verified; `None` until then.
    pub verified_at: Option<i64>,
    /// Now, milliseconds since the epoch.
    pub now: i64,
}

/// The account of an address.
///
/// # Errors
/// When the database fails.
pub async fn find_by_email(conn: &mut Conn, email_key: &str) -> DbResult<Option<UserRow>> {
    sqlx::query_as(
        "SELECT id, email, name, password_hash, verified_at FROM users WHERE email_key = $1",
    )
    .bind(email_key)
    .fetch_optional(conn)
    .await
}

/// Writes a new account; fails by a unique violation when the address has one.
///
/// # Errors
/// When the address is taken or the database fails.
pub async fn insert(conn: &mut Conn, user: &NewUser<'_>) -> DbResult<()> {
    sqlx::query(
        "INSERT INTO users (id, email, email_key, name, password_hash, verified_at, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(user.id)
    .bind(user.email)
    .bind(user.email_key)
    .bind(user.name)
    .bind(user.password_hash)
    .bind(user.verified_at)
    .bind(user.now)
    .bind(user.now)
    .execute(conn)
    .await?;
    Ok(())
}

/// Notes that the address is verified.
///
/// # Errors
/// When the database fails.
pub async fn set_verified(conn: &mut Conn, id: &str, now: i64) -> DbResult<()> {
    sqlx::query(
        "UPDATE users SET verified_at = $1, updated_at = $2 WHERE id = $3 AND verified_at IS NULL",
    )
    .bind(now)
    .bind(now)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(())
}

/// A code that was sent.
#[derive(Debug, sqlx::FromRow)]
pub struct CodeRow {
    /// What was hashed with the code.
    pub salt: String,
    /// The hash.
    pub code_hash: String,
    /// How often a code was entered since it was sent.
    pub tries: i64,
    /// When it runs out, milliseconds since the epoch.
    pub expires_at: i64,
}

/// The code of an account, locked for this transaction.
///
/// # Errors
/// When the database fails.
pub async fn find_code(
    conn: &mut Conn,
    dialect: Dialect,
    user_id: &str,
) -> DbResult<Option<CodeRow>> {
    let sql = format!(
        "SELECT salt, code_hash, tries, expires_at FROM verification_codes WHERE user_id = $1{}",
        dialect.for_update()
    );
    sqlx::query_as(sqlx::AssertSqlSafe(sql))
        .bind(user_id)
        .fetch_optional(conn)
        .await
}

/// Puts a new code in the place of the one before.
///
/// # Errors
/// When the database fails.
pub async fn replace_code(
    conn: &mut Conn,
    user_id: &str,
    salt: &str,
    code_hash: &str,
    expires_at: i64,
    now: i64,
) -> DbResult<()> {
    sqlx::query(
        "INSERT INTO verification_codes (user_id, salt, code_hash, tries, expires_at, sent_at) \
         VALUES ($1, $2, $3, 0, $4, $5) \
         ON CONFLICT (user_id) DO UPDATE SET salt = excluded.salt, code_hash = excluded.code_hash, \
         tries = 0, expires_at = excluded.expires_at, sent_at = excluded.sent_at",
    )
    .bind(user_id)
    .bind(salt)
    .bind(code_hash)
    .bind(expires_at)
    .bind(now)
    .execute(conn)
    .await?;
    Ok(())
}

/// Counts a try at the code.
///
/// # Errors
/// When the database fails.
pub async fn count_try(conn: &mut Conn, user_id: &str) -> DbResult<()> {
    sqlx::query("UPDATE verification_codes SET tries = tries + 1 WHERE user_id = $1")
        .bind(user_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// A code serves once.
///
/// # Errors
/// When the database fails.
pub async fn delete_code(conn: &mut Conn, user_id: &str) -> DbResult<()> {
    sqlx::query("DELETE FROM verification_codes WHERE user_id = $1")
        .bind(user_id)
        .execute(conn)
        .await?;
    Ok(())
}
