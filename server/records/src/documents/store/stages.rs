//! All SQL on the stages of a job: the invoices that ask for a part of a quote before its final one.

use crate::documents::store::{self, DocumentRow};
use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::DocumentId;

stored_enum! {
    /// The measure by which a stage is a part of the job.
    pub enum StageBasis {
        /// The quote's deposit.
        Deposit = "deposit",
        /// A percentage of the agreed total.
        Percentage = "percentage",
        /// An amount.
        Amount = "amount",
        /// Some of the quote's lines.
        Lines = "lines",
    }
}

table! {
    /// A stage: an invoice for a part of a job.
    pub struct StageRow: "stages", by invoice_id {
        /// The invoice.
        pub invoice_id: DocumentId,
        /// The quote whose job it is.
        pub quote_id: DocumentId,
        /// The measure of the part.
        pub asked: StageBasis,
        /// The part itself: a percentage, pounds, or how many lines.
        pub share: String,
        /// Whether it takes over the payments that were made for the quote before.
        pub takes_payments: bool,
        /// Unix milliseconds.
        pub created_at: i64,
    }
}

/// Records that an invoice is a stage.
pub async fn insert(conn: &mut Conn, row: &StageRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// Whether an invoice is for a job, or part of a job, that its customer cancelled.
pub async fn is_of_cancelled_job(conn: &mut Conn, invoice: &DocumentRow) -> DbResult<bool> {
    let job = invoice.stage_of_id.as_ref();
    let Some(job) = job.or(invoice.source_quote_id.as_ref()) else {
        return Ok(false);
    };
    let quote = store::find_by_id(conn, job).await?;
    Ok(quote.is_some_and(|quote| quote.cancelled_date.is_some()))
}

/// The stages of a quote's job, oldest first, including void ones.
pub async fn list_for_quote(conn: &mut Conn, quote_id: &DocumentId) -> DbResult<Vec<StageRow>> {
    StageRow::select("WHERE quote_id = $1 ORDER BY created_at, invoice_id")
        .bind(quote_id)
        .fetch_all(conn)
        .await
}

/// The invoices of those stages, in the same order.
pub async fn list_invoices(conn: &mut Conn, quote_id: &DocumentId) -> DbResult<Vec<DocumentRow>> {
    DocumentRow::select(
        "WHERE id IN (SELECT s.invoice_id FROM stages s WHERE s.quote_id = $1) \
         ORDER BY created_at, id",
    )
    .bind(quote_id)
    .fetch_all(conn)
    .await
}

/// All invoices for a quote's job or a part of it.
pub async fn list_invoice_ids(conn: &mut Conn, quote_id: &DocumentId) -> DbResult<Vec<DocumentId>> {
    sql::query_scalar(
        "SELECT id FROM documents WHERE source_quote_id = $1 \
         UNION SELECT invoice_id FROM stages WHERE quote_id = $1",
    )
    .bind(quote_id)
    .fetch_all(conn)
    .await
}

/// Locks the stages of a quote's job until the transaction ends, so that no two of them are increased at once.
pub async fn lock_for_quote(conn: &mut Conn, quote_id: &DocumentId) -> DbResult<()> {
    sql::query("UPDATE stages SET share = share WHERE quote_id = $1").bind(quote_id).execute(conn).await?;
    Ok(())
}
