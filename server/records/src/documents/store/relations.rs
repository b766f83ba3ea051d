//! What other rows say of a document, such as the invoice that was made from a quote. It is loaded with each document, in
//! a few statements for all documents that were found.

use std::collections::HashMap;

use plumbline_core::kind::DocumentKind;
use plumbline_core::time::Date;
use sqlx::any::AnyArguments;
use sqlx::query::QueryAs;
use sqlx::{Any, AssertSqlSafe, Encode, Type};

use super::{DocumentRow, DocumentStatus};
use plumbline_platform::db::row::row;
use plumbline_platform::db::sql::{self, ReadColumns};
use plumbline_platform::db::table::Table;
use plumbline_platform::db::{Conn, DbResult, bulk_write};
use plumbline_platform::ids::DocumentId;

/// How many documents one statement is about.
const BATCH_SIZE: usize = 500;

/// A query for documents, which are loaded with what other rows say of them.
pub(super) struct DocumentQuery<'q>(QueryAs<'q, Any, DocumentRow, AnyArguments>);

impl DocumentRow {
    /// The documents that a `SELECT` with this `tail` finds. It takes the place of [`Table::select`], which leaves out
    /// what other rows say of them.
    #[track_caller]
    pub(super) fn select<'q>(tail: &str) -> DocumentQuery<'q> {
        DocumentQuery(<Self as Table>::select(tail))
    }
}

impl<'q> DocumentQuery<'q> {
    /// Binds the next value.
    pub(super) fn bind<T: 'q + Encode<'q, Any> + Type<Any>>(self, value: T) -> Self {
        Self(self.0.bind(value))
    }

    /// The first document, if there is one.
    pub(super) async fn fetch_optional(self, conn: &mut Conn) -> DbResult<Option<DocumentRow>> {
        let found = self.0.fetch_optional(&mut *conn).await?;
        let mut rows: Vec<DocumentRow> = found.into_iter().collect();
        load_relations(conn, &mut rows).await?;
        Ok(rows.pop())
    }

    /// All documents.
    pub(super) async fn fetch_all(self, conn: &mut Conn) -> DbResult<Vec<DocumentRow>> {
        let mut rows = self.0.fetch_all(&mut *conn).await?;
        load_relations(conn, &mut rows).await?;
        Ok(rows)
    }
}

async fn load_relations(conn: &mut Conn, rows: &mut [DocumentRow]) -> DbResult<()> {
    for some in rows.chunks_mut(BATCH_SIZE) {
        load_for_quotes(conn, some).await?;
        load_for_invoices(conn, some).await?;
        load_for_credit_notes(conn, some).await?;
    }
    Ok(())
}

/// The documents of a kind, by their ids.
fn select_kind(rows: &mut [DocumentRow], kind: DocumentKind) -> HashMap<DocumentId, &mut DocumentRow> {
    let of_kind = rows.iter_mut().filter(|row| row.kind == kind);
    of_kind.map(|row| (row.id.clone(), row)).collect()
}

/// The rows of a statement about these documents, whose placeholders follow after `sql`, and `end` after them.
async fn list_about<T: ReadColumns + Send + Unpin>(
    conn: &mut Conn,
    (sql, end): (&str, &str),
    ids: impl Iterator<Item = &DocumentId>,
) -> DbResult<Vec<T>> {
    let ids: Vec<&str> = ids.map(DocumentId::as_str).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!("{sql} IN {}{end}", bulk_write::placeholders(1, ids.len()));
    let mut query = sql::query_as(AssertSqlSafe(sql));
    for id in ids {
        query = query.bind(id.to_owned());
    }
    query.fetch_all(conn).await
}

row! {
    /// What other rows say of a quote.
    struct QuoteRelations {
        id: DocumentId,
        converted_invoice_id: Option<DocumentId>,
        paid_on_id: Option<DocumentId>,
        early_start: Option<i64>,
        variation_of_id: Option<DocumentId>,
        place: Option<i64>,
        varied_number: Option<String>,
        varied_status: Option<DocumentStatus>,
        varied_cancelled: Option<Date>,
        quote_total: Option<i64>,
    }
}

const QUOTES: &str = "SELECT d.id, made.id AS converted_invoice_id, \
     COALESCE(stage.invoice_id, made.id) AS paid_on_id, a.early_start, \
     v.quote_id AS variation_of_id, v.place, q.number AS varied_number, q.status AS varied_status, \
     q.cancelled_date AS varied_cancelled, q.total_amount AS quote_total FROM documents d \
     LEFT JOIN documents made ON made.source_quote_id = d.id \
     LEFT JOIN stages stage ON stage.quote_id = d.id AND stage.takes_payments = 1 \
     LEFT JOIN acceptances a ON a.document_id = d.id \
     LEFT JOIN variations v ON v.variation_id = d.id \
     LEFT JOIN documents q ON q.id = v.quote_id WHERE d.id";

/// How many invoices each job has before its final one.
const STAGES: (&str, &str) = (
    "SELECT s.quote_id, COUNT(*) FROM stages s JOIN documents i ON i.id = s.invoice_id \
     WHERE i.status <> 'void' AND s.quote_id",
    " GROUP BY s.quote_id",
);

/// The accepted variations of jobs that weren't cancelled: the quote, the place and the total.
const ACCEPTED_VARIATIONS: (&str, &str) = (
    "SELECT v.quote_id, v.place, d.total_amount FROM variations v JOIN documents d ON d.id = v.variation_id \
     WHERE v.place IS NOT NULL AND d.cancelled_date IS NULL AND v.quote_id",
    "",
);

async fn load_for_quotes(conn: &mut Conn, rows: &mut [DocumentRow]) -> DbResult<()> {
    let mut quotes = select_kind(rows, DocumentKind::Quote);
    let found: Vec<QuoteRelations> = list_about(conn, (QUOTES, ""), quotes.keys()).await?;
    let stages: Vec<(DocumentId, i64)> = list_about(conn, STAGES, quotes.keys()).await?;
    let varied = found.iter().filter_map(|it| it.variation_of_id.as_ref());
    let jobs = quotes.keys().chain(varied);
    let accepted: Vec<(DocumentId, i64, i64)> = list_about(conn, ACCEPTED_VARIATIONS, jobs).await?;
    for it in found {
        let Some(row) = quotes.get_mut(&it.id) else {
            continue;
        };
        row.varied_total = it.variation_of_id.as_ref().zip(it.quote_total).map(|(job, total)| {
            let is_before = |place: i64| it.place.is_none_or(|own| place < own);
            let before = accepted.iter().filter(|(of, place, _)| of == job && is_before(*place));
            total + before.map(|(_, _, amount)| amount).sum::<i64>()
        });
        row.converted_invoice_id = it.converted_invoice_id;
        row.paid_on_id = it.paid_on_id;
        row.early_start = it.early_start.map(|code| code == 1);
        row.variation_of_id = it.variation_of_id;
        row.varied_number = it.varied_number;
        row.varied_status = it.varied_status;
        row.varied_cancelled = it.varied_cancelled;
    }
    for (id, count) in stages {
        if let Some(row) = quotes.get_mut(&id) {
            row.stages = count;
        }
    }
    for (id, _, _) in &accepted {
        if let Some(row) = quotes.get_mut(id) {
            row.variations += 1;
        }
    }
    Ok(())
}

row! {
    /// What other rows say of an invoice.
    struct InvoiceRelations {
        id: DocumentId,
        stage_of_id: Option<DocumentId>,
        pays_quote_id: Option<DocumentId>,
    }
}

const INVOICES: &str = "SELECT d.id, own.quote_id AS stage_of_id, \
     CASE WHEN own.takes_payments = 1 THEN own.quote_id \
     WHEN stage.quote_id IS NULL THEN q.id END AS pays_quote_id FROM documents d \
     LEFT JOIN stages own ON own.invoice_id = d.id \
     LEFT JOIN documents q ON q.id = d.source_quote_id \
     LEFT JOIN stages stage ON stage.quote_id = d.source_quote_id AND stage.takes_payments = 1 WHERE d.id";

async fn load_for_invoices(conn: &mut Conn, rows: &mut [DocumentRow]) -> DbResult<()> {
    let mut invoices = select_kind(rows, DocumentKind::Invoice);
    let found: Vec<InvoiceRelations> = list_about(conn, (INVOICES, ""), invoices.keys()).await?;
    for it in found {
        if let Some(row) = invoices.get_mut(&it.id) {
            row.stage_of_id = it.stage_of_id;
            row.pays_quote_id = it.pays_quote_id;
        }
    }
    Ok(())
}

row! {
    /// What other rows say of a credit note.
    struct CreditNoteRelations {
        id: DocumentId,
        credited_number: Option<String>,
        credited_date: Option<Date>,
    }
}

const CREDIT_NOTES: &str = "SELECT d.id, i.number AS credited_number, i.issue_date AS credited_date FROM documents d \
     JOIN documents i ON i.id = d.credited_invoice_id WHERE d.id";

async fn load_for_credit_notes(conn: &mut Conn, rows: &mut [DocumentRow]) -> DbResult<()> {
    let mut notes = select_kind(rows, DocumentKind::CreditNote);
    let found: Vec<CreditNoteRelations> = list_about(conn, (CREDIT_NOTES, ""), notes.keys()).await?;
    for it in found {
        if let Some(row) = notes.get_mut(&it.id) {
            row.credited_number = it.credited_number;
            row.credited_date = it.credited_date;
        }
    }
    Ok(())
}
