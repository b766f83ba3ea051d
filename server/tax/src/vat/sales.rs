//! Sales, in the form that core's VAT return needs: the documents of which something counts in a period.

use std::collections::HashMap;

use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::report::Period;
use plumbline_core::report::vat::{Credit, Sale, VatAmount, VatPayment};
use plumbline_core::time::Date;

use super::store::{self, SaleRow};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::{ProfileId, UserId};

pub(super) use super::store::list_deposits;

/// How a document is displayed.
#[derive(Debug, Clone)]
pub(super) struct SoldDocument {
    pub(super) kind: DocumentKind,
    pub(super) id: String,
    pub(super) number: String,
    /// The contact's id; empty if it was deleted.
    pub(super) contact_id: String,
    /// The contact's name at issue.
    pub(super) contact_name: String,
}

/// The sales, and how each document is displayed.
pub(super) struct Sales {
    pub(super) sales: Vec<Sale>,
    pub(super) documents: HashMap<String, SoldDocument>,
}

/// A document with the fields that VAT needs.
struct SaleDocument {
    document: SoldDocument,
    credits: Option<String>,
    supplied: Option<Date>,
    due: Option<Date>,
    issued: Option<Date>,
    amounts: Vec<VatAmount>,
    payable: Pence,
    voided: bool,
}

impl SaleDocument {
    fn from_row(row: SaleRow) -> Self {
        Self {
            credits: row.credits,
            supplied: row.supplied,
            due: row.due.filter(|_| row.kind == DocumentKind::Invoice),
            // A document without a number wasn't issued, and a quote is only an offer: only its payments count.
            issued: row.issued.filter(|_| row.kind != DocumentKind::Quote && !row.number.is_empty()),
            amounts: row.vat_groups.iter().map(VatAmount::from).collect(),
            payable: row.amount_payable,
            voided: row.status == "void",
            document: SoldDocument {
                kind: row.kind,
                id: row.document_id,
                number: row.number,
                contact_id: row.contact_id,
                contact_name: row.contact_name,
            },
        }
    }
}

/// A business's sales that count in a span of days.
pub(super) async fn load_sales(
    conn: &mut Conn,
    user_id: &UserId,
    profile_id: &ProfileId,
    days: Period,
) -> DbResult<Sales> {
    let documents = list_documents(conn, user_id, profile_id, days).await?;
    let mut payments = load_payments(conn, user_id, days).await?;
    let bad_debts = store::list_bad_debts(conn, user_id).await?;
    let written_off: HashMap<&str, Date> =
        bad_debts.iter().map(|row| (row.document_id.as_str(), row.written_off)).collect();
    let mut sales: HashMap<String, Sale> = HashMap::new();
    let mut credits = Vec::new();
    let mut displayed = HashMap::new();
    for read in documents {
        let id = read.document.id.clone();
        displayed.insert(id.clone(), read.document.clone());
        match (&read.credits, read.issued) {
            (Some(invoice), Some(issued)) => credits.push((
                invoice.clone(),
                Credit { id, issued, amounts: read.amounts, payable: read.payable, voided: read.voided },
            )),
            // A credit note that wasn't issued deducts nothing.
            (Some(_), None) => {}
            (None, issued) => {
                let sale = Sale {
                    id: id.clone(),
                    // Without a supply date, the invoice sets the tax point.
                    supplied: read.supplied,
                    issued,
                    amounts: read.amounts,
                    payable: read.payable,
                    payments: payments.remove(&id).unwrap_or_default(),
                    credits: Vec::new(),
                    due: read.due,
                    written_off: written_off.get(id.as_str()).copied(),
                    dispatched: false,
                    voided: read.voided,
                };
                sales.insert(id, sale);
            }
        }
    }
    for (invoice, credit) in credits {
        if let Some(sale) = sales.get_mut(&invoice) {
            sale.credits.push(credit);
        }
    }
    Ok(Sales { sales: sales.into_values().collect(), documents: displayed })
}

async fn list_documents(
    conn: &mut Conn,
    user_id: &UserId,
    profile_id: &ProfileId,
    days: Period,
) -> DbResult<Vec<SaleDocument>> {
    let rows = store::list_sales(conn, user_id, profile_id, days).await?;
    Ok(rows.into_iter().map(SaleDocument::from_row).collect())
}

/// All payments of the documents that count in the days, by document, however old: what a payment was for depends on
/// the payments before it.
async fn load_payments(
    conn: &mut Conn,
    user_id: &UserId,
    days: Period,
) -> DbResult<HashMap<String, Vec<VatPayment>>> {
    let mut payments: HashMap<String, Vec<VatPayment>> = HashMap::new();
    for row in store::list_movements(conn, user_id, days).await? {
        payments.entry(row.id).or_default().push(VatPayment {
            id: format!("{}-{}", row.payment_id, row.n),
            date: row.date,
            amount: row.amount,
        });
    }
    Ok(payments)
}
