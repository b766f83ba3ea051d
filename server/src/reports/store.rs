//! The rows that reports are made of.

use plumbline_core::expense::Category;
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::tax::Vehicle;
use plumbline_core::time::Date;
use sqlx::any::AnyRow;

use crate::db::column::{Column, column};
use crate::db::{Conn, DbResult};
use crate::expenses::fields::VatKind;

/// What a report needs to know of a document.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    pub(crate) id: String,
    pub(crate) kind: Kind,
    pub(crate) number: String,
    /// A draft that was paid may have none.
    pub(crate) issue_date: Option<Date>,
    /// The customer; empty where the contact is gone.
    pub(crate) contact_id: String,
    /// Their name as it was issued.
    pub(crate) contact_name: String,
    pub(crate) profile_id: Option<String>,
    /// With VAT.
    pub(crate) total: Pence,
    pub(crate) vat: Pence,
    /// The total less what a contractor keeps back.
    pub(crate) payable: Pence,
}

impl Document {
    fn of(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Self {
            id: summary(row, "document_id")?,
            kind: summary(row, "kind")?,
            number: summary(row, "number")?,
            issue_date: summary::<Option<Date>>(row, "issue_date").unwrap_or_default(),
            contact_id: summary(row, "contact_id")?,
            contact_name: summary(row, "contact_name")?,
            profile_id: column(row, "documents", "document_id", "business_profile_id")?,
            total: summary(row, "total_amount")?,
            vat: summary(row, "vat_amount")?,
            payable: summary(row, "amount_payable")?,
        })
    }
}

fn summary<T: Column>(row: &AnyRow, name: &str) -> sqlx::Result<T> {
    column(row, "document_summaries", "document_id", name)
}

const DOCUMENT: &str = "s.document_id, s.kind, s.number, s.issue_date, s.contact_id, s.contact_name, \
    d.business_profile_id, s.total_amount, s.vat_amount, s.amount_payable";

/// The invoices and credit notes issued from one day to another that count.
///
/// # Errors
/// When the database fails.
pub(crate) async fn issued(
    conn: &mut Conn,
    user_id: &str,
    from: Date,
    to: Date,
) -> DbResult<Vec<Document>> {
    let sql = format!(
        "SELECT {DOCUMENT} FROM document_summaries s JOIN documents d ON d.id = s.document_id \
         WHERE s.user_id = $1 AND s.kind IN ('invoice', 'credit_note') AND s.number > '' \
         AND s.status <> 'void' AND s.issue_date >= $2 AND s.issue_date <= $3"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(user_id)
        .bind(from.to_string())
        .bind(to.to_string())
        .fetch_all(conn)
        .await?;
    rows.iter().map(Document::of).collect()
}

/// Money that came in for a document by a day, or went back: then below zero.
#[derive(Debug, Clone)]
pub(crate) struct Taken {
    /// Unique among all.
    pub(crate) id: String,
    pub(crate) date: Date,
    pub(crate) amount: Pence,
    /// What it was for: a quote's deposit for the invoice that was made of it, what was given back against a credit
    /// note for the invoice that it credits.
    pub(crate) document: Document,
}

/// All money that came in or went back to the end of a day, however long ago: what each was for depends on what came
/// before it.
///
/// # Errors
/// When the database fails.
pub(crate) async fn taken(conn: &mut Conn, user_id: &str, to: Date) -> DbResult<Vec<Taken>> {
    let sql = format!(
        "SELECT t.payment_id, t.n, t.date, t.amount, {DOCUMENT} FROM takings t \
         JOIN payments p ON p.id = t.payment_id \
         LEFT JOIN payments c ON c.carried_from = t.payment_id AND c.status = 'confirmed' \
         JOIN documents own ON own.id = COALESCE(c.document_id, p.document_id) \
         JOIN documents d ON d.id = COALESCE(own.credited_invoice_id, own.id) \
         JOIN document_summaries s ON s.document_id = d.id \
         WHERE t.user_id = $1 AND t.date <= $2"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(user_id)
        .bind(to.to_string())
        .fetch_all(conn)
        .await?;
    let taken = rows.iter().map(|row| {
        let payment: String = taking(row, "payment_id")?;
        let n: i64 = taking(row, "n")?;
        Ok(Taken {
            id: format!("{payment}-{n}"),
            date: taking(row, "date")?,
            amount: taking(row, "amount")?,
            document: Document::of(row)?,
        })
    });
    taken.collect()
}

fn taking<T: Column>(row: &AnyRow, name: &str) -> sqlx::Result<T> {
    column(row, "takings", "payment_id", name)
}

/// What a report needs to know of an expense.
#[derive(Debug, Clone)]
pub(crate) struct Spent {
    pub(crate) id: String,
    pub(crate) date: Date,
    pub(crate) supplier: String,
    pub(crate) description: String,
    pub(crate) category: Category,
    pub(crate) amount: Pence,
    pub(crate) vat: Pence,
    /// A percentage; empty: none, or not known.
    pub(crate) vat_rate: Number,
    pub(crate) contact_id: Option<String>,
    /// The business; none: the account's first.
    pub(crate) profile_id: Option<String>,
    pub(crate) vehicle: Option<Vehicle>,
    pub(crate) tenths: i64,
    pub(crate) private_share: Number,
    pub(crate) vehicle_cost: bool,
    pub(crate) vat_kind: VatKind,
}

impl Spent {
    /// Whom it was paid to, or what for; without either its category.
    pub(crate) fn title(&self) -> &str {
        let texts = [&*self.supplier, &*self.description];
        let said = texts.into_iter().find(|text| !text.trim().is_empty());
        said.unwrap_or(self.category.info().name)
    }
}

/// What was spent from one day to another.
///
/// # Errors
/// When the database fails.
pub(crate) async fn spent(
    conn: &mut Conn,
    user_id: &str,
    from: Date,
    to: Date,
) -> DbResult<Vec<Spent>> {
    let rows = sqlx::query(
        "SELECT id, date, supplier, description, category, amount, vat_amount, vat_rate, contact_id, business_profile_id, \
         vehicle, tenths, \
         private_share, vehicle_cost, vat_kind \
         FROM expenses WHERE user_id = $1 AND date >= $2 AND date <= $3",
    )
    .bind(user_id)
    .bind(from.to_string())
    .bind(to.to_string())
    .fetch_all(conn)
    .await?;
    let spent = rows.iter().map(|row| {
        Ok(Spent {
            id: expense(row, "id")?,
            date: expense(row, "date")?,
            supplier: expense(row, "supplier")?,
            description: expense(row, "description")?,
            category: expense(row, "category")?,
            amount: expense(row, "amount")?,
            vat: expense(row, "vat_amount")?,
            vat_rate: expense(row, "vat_rate")?,
            contact_id: expense(row, "contact_id")?,
            profile_id: expense(row, "business_profile_id")?,
            vehicle: expense(row, "vehicle")?,
            tenths: expense(row, "tenths")?,
            private_share: expense(row, "private_share")?,
            vehicle_cost: expense(row, "vehicle_cost")?,
            vat_kind: expense(row, "vat_kind")?,
        })
    });
    spent.collect()
}

fn expense<T: Column>(row: &AnyRow, name: &str) -> sqlx::Result<T> {
    column(row, "expenses", "id", name)
}
