//! The table of verification codes.

use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::UserId;

/// A code that was sent, for any purpose.
#[derive(Debug)]
pub struct SentCode {
    /// The salt that was hashed with the code.
    pub salt: String,
    /// The hash of the code.
    pub code_hash: String,
    /// When it was sent, milliseconds since the epoch.
    pub sent_at: i64,
    /// When it expires, milliseconds since the epoch.
    pub expires_at: i64,
}

table! {
    /// The code that verifies an account's address. Attempts are now counted elsewhere.
    struct CodeRow: "verification_codes", by user_id, immutable [tries] {
        /// The account.
        user_id: UserId,
        /// The salt that was hashed with the code.
        salt: String,
        /// The hash of the code.
        code_hash: String,
        /// Always 0.
        tries: i64,
        /// When it expires, milliseconds since the epoch.
        expires_at: i64,
        /// When it was sent, milliseconds since the epoch.
        sent_at: i64,
    }
}

/// The code of an account.
pub async fn find(conn: &mut Conn, user_id: &UserId) -> DbResult<Option<SentCode>> {
    let row = CodeRow::select("WHERE user_id = $1").bind(user_id);
    let row = row.fetch_optional(conn).await?;
    Ok(row.map(|row| SentCode {
        salt: row.salt,
        code_hash: row.code_hash,
        sent_at: row.sent_at,
        expires_at: row.expires_at,
    }))
}

/// Stores a new code, which replaces the one before.
pub async fn replace(conn: &mut Conn, user_id: &UserId, code: SentCode) -> DbResult<()> {
    let row = CodeRow {
        user_id: user_id.clone(),
        salt: code.salt,
        code_hash: code.code_hash,
        tries: 0,
        expires_at: code.expires_at,
        sent_at: code.sent_at,
    };
    row.upsert().execute(conn).await?;
    Ok(())
}

/// Deletes a code, which is valid once. Returns whether it was still there.
pub async fn delete(conn: &mut Conn, user_id: &UserId) -> DbResult<bool> {
    let done =
        sql::query("DELETE FROM verification_codes WHERE user_id = $1").bind(user_id).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}
