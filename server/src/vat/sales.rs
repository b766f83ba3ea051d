//! What was sold, as core's VAT return takes it: the documents of which something counts in some days.

use std::collections::HashMap;

use plumbline_core::document::VatGroup;
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::report::Period;
use plumbline_core::report::vat::deposits::Deposit;
use plumbline_core::report::vat::{Credit, Paid, Sale, VatAmount};
use plumbline_core::time::Date;
use serde::Deserialize;
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;

use crate::db::column::{Column, column};
use crate::db::{Conn, DbResult};

/// What a document is shown by.
#[derive(Debug, Clone)]
pub(super) struct Shown {
    pub(super) kind: Kind,
    pub(super) id: String,
    pub(super) number: String,
    /// The contact; empty where it is gone.
    pub(super) contact_id: String,
    /// Their name as it was issued.
    pub(super) contact_name: String,
}

/// What was sold, and what each document is shown by.
pub(super) struct Sales {
    pub(super) sales: Vec<Sale>,
    pub(super) shown: HashMap<String, Shown>,
}

/// A payment and the document that it is for: a quote's deposit is its invoice's once there is one, what is given back
/// against a credit note its invoice's.
const TAKEN: &str = "takings t JOIN payments p ON p.id = t.payment_id \
    LEFT JOIN payments c ON c.carried_from = t.payment_id AND c.status = 'confirmed' \
    JOIN documents own ON own.id = COALESCE(c.document_id, p.document_id)";

/// The documents of a business of which something counts from $2 to $3.
fn wanted() -> String {
    format!(
        "WITH wanted(id) AS (\
         SELECT COALESCE(d.credited_invoice_id, d.id) FROM documents d \
         JOIN document_summaries s ON s.document_id = d.id \
         WHERE s.user_id = $1 AND s.kind IN ('invoice', 'credit_note') AND s.number > '' \
         AND s.issue_date >= $2 AND s.issue_date <= $3 \
         UNION SELECT document_id FROM document_summaries \
         WHERE user_id = $1 AND kind = 'invoice' AND number > '' \
         AND supply_date > '' AND supply_date >= $2 AND supply_date <= $3 \
         UNION SELECT COALESCE(own.credited_invoice_id, own.id) FROM {TAKEN} \
         WHERE t.user_id = $1 AND t.date >= $2 AND t.date <= $3)"
    )
}

/// Of core's totals at rest what VAT asks for.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfTotals {
    vat_groups: Vec<VatGroup>,
}

/// A document as it is read.
struct Read {
    shown: Shown,
    credits: Option<String>,
    supplied: Option<Date>,
    issued: Option<Date>,
    amounts: Vec<VatAmount>,
    payable: Pence,
    voided: bool,
}

impl Read {
    fn of(row: &AnyRow) -> sqlx::Result<Self> {
        let number: String = summary(row, "number")?;
        let issued: Option<Date> = summary::<Option<Date>>(row, "issue_date").unwrap_or_default();
        let status: String = summary(row, "status")?;
        let totals: String = column(row, "documents", "document_id", "totals")?;
        let totals: OfTotals =
            serde_json::from_str(&totals).map_err(|error| sqlx::Error::Decode(error.into()))?;
        let kind: Kind = summary(row, "kind")?;
        Ok(Self {
            credits: column(row, "documents", "document_id", "credited_invoice_id")?,
            supplied: summary::<Option<Date>>(row, "supply_date").unwrap_or_default(),
            // What has no number was not issued, and a quote offers: of it only what was paid counts.
            issued: issued.filter(|_| kind != Kind::Quote && !number.is_empty()),
            amounts: totals.vat_groups.iter().map(VatAmount::from).collect(),
            payable: summary(row, "amount_payable")?,
            voided: status == "void",
            shown: Shown {
                kind,
                id: summary(row, "document_id")?,
                number,
                contact_id: summary(row, "contact_id")?,
                contact_name: summary(row, "contact_name")?,
            },
        })
    }
}

fn summary<T: Column>(row: &AnyRow, name: &str) -> sqlx::Result<T> {
    column(row, "document_summaries", "document_id", name)
}

/// What a business sold of which something counts in a span of days.
///
/// # Errors
/// When the database fails.
pub(super) async fn read(
    conn: &mut Conn,
    user_id: &str,
    profile_id: &str,
    days: Period,
) -> DbResult<Sales> {
    let documents = documents(conn, user_id, profile_id, days).await?;
    let mut payments = payments(conn, user_id, days).await?;
    let mut sales: HashMap<String, Sale> = HashMap::new();
    let mut credits = Vec::new();
    let mut shown = HashMap::new();
    for read in documents {
        let id = read.shown.id.clone();
        shown.insert(id.clone(), read.shown.clone());
        match (&read.credits, read.issued) {
            (Some(invoice), Some(issued)) => credits.push((
                invoice.clone(),
                Credit {
                    id,
                    issued,
                    amounts: read.amounts,
                    payable: read.payable,
                    voided: read.voided,
                },
            )),
            // A credit note that was not issued takes nothing off.
            (Some(_), None) => {}
            (None, issued) => {
                let sale = Sale {
                    id: id.clone(),
                    // Where nobody said when the work was complete, the invoice makes the tax point.
                    supplied: read.supplied,
                    issued,
                    amounts: read.amounts,
                    payable: read.payable,
                    payments: payments.remove(&id).unwrap_or_default(),
                    credits: Vec::new(),
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
    Ok(Sales {
        sales: sales.into_values().collect(),
        shown,
    })
}

async fn documents(
    conn: &mut Conn,
    user_id: &str,
    profile_id: &str,
    days: Period,
) -> DbResult<Vec<Read>> {
    let sql = format!(
        "{} SELECT s.document_id, s.kind, s.number, s.status, s.issue_date, s.supply_date, s.contact_id, \
         s.contact_name, s.amount_payable, d.credited_invoice_id, d.totals \
         FROM documents d JOIN document_summaries s ON s.document_id = d.id \
         WHERE d.user_id = $1 AND d.business_profile_id = $4 \
         AND (d.id IN (SELECT id FROM wanted) OR d.credited_invoice_id IN (SELECT id FROM wanted))",
        wanted()
    );
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(user_id)
        .bind(days.from.to_string())
        .bind(days.to.to_string())
        .bind(profile_id)
        .fetch_all(conn)
        .await?;
    rows.iter().map(Read::of).collect()
}

/// What was paid for a document, also while it was a quote, in order.
///
/// # Errors
/// When the database fails.
pub(super) async fn deposits(
    conn: &mut Conn,
    user_id: &str,
    document_id: &str,
) -> DbResult<Vec<Deposit>> {
    let sql = format!(
        "SELECT t.date, t.amount FROM {TAKEN} \
         WHERE t.user_id = $1 AND own.id = $2 ORDER BY t.date, t.payment_id, t.n"
    );
    let rows: Vec<(String, i64)> = sqlx::query_as(AssertSqlSafe(sql))
        .bind(user_id)
        .bind(document_id)
        .fetch_all(conn)
        .await?;
    rows.into_iter()
        .map(|(date, amount)| {
            let amount = Pence(amount);
            day(&date).map(|date| Deposit { date, amount })
        })
        .collect()
}

fn day(text: &str) -> DbResult<Date> {
    let date = text.parse();
    date.map_err(|_| sqlx::Error::Decode("no day".into()))
}

/// All money of the documents of which something counts, by document, however long ago: what each payment was for
/// depends on what came before it.
async fn payments(
    conn: &mut Conn,
    user_id: &str,
    days: Period,
) -> DbResult<HashMap<String, Vec<Paid>>> {
    let sql = format!(
        "{} SELECT t.payment_id, t.n, t.date, t.amount, COALESCE(own.credited_invoice_id, own.id) AS document \
         FROM {TAKEN} WHERE t.user_id = $1 \
         AND COALESCE(own.credited_invoice_id, own.id) IN (SELECT id FROM wanted)",
        wanted()
    );
    let rows: Vec<(String, i64, String, i64, String)> = sqlx::query_as(AssertSqlSafe(sql))
        .bind(user_id)
        .bind(days.from.to_string())
        .bind(days.to.to_string())
        .fetch_all(conn)
        .await?;
    let mut payments: HashMap<String, Vec<Paid>> = HashMap::new();
    for (payment, n, date, amount, document) in rows {
        let date = day(&date)?;
        payments.entry(document).or_default().push(Paid {
            id: format!("{payment}-{n}"),
            date,
            amount: Pence(amount),
        });
    }
    Ok(payments)
}
