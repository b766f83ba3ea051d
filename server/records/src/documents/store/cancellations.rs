//! All SQL on cancelled jobs.

use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::{DocumentId, UserId};

table! {
    /// A customer's cancellation of a job. The date of it is in the document.
    pub struct CancellationRow: "cancellations", by document_id, immutable [user_id, noted_at, by_business] {
        /// The quote.
        pub document_id: DocumentId,
        /// The account.
        pub user_id: UserId,
        /// When it was recorded, unix milliseconds.
        pub noted_at: i64,
        /// Whether the business recorded it, because its customer didn't cancel on the customer's page.
        pub by_business: bool,
        /// The share of the work that was done by then, in per cent; `None` until the business enters it.
        pub share_done: Option<String>,
        /// Whether it is a variation that was cancelled, and is settled, together with its whole job.
        pub with_job: bool,
    }
}

/// Stores a cancellation or its changes.
pub async fn save(conn: &mut Conn, row: &CancellationRow) -> DbResult<()> {
    row.upsert().execute(conn).await?;
    Ok(())
}

/// The cancellation of a quote.
pub async fn find(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Option<CancellationRow>> {
    CancellationRow::select("WHERE document_id = $1").bind(document_id).fetch_optional(conn).await
}

/// All cancellations of an account, oldest first.
pub async fn list_for_account(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<CancellationRow>> {
    CancellationRow::select("WHERE user_id = $1 ORDER BY noted_at, document_id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}
