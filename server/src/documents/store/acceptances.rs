//! All SQL on acceptances. There is no update: a certificate stays as it was written.

use sqlx::FromRow;

use crate::db::{Conn, DbResult};

/// A certificate as stored.
#[derive(Debug, Clone, FromRow)]
pub struct AcceptanceRow {
    /// The quote.
    pub document_id: String,
    /// The accepted version's number.
    pub version: i64,
    /// The accepted version's hash.
    pub hash: String,
    /// The name that was typed.
    pub name: Option<String>,
    /// The signature, JSON.
    pub signature: Option<String>,
    /// The chosen options, JSON.
    pub options: String,
    /// Pence.
    pub total: i64,
    /// The terms that stood under the quote.
    pub terms: String,
    /// 0 or 1: whether they were ticked.
    pub terms_accepted: i64,
    /// Unix milliseconds.
    pub accepted_at: i64,
    /// YYYY-MM-DDTHH:MM in London.
    pub london_time: String,
    /// Where the request came from.
    pub address: String,
    /// What its browser called itself.
    pub user_agent: String,
}

/// Keeps a certificate.
///
/// # Errors
/// When the database fails, or the quote has one.
pub async fn insert(conn: &mut Conn, row: &AcceptanceRow) -> DbResult<()> {
    sqlx::query(
        "INSERT INTO acceptances (document_id, version, hash, name, signature, options, total, \
         terms, terms_accepted, accepted_at, london_time, address, user_agent) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
    )
    .bind(&row.document_id)
    .bind(row.version)
    .bind(&row.hash)
    .bind(&row.name)
    .bind(&row.signature)
    .bind(&row.options)
    .bind(row.total)
    .bind(&row.terms)
    .bind(row.terms_accepted)
    .bind(row.accepted_at)
    .bind(&row.london_time)
    .bind(&row.address)
    .bind(&row.user_agent)
    .execute(conn)
    .await?;
    Ok(())
}

/// The certificate of a quote.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, document_id: &str) -> DbResult<Option<AcceptanceRow>> {
    sqlx::query_as(
        "SELECT document_id, version, hash, name, signature, options, total, terms, \
         terms_accepted, accepted_at, london_time, address, user_agent \
         FROM acceptances WHERE document_id = $1",
    )
    .bind(document_id)
    .fetch_optional(conn)
    .await
}

/// Every certificate of an account, oldest first.
///
/// # Errors
/// When the database fails.
pub async fn of_account(conn: &mut Conn, user_id: &str) -> DbResult<Vec<AcceptanceRow>> {
    sqlx::query_as(
        "SELECT a.document_id, a.version, a.hash, a.name, a.signature, a.options, a.total, \
         a.terms, a.terms_accepted, a.accepted_at, a.london_time, a.address, a.user_agent \
         FROM acceptances a JOIN documents d ON d.id = a.document_id \
         WHERE d.user_id = $1 ORDER BY a.accepted_at, a.document_id",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await
}
