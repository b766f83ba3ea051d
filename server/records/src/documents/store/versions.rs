//! SQL on the issued versions of documents.

use super::DocumentRow;
use plumbline_platform::db::column::DateOrEmpty;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ContactId, DocumentId};

table! {
    /// A document as issued, with both parties as they were at that time.
    pub struct VersionRow: "document_versions", by document_id {
        /// The document.
        pub document_id: DocumentId,
        /// 1 for the first issue.
        pub version: i64,
        /// The issue date.
        pub issue_date: DateOrEmpty,
        /// The expiry or due date.
        pub due_date: DateOrEmpty,
        /// A description of the job.
        pub job_description: String,
        /// The address of the job, one part per line; empty for the customer's own address.
        pub job_address: String,
        /// The customer's order number; empty if there is no such number.
        pub order_number: String,
        /// Notes for the customer.
        pub notes: String,
        /// The document's own template.
        pub template: Option<String>,
        /// The document's own terms.
        pub terms: Option<String>,
        /// The core document, as JSON.
        pub input: String,
        /// Core's totals at issue, as JSON.
        pub totals: String,
        /// The customer, as JSON.
        pub contact: String,
        /// The account owner's details, as JSON.
        pub business: String,
        /// The business profile, as JSON.
        pub business_profile: String,
        /// Unix milliseconds.
        pub issued_at: i64,
        /// The version of the rules by which it was issued.
        pub rules_version: i64,
        /// The fixed texts of its presentation, as JSON of core's `Texts`; `None` for a version that was issued before
        /// they were stored.
        pub texts: Option<String>,
        /// The contact that it was issued to; `None` for a version that was issued before that was stored.
        pub contact_id: Option<ContactId>,
        /// The information about the customer's right to cancel, as JSON of core's `Pack`; `None` if there is nothing
        /// to give.
        pub cancellation: Option<String>,
    }
}

table! {
    /// The columns of a version that a list of versions needs.
    pub struct VersionTotals: "document_versions", by document_id {
        /// The document.
        pub document_id: DocumentId,
        /// 1 for the first issue.
        pub version: i64,
        /// Core's totals at issue, as JSON.
        pub totals: String,
        /// Unix milliseconds.
        pub issued_at: i64,
    }
}

impl VersionRow {
    /// Its size in bytes for its account's storage.
    #[must_use]
    pub fn stored_size(&self) -> i64 {
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
        super::sum_lengths(texts.into_iter().chain(beside.into_iter().flatten()))
    }
}

/// Stores an issued version. It is never changed, and deleted only together with the document's account.
pub async fn insert(conn: &mut Conn, row: &VersionRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// An issued version by its number.
pub async fn find(conn: &mut Conn, document_id: &DocumentId, version: i64) -> DbResult<Option<VersionRow>> {
    VersionRow::select("WHERE document_id = $1 AND version = $2")
        .bind(document_id)
        .bind(version)
        .fetch_optional(conn)
        .await
}

/// When a document was first issued, unix milliseconds; `None` for a draft.
pub async fn find_first_issue(conn: &mut Conn, row: &DocumentRow) -> DbResult<Option<i64>> {
    if row.issued_version == 0 {
        return Ok(None);
    }
    let sql = "SELECT MIN(issued_at) FROM document_versions WHERE document_id = $1";
    sql::query_scalar(sql).bind(&row.id).fetch_one(conn).await
}

/// The numbers of a document's versions that were issued under these rules, oldest first.
pub async fn list_numbers(
    conn: &mut Conn,
    document_id: &DocumentId,
    rules_version: i64,
) -> DbResult<Vec<i64>> {
    let sql = "SELECT version FROM document_versions WHERE document_id = $1 AND rules_version = $2 ORDER BY version";
    sql::query_scalar(sql).bind(document_id).bind(rules_version).fetch_all(conn).await
}

/// The newest issued versions of a document, newest first.
pub async fn list_newest_totals(
    conn: &mut Conn,
    document_id: &DocumentId,
    most: i64,
) -> DbResult<Vec<VersionTotals>> {
    VersionTotals::select("WHERE document_id = $1 ORDER BY version DESC LIMIT $2")
        .bind(document_id)
        .bind(most)
        .fetch_all(conn)
        .await
}

/// The version that the customer of an issued document sees.
///
/// # Errors
/// 500 if it is missing.
pub async fn load_latest(conn: &mut Conn, row: &DocumentRow) -> Result<VersionRow, ApiError> {
    let version = find(conn, &row.id, row.issued_version).await?;
    version.ok_or_else(|| ApiError::internal("an issued version is missing"))
}
