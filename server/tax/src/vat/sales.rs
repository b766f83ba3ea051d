//! Sales, in the form that core's VAT return needs: the documents of which something counts in a period.

use std::collections::HashMap;

use plumbline_core::document::VatGroup;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::report::Period;
use plumbline_core::report::vat::tax_point::Deposit;
use plumbline_core::report::vat::{Credit, Sale, VatAmount, VatPayment};
use plumbline_core::time::Date;

use super::store;
use plumbline_platform::db::table::table;
use plumbline_platform::db::{Conn, DbResult, packed_rows, sql};

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

/// The documents that count from $2 to $3. A debt that was written off before it could be claimed counts on a later
/// day, so all such debts are read.
const COUNTED_DOCUMENTS: &str = "\
     SELECT CASE credited_invoice_id WHEN '' THEN document_id ELSE credited_invoice_id END AS id \
     FROM document_summaries \
     WHERE user_id = $1 AND kind IN ('invoice', 'credit_note') AND number > '' \
     AND issue_date >= $2 AND issue_date <= $3 \
     UNION ALL SELECT document_id FROM document_summaries \
     WHERE user_id = $1 AND kind = 'invoice' AND number > '' \
     AND supply_date > '' AND supply_date >= $2 AND supply_date <= $3 \
     UNION ALL SELECT id FROM reported_takings WHERE user_id = $1 AND date >= $2 AND date <= $3 \
     UNION ALL SELECT document_id FROM vat_bad_debts WHERE user_id = $1 AND written_off <= $3";

table! {
    /// A document as read from the database.
    struct SaleRow: "document_summaries", by document_id {
        /// The document.
        document_id: String,
        /// Its kind.
        kind: DocumentKind,
        /// Empty for a draft.
        number: String,
        /// The stored status.
        status: String,
        /// The contact's id; empty if it was deleted.
        contact_id: String,
        /// The contact's name at issue.
        contact_name: String,
        /// The amount payable.
        amount_payable: Pence,
        /// The VAT groups.
        vat_groups: Vec<VatGroup>,
    }
    read {
        /// For a credit note, the invoice that it credits.
        credits: Option<String> = "NULLIF(credited_invoice_id, '')",
        /// When it was issued.
        issued: Option<Date> = "NULLIF(issue_date, '')",
        /// The supply date, if one was given.
        supplied: Option<Date> = "NULLIF(supply_date, '')",
        /// The due date; for a quote, the expiry date.
        due: Option<Date> = "NULLIF(due_date, '')",
    }
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
    user_id: &str,
    profile_id: &str,
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
    user_id: &str,
    profile_id: &str,
    days: Period,
) -> DbResult<Vec<SaleDocument>> {
    let condition = format!(
        "business_profile_id = $4 AND document_id IN (\
         WITH counted AS ({COUNTED_DOCUMENTS}) SELECT id FROM counted UNION ALL \
         SELECT id FROM documents WHERE credited_invoice_id IN (SELECT id FROM counted))"
    );
    let days = [days.from, days.to].map(|day| day.to_string());
    let values = [user_id, &days[0], &days[1], profile_id];
    let rows: Vec<SaleRow> = packed_rows::find_all(conn, &condition, &values).await?;
    Ok(rows.into_iter().map(SaleDocument::from_row).collect())
}

/// The payments for a document, in order, including those from when it was a quote.
pub(super) async fn list_deposits(
    conn: &mut Conn,
    user_id: &str,
    document_id: &str,
) -> DbResult<Vec<Deposit>> {
    let rows: Vec<(String, i64)> = sql::query_as(
        "SELECT t.date, t.amount FROM payments p \
         JOIN takings t ON t.payment_id = COALESCE(p.carried_from, p.id) \
         LEFT JOIN payments c ON c.carried_from = p.id AND c.status = 'confirmed' \
         WHERE t.user_id = $1 AND p.document_id = $2 AND c.id IS NULL \
         AND (p.carried_from IS NULL OR p.status = 'confirmed') ORDER BY t.date, t.payment_id, t.n",
    )
    .bind(user_id)
    .bind(document_id)
    .fetch_all(conn)
    .await?;
    rows.into_iter()
        .map(|(date, amount)| {
            let amount = Pence(amount);
            parse_date(&date).map(|date| Deposit { date, amount })
        })
        .collect()
}

fn parse_date(text: &str) -> DbResult<Date> {
    let date = text.parse();
    date.map_err(|_| sqlx::Error::Decode("no day".into()))
}

table! {
    /// Money received or paid back.
    struct MovementRow: "reported_takings", by payment_id {
        /// The payment.
        payment_id: String,
        /// The number of this movement of the payment, from 1.
        n: i64,
        /// The day.
        date: Date,
        /// The amount.
        amount: Pence,
        /// The document that it is for.
        id: String,
    }
}

/// All payments of the documents that count in the days, by document, however old: what a payment was for depends on
/// the payments before it.
async fn load_payments(
    conn: &mut Conn,
    user_id: &str,
    days: Period,
) -> DbResult<HashMap<String, Vec<VatPayment>>> {
    let condition = format!("user_id = $1 AND id IN ({COUNTED_DOCUMENTS})");
    let days = [days.from, days.to].map(|day| day.to_string());
    let values = [user_id, &days[0], &days[1]];
    let rows: Vec<MovementRow> = packed_rows::find_all(conn, &condition, &values).await?;
    let mut payments: HashMap<String, Vec<VatPayment>> = HashMap::new();
    for row in rows {
        payments.entry(row.id).or_default().push(VatPayment {
            id: format!("{}-{}", row.payment_id, row.n),
            date: row.date,
            amount: row.amount,
        });
    }
    Ok(payments)
}
