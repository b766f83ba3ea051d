//! All SQL on documents. Functions take a connection, so that a caller composes them in one
//! transaction; each text runs on SQLite and on PostgreSQL.

pub mod acceptances;
pub mod edits;
pub mod parties;
pub mod payments;
pub mod takings;
pub mod versions;

use plumbline_core::kind::Kind;
use sqlx::FromRow;

use crate::db::{Conn, DbResult};

/// A row of `documents` as stored; `super::document::Stored` is its parsed form.
#[derive(Debug, Clone, FromRow)]
pub struct DocumentRow {
    /// UUIDv7.
    pub id: String,
    /// The account it belongs to.
    pub user_id: String,
    /// `quote` or `invoice`.
    pub kind: String,
    /// The word of core's status.
    pub status: String,
    /// Raised by every change.
    pub version: i64,
    /// Digest of the body that created it.
    pub created_from: String,
    /// The business it is from.
    pub business_profile_id: String,
    /// The customer it is for, while that contact exists.
    pub contact_id: Option<String>,
    /// The customer's name as issued.
    pub customer_name: Option<String>,
    /// Given at the first issue.
    pub number: Option<String>,
    /// Given at the first issue.
    pub public_token: Option<String>,
    /// YYYY-MM-DD.
    pub issue_date: Option<String>,
    /// Expiry date of a quote, due date of an invoice.
    pub due_date: Option<String>,
    /// What the job is.
    pub job_description: String,
    /// Notes that the customer reads.
    pub notes: String,
    /// A template of its own, else the profile's.
    pub template: Option<String>,
    /// Terms of its own, else the profile's.
    pub terms: Option<String>,
    /// The core document, JSON.
    pub input: String,
    /// Core's totals, JSON.
    pub totals: String,
    /// Pence.
    pub total_amount: i64,
    /// Pence, the total less the CIS deduction.
    pub amount_payable: i64,
    /// Pence, confirmed payments.
    pub paid_amount: i64,
    /// Pence.
    pub balance_due: i64,
    /// The latest issued version, 0 before the first.
    pub issued_version: i64,
    /// The version that the customer accepted.
    pub accepted_version: Option<i64>,
    /// YYYY-MM-DD.
    pub accepted_date: Option<String>,
    /// YYYY-MM-DD.
    pub declined_date: Option<String>,
    /// Why the customer declined, in their words.
    pub decline_reason: Option<String>,
    /// YYYY-MM-DD.
    pub paid_date: Option<String>,
    /// YYYY-MM-DD, the first issue.
    pub sent_date: Option<String>,
    /// 0 or 1.
    pub archived: i64,
    /// The quote that an invoice was made from.
    pub source_quote_id: Option<String>,
    /// The invoice that was made from a quote.
    pub converted_invoice_id: Option<String>,
    /// Unix milliseconds.
    pub created_at: i64,
    /// Unix milliseconds.
    pub updated_at: i64,
}

/// `SELECT` of every column of [`DocumentRow`], followed by the given tail.
macro_rules! select_document {
    ($tail:literal) => {
        concat!(
            "SELECT d.id, d.user_id, d.kind, d.status, d.version, d.created_from, \
             d.business_profile_id, d.contact_id, d.customer_name, d.number, d.public_token, \
             d.issue_date, d.due_date, d.job_description, d.notes, d.template, d.terms, d.input, \
             d.totals, d.total_amount, d.amount_payable, d.paid_amount, d.balance_due, d.issued_version, \
             d.accepted_version, d.accepted_date, d.declined_date, d.decline_reason, d.paid_date, d.sent_date, \
             d.archived, d.source_quote_id, \
             (SELECT i.id FROM documents i WHERE i.source_quote_id = d.id) AS converted_invoice_id, \
             d.created_at, d.updated_at FROM documents d ",
            $tail
        )
    };
}

// After the macro, which it uses.
pub mod export;

/// The document of this id and kind that belongs to this account.
pub async fn find(
    conn: &mut Conn,
    user_id: &str,
    kind: Kind,
    id: &str,
) -> DbResult<Option<DocumentRow>> {
    sqlx::query_as(select_document!(
        "WHERE d.id = $1 AND d.user_id = $2 AND d.kind = $3"
    ))
    .bind(id)
    .bind(user_id)
    .bind(kind.word())
    .fetch_optional(conn)
    .await
}

/// The document behind a public link.
pub async fn find_public(
    conn: &mut Conn,
    kind: Kind,
    token: &str,
) -> DbResult<Option<DocumentRow>> {
    sqlx::query_as(select_document!(
        "WHERE d.public_token = $1 AND d.kind = $2"
    ))
    .bind(token)
    .bind(kind.word())
    .fetch_optional(conn)
    .await
}

/// The stamp of the document behind a public link: all that can change in a public answer. That is
/// the document with its payments, which raise its version, and the ways to pay into its business
/// profile. What was issued does not change.
pub async fn public_stamp(conn: &mut Conn, kind: Kind, token: &str) -> DbResult<Option<String>> {
    let found: Option<(i64, i64, Option<String>)> = sqlx::query_as(
        "SELECT d.version, p.version, p.stripe_account_id FROM documents d \
         JOIN business_profiles p ON p.id = d.business_profile_id \
         WHERE d.public_token = $1 AND d.kind = $2 AND d.status <> 'void'",
    )
    .bind(token)
    .bind(kind.word())
    .fetch_optional(conn)
    .await?;
    Ok(found.map(|(document, profile, card)| {
        format!("{document} {profile} {}", card.unwrap_or_default())
    }))
}

/// Like [`find`], and holds the row until the transaction ends, so that what is read is still so
/// when it is written. The update changes nothing: it is the row lock both databases know.
pub async fn lock(
    conn: &mut Conn,
    user_id: &str,
    kind: Kind,
    id: &str,
) -> DbResult<Option<DocumentRow>> {
    sqlx::query("UPDATE documents SET version = version WHERE id = $1 AND user_id = $2")
        .bind(id)
        .bind(user_id)
        .execute(&mut *conn)
        .await?;
    find(conn, user_id, kind, id).await
}

/// Like [`find_public`], and holds the row.
pub async fn lock_public(
    conn: &mut Conn,
    kind: Kind,
    token: &str,
) -> DbResult<Option<DocumentRow>> {
    sqlx::query("UPDATE documents SET version = version WHERE public_token = $1")
        .bind(token)
        .execute(&mut *conn)
        .await?;
    find_public(conn, kind, token).await
}

/// The document of this id, whoever's it is, held until the transaction ends.
pub async fn lock_any(conn: &mut Conn, id: &str) -> DbResult<Option<DocumentRow>> {
    sqlx::query("UPDATE documents SET version = version WHERE id = $1")
        .bind(id)
        .execute(&mut *conn)
        .await?;
    find_any(conn, id).await
}

/// The document of this id, whoever's it is.
pub async fn find_any(conn: &mut Conn, id: &str) -> DbResult<Option<DocumentRow>> {
    sqlx::query_as(select_document!("WHERE d.id = $1"))
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Writes a new document. False if the id is taken.
pub async fn insert(conn: &mut Conn, row: &DocumentRow) -> DbResult<bool> {
    let written = sqlx::query(
        "INSERT INTO documents (id, user_id, kind, status, version, created_from, \
         business_profile_id, contact_id, customer_name, number, public_token, issue_date, \
         due_date, job_description, notes, template, terms, input, totals, total_amount, \
         amount_payable, paid_amount, balance_due, issued_version, accepted_version, accepted_date, \
         declined_date, paid_date, sent_date, archived, source_quote_id, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
         $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33) \
         ON CONFLICT (id) DO NOTHING",
    )
    .bind(&row.id)
    .bind(&row.user_id)
    .bind(&row.kind)
    .bind(&row.status)
    .bind(row.version)
    .bind(&row.created_from)
    .bind(&row.business_profile_id)
    .bind(&row.contact_id)
    .bind(&row.customer_name)
    .bind(&row.number)
    .bind(&row.public_token)
    .bind(&row.issue_date)
    .bind(&row.due_date)
    .bind(&row.job_description)
    .bind(&row.notes)
    .bind(&row.template)
    .bind(&row.terms)
    .bind(&row.input)
    .bind(&row.totals)
    .bind(row.total_amount)
    .bind(row.amount_payable)
    .bind(row.paid_amount)
    .bind(row.balance_due)
    .bind(row.issued_version)
    .bind(row.accepted_version)
    .bind(&row.accepted_date)
    .bind(&row.declined_date)
    .bind(&row.paid_date)
    .bind(&row.sent_date)
    .bind(row.archived)
    .bind(&row.source_quote_id)
    .bind(row.created_at)
    .bind(row.updated_at)
    .execute(conn)
    .await?;
    Ok(written.rows_affected() == 1)
}

/// Writes a document back whole, and raises its version. False if it changed since it was read.
pub async fn update(conn: &mut Conn, row: &mut DocumentRow, now: i64) -> DbResult<bool> {
    let written = sqlx::query(
        "UPDATE documents SET status = $1, version = version + 1, business_profile_id = $2, \
         contact_id = $3, customer_name = $4, number = $5, public_token = $6, issue_date = $7, \
         due_date = $8, job_description = $9, notes = $10, template = $11, terms = $12, \
         input = $13, totals = $14, total_amount = $15, amount_payable = $16, paid_amount = $17, \
         balance_due = $18, issued_version = $19, accepted_version = $20, accepted_date = $21, \
         declined_date = $22, paid_date = $23, sent_date = $24, archived = $25, updated_at = $26, \
         decline_reason = $27 WHERE id = $28 AND version = $29",
    )
    .bind(&row.status)
    .bind(&row.business_profile_id)
    .bind(&row.contact_id)
    .bind(&row.customer_name)
    .bind(&row.number)
    .bind(&row.public_token)
    .bind(&row.issue_date)
    .bind(&row.due_date)
    .bind(&row.job_description)
    .bind(&row.notes)
    .bind(&row.template)
    .bind(&row.terms)
    .bind(&row.input)
    .bind(&row.totals)
    .bind(row.total_amount)
    .bind(row.amount_payable)
    .bind(row.paid_amount)
    .bind(row.balance_due)
    .bind(row.issued_version)
    .bind(row.accepted_version)
    .bind(&row.accepted_date)
    .bind(&row.declined_date)
    .bind(&row.paid_date)
    .bind(&row.sent_date)
    .bind(row.archived)
    .bind(now)
    .bind(&row.decline_reason)
    .bind(&row.id)
    .bind(row.version)
    .execute(conn)
    .await?
    .rows_affected();
    if written == 1 {
        row.version += 1;
        row.updated_at = now;
    }
    Ok(written == 1)
}

/// Removes a document. The caller has held it and seen that it is a draft.
pub async fn delete(conn: &mut Conn, id: &str) -> DbResult<bool> {
    let gone = sqlx::query("DELETE FROM documents WHERE id = $1")
        .bind(id)
        .execute(conn)
        .await?;
    Ok(gone.rows_affected() == 1)
}
