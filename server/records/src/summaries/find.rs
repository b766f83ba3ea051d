//! Finding rows, page by page, and sums over all pages.

use plumbline_core::kind::Kind;
use plumbline_core::list::Sorting;
use plumbline_core::status::shown;
use plumbline_core::time::Date;

use super::number;
use super::order::{self, Order, Value};
use super::parts;
use super::statement::Statement;
use super::status::Status;
use plumbline_platform::db::column::NoSuchWord;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::DocumentId;

table! {
    /// A row of a list, with what its badge depends on.
    pub struct Listed: "document_summaries", by document_id, checked status by suits_its_kind {
        /// The document.
        pub document_id: DocumentId,
        /// A quote, an invoice, …
        pub kind: Kind,
        /// How far it is.
        pub status: Status,
        /// Core's word on what is shown until its last day.
        pub shown: String,
        /// Empty of drafts.
        pub number: String,
        /// The customer as issued, of drafts the contact as it is now.
        pub contact_name: String,
        /// What it is ordered by.
        pub contact_key: String,
        /// The beginning of what the job is.
        pub job_description: String,
        /// YYYY-MM-DD, or empty.
        pub issue_date: String,
        /// Expiry or due date, or empty.
        pub due_date: String,
        /// Pence.
        pub total_amount: i64,
        /// Pence of it that are VAT.
        pub vat_amount: i64,
        /// Pence, the total less the CIS deduction.
        pub amount_payable: i64,
        /// Pence that credit notes take off an invoice.
        pub credited_amount: i64,
        /// Pence, confirmed payments; of a credit note what was given back.
        pub paid_amount: i64,
        /// Pence.
        pub balance_due: i64,
        /// Pence that it still brings in.
        pub outstanding: i64,
        /// Pence that wait to be confirmed.
        pub to_confirm: i64,
        /// Out of sight.
        pub archived: bool,
        /// Unix milliseconds.
        pub created_at: i64,
        /// Unix milliseconds.
        pub updated_at: i64,
    }
}

fn suits_its_kind(row: &Listed) -> Result<(), NoSuchWord> {
    row.status.suits(row.kind)
}

/// Which documents. None means any.
#[derive(Debug, Clone)]
pub struct Filter {
    /// The account.
    pub user_id: String,
    /// The kind.
    pub kind: Kind,
    /// Core's filter over what is shown today.
    pub shown: Option<shown::Filter>,
    /// The contact's id.
    pub contact_id: Option<String>,
    /// First issue date.
    pub from: Option<Date>,
    /// Last issue date.
    pub to: Option<Date>,
    /// What to find, as typed.
    pub typed: Option<String>,
    /// Out of sight or not.
    pub archived: Option<bool>,
    /// Whether the variations of jobs are among the quotes.
    pub variations: bool,
    /// Today in London, for what has expired or is overdue.
    pub today: Date,
}

impl Filter {
    /// Every document of a kind that is in sight.
    #[must_use]
    pub fn of(user_id: &str, kind: Kind, today: Date) -> Self {
        Self {
            user_id: user_id.to_owned(),
            kind,
            shown: None,
            contact_id: None,
            from: None,
            to: None,
            typed: None,
            archived: Some(false),
            variations: true,
            today,
        }
    }
}

/// One page, at most `limit` rows.
///
/// # Errors
/// When the database fails.
pub async fn page(
    conn: &mut Conn,
    filter: &Filter,
    order: &Order,
    limit: i64,
) -> DbResult<Vec<Listed>> {
    let mut statement = Statement::of_columns(Listed::COLUMNS);
    let Sorting { key, descending } = order.sorting;
    let by_order = order::index(key);
    statement.filter(conn, filter, by_order).await?;
    let column = order::column(key);
    let (way, beyond) = if descending {
        ("DESC", "<")
    } else {
        ("ASC", ">")
    };
    if let Some((value, id)) = &order.after {
        let (value, id) = (value.clone(), Value::Text(id.clone()));
        statement.and(
            &format!("({column}, s.document_id) {beyond} (?, ?)"),
            [value, id],
        );
    }
    statement.end(
        &format!("ORDER BY {column} {way}, s.document_id {way} LIMIT ?"),
        [Value::Whole(limit)],
    );
    statement.all(conn).await
}

/// How many documents a filter lets through, and what they still bring in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sums {
    /// Documents on all pages.
    pub total: i64,
    /// Pence that issued invoices among them still bring in.
    pub outstanding: i64,
    /// Pence that they come to together.
    pub amount: i64,
}

/// The sums over all pages.
///
/// # Errors
/// When the database fails.
pub async fn sums(conn: &mut Conn, filter: &Filter) -> DbResult<Sums> {
    let columns = "COUNT(*) AS total, \
        CAST(COALESCE(SUM(s.outstanding), 0) AS BIGINT) AS outstanding, \
        CAST(COALESCE(SUM(s.total_amount), 0) AS BIGINT) AS amount";
    let mut statement = Statement::of_sums(conn, filter, columns);
    let by_sums = "document_summaries_sums";
    statement.filter(conn, filter, by_sums).await?;
    let sums: Vec<(i64, i64, i64)> = statement.all(conn).await?;
    let (total, mut outstanding, amount) = sums.first().copied().unwrap_or_default();
    if filter
        .shown
        .is_some_and(|shown| shown.when == shown::When::Late)
    {
        outstanding -= parts::in_time(conn, filter).await?;
    }
    Ok(Sums {
        total,
        outstanding,
        amount,
    })
}

/// What one customer's documents come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfCustomer {
    /// The contact; empty where it is gone or none was chosen.
    pub contact_id: String,
    /// How many they are.
    pub documents: i64,
    /// Pence that issued invoices among them still bring in.
    pub outstanding: i64,
    /// Pence of it whose last day has passed.
    pub late: i64,
}

/// [`sums`], customer by customer.
///
/// # Errors
/// When the database fails.
pub async fn by_customer(conn: &mut Conn, filter: &Filter) -> DbResult<Vec<OfCustomer>> {
    // The day is ours, ten signs of a date.
    let columns = format!(
        "s.contact_id, COUNT(*), CAST(COALESCE(SUM(s.outstanding), 0) AS BIGINT), \
         CAST(COALESCE(SUM(CASE WHEN s.lapses_on < '{}' THEN s.outstanding END), 0) AS BIGINT)",
        filter.today
    );
    let mut statement = Statement::of_sums(conn, filter, &columns);
    // Those that count are some of all: sorted by customer they are had sooner than all in that order.
    let by_sums = "document_summaries_sums";
    statement.filter(conn, filter, by_sums).await?;
    statement.end("GROUP BY s.contact_id", []);
    let rows: Vec<(String, i64, i64, i64)> = statement.all(conn).await?;
    let in_time = parts::in_time_by_contact(conn, filter).await?;
    let of = |(contact_id, documents, outstanding, late): (String, i64, i64, i64)| OfCustomer {
        late: late - in_time.get(&contact_id).copied().unwrap_or_default(),
        contact_id,
        documents,
        outstanding,
    };
    Ok(rows.into_iter().map(of).collect())
}

/// The documents of a kind with a payment to confirm, those that were put away too: how many, pence
/// in all, and the id of one of them.
///
/// # Errors
/// When the database fails.
pub async fn to_confirm(
    conn: &mut Conn,
    user_id: &str,
    kind: Kind,
) -> DbResult<(i64, i64, Option<String>)> {
    sqlx::query_as(
        "SELECT COUNT(*), CAST(COALESCE(SUM(to_confirm), 0) AS BIGINT), MIN(document_id) \
         FROM document_summaries \
         WHERE user_id = $1 AND kind = $2 AND archived IN (0, 1) AND to_confirm > 0",
    )
    .bind(user_id)
    .bind(kind.word())
    .fetch_one(conn)
    .await
}

/// The account's documents whose customers wait for an answer to a question or a request for changes, those that were put
/// away too: how many, and the first `most`, whose customers have waited longest.
///
/// # Errors
/// When the database fails.
pub async fn to_answer(conn: &mut Conn, user_id: &str, most: i64) -> DbResult<(i64, Vec<Listed>)> {
    let total: i64 = sqlx::query_scalar(
        "SELECT COUNT(DISTINCT document_id) FROM questions WHERE user_id = $1 AND answered_at IS NULL",
    )
    .bind(user_id)
    .fetch_one(&mut *conn)
    .await?;
    if total == 0 {
        return Ok((total, Vec::new()));
    }
    let first = Listed::select(
        "WHERE document_id IN \
             (SELECT document_id FROM questions WHERE user_id = $1 AND answered_at IS NULL) \
         ORDER BY (SELECT MIN(q.asked_at) FROM questions q \
             WHERE q.document_id = document_summaries.document_id AND q.answered_at IS NULL), \
         document_id LIMIT $2",
    )
    .bind(user_id)
    .bind(most)
    .fetch_all(conn)
    .await?;
    Ok((total, first))
}

/// The account's documents that have this very number, however it is typed: `Q-0011`, `q11`, `11`.
///
/// # Errors
/// When the database fails.
pub async fn by_number(conn: &mut Conn, user_id: &str, typed: &str) -> DbResult<Vec<Listed>> {
    let mut found = Vec::new();
    if typed.contains('\0') {
        return Ok(found);
    }
    for kind in Kind::ALL {
        let mut statement = Statement::of_columns(Listed::COLUMNS);
        statement.by_index(conn, "document_summaries_number");
        statement.and("s.user_id = ?", [Value::Text(user_id.to_owned())]);
        statement.and("s.kind = ?", [Value::Text(kind.word().to_owned())]);
        let meant = number::meant(kind, typed).unwrap_or_default();
        // A draft has no number, and nothing is looked for without one.
        let numbers = [typed.to_owned(), typed.to_uppercase(), meant];
        statement.and("s.number IN (?, ?, ?)", numbers.map(Value::Text));
        statement.and("s.number <> ?", [Value::Text(String::new())]);
        found.extend(statement.all(conn).await?);
    }
    Ok(found)
}

/// The account's documents that changed last, of either kind, in sight.
///
/// # Errors
/// When the database fails.
pub async fn latest(conn: &mut Conn, user_id: &str, limit: i64) -> DbResult<Vec<Listed>> {
    latest_of(conn, user_id, None, limit).await
}

/// As [`latest`], drafts alone.
///
/// # Errors
/// When the database fails.
pub async fn latest_drafts(conn: &mut Conn, user_id: &str, limit: i64) -> DbResult<Vec<Listed>> {
    latest_of(conn, user_id, Some(Status::Draft), limit).await
}

async fn latest_of(
    conn: &mut Conn,
    user_id: &str,
    status: Option<Status>,
    limit: i64,
) -> DbResult<Vec<Listed>> {
    let mut statement = Statement::of_columns(Listed::COLUMNS);
    statement.by_index(conn, "document_summaries_latest");
    statement.and("s.user_id = ?", [Value::Text(user_id.to_owned())]);
    statement.and("s.archived = ?", [Value::Whole(0)]);
    if let Some(status) = status {
        statement.and("s.status = ?", [Value::Text(status.word().to_owned())]);
    }
    statement.end(
        "ORDER BY s.updated_at DESC, s.document_id DESC LIMIT ?",
        [Value::Whole(limit)],
    );
    statement.all(conn).await
}
