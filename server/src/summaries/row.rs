//! Writing a document's row.

use plumbline_core::calculate::RULES_VERSION;
use plumbline_core::status::shown::Shown;

use super::customer;
use crate::db::{Conn, DbResult, search, words};

/// Raised when what is in the rows changes.
const LAYOUT: i64 = 1;

/// Which filling writes rows now. A later one writes the rows of an existing database anew at the
/// next start: so do later rules, by which a draft may come to something else.
fn filling() -> i64 {
    i64::from(RULES_VERSION) * 1_000 + LAYOUT
}

/// The most characters of a job's description that a list shows.
const JOB_SHOWN: usize = 300;

/// What is kept of a document.
#[derive(Debug, Clone)]
pub struct Summary<'a> {
    /// The document.
    pub id: &'a str,
    /// Its account.
    pub user_id: &'a str,
    /// `quote` or `invoice`.
    pub kind: &'a str,
    /// Out of sight.
    pub archived: bool,
    /// The stored status.
    pub status: &'a str,
    /// Core's word on what is shown and what still counts.
    pub shown: Shown,
    /// Drafts have none.
    pub number: Option<&'a str>,
    /// YYYY-MM-DD.
    pub issue_date: Option<&'a str>,
    /// Expiry or due date.
    pub due_date: Option<&'a str>,
    /// The customer, while that contact exists.
    pub contact_id: Option<&'a str>,
    /// The customer's name as issued; drafts have none and show the contact's.
    pub issued_to: Option<&'a str>,
    /// The contact's name and company as they are now.
    pub contact_now: [&'a str; 2],
    /// Pence.
    pub total_amount: i64,
    /// Pence, the total less the CIS deduction.
    pub amount_payable: i64,
    /// Pence, confirmed payments.
    pub paid_amount: i64,
    /// Pence.
    pub balance_due: i64,
    /// Unix milliseconds.
    pub created_at: i64,
    /// Unix milliseconds.
    pub updated_at: i64,
    /// What the job is.
    pub job_description: &'a str,
    /// What else a search finds it by.
    pub found_by: Vec<&'a str>,
}

/// Writes a document's row, new or anew.
///
/// # Errors
/// When the database fails.
pub async fn put(conn: &mut Conn, summary: &Summary<'_>) -> DbResult<()> {
    let number = summary.number.unwrap_or_default();
    // People type a number with and without its dash.
    let joined = number.replace('-', "");
    let mut texts = vec![number, &joined, summary.job_description];
    texts.extend(summary.issued_to);
    texts.extend(&summary.found_by);
    let [person, company] = summary.contact_now;
    let contact_name = summary.issued_to.unwrap_or(customer::name(person, company));
    let lapses_on = summary.shown.lapses_on.map(|day| day.to_string());
    let job: String = summary.job_description.chars().take(JOB_SHOWN).collect();
    sqlx::query(
        "INSERT INTO document_summaries (document_id, filled_by, search_row, user_id, kind, \
         archived, status, shown, lapses_on, number, issue_date, due_date, contact_id, \
         contact_name, contact_key, total_amount, amount_payable, paid_amount, balance_due, \
         outstanding, created_at, updated_at, job_description, words, customer_words) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
         $18, $19, $20, $21, $22, $23, $24, $25) \
         ON CONFLICT (document_id) DO UPDATE SET filled_by = excluded.filled_by, \
         archived = excluded.archived, status = excluded.status, shown = excluded.shown, \
         lapses_on = excluded.lapses_on, number = excluded.number, \
         issue_date = excluded.issue_date, due_date = excluded.due_date, \
         contact_id = excluded.contact_id, contact_name = excluded.contact_name, \
         contact_key = excluded.contact_key, total_amount = excluded.total_amount, \
         amount_payable = excluded.amount_payable, paid_amount = excluded.paid_amount, \
         balance_due = excluded.balance_due, outstanding = excluded.outstanding, \
         updated_at = excluded.updated_at, job_description = excluded.job_description, \
         words = excluded.words, customer_words = excluded.customer_words",
    )
    .bind(summary.id)
    .bind(filling())
    .bind(search::row_of(summary.id))
    .bind(summary.user_id)
    .bind(summary.kind)
    .bind(i64::from(summary.archived))
    .bind(summary.status)
    .bind(&summary.shown.word)
    .bind(lapses_on.as_deref().unwrap_or(super::NEVER))
    .bind(number)
    .bind(summary.issue_date.unwrap_or_default())
    .bind(summary.due_date.unwrap_or_default())
    .bind(summary.contact_id.unwrap_or_default())
    .bind(contact_name)
    .bind(words::key(contact_name))
    .bind(summary.total_amount)
    .bind(summary.amount_payable)
    .bind(summary.paid_amount)
    .bind(summary.balance_due)
    .bind(summary.shown.outstanding.0)
    .bind(summary.created_at)
    .bind(summary.updated_at)
    .bind(job)
    .bind(search::stored(summary.user_id, summary.kind, texts))
    .bind(search::stored(
        summary.user_id,
        summary.kind,
        summary.contact_now,
    ))
    .execute(conn)
    .await?;
    Ok(())
}

/// Some documents whose row is missing or was written by an older filling, of ids after this one.
///
/// # Errors
/// When the database fails.
pub async fn unfilled(conn: &mut Conn, after: &str, limit: i64) -> DbResult<Vec<String>> {
    sqlx::query_scalar(
        "SELECT d.id FROM documents d LEFT JOIN document_summaries s ON s.document_id = d.id \
         WHERE d.id > $1 AND (s.filled_by IS NULL OR s.filled_by < $2) ORDER BY d.id LIMIT $3",
    )
    .bind(after)
    .bind(filling())
    .bind(limit)
    .fetch_all(conn)
    .await
}

/// Whether every row was written by this filling or a newer one.
///
/// # Errors
/// When the database fails.
pub async fn is_filled(conn: &mut Conn) -> DbResult<bool> {
    let version: Option<i64> =
        sqlx::query_scalar("SELECT version FROM fillings WHERE name = 'document_summaries'")
            .fetch_optional(conn)
            .await?;
    Ok(version.is_some_and(|version| version >= filling()))
}

/// Notes that every row is.
///
/// # Errors
/// When the database fails.
pub async fn set_filled(conn: &mut Conn) -> DbResult<()> {
    sqlx::query(
        "INSERT INTO fillings (name, version) VALUES ('document_summaries', $1) \
         ON CONFLICT (name) DO UPDATE SET version = excluded.version",
    )
    .bind(filling())
    .execute(conn)
    .await?;
    Ok(())
}
