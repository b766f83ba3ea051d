//! SQL on what was issued: its versions.

use super::DocumentRow;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ContactId, DocumentId};

table! {
    /// A document as a customer could see it, with both parties as they were.
    pub struct VersionRow: "document_versions", by document_id {
        /// The document.
        pub document_id: DocumentId,
        /// 1 for the first issue.
        pub version: i64,
        /// YYYY-MM-DD.
        pub issue_date: String,
        /// YYYY-MM-DD.
        pub due_date: String,
        /// What the job is.
        pub job_description: String,
        /// Where the job is, a line a part; empty: at the customer's own address.
        pub job_address: String,
        /// The customer's own number of their order; empty where there is none.
        pub order_number: String,
        /// Notes that the customer reads.
        pub notes: String,
        /// A template of its own.
        pub template: Option<String>,
        /// Terms of its own.
        pub terms: Option<String>,
        /// The core document, JSON.
        pub input: String,
        /// Core's totals at the issue, JSON.
        pub totals: String,
        /// The customer, JSON.
        pub contact: String,
        /// The owner's record, JSON.
        pub business: String,
        /// The business profile, JSON.
        pub business_profile: String,
        /// Unix milliseconds.
        pub issued_at: i64,
        /// The number of the rules that it was issued by.
        pub rules_version: i64,
        /// What of its presentation stays as it is, JSON of core's `Texts`; none of a version that was
        /// issued before they were kept.
        pub texts: Option<String>,
        /// The contact that it was issued to; none of a version from before that was kept.
        pub contact_id: Option<ContactId>,
        /// What its customer was given of their right to cancel, JSON of core's `Pack`; none where there
        /// is nothing to give.
        pub cancellation: Option<String>,
    }
}

table! {
    /// Of a version what a list of them shows.
    pub struct VersionTotals: "document_versions", by document_id {
        /// The document.
        pub document_id: DocumentId,
        /// 1 for the first issue.
        pub version: i64,
        /// Core's totals at the issue, JSON.
        pub totals: String,
        /// Unix milliseconds.
        pub issued_at: i64,
    }
}

impl VersionRow {
    /// What it counts for among the bytes that its account keeps.
    #[must_use]
    pub fn weight(&self) -> i64 {
        let texts = [
            &self.input,
            &self.totals,
            &self.job_description,
            &self.job_address,
            &self.order_number,
            &self.notes,
            &self.contact,
            &self.business,
            &self.business_profile,
        ];
        let beside = [&self.terms, &self.texts, &self.cancellation];
        super::weight(texts.into_iter().chain(beside.into_iter().flatten()))
    }
}

/// Keeps an issued version. Never updated, never removed but with its document's account.
pub async fn insert(conn: &mut Conn, row: &VersionRow) -> DbResult<()> {
    row.insert_whole().execute(conn).await?;
    Ok(())
}

/// One issued version.
pub async fn find(
    conn: &mut Conn,
    document_id: &str,
    version: i64,
) -> DbResult<Option<VersionRow>> {
    VersionRow::select("WHERE document_id = $1 AND version = $2")
        .bind(document_id)
        .bind(version)
        .fetch_optional(conn)
        .await
}

/// When a document was first issued, unix milliseconds; none of a draft.
pub async fn first_issue(conn: &mut Conn, row: &DocumentRow) -> DbResult<Option<i64>> {
    if row.issued_version == 0 {
        return Ok(None);
    }
    let sql = "SELECT MIN(issued_at) FROM document_versions WHERE document_id = $1";
    sqlx::query_scalar(sql).bind(&row.id).fetch_one(conn).await
}

/// Every issued version of a document, oldest first.
pub async fn of_document(conn: &mut Conn, document_id: &str) -> DbResult<Vec<VersionRow>> {
    VersionRow::select("WHERE document_id = $1 ORDER BY version")
        .bind(document_id)
        .fetch_all(conn)
        .await
}

/// The newest issued versions of a document, the newest first.
pub async fn newest(conn: &mut Conn, document_id: &str, most: i64) -> DbResult<Vec<VersionTotals>> {
    VersionTotals::select("WHERE document_id = $1 ORDER BY version DESC LIMIT $2")
        .bind(document_id)
        .bind(most)
        .fetch_all(conn)
        .await
}

/// The version that the customer of an issued document sees.
///
/// # Errors
/// 500 when it is not there.
pub async fn latest(conn: &mut Conn, row: &DocumentRow) -> Result<VersionRow, ApiError> {
    let version = find(conn, &row.id, row.issued_version).await?;
    version.ok_or_else(|| ApiError::internal("an issued version is missing"))
}
