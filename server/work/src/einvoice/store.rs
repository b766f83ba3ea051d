//! The order references of documents.

use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::{DocumentId, UserId};

table! {
    /// The customer's number of the order, of a document.
    pub(super) struct ReferenceRow: "order_references", by document_id, keeping [user_id] {
        /// The document.
        pub document_id: DocumentId,
        /// The account.
        pub user_id: UserId,
        /// What the customer calls the order.
        pub reference: String,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

/// Every order reference of an account.
pub(super) async fn references(conn: &mut Conn, user_id: &str) -> DbResult<Vec<ReferenceRow>> {
    ReferenceRow::select("WHERE user_id = $1 ORDER BY document_id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// A document's; empty where none is known.
pub(super) async fn reference(
    conn: &mut Conn,
    user_id: &str,
    document_id: &str,
) -> DbResult<String> {
    let found: Option<String> = sqlx::query_scalar(
        "SELECT reference FROM order_references WHERE user_id = $1 AND document_id = $2",
    )
    .bind(user_id)
    .bind(document_id)
    .fetch_optional(conn)
    .await?;
    Ok(found.unwrap_or_default())
}

/// Sets a document's; an empty one takes it away.
pub(super) async fn set(conn: &mut Conn, row: &ReferenceRow) -> DbResult<()> {
    if row.reference.is_empty() {
        sqlx::query("DELETE FROM order_references WHERE user_id = $1 AND document_id = $2")
            .bind(&row.user_id)
            .bind(&row.document_id)
            .execute(conn)
            .await?;
        return Ok(());
    }
    if row
        .insert_unless_there()
        .execute(&mut *conn)
        .await?
        .rows_affected()
        == 0
    {
        sqlx::query(
            "UPDATE order_references SET reference = $1, updated_at = $2 \
             WHERE user_id = $3 AND document_id = $4",
        )
        .bind(&row.reference)
        .bind(row.updated_at)
        .bind(&row.user_id)
        .bind(&row.document_id)
        .execute(conn)
        .await?;
    }
    Ok(())
}
