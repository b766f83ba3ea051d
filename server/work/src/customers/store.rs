//! What a merge of two contacts changed, stored for 30 days so that it can be undone. Undoing it gives both
//! contacts what they had; what was added or changed since stays with the one that remained.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sqlx::AssertSqlSafe;

use plumbline_platform::clock::DAY;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, bulk_write, sql};
use plumbline_platform::ids::{ContactId, UserId};
use plumbline_records::contacts::ContactFields;
use plumbline_tax::cis;

/// For how long a merge can be undone, milliseconds.
pub(super) const UNDO_WINDOW: i64 = 30 * DAY;
/// How many merges of an account can be undone, the newest ones: each stores the ids of everything that it moved.
const MERGES_MAX: i64 = 20;

/// The columns that name a contact: table, key and column.
const CONTACT_COLUMNS: [(&str, &str, &str); 7] = [
    ("documents", "id", "contact_id"),
    ("document_summaries", "document_id", "contact_id"),
    ("expenses", "id", "contact_id"),
    ("recurring_invoices", "id", "contact_id"),
    ("cis_payments", "expense_id", "contact_id"),
    ("cis_statements", "id", "contractor"),
    ("posted_mails", "id", "about_id"),
];

table! {
    /// A merge.
    pub(super) struct MergeRow: "contact_merges", by merged_id, immutable [user_id] {
        /// The contact that was merged into the other.
        pub merged_id: ContactId,
        /// The account.
        pub user_id: UserId,
        /// The contact that remained.
        pub contact_id: ContactId,
        /// Unix milliseconds.
        pub merged_at: i64,
        /// [`MergeRecord`], as JSON.
        pub noted: String,
    }
}

/// Both contacts before the merge, and what belonged to the one that went.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MergeRecord {
    /// The contact that remained, before the merge.
    pub before: ContactFields,
    /// The same contact after the merge.
    pub after: ContactFields,
    /// The contact that went.
    pub gone: ContactFields,
    /// When that contact was created, unix milliseconds.
    pub gone_created_at: i64,
    /// Its version.
    pub gone_version: i64,
    /// Whether reminders were off for the contact that remained, and for the other.
    pub is_off: [bool; 2],
    /// The keys of the rows that belonged to the contact that went, by table.
    pub moved: BTreeMap<String, Vec<String>>,
    /// The data of the contact that went as a subcontractor.
    pub cis: cis::MergedSubcontractor,
}

/// The keys of all rows that name a contact.
pub(super) async fn find_references(
    conn: &mut Conn,
    user_id: &UserId,
    contact_id: &ContactId,
) -> DbResult<BTreeMap<String, Vec<String>>> {
    let mut found = BTreeMap::new();
    for (table, key, column) in CONTACT_COLUMNS {
        let sql = format!("SELECT {key} FROM {table} WHERE user_id = $1 AND {column} = $2 ORDER BY {key}");
        let keys: Vec<String> = sql::query_scalar(AssertSqlSafe(sql))
            .bind(user_id)
            .bind(contact_id)
            .fetch_all(&mut *conn)
            .await?;
        if !keys.is_empty() {
            found.insert(table.to_owned(), keys);
        }
    }
    Ok(found)
}

/// Gives moved rows back to the contact to which they belonged. A row that was given to a third contact meanwhile is
/// not moved.
pub(super) async fn restore_references(
    conn: &mut Conn,
    user_id: &UserId,
    moved: &BTreeMap<String, Vec<String>>,
    [from, to]: [&ContactId; 2],
) -> DbResult<()> {
    for (table, key, column) in CONTACT_COLUMNS {
        let keys = moved.get(table).map_or(&[][..], Vec::as_slice);
        for some in keys.chunks(bulk_write::rows_per_statement(1)) {
            let (places, after) = (bulk_write::placeholders(1, some.len()), some.len());
            let (to_at, user_at, from_at) = (after + 1, after + 2, after + 3);
            let sql = format!(
                "UPDATE {table} SET {column} = ${to_at} WHERE {key} IN {places} \
                 AND user_id = ${user_at} AND {column} = ${from_at}"
            );
            let mut query = sql::query(AssertSqlSafe(sql));
            for one in some {
                query = query.bind(one);
            }
            query.bind(to).bind(user_id).bind(from).execute(&mut *conn).await?;
        }
    }
    Ok(())
}

/// Stores a merge, and deletes those that cannot be undone any more.
pub(super) async fn save(conn: &mut Conn, row: &MergeRow) -> DbResult<()> {
    row.upsert().execute(&mut *conn).await?;
    sql::query("DELETE FROM contact_merges WHERE user_id = $1 AND merged_at < $2")
        .bind(row.user_id.as_str())
        .bind(row.merged_at - UNDO_WINDOW)
        .execute(&mut *conn)
        .await?;
    let beyond: Vec<ContactId> = sql::query_scalar(
        "SELECT merged_id FROM contact_merges WHERE user_id = $1 \
         ORDER BY merged_at DESC, merged_id DESC LIMIT 100 OFFSET $2",
    )
    .bind(row.user_id.as_str())
    .bind(MERGES_MAX)
    .fetch_all(&mut *conn)
    .await?;
    for id in beyond {
        delete(conn, &row.user_id, &id).await?;
    }
    Ok(())
}

/// Deletes a merge.
pub(super) async fn delete(conn: &mut Conn, user_id: &UserId, merged_id: &ContactId) -> DbResult<()> {
    sql::query("DELETE FROM contact_merges WHERE user_id = $1 AND merged_id = $2")
        .bind(user_id)
        .bind(merged_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// The merges into a contact that can be undone now, newest first.
pub(super) async fn list_into_contact(
    conn: &mut Conn,
    user_id: &UserId,
    contact_id: &ContactId,
    now: i64,
) -> DbResult<Vec<MergeRow>> {
    MergeRow::select(
        "WHERE user_id = $1 AND contact_id = $2 AND merged_at >= $3 ORDER BY merged_at DESC, merged_id",
    )
    .bind(user_id)
    .bind(contact_id)
    .bind(now - UNDO_WINDOW)
    .fetch_all(conn)
    .await
}
