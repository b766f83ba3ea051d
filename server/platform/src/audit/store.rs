//! The log's table.

use serde_json::{Value, json};

use super::AuditAction;
use crate::db::table::{Table as _, table};
use crate::db::{Conn, DbResult};
use crate::ids::{AuditId, UserId};

table! {
    /// Something that was done.
    pub struct AuditEntryRow: "audit_log", by id {
        /// UUIDv7.
        pub id: AuditId,
        /// Milliseconds since the epoch.
        pub at: i64,
        /// The account that acted; none: the operator, on the command line.
        pub actor_id: Option<UserId>,
        /// Who acted, as they were called then.
        pub actor: String,
        /// What was done.
        pub act: AuditAction,
        /// The account that it was done to.
        pub on_id: Option<UserId>,
        /// The reason, or what of it.
        pub about: String,
    }
    read {
        /// The address of that account, while it is there.
        pub on_email: Option<String> = "(SELECT u.email FROM users u WHERE u.id = audit_log.on_id)",
    }
}

/// Adds a row.
pub async fn insert(conn: &mut Conn, row: &AuditEntryRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// Whether this was noted of an account since then.
pub async fn is_recorded_since(
    conn: &mut Conn,
    (actor_id, on_id): (&str, &str),
    about: &str,
    since: i64,
) -> DbResult<bool> {
    let found: i64 = sqlx::query_scalar(
        "SELECT CASE WHEN EXISTS (SELECT 1 FROM audit_log WHERE on_id = $1 AND at > $2 \
         AND actor_id = $3 AND act = 'look' AND about = $4) THEN 1 ELSE 0 END",
    )
    .bind(on_id)
    .bind(since)
    .bind(actor_id)
    .bind(about)
    .fetch_one(conn)
    .await?;
    Ok(found == 1)
}

/// Some of the rows, the newest first, and how many there are: of all, or of what was done to one
/// account.
pub async fn list_page(
    conn: &mut Conn,
    on_id: Option<&str>,
    (limit, offset): (i64, i64),
) -> DbResult<(Vec<AuditEntryRow>, i64)> {
    let total = sqlx::query_scalar("SELECT COUNT(*) FROM audit_log WHERE $1 = '' OR on_id = $2")
        .bind(on_id.unwrap_or_default())
        .bind(on_id.unwrap_or_default())
        .fetch_one(&mut *conn)
        .await?;
    let tail = "WHERE $1 = '' OR on_id = $2 ORDER BY at DESC, id DESC LIMIT $3 OFFSET $4";
    let rows = AuditEntryRow::select(tail)
        .bind(on_id.unwrap_or_default())
        .bind(on_id.unwrap_or_default())
        .bind(limit)
        .bind(offset)
        .fetch_all(conn)
        .await?;
    Ok((rows, total))
}

/// What was done to an account, for its copy of everything.
pub async fn export(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = AuditEntryRow::select("WHERE on_id = $1 ORDER BY at, id")
        .bind(user_id)
        .fetch_all(conn)
        .await?;
    let result = rows.into_iter().map(|row| {
        let AuditEntryRow {
            id: _, // of the operator's log
            at,
            actor_id: _, // who looks after the server is no business of the account's
            actor: _,
            act,
            on_id: _, // whose export it is
            about,
            on_email: _, // its address
        } = row;
        // A reason is a note among those who look after the server.
        let about = if act == AuditAction::Look {
            about
        } else {
            String::new()
        };
        json!({ "at": at, "act": act, "about": about })
    });
    Ok(result.collect())
}
