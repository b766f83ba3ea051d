//! What a merge of two contacts changed, stored for 30 days so that it can be undone. Undoing it gives both
//! contacts what they had; what was added or changed since stays with the one that remained.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sqlx::AssertSqlSafe;

use plumbline_platform::clock::DAY;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, many};
use plumbline_platform::ids::{ContactId, UserId};
use plumbline_records::contacts::ContactFields;
use plumbline_tax::cis;

/// For so long a merge can be undone, milliseconds.
pub(super) const UNDONE_WITHIN: i64 = 30 * DAY;
/// So many merges of an account can be undone at most, the newest: each keeps the ids of what it moved.
const MOST: i64 = 20;

/// What names a contact: the table, its key and its column.
const NAMING: [(&str, &str, &str); 7] = [
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
    pub(super) struct MergeRow: "contact_merges", by merged_id, keeping [user_id] {
        /// The contact that went.
        pub merged_id: ContactId,
        /// The account.
        pub user_id: UserId,
        /// The contact that stayed.
        pub contact_id: ContactId,
        /// Unix milliseconds.
        pub merged_at: i64,
        /// [`Noted`].
        pub noted: String,
    }
}

/// Both contacts as they were, and what was the other's.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Noted {
    /// The one that stays, before.
    pub before: ContactFields,
    /// The same, after.
    pub after: ContactFields,
    /// The one that went.
    pub gone: ContactFields,
    /// When that was made, unix milliseconds.
    pub gone_created_at: i64,
    /// Its version.
    pub gone_version: i64,
    /// Whether the one that stays was reminded of nothing, and whether the other was.
    pub is_off: [bool; 2],
    /// The keys of what was the other's, by table.
    pub moved: BTreeMap<String, Vec<String>>,
    /// What was the other's as a subcontractor.
    pub cis: cis::Merged,
}

/// The keys of all that names a contact.
///
/// # Errors
/// When the database fails.
pub(super) async fn naming(
    conn: &mut Conn,
    user_id: &str,
    contact_id: &str,
) -> DbResult<BTreeMap<String, Vec<String>>> {
    let mut found = BTreeMap::new();
    for (table, key, column) in NAMING {
        let sql = format!(
            "SELECT {key} FROM {table} WHERE user_id = $1 AND {column} = $2 ORDER BY {key}"
        );
        let keys: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql))
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

/// Gives what was moved back to the contact that it was of; what was given to a third meanwhile stays there.
///
/// # Errors
/// When the database fails.
pub(super) async fn give_back(
    conn: &mut Conn,
    user_id: &str,
    moved: &BTreeMap<String, Vec<String>>,
    [from, to]: [&str; 2],
) -> DbResult<()> {
    for (table, key, column) in NAMING {
        let keys = moved.get(table).map_or(&[][..], Vec::as_slice);
        for some in keys.chunks(many::at_a_time(1)) {
            let (places, after) = (many::places(1, some.len()), some.len());
            let (to_at, user_at, from_at) = (after + 1, after + 2, after + 3);
            let sql = format!(
                "UPDATE {table} SET {column} = ${to_at} WHERE {key} IN {places} \
                 AND user_id = ${user_at} AND {column} = ${from_at}"
            );
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for one in some {
                query = query.bind(one);
            }
            query
                .bind(to)
                .bind(user_id)
                .bind(from)
                .execute(&mut *conn)
                .await?;
        }
    }
    Ok(())
}

/// Keeps a merge, and forgets those that cannot be undone any more.
///
/// # Errors
/// When the database fails.
pub(super) async fn keep(conn: &mut Conn, row: &MergeRow) -> DbResult<()> {
    row.put_whole().execute(&mut *conn).await?;
    sqlx::query("DELETE FROM contact_merges WHERE user_id = $1 AND merged_at < $2")
        .bind(row.user_id.as_str())
        .bind(row.merged_at - UNDONE_WITHIN)
        .execute(&mut *conn)
        .await?;
    let beyond: Vec<String> = sqlx::query_scalar(
        "SELECT merged_id FROM contact_merges WHERE user_id = $1 \
         ORDER BY merged_at DESC, merged_id DESC LIMIT 100 OFFSET $2",
    )
    .bind(row.user_id.as_str())
    .bind(MOST)
    .fetch_all(&mut *conn)
    .await?;
    for id in beyond {
        forget(conn, &row.user_id, &id).await?;
    }
    Ok(())
}

/// Forgets a merge.
///
/// # Errors
/// When the database fails.
pub(super) async fn forget(conn: &mut Conn, user_id: &str, merged_id: &str) -> DbResult<()> {
    sqlx::query("DELETE FROM contact_merges WHERE user_id = $1 AND merged_id = $2")
        .bind(user_id)
        .bind(merged_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// The merges into a contact that can be undone now, the newest first.
///
/// # Errors
/// When the database fails.
pub(super) async fn into_contact(
    conn: &mut Conn,
    user_id: &str,
    contact_id: &str,
    now: i64,
) -> DbResult<Vec<MergeRow>> {
    MergeRow::select(
        "WHERE user_id = $1 AND contact_id = $2 AND merged_at >= $3 ORDER BY merged_at DESC, merged_id",
    )
    .bind(user_id)
    .bind(contact_id)
    .bind(now - UNDONE_WITHIN)
    .fetch_all(conn)
    .await
}
