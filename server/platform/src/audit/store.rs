//! The table of the audit log.

use serde_json::{Value, json};

use super::AuditAction;
use crate::db::table::{Table as _, table};
use crate::db::{Conn, DbResult, sql};
use crate::ids::{AuditId, UserId};

table! {
    /// An action that was recorded.
    pub struct AuditEntryRow: "audit_log", by id {
        /// UUIDv7.
        pub id: AuditId,
        /// Milliseconds since the epoch.
        pub at: i64,
        /// The account that acted; `None` means the operator, on the command line.
        pub actor_id: Option<UserId>,
        /// The name of the actor at that time.
        pub actor: String,
        /// The action.
        pub act: AuditAction,
        /// The account that was affected.
        pub on_id: Option<UserId>,
        /// The reason, or details of the action.
        pub about: String,
    }
    read {
        /// The email address of that account, as long as it exists.
        pub on_email: Option<String> = "(SELECT u.email FROM users u WHERE u.id = audit_log.on_id)",
    }
}

/// Adds a row.
pub async fn insert(conn: &mut Conn, row: &AuditEntryRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// Whether the log has an entry since a given time that this actor looked at the account, with the same `about`.
pub async fn is_recorded_since(
    conn: &mut Conn,
    (actor_id, on_id): (&UserId, &UserId),
    about: &str,
    since: i64,
) -> DbResult<bool> {
    let found: i64 = sql::query_scalar(
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

/// A page of the rows, newest first, and the total number: all rows, or those about one account.
pub async fn list_page(
    conn: &mut Conn,
    on_id: Option<&UserId>,
    (limit, offset): (i64, i64),
) -> DbResult<(Vec<AuditEntryRow>, i64)> {
    let total = sql::query_scalar("SELECT COUNT(*) FROM audit_log WHERE $1 = '' OR on_id = $2")
        .bind(on_id.map_or("", UserId::as_str))
        .bind(on_id.map_or("", UserId::as_str))
        .fetch_one(&mut *conn)
        .await?;
    let tail = "WHERE $1 = '' OR on_id = $2 ORDER BY at DESC, id DESC LIMIT $3 OFFSET $4";
    let rows = AuditEntryRow::select(tail)
        .bind(on_id.map_or("", UserId::as_str))
        .bind(on_id.map_or("", UserId::as_str))
        .bind(limit)
        .bind(offset)
        .fetch_all(conn)
        .await?;
    Ok((rows, total))
}

/// What was done to an account, for its export.
pub async fn export(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows =
        AuditEntryRow::select("WHERE on_id = $1 ORDER BY at, id").bind(user_id).fetch_all(conn).await?;
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
        // A reason is a note for the people who run the server.
        let about = if act == AuditAction::Look { about } else { String::new() };
        json!({ "at": at, "act": act, "about": about })
    });
    Ok(result.collect())
}
