//! SQL on the credit notes of an invoice.

use plumbline_core::calculate::payments::Credits;
use plumbline_core::calculate::totals::Totals;
use plumbline_core::document::Document;
use plumbline_core::money::Pence;
use plumbline_core::status::credit::CreditStatus;

use super::{DocumentRow, Status};
use plumbline_platform::db::table::Table as _;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::DocumentId;

/// A credit note as its invoice has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreditNote {
    /// UUIDv7.
    pub id: DocumentId,
    /// Drafts have none.
    pub number: Option<String>,
    /// Draft or issued.
    pub status: Status,
    /// YYYY-MM-DD.
    pub issue_date: Option<String>,
    /// What it takes off the invoice once it is issued.
    pub amount: Pence,
    /// What was given back against it.
    pub refunded: Pence,
}

impl CreditNote {
    /// Whether it takes its amount off: a draft does not yet.
    #[must_use]
    pub fn counts(&self) -> bool {
        CreditStatus::of(self.status.word()).counts()
    }
}

impl From<DocumentRow> for CreditNote {
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

/// The rows of an invoice's credit notes that are not void, drafts too, in the order in which they were
/// made.
async fn rows(conn: &mut Conn, invoice_id: &str) -> DbResult<Vec<DocumentRow>> {
    let tail = "WHERE credited_invoice_id = $1 AND status <> 'void' ORDER BY created_at, id";
    DocumentRow::select(tail)
        .bind(invoice_id)
        .fetch_all(conn)
        .await
}

/// An invoice's credit notes that are not void, drafts too, in the order in which they were made.
pub async fn of_invoice(conn: &mut Conn, invoice_id: &str) -> DbResult<Vec<CreditNote>> {
    let rows = rows(conn, invoice_id).await?;
    Ok(rows.into_iter().map(CreditNote::from).collect())
}

/// An issued credit note, as a statement of account has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnAccount {
    /// UUIDv7.
    pub id: String,
    /// The invoice that it is against.
    pub invoice_id: String,
    /// Its number.
    pub number: String,
    /// YYYY-MM-DD.
    pub issue_date: String,
    /// Pence that it takes off.
    pub amount_payable: i64,
}

/// The issued credit notes against a customer's invoices, the first issued first.
pub async fn of_customer(
    conn: &mut Conn,
    user_id: &str,
    contact_id: &str,
) -> DbResult<Vec<OnAccount>> {
    let rows: Vec<(String, String, String, String, i64)> = sqlx::query_as(
        "SELECT c.id, s.document_id, c.number, c.issue_date, c.amount_payable \
         FROM document_summaries s JOIN documents c ON c.credited_invoice_id = s.document_id \
         WHERE s.user_id = $1 AND s.contact_id = $2 AND s.kind = 'invoice' AND c.status = 'sent' \
         ORDER BY c.issue_date, c.number, c.id",
    )
    .bind(user_id)
    .bind(contact_id)
    .fetch_all(conn)
    .await?;
    let of = |(id, invoice_id, number, issue_date, amount_payable)| OnAccount {
        id,
        invoice_id,
        number,
        issue_date,
        amount_payable,
    };
    Ok(rows.into_iter().map(of).collect())
}

/// What they do to the invoice.
#[must_use]
pub fn sum(notes: &[CreditNote]) -> Credits {
    let counting = || notes.iter().filter(|note| note.counts());
    Credits {
        credited: counting().map(|note| note.amount).sum(),
        refunded: counting().map(|note| note.refunded).sum(),
        are_there: !notes.is_empty(),
    }
}

/// The documents of the same with what each comes to: what of the invoice is spoken for.
pub async fn documents(
    conn: &mut Conn,
    invoice_id: &str,
) -> Result<Vec<(Document, Totals)>, ApiError> {
    let rows = rows(conn, invoice_id).await?;
    rows.iter().map(parsed).collect()
}

/// What the issued credit notes of an invoice come to, each with its VAT groups: what is left of the
/// invoice for whoever reckons with it.
pub async fn issued(conn: &mut Conn, invoice_id: &str) -> Result<Vec<(String, Totals)>, ApiError> {
    let rows = rows(conn, invoice_id).await?;
    let counts = |row: &&DocumentRow| CreditStatus::of(row.status.word()).counts();
    let numbered = |row: &DocumentRow| {
        let number = row.number.clone().unwrap_or_default();
        Ok((number, parsed(row)?.1))
    };
    rows.iter().filter(counts).map(numbered).collect()
}

fn parsed(row: &DocumentRow) -> Result<(Document, Totals), ApiError> {
    Ok((
        serde_json::from_str(&row.input)?,
        serde_json::from_str(&row.totals)?,
    ))
}
