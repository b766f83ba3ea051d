//! The order references of documents.

use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{DocumentId, UserId};

table! {
    /// The customer's order number for a document.
    pub(super) struct OrderReferenceRow: "order_references", by document_id, immutable [user_id] {
        /// The document.
        pub document_id: DocumentId,
        /// The account.
        pub user_id: UserId,
        /// The order number.
        pub reference: String,
        /// When it was stored, milliseconds since the epoch.
        pub updated_at: i64,
    }
}

/// All stored order numbers of an account.
pub(super) async fn list_references(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<OrderReferenceRow>> {
    OrderReferenceRow::select("WHERE user_id = $1 ORDER BY document_id").bind(user_id).fetch_all(conn).await
}

/// The stored order number of a document; empty if there is none.
pub(super) async fn find_reference(
    conn: &mut Conn,
    user_id: &UserId,
    document_id: &DocumentId,
) -> DbResult<String> {
    let found: Option<String> =
        sql::query_scalar("SELECT reference FROM order_references WHERE user_id = $1 AND document_id = $2")
            .bind(user_id)
            .bind(document_id)
            .fetch_optional(conn)
            .await?;
    Ok(found.unwrap_or_default())
}

/// Stores the order number of a document; an empty one removes it.
pub(super) async fn set_reference(conn: &mut Conn, row: &OrderReferenceRow) -> DbResult<()> {
    if row.reference.is_empty() {
        sql::query("DELETE FROM order_references WHERE user_id = $1 AND document_id = $2")
            .bind(&row.user_id)
            .bind(&row.document_id)
            .execute(conn)
            .await?;
        return Ok(());
    }
    if row.insert_if_absent().execute(&mut *conn).await?.rows_affected() == 0 {
        sql::query(
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
