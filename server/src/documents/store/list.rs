//! SQL of the lists: filters, order and keyset paging.

use plumbline_core::kind::Kind;
use sqlx::{AssertSqlSafe, FromRow};

use crate::db::{Conn, DbResult, like_anywhere};

/// A row of a list, with what its display status depends on.
#[derive(Debug, Clone, FromRow)]
pub struct ListRow {
    /// UUIDv7.
    pub id: String,
    /// `quote` or `invoice`.
    pub kind: String,
    /// The word of core's status.
    pub status: String,
    /// Drafts have none.
    pub number: Option<String>,
    /// The customer as issued, else the contact's name now.
    pub contact_name: String,
    /// The same in the database's lower case, which the list is ordered by.
    pub contact_key: String,
    /// What the job is.
    pub job_description: String,
    /// YYYY-MM-DD.
    pub issue_date: Option<String>,
    /// Expiry or due date.
    pub due_date: Option<String>,
    /// Pence.
    pub total_amount: i64,
    /// Pence, the total less the CIS deduction.
    pub amount_payable: i64,
    /// Pence, confirmed payments.
    pub paid_amount: i64,
    /// Pence.
    pub balance_due: i64,
    /// 0 or 1.
    pub archived: i64,
    /// Unix milliseconds.
    pub created_at: i64,
    /// Unix milliseconds.
    pub updated_at: i64,
}

/// What a list may be ordered by. Each is a column whose text is fixed here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortKey {
    /// When it was made.
    CreatedAt,
    /// When it last changed.
    UpdatedAt,
    /// Its issue date.
    IssueDate,
    /// Its expiry or due date.
    DueDate,
    /// Its number; drafts, having none, come as if it were empty.
    Number,
    /// Its total.
    TotalAmount,
    /// The customer's name.
    Contact,
}

impl SortKey {
    fn column(self) -> &'static str {
        match self {
            SortKey::CreatedAt => "d.created_at",
            SortKey::UpdatedAt => "d.updated_at",
            SortKey::IssueDate => "COALESCE(d.issue_date, '')",
            SortKey::DueDate => "COALESCE(d.due_date, '')",
            SortKey::Number => "COALESCE(d.number, '')",
            SortKey::TotalAmount => "d.total_amount",
            SortKey::Contact => CONTACT_KEY,
        }
    }

    /// Whether the column holds whole numbers, else text.
    pub fn is_whole(self) -> bool {
        matches!(
            self,
            SortKey::CreatedAt | SortKey::UpdatedAt | SortKey::TotalAmount
        )
    }

    /// This row's value of the key, for the cursor of the page after it.
    pub fn value(self, row: &ListRow) -> KeyValue {
        let text = |t: &Option<String>| KeyValue::Text(t.clone().unwrap_or_default());
        match self {
            SortKey::CreatedAt => KeyValue::Whole(row.created_at),
            SortKey::UpdatedAt => KeyValue::Whole(row.updated_at),
            SortKey::IssueDate => text(&row.issue_date),
            SortKey::DueDate => text(&row.due_date),
            SortKey::Number => text(&row.number),
            SortKey::TotalAmount => KeyValue::Whole(row.total_amount),
            SortKey::Contact => KeyValue::Text(row.contact_key.clone()),
        }
    }
}

/// A value of a sort key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyValue {
    /// Of a column of whole numbers.
    Whole(i64),
    /// Of a column of text.
    Text(String),
}

/// Which documents, in which order. Empty text means any.
#[derive(Debug, Clone)]
pub struct Filter {
    /// The account.
    pub user_id: String,
    /// Quotes or invoices.
    pub kind: Kind,
    /// The word shown: a stored status, or `expired`, `overdue`, `outstanding`.
    pub status: String,
    /// The contact's id.
    pub contact_id: String,
    /// First issue date, YYYY-MM-DD.
    pub from: String,
    /// Last issue date, YYYY-MM-DD.
    pub to: String,
    /// What to find in number, customer and job, as typed.
    pub q: String,
    /// None: archived or not.
    pub archived: Option<bool>,
    /// Today in London, YYYY-MM-DD, for what has expired or is overdue.
    pub today: String,
    /// The order.
    pub sort: SortKey,
    /// Highest first.
    pub descending: bool,
    /// The row to go on after.
    pub after: Option<(KeyValue, String)>,
}

/// The customer's name as issued; of a draft the contact's as it is, else its company. In lower
/// case, to order by.
const CONTACT_KEY: &str = "LOWER(COALESCE(d.customer_name, NULLIF(c.name, ''), c.company, ''))";

const COLUMNS: &str = "d.id, d.kind, d.status, d.number, \
    COALESCE(d.customer_name, NULLIF(c.name, ''), c.company, '') AS contact_name, \
    LOWER(COALESCE(d.customer_name, NULLIF(c.name, ''), c.company, '')) AS contact_key, \
    d.job_description, d.issue_date, d.due_date, d.total_amount, d.amount_payable, \
    d.paid_amount, d.balance_due, d.archived, d.created_at, d.updated_at";

const TABLES: &str = "FROM documents d LEFT JOIN contacts c ON c.id = d.contact_id ";

/// The filters, `$1` to `$9`. The status is the one shown: what `core` shows of a sent document
/// depends on today.
const WHERE: &str = "WHERE d.user_id = $1 AND d.kind = $2 \
    AND ($3 = '' OR $3 = CASE \
        WHEN d.status = 'sent' AND d.kind = 'quote' AND d.due_date < $4 THEN 'expired' \
        WHEN d.status = 'sent' AND d.kind = 'invoice' AND d.due_date < $4 THEN 'overdue' \
        WHEN d.status = 'sent' AND d.kind = 'invoice' THEN 'outstanding' \
        ELSE d.status END) \
    AND ($5 = '' OR d.contact_id = $5) \
    AND ($6 = '' OR d.issue_date >= $6) \
    AND ($7 = '' OR d.issue_date <= $7) \
    AND ($8 < 0 OR d.archived = $8) \
    AND ($9 = '' OR LOWER(COALESCE(d.number, '')) LIKE $9 ESCAPE '\\' \
        OR LOWER(COALESCE(d.customer_name, c.name, '')) LIKE $9 ESCAPE '\\' \
        OR LOWER(COALESCE(c.company, '')) LIKE $9 ESCAPE '\\' \
        OR LOWER(d.job_description) LIKE $9 ESCAPE '\\') ";

/// What `LIKE` looks for; empty for anything.
fn pattern(q: &str) -> String {
    if q.is_empty() {
        String::new()
    } else {
        like_anywhere(&q.to_lowercase())
    }
}

fn archived(filter: &Filter) -> i64 {
    filter.archived.map_or(-1, i64::from)
}

/// One page, at most `limit` rows.
pub async fn page(conn: &mut Conn, filter: &Filter, limit: i64) -> DbResult<Vec<ListRow>> {
    let (column, order, beyond) = if filter.descending {
        (filter.sort.column(), "DESC", "<")
    } else {
        (filter.sort.column(), "ASC", ">")
    };
    let after = match filter.after {
        Some(_) => format!("AND ({column}, d.id) {beyond} ($11, $12) "),
        None => String::new(),
    };
    // Only fixed fragments are joined; every value is bound.
    let sql = AssertSqlSafe(format!(
        "SELECT {COLUMNS} {TABLES} {WHERE} {after} ORDER BY {column} {order}, d.id {order} LIMIT $10"
    ));
    let mut query = sqlx::query_as(sql)
        .bind(&filter.user_id)
        .bind(filter.kind.word())
        .bind(&filter.status)
        .bind(&filter.today)
        .bind(&filter.contact_id)
        .bind(&filter.from)
        .bind(&filter.to)
        .bind(archived(filter))
        .bind(pattern(&filter.q))
        .bind(limit);
    if let Some((value, id)) = &filter.after {
        query = match value {
            KeyValue::Whole(n) => query.bind(*n),
            KeyValue::Text(t) => query.bind(t),
        };
        query = query.bind(id);
    }
    query.fetch_all(conn).await
}

/// How many documents the filter lets through, on all pages.
pub async fn count(conn: &mut Conn, filter: &Filter) -> DbResult<i64> {
    sqlx::query_scalar(AssertSqlSafe(format!("SELECT COUNT(*) {TABLES} {WHERE}")))
        .bind(&filter.user_id)
        .bind(filter.kind.word())
        .bind(&filter.status)
        .bind(&filter.today)
        .bind(&filter.contact_id)
        .bind(&filter.from)
        .bind(&filter.to)
        .bind(archived(filter))
        .bind(pattern(&filter.q))
        .fetch_one(conn)
        .await
}

/// The account's documents that changed last, of either kind, not archived.
pub async fn latest(conn: &mut Conn, user_id: &str, limit: i64) -> DbResult<Vec<ListRow>> {
    sqlx::query_as(AssertSqlSafe(format!(
        "SELECT {COLUMNS} {TABLES} WHERE d.user_id = $1 AND d.archived = 0 \
         ORDER BY d.updated_at DESC, d.id DESC LIMIT $2"
    )))
    .bind(user_id)
    .bind(limit)
    .fetch_all(conn)
    .await
}
