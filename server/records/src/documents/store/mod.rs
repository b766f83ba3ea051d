//! All SQL on documents. Functions take a connection, so that a caller can combine them in one transaction; each
//! statement runs on SQLite and on PostgreSQL.

pub mod acceptances;
pub mod cancellations;
pub mod credits;
pub mod edits;
pub mod export;
pub mod openings;
pub mod origins;
pub mod parties;
pub mod payments;
pub mod photos;
pub mod posted_emails;
pub mod questions;
pub mod recurring_documents;
pub mod refunds;
mod relations;
pub mod stages;
pub mod takings;
pub mod variations;
pub mod versions;

use plumbline_core::kind::DocumentKind;
use plumbline_core::time::Date;

pub use crate::summaries::status::DocumentStatus;
use crate::summaries::write;
use plumbline_platform::db::column::UnknownValue;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{ContactId, DocumentId, ProfileId, UserId};

table! {
    /// A row of `documents` as stored; `super::stored::StoredDocument` is its parsed form.
    pub struct DocumentRow: "documents", by id,
    immutable [
        user_id, kind, created_from, source_quote_id, credited_invoice_id, copied_from_id, created_at
    ],
    checked status by check_status {
        /// UUIDv7.
        pub id: DocumentId,
        /// The account.
        pub user_id: UserId,
        /// The kind of document.
        pub kind: DocumentKind,
        /// The status; one that its kind can have.
        pub status: DocumentStatus,
        /// Incremented by every change.
        pub version: i64,
        /// A digest of the body that created it.
        pub created_from: String,
        /// The business profile; `None` if it is from the account's owner.
        pub business_profile_id: Option<ProfileId>,
        /// The customer's contact, while it exists.
        pub contact_id: Option<ContactId>,
        /// The customer's name at issue.
        pub customer_name: Option<String>,
        /// Assigned at the first issue.
        pub number: Option<String>,
        /// Assigned at the first issue.
        pub public_token: Option<String>,
        /// The issue date.
        pub issue_date: Option<Date>,
        /// The expiry date of a quote, or the due date of an invoice.
        pub due_date: Option<Date>,
        /// A description of the job.
        pub job_description: String,
        /// The address of the job, one part per line; empty for the customer's own address.
        pub job_address: String,
        /// The customer's order number; empty if there is no such number.
        pub order_number: String,
        /// Notes for the customer.
        pub notes: String,
        /// The document's own template; otherwise the profile's is used.
        pub template: Option<String>,
        /// The document's own terms; otherwise the profile's are used.
        pub terms: Option<String>,
        /// The core document, as JSON.
        pub input: String,
        /// Core's totals, as JSON.
        pub totals: String,
        /// Pence.
        pub total_amount: i64,
        /// Pence: the total less the CIS deduction.
        pub amount_payable: i64,
        /// Pence: the confirmed payments.
        pub paid_amount: i64,
        /// Pence.
        pub balance_due: i64,
        /// The agreed instalments of an invoice, as JSON; empty if there are no instalments.
        pub instalments: String,
        /// The latest issued version, 0 for a draft.
        pub issued_version: i64,
        /// The version that the customer accepted.
        pub accepted_version: Option<i64>,
        /// The day of the acceptance.
        pub accepted_date: Option<Date>,
        /// The day on which the customer declined it.
        pub declined_date: Option<Date>,
        /// The reason that the customer gave for declining.
        pub decline_reason: Option<String>,
        /// The day on which all of a quote's work was done, if the customer had asked for an early start.
        pub finished_date: Option<Date>,
        /// The day on which the last of a quote's goods arrived, according to the business.
        pub goods_arrived_date: Option<Date>,
        /// The day on which its customer cancelled the job.
        pub cancelled_date: Option<Date>,
        /// The day on which it was fully paid.
        pub paid_date: Option<Date>,
        /// The date of the first issue.
        pub sent_date: Option<Date>,
        /// Whether it is archived.
        pub archived: bool,
        /// The quote that an invoice was made from.
        pub source_quote_id: Option<DocumentId>,
        /// The invoice that a credit note credits.
        pub credited_invoice_id: Option<DocumentId>,
        /// The document of the same kind that it is a copy of.
        pub copied_from_id: Option<DocumentId>,
        /// Unix milliseconds.
        pub created_at: i64,
        /// Unix milliseconds.
        pub updated_at: i64,
    }
    loaded {
        /// The invoice that was made from a quote.
        pub converted_invoice_id: Option<DocumentId>,
        /// How many invoices a quote's job has before its final one, without void ones.
        pub stages: i64,
        /// The quote of which an invoice is a stage.
        pub stage_of_id: Option<DocumentId>,
        /// The invoice on which a quote's payments count: the stage that took them over, otherwise the invoice that was
        /// made from the quote.
        pub paid_on_id: Option<DocumentId>,
        /// The quote whose payments count on an invoice.
        pub pays_quote_id: Option<DocumentId>,
        /// The number of the invoice that a credit note credits.
        pub credited_number: Option<String>,
        /// The issue date of that invoice.
        pub credited_date: Option<Date>,
        /// Whether the customer asked for work to start before the cancellation period is over; `None` if they weren't
        /// asked.
        pub early_start: Option<bool>,
        /// The quote whose job it varies.
        pub variation_of_id: Option<DocumentId>,
        /// That quote's number.
        pub varied_number: Option<String>,
        /// That quote's status.
        pub varied_status: Option<DocumentStatus>,
        /// The day on which that quote's customer cancelled its job, YYYY-MM-DD.
        pub varied_cancelled: Option<Date>,
        /// Pence: the agreed total of that job before this variation was accepted.
        pub varied_total: Option<i64>,
        /// How many variations of a quote's job were accepted and not cancelled.
        pub variations: i64,
    }
}

impl DocumentRow {
    /// Its name at the start of a sentence: `Quote`, `Variation`, `Invoice`.
    #[must_use]
    pub fn title(&self) -> &'static str {
        match self.variation_of_id {
            Some(_) => "Variation",
            None => self.kind.title(),
        }
    }

    /// How many bytes it takes of its account's storage.
    #[must_use]
    pub fn stored_size(&self) -> i64 {
        let texts = [
            &self.input,
            &self.totals,
            &self.instalments,
            &self.job_description,
            &self.job_address,
            &self.order_number,
            &self.notes,
        ];
        sum_lengths(texts.into_iter().chain(&self.terms))
    }
}

/// The number of bytes in these texts.
fn sum_lengths<'a>(texts: impl Iterator<Item = &'a String>) -> i64 {
    i64::try_from(texts.map(String::len).sum::<usize>()).unwrap_or(i64::MAX)
}

fn check_status(row: &DocumentRow) -> Result<(), UnknownValue> {
    row.status.check_kind(row.kind)
}

/// The account's document with this id and kind.
pub async fn find(
    conn: &mut Conn,
    user_id: &UserId,
    kind: DocumentKind,
    id: &DocumentId,
) -> DbResult<Option<DocumentRow>> {
    DocumentRow::select("WHERE id = $1 AND user_id = $2 AND kind = $3")
        .bind(id)
        .bind(user_id)
        .bind(kind.code())
        .fetch_optional(conn)
        .await
}

/// The document with this id, whatever account it belongs to. Only for ids whose authentication code, which only the
/// server can make, was checked.
pub async fn find_by_authenticated_id(conn: &mut Conn, id: &DocumentId) -> DbResult<Option<DocumentRow>> {
    DocumentRow::select(&format!("WHERE id = $1 AND {OPEN}")).bind(id).fetch_optional(conn).await
}

/// The condition on `documents` that the account isn't closed. A closed account, which is about to be deleted, has no
/// password.
const OPEN: &str = "EXISTS (SELECT 1 FROM users u WHERE u.id = documents.user_id AND u.password_hash <> '')";

/// The document behind a public link.
pub async fn find_public(conn: &mut Conn, kind: DocumentKind, token: &str) -> DbResult<Option<DocumentRow>> {
    let sql = format!("WHERE public_token = $1 AND kind = $2 AND {OPEN}");
    DocumentRow::select(&sql).bind(token).bind(kind.code()).fetch_optional(conn).await
}

/// The copies of a document, newest first.
pub async fn list_copies(conn: &mut Conn, user_id: &UserId, id: &DocumentId) -> DbResult<Vec<DocumentRow>> {
    DocumentRow::select(
        "WHERE copied_from_id = $1 AND user_id = $2 ORDER BY created_at DESC, id DESC LIMIT 20",
    )
    .bind(id)
    .bind(user_id)
    .fetch_all(conn)
    .await
}

/// A stamp of the document behind a public link, which changes whenever the public response may change. It covers the
/// document with its payments (which increment its version); for a variation also the quote whose job it varies and the
/// job's other variations; and the payment details of the business profile, including the moment when a change of its
/// bank details takes effect. Issued versions don't change.
pub async fn find_public_stamp(conn: &mut Conn, kind: DocumentKind, token: &str) -> DbResult<Option<String>> {
    let found: Option<(i64, i64, Option<String>, i64, i64)> = sql::query_as(
        "SELECT d.version, COALESCE(p.version, 0), p.stripe_account_id, \
         COALESCE((SELECT CAST(q.version + (SELECT SUM(c.version) FROM variations o \
         JOIN documents c ON c.id = o.variation_id WHERE o.quote_id = q.id AND c.issued_version > 0) AS BIGINT) \
         FROM variations v JOIN documents q ON q.id = v.quote_id WHERE v.variation_id = d.id), 0), \
         (SELECT COUNT(*) FROM bank_changes b WHERE b.profile_id = p.id AND b.stood = 1) FROM documents d \
         JOIN users u ON u.id = d.user_id AND u.password_hash <> '' \
         LEFT JOIN business_profiles p ON p.id = d.business_profile_id \
         WHERE d.public_token = $1 AND d.kind = $2 AND d.status <> 'void'",
    )
    .bind(token)
    .bind(kind.code())
    .fetch_optional(conn)
    .await?;
    Ok(found.map(|(document, profile, card, job, bank_changes)| {
        format!("{document} {profile} {job} {bank_changes} {}", card.unwrap_or_default())
    }))
}

/// Like [`find`], and locks the row until the transaction ends, so that nobody changes it between the read and the
/// write. The update changes nothing; it is the row lock that both databases support.
pub async fn lock(
    conn: &mut Conn,
    user_id: &UserId,
    kind: DocumentKind,
    id: &DocumentId,
) -> DbResult<Option<DocumentRow>> {
    if kind == DocumentKind::Quote {
        variations::lock_job(&mut *conn, id).await?;
    }
    sql::query("UPDATE documents SET version = version WHERE id = $1 AND user_id = $2")
        .bind(id)
        .bind(user_id)
        .execute(&mut *conn)
        .await?;
    find(conn, user_id, kind, id).await
}

/// Locks a document until the transaction ends, if it still has the version that was checked.
pub async fn lock_version(conn: &mut Conn, id: &DocumentId, version: i64) -> DbResult<bool> {
    variations::lock_job(&mut *conn, id).await?;
    let locked = sql::query("UPDATE documents SET version = version WHERE id = $1 AND version = $2")
        .bind(id)
        .bind(version)
        .execute(conn)
        .await?;
    Ok(locked.rows_affected() == 1)
}

/// A document's number, its customer's name and its total in pence; `None` if it doesn't exist.
pub async fn find_reference(
    conn: &mut Conn,
    id: &DocumentId,
) -> DbResult<Option<(Option<String>, String, i64)>> {
    sql::query_as(
        "SELECT d.number, s.contact_name, d.total_amount FROM documents d \
         JOIN document_summaries s ON s.document_id = d.id WHERE d.id = $1",
    )
    .bind(id)
    .fetch_optional(conn)
    .await
}

/// Archives or restores a document, and its summary; returns whether that changed anything. Nothing else is read or
/// written, so a long document takes no longer.
pub async fn set_archived(
    conn: &mut Conn,
    (user_id, kind, id): (&UserId, DocumentKind, &DocumentId),
    archived: bool,
    now: i64,
) -> DbResult<bool> {
    let updated = sql::query(
        "UPDATE documents SET archived = $1, version = version + 1, updated_at = $2 \
         WHERE id = $3 AND user_id = $4 AND kind = $5 AND archived <> $6",
    )
    .bind(i64::from(archived))
    .bind(now)
    .bind(id)
    .bind(user_id)
    .bind(kind.code())
    .bind(i64::from(archived))
    .execute(&mut *conn)
    .await?;
    if updated.rows_affected() == 0 {
        return Ok(false);
    }
    write::set_archived(conn, id, archived, now).await?;
    Ok(true)
}

/// Whether the account has a document with this id and kind.
pub async fn exists(
    conn: &mut Conn,
    user_id: &UserId,
    kind: DocumentKind,
    id: &DocumentId,
) -> DbResult<bool> {
    let found: Option<i64> =
        sql::query_scalar("SELECT version FROM documents WHERE id = $1 AND user_id = $2 AND kind = $3")
            .bind(id)
            .bind(user_id)
            .bind(kind.code())
            .fetch_optional(conn)
            .await?;
    Ok(found.is_some())
}

/// Like [`find_public`], and locks the row as [`lock`] does.
pub async fn lock_public(conn: &mut Conn, kind: DocumentKind, token: &str) -> DbResult<Option<DocumentRow>> {
    if kind == DocumentKind::Quote {
        variations::lock_public_job(&mut *conn, token).await?;
    }
    sql::query("UPDATE documents SET version = version WHERE public_token = $1")
        .bind(token)
        .execute(&mut *conn)
        .await?;
    find_public(conn, kind, token).await
}

/// The document with this id, whatever account it belongs to, locked until the transaction ends.
pub async fn lock_by_id(conn: &mut Conn, id: &DocumentId) -> DbResult<Option<DocumentRow>> {
    sql::query("UPDATE documents SET version = version WHERE id = $1").bind(id).execute(&mut *conn).await?;
    find_by_id(conn, id).await
}

/// The ids after this one of the documents of all accounts, in order. A document may have a megabyte, so a caller that
/// reads all of them reads one at a time.
pub async fn list_ids_after(conn: &mut Conn, after: &str, limit: i64) -> DbResult<Vec<DocumentId>> {
    sql::query_scalar("SELECT id FROM documents WHERE id > $1 ORDER BY id LIMIT $2")
        .bind(after)
        .bind(limit)
        .fetch_all(conn)
        .await
}

/// The documents of all accounts that were written last.
pub async fn list_newest(conn: &mut Conn, limit: i64) -> DbResult<Vec<DocumentRow>> {
    DocumentRow::select("ORDER BY updated_at DESC, id DESC LIMIT $1").bind(limit).fetch_all(conn).await
}

/// When any document was last written, unix milliseconds.
pub async fn find_last_written(conn: &mut Conn) -> DbResult<Option<i64>> {
    sql::query_scalar("SELECT MAX(updated_at) FROM documents").fetch_one(conn).await
}

/// The document with this id, whatever account it belongs to.
pub async fn find_by_id(conn: &mut Conn, id: &DocumentId) -> DbResult<Option<DocumentRow>> {
    DocumentRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// Writes a new document; returns false if the id is taken.
pub async fn insert(conn: &mut Conn, row: &DocumentRow) -> DbResult<bool> {
    let written = row.insert_if_absent().execute(conn).await?;
    Ok(written.rows_affected() == 1)
}

/// Writes a whole document back and increments its version; returns false if it has changed since it was read.
pub async fn update(conn: &mut Conn, row: &mut DocumentRow, now: i64) -> DbResult<bool> {
    let before = (row.version, row.updated_at);
    (row.version, row.updated_at) = (row.version + 1, now);
    let written = row.update_version(before.0).execute(conn).await;
    let is_written = written.as_ref().is_ok_and(|written| written.rows_affected() == 1);
    if !is_written {
        (row.version, row.updated_at) = before;
    }
    written.map(|_| is_written)
}

/// Increments a document's version because data that is displayed with it has changed.
pub async fn touch(conn: &mut Conn, id: &DocumentId, now: i64) -> DbResult<()> {
    sql::query("UPDATE documents SET version = version + 1, updated_at = $1 WHERE id = $2")
        .bind(now)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes a document if it still has the version at which the caller saw that it is a draft.
pub async fn delete(conn: &mut Conn, id: &DocumentId, version: i64) -> DbResult<bool> {
    let deleted = sql::query("DELETE FROM documents WHERE id = $1 AND version = $2")
        .bind(id)
        .bind(version)
        .execute(conn)
        .await?;
    Ok(deleted.rows_affected() == 1)
}
