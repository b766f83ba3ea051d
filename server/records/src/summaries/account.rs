//! One customer's invoices, for their statement of account.

use plumbline_core::time::Date;

use super::status::DocumentStatus;
use plumbline_platform::db::column::DateOrEmpty;
use plumbline_platform::db::table::Table as _;
use plumbline_platform::db::table::table;
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{ContactId, DocumentId, UserId};

table! {
    /// An issued invoice of a customer.
    pub struct IssuedInvoice: "document_summaries", by document_id {
        /// UUIDv7.
        pub document_id: DocumentId,
        /// The status.
        pub status: DocumentStatus,
        /// The number at issue.
        pub number: String,
        /// The issue date.
        pub issue_date: Date,
        /// The due date.
        pub due_date: DateOrEmpty,
        /// Pence, the total less the CIS deduction.
        pub amount_payable: i64,
        /// Pence that are outstanding.
        pub outstanding: i64,
    }
}

impl IssuedInvoice {
    /// The sort key.
    fn sort_key(&self) -> (Date, &str, &str) {
        (self.issue_date, &self.number, self.document_id.as_str())
    }
}

/// A customer's invoices that count, earliest first: without void ones, and of archived ones only those that are
/// settled, as in every report.
pub async fn list_issued(
    conn: &mut Conn,
    user_id: &UserId,
    contact_id: &ContactId,
) -> DbResult<Vec<IssuedInvoice>> {
    let tail = "WHERE user_id = $1 AND contact_id = $2 AND kind = 'invoice' AND number <> '' \
         AND status <> 'void' AND (archived = 0 OR outstanding = 0)";
    let rows = IssuedInvoice::select(tail).bind(user_id).bind(contact_id);
    let mut rows = rows.fetch_all(conn).await?;
    // Sorted here, because SQLite would otherwise read all of the account's invoices in this order to find these few.
    rows.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    Ok(rows)
}

/// How many documents a contact has, including drafts and archived ones.
pub async fn count_documents(conn: &mut Conn, user_id: &UserId, contact_id: &ContactId) -> DbResult<i64> {
    sql::query_scalar("SELECT COUNT(*) FROM document_summaries WHERE user_id = $1 AND contact_id = $2")
        .bind(user_id)
        .bind(contact_id)
        .fetch_one(conn)
        .await
}
