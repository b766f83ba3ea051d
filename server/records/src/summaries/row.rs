//! Writing a document's row.

use plumbline_core::calculate::RULES_VERSION;
use plumbline_core::document::VatGroup;
use plumbline_core::kind::Kind;
use plumbline_core::status::shown::Shown;

use super::customer;
use super::status::Status;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, search, words};
use plumbline_platform::ids::{DocumentId, UserId};

/// Raised when what is in the rows changes.
const LAYOUT: i64 = 5;

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
    pub id: &'a DocumentId,
    /// Its account.
    pub user_id: &'a UserId,
    /// Its kind.
    pub kind: Kind,
    /// Out of sight.
    pub archived: bool,
    /// The stored status.
    pub status: Status,
    /// Core's word on what is shown and what still counts.
    pub shown: Shown,
    /// Drafts have none.
    pub number: Option<&'a str>,
    /// YYYY-MM-DD.
    pub issue_date: Option<&'a str>,
    /// The day on which the work is complete, YYYY-MM-DD.
    pub supply_date: Option<&'a str>,
    /// Expiry or due date.
    pub due_date: Option<&'a str>,
    /// The customer, while that contact exists.
    pub contact_id: Option<&'a str>,
    /// The customer's name as issued; drafts have none and show the contact's.
    pub issued_to: Option<&'a str>,
    /// The contact's name and company as they are now.
    pub contact_now: [&'a str; 2],
    /// The business that it is of.
    pub business_profile_id: Option<&'a str>,
    /// Of a credit note the invoice that it credits.
    pub credited_invoice_id: Option<&'a str>,
    /// Pence.
    pub total_amount: i64,
    /// Pence of it that are VAT.
    pub vat_amount: i64,
    /// What stands to VAT alike, in core's order.
    pub vat_groups: &'a [VatGroup],
    /// Whether it names a CIS rate, 0 % too.
    pub under_cis: bool,
    /// Pence that the CIS deduction is worked out from.
    pub cis_base: i64,
    /// Pence, the total less the CIS deduction.
    pub amount_payable: i64,
    /// Pence that credit notes take off.
    pub credited_amount: i64,
    /// Pence, confirmed payments.
    pub paid_amount: i64,
    /// Pence.
    pub balance_due: i64,
    /// Pence that wait for the business to confirm them.
    pub to_confirm: i64,
    /// Unix milliseconds.
    pub created_at: i64,
    /// Unix milliseconds.
    pub updated_at: i64,
    /// What the job is.
    pub job_description: &'a str,
    /// What else a search finds it by.
    pub found_by: Vec<&'a str>,
}

table! {
    /// The row. Some texts are empty where a document has none, so that an index orders by them.
    struct SummaryRow: "document_summaries", by document_id,
    keeping [search_row, user_id, kind, credited_invoice_id, created_at] {
        /// The document.
        document_id: DocumentId,
        /// Which filling wrote it.
        filled_by: i64,
        /// Its row in the full text.
        search_row: i64,
        /// Its account.
        user_id: UserId,
        /// Its kind.
        kind: Kind,
        /// Out of sight.
        archived: bool,
        /// The stored status.
        status: Status,
        /// Core's word on what is shown.
        shown: String,
        /// The last day of that word, YYYY-MM-DD.
        lapses_on: String,
        /// Empty of drafts.
        number: String,
        /// YYYY-MM-DD, or empty.
        issue_date: String,
        /// When the work is complete, YYYY-MM-DD, or empty.
        supply_date: String,
        /// Expiry or due date, or empty.
        due_date: String,
        /// The customer, or empty.
        contact_id: String,
        /// The customer as issued, of drafts the contact as it is now.
        contact_name: String,
        /// What it is ordered by.
        contact_key: String,
        /// The business that it is of, or empty.
        business_profile_id: String,
        /// Of a credit note the invoice that it credits, or empty.
        credited_invoice_id: String,
        /// Pence.
        total_amount: i64,
        /// Pence of it that are VAT.
        vat_amount: i64,
        /// What stands to VAT alike.
        vat_groups: Vec<VatGroup>,
        /// Whether it names a CIS rate.
        under_cis: bool,
        /// Pence that the CIS deduction is worked out from.
        cis_base: i64,
        /// Pence, the total less the CIS deduction.
        amount_payable: i64,
        /// Pence that credit notes take off.
        credited_amount: i64,
        /// Pence, confirmed payments.
        paid_amount: i64,
        /// Pence.
        balance_due: i64,
        /// Pence that it still brings in.
        outstanding: i64,
        /// Pence that wait to be confirmed.
        to_confirm: i64,
        /// Unix milliseconds.
        created_at: i64,
        /// Unix milliseconds.
        updated_at: i64,
        /// The beginning of what the job is.
        job_description: String,
        /// What a search finds it by.
        words: String,
        /// The words of the contact as it is now.
        customer_words: String,
    }
}

/// Writes a document's row, new or anew.
pub async fn put(conn: &mut Conn, summary: &Summary<'_>) -> DbResult<()> {
    let number = summary.number.unwrap_or_default();
    // People type a number with and without its dash.
    let joined = number.replace('-', "");
    let mut texts = vec![number, &joined, summary.job_description];
    texts.extend(summary.issued_to);
    texts.extend(&summary.found_by);
    let [person, company] = summary.contact_now;
    let contact_name = summary.issued_to.unwrap_or(customer::name(person, company));
    let kind = summary.kind.word();
    let lapses_on = summary.shown.lapses_on.map(|day| day.to_string());
    let job: String = summary.job_description.chars().take(JOB_SHOWN).collect();
    let row = SummaryRow {
        document_id: summary.id.clone(),
        filled_by: filling(),
        search_row: search::row_of(conn, summary.id).await?,
        user_id: summary.user_id.clone(),
        kind: summary.kind,
        archived: summary.archived,
        status: summary.status,
        shown: summary.shown.word.clone(),
        lapses_on: lapses_on.unwrap_or_else(|| super::NEVER.to_owned()),
        number: number.to_owned(),
        issue_date: summary.issue_date.unwrap_or_default().to_owned(),
        supply_date: summary.supply_date.unwrap_or_default().to_owned(),
        due_date: summary.due_date.unwrap_or_default().to_owned(),
        contact_id: summary.contact_id.unwrap_or_default().to_owned(),
        contact_name: contact_name.to_owned(),
        contact_key: words::key(contact_name),
        business_profile_id: summary.business_profile_id.unwrap_or_default().to_owned(),
        credited_invoice_id: summary.credited_invoice_id.unwrap_or_default().to_owned(),
        total_amount: summary.total_amount,
        vat_amount: summary.vat_amount,
        vat_groups: summary.vat_groups.to_vec(),
        under_cis: summary.under_cis,
        cis_base: summary.cis_base,
        amount_payable: summary.amount_payable,
        credited_amount: summary.credited_amount,
        paid_amount: summary.paid_amount,
        balance_due: summary.balance_due,
        outstanding: summary.shown.outstanding.0,
        to_confirm: summary.to_confirm,
        created_at: summary.created_at,
        updated_at: summary.updated_at,
        job_description: job,
        words: search::stored(summary.user_id, kind, texts),
        customer_words: search::stored(summary.user_id, kind, summary.contact_now),
    };
    row.put_whole().execute(conn).await?;
    Ok(())
}

/// The figures of a document's row: total, payable, credited, paid, due, in pence. None where it is
/// missing, or was written by an older filling.
pub async fn figures(conn: &mut Conn, id: &str) -> DbResult<Option<[i64; 5]>> {
    let row: Option<(i64, i64, i64, i64, i64)> = sqlx::query_as(
        "SELECT total_amount, amount_payable, credited_amount, paid_amount, balance_due \
         FROM document_summaries WHERE document_id = $1 AND filled_by >= $2",
    )
    .bind(id)
    .bind(filling())
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|(total, payable, credited, paid, due)| [total, payable, credited, paid, due]))
}

/// Has every row written anew at the next start.
pub async fn set_unfilled(conn: &mut Conn) -> DbResult<()> {
    sqlx::query("UPDATE document_summaries SET filled_by = 0")
        .execute(&mut *conn)
        .await?;
    sqlx::query("DELETE FROM fillings WHERE name = 'document_summaries'")
        .execute(conn)
        .await?;
    Ok(())
}

/// Puts a document's row out of sight or back.
pub async fn set_archived(conn: &mut Conn, id: &str, archived: bool, now: i64) -> DbResult<()> {
    sqlx::query(
        "UPDATE document_summaries SET archived = $1, updated_at = $2 WHERE document_id = $3",
    )
    .bind(i64::from(archived))
    .bind(now)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(())
}

/// Some documents whose row is missing or was written by an older filling, of ids after this one.
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
pub async fn is_filled(conn: &mut Conn) -> DbResult<bool> {
    let version: Option<i64> =
        sqlx::query_scalar("SELECT version FROM fillings WHERE name = 'document_summaries'")
            .fetch_optional(conn)
            .await?;
    Ok(version.is_some_and(|version| version >= filling()))
}

/// Notes that every row is.
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
