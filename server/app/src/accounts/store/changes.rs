//! The table of changes of address that wait for their code.

use super::codes::SentCode;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::UserId;

/// A new address that has not been confirmed by its code yet.
#[derive(Debug)]
pub struct EmailChange {
    /// The new address as typed.
    pub email: String,
    /// The new address in the form in which addresses are compared.
    pub email_key: String,
    /// The code that was sent to it.
    pub code: SentCode,
}

table! {
    /// A change as stored.
    struct EmailChangeRow: "email_changes", by user_id {
        /// The account.
        user_id: UserId,
        /// The new address as typed.
        email: String,
        /// The new address in the form in which addresses are compared.
        email_key: String,
        /// The salt that was hashed with the code.
        salt: String,
        /// The hash of the code.
        code_hash: String,
        /// When the code expires, milliseconds since the epoch.
        expires_at: i64,
        /// When the code was sent, milliseconds since the epoch.
        sent_at: i64,
    }
}

/// The pending change of an account.
pub async fn find(conn: &mut Conn, user_id: &UserId) -> DbResult<Option<EmailChange>> {
    let row = EmailChangeRow::select("WHERE user_id = $1").bind(user_id);
    let row = row.fetch_optional(conn).await?;
    Ok(row.map(|row| EmailChange {
        email: row.email,
        email_key: row.email_key,
        code: SentCode {
            salt: row.salt,
            code_hash: row.code_hash,
            sent_at: row.sent_at,
            expires_at: row.expires_at,
        },
    }))
}

/// Stores a new change, which replaces the one before.
pub async fn replace(conn: &mut Conn, user_id: &UserId, change: &EmailChange) -> DbResult<()> {
    let row = EmailChangeRow {
        user_id: user_id.clone(),
        email: change.email.clone(),
        email_key: change.email_key.clone(),
        salt: change.code.salt.clone(),
        code_hash: change.code.code_hash.clone(),
        expires_at: change.code.expires_at,
        sent_at: change.code.sent_at,
    };
    row.upsert().execute(conn).await?;
    Ok(())
}

/// Deletes a change, because it was cancelled or confirmed. Returns whether there was one.
pub async fn delete(conn: &mut Conn, user_id: &UserId) -> DbResult<bool> {
    let done = sql::query("DELETE FROM email_changes WHERE user_id = $1").bind(user_id).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}
