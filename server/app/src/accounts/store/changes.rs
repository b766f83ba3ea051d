//! The table of changes of address that wait for their code.

use super::codes::SentCode;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::UserId;

/// A new address that waits for its code.
#[derive(Debug)]
pub struct EmailChange {
    /// The new address as typed.
    pub email: String,
    /// The new address as it is compared.
    pub email_key: String,
    /// Its code.
    pub code: SentCode,
}

table! {
    /// A change as stored.
    struct EmailChangeRow: "email_changes", by user_id {
        /// The account.
        user_id: UserId,
        /// The new address as typed.
        email: String,
        /// The new address as it is compared.
        email_key: String,
        /// What was hashed with the code.
        salt: String,
        /// The hash.
        code_hash: String,
        /// When it runs out, milliseconds since the epoch.
        expires_at: i64,
        /// When it was sent, milliseconds since the epoch.
        sent_at: i64,
    }
}

/// The change that an account waits for.
pub async fn find(conn: &mut Conn, user_id: &str) -> DbResult<Option<EmailChange>> {
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

/// Puts a new change in the place of the one before.
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

/// Takes a change back, or uses it up: whether it was there.
pub async fn delete(conn: &mut Conn, user_id: &str) -> DbResult<bool> {
    let done = sqlx::query("DELETE FROM email_changes WHERE user_id = $1")
        .bind(user_id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}
