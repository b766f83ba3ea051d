//! SQL on the credit notes of an invoice.

use plumbline_core::calculate::totals::Totals;
use plumbline_core::document::Document;
use plumbline_core::money::Pence;
use plumbline_core::status::credit_note::CreditNoteStatus;
use plumbline_core::time::Date;

use super::{DocumentRow, DocumentStatus};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ContactId, DocumentId, UserId};

/// A credit note, as seen from its invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceCreditNote {
    /// UUIDv7.
    pub id: DocumentId,
    /// `None` for a draft.
    pub number: Option<String>,
    /// Draft or issued.
    pub status: DocumentStatus,
    /// The issue date.
    pub issue_date: Option<Date>,
    /// The amount that it deducts from the invoice once it is issued.
    pub amount: Pence,
    /// The amount that was refunded for it.
    pub refunded: Pence,
}

impl InvoiceCreditNote {
    /// Whether it deducts its amount: a draft doesn't yet.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        CreditNoteStatus::parse(self.status.code()).is_counted()
    }
}

impl From<DocumentRow> for InvoiceCreditNote {
    fn from(row: DocumentRow) -> Self {
        Self {
            id: row.id,
            number: row.number,
            status: row.status,
            issue_date: row.issue_date,
            amount: Pence(row.amount_payable),
            refunded: Pence(row.paid_amount),
        }
    }
}

/// The rows of an invoice's credit notes that aren't void, including drafts, in order of creation.
async fn list_rows(conn: &mut Conn, invoice_id: &DocumentId) -> DbResult<Vec<DocumentRow>> {
    let tail = "WHERE credited_invoice_id = $1 AND status <> 'void' ORDER BY created_at, id";
    DocumentRow::select(tail).bind(invoice_id).fetch_all(conn).await
}

/// An invoice's credit notes that aren't void, including drafts, in order of creation.
pub async fn list_for_invoice(conn: &mut Conn, invoice_id: &DocumentId) -> DbResult<Vec<InvoiceCreditNote>> {
    let rows = list_rows(conn, invoice_id).await?;
    Ok(rows.into_iter().map(InvoiceCreditNote::from).collect())
}

/// An issued credit note, as needed for a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountCreditNote {
    /// UUIDv7.
    pub id: String,
    /// The invoice that it credits.
    pub invoice_id: String,
    /// Its number.
    pub number: String,
    /// YYYY-MM-DD.
    pub issue_date: String,
    /// The amount that it deducts, in pence.
    pub amount_payable: i64,
}

/// The issued credit notes for a customer's invoices, in order of issue date.
pub async fn list_for_customer(
    conn: &mut Conn,
    user_id: &UserId,
    contact_id: &ContactId,
) -> DbResult<Vec<AccountCreditNote>> {
    let rows: Vec<(String, String, String, String, i64)> = sql::query_as(
        "SELECT c.id, s.document_id, c.number, c.issue_date, c.amount_payable \
         FROM document_summaries s JOIN documents c ON c.credited_invoice_id = s.document_id \
         WHERE s.user_id = $1 AND s.contact_id = $2 AND s.kind = 'invoice' AND c.status = 'sent' \
         AND c.number IS NOT NULL AND c.issue_date IS NOT NULL ORDER BY c.issue_date, c.number, c.id",
    )
    .bind(user_id)
    .bind(contact_id)
    .fetch_all(conn)
    .await?;
    let of = |(id, invoice_id, number, issue_date, amount_payable)| AccountCreditNote {
        id,
        invoice_id,
        number,
        issue_date,
        amount_payable,
    };
    Ok(rows.into_iter().map(of).collect())
}

/// An invoice's credit notes that aren't void as documents with their totals: the part of the invoice that is already credited or about to
/// be.
pub async fn list_documents(
    conn: &mut Conn,
    invoice_id: &DocumentId,
) -> Result<Vec<(Document, Totals)>, ApiError> {
    let rows = list_rows(conn, invoice_id).await?;
    rows.iter().map(parse_row).collect()
}

/// The numbers and totals of an invoice's issued credit notes, including VAT groups, for calculating what is left of
/// the invoice.
pub async fn list_issued_totals(
    conn: &mut Conn,
    invoice_id: &DocumentId,
) -> Result<Vec<(String, Totals)>, ApiError> {
    let rows = list_rows(conn, invoice_id).await?;
    let counts = |row: &&DocumentRow| CreditNoteStatus::parse(row.status.code()).is_counted();
    let numbered = |row: &DocumentRow| {
        let number = row.number.clone().unwrap_or_default();
        Ok((number, parse_row(row)?.1))
    };
    rows.iter().filter(counts).map(numbered).collect()
}

fn parse_row(row: &DocumentRow) -> Result<(Document, Totals), ApiError> {
    Ok((serde_json::from_str(&row.input)?, serde_json::from_str(&row.totals)?))
}
