//! Finding rows, page by page, and sums over all pages.

use plumbline_core::kind::DocumentKind;
use plumbline_core::list::Sorting;
use plumbline_core::status::display_status;
use plumbline_core::time::Date;

use super::number;
use super::open_instalments;
use super::order::{self, ColumnValue, DocumentOrder};
use super::statement_builder::StatementBuilder;
use super::status::DocumentStatus;
use plumbline_platform::db::column::UnknownValue;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::DocumentId;

table! {
    /// A row of a list, with what its badge depends on.
    pub struct ListedDocument: "document_summaries", by document_id, checked status by check_status {
        /// The document.
        pub document_id: DocumentId,
        /// A quote, an invoice, …
        pub kind: DocumentKind,
        /// How far it is.
        pub status: DocumentStatus,
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

fn check_status(row: &ListedDocument) -> Result<(), UnknownValue> {
    row.status.check_kind(row.kind)
}

/// Which documents. None means any.
#[derive(Debug, Clone)]
pub struct DocumentFilter {
    /// The account.
    pub user_id: String,
    /// The kind.
    pub kind: DocumentKind,
    /// Core's filter over what is shown today.
    pub shown: Option<display_status::StatusFilter>,
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

impl DocumentFilter {
    /// Every document of a kind that is in sight.
    #[must_use]
    pub fn for_kind(user_id: &str, kind: DocumentKind, today: Date) -> Self {
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
pub async fn list_page(
    conn: &mut Conn,
    filter: &DocumentFilter,
    order: &DocumentOrder,
    limit: i64,
) -> DbResult<Vec<ListedDocument>> {
    let mut statement = StatementBuilder::for_columns(ListedDocument::COLUMNS);
    let Sorting { key, descending } = order.sorting;
    let by_order = order::index(key);
    statement.add_filter(conn, filter, by_order).await?;
    let column = order::column(key);
    let (method, beyond) = if descending {
        ("DESC", "<")
    } else {
        ("ASC", ">")
    };
    if let Some((value, id)) = &order.after {
        let (value, id) = (value.clone(), ColumnValue::Text(id.clone()));
        statement.add_condition(
            &format!("({column}, s.document_id) {beyond} (?, ?)"),
            [value, id],
        );
    }
    statement.add_clause(
        &format!("ORDER BY {column} {method}, s.document_id {method} LIMIT ?"),
        [ColumnValue::Integer(limit)],
    );
    statement.fetch_all(conn).await
}

/// How many documents a filter lets through, and what they still bring in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ListSums {
    /// Documents on all pages.
    pub total: i64,
    /// Pence that issued invoices among them still bring in.
    pub outstanding: i64,
    /// Pence that they come to together.
    pub amount: i64,
}

/// The sums over all pages.
pub async fn sum_documents(conn: &mut Conn, filter: &DocumentFilter) -> DbResult<ListSums> {
    let columns = "COUNT(*) AS total, \
        CAST(COALESCE(SUM(s.outstanding), 0) AS BIGINT) AS outstanding, \
        CAST(COALESCE(SUM(s.total_amount), 0) AS BIGINT) AS amount";
    let mut statement = StatementBuilder::for_sums(conn, filter, columns);
    let by_sums = "document_summaries_sums";
    statement.add_filter(conn, filter, by_sums).await?;
    let sums: Vec<(i64, i64, i64)> = statement.fetch_all(conn).await?;
    let (total, mut outstanding, amount) = sums.first().copied().unwrap_or_default();
    if filter
        .shown
        .is_some_and(|status_filter| status_filter.when == display_status::FilterTiming::Late)
    {
        outstanding -= open_instalments::sum_in_time(conn, filter).await?;
    }
    Ok(ListSums {
        total,
        outstanding,
        amount,
    })
}

/// What one customer's documents come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerSums {
    /// The contact; empty where it is gone or none was chosen.
    pub contact_id: String,
    /// How many they are.
    pub documents: i64,
    /// Pence that issued invoices among them still bring in.
    pub outstanding: i64,
    /// Pence of it whose last day has passed.
    pub late: i64,
}

/// [`sum_documents`], customer by customer.
pub async fn sum_by_customer(
    conn: &mut Conn,
    filter: &DocumentFilter,
) -> DbResult<Vec<CustomerSums>> {
    // The day is ours, ten signs of a date.
    let columns = format!(
        "s.contact_id, COUNT(*), CAST(COALESCE(SUM(s.outstanding), 0) AS BIGINT), \
         CAST(COALESCE(SUM(CASE WHEN s.lapses_on < '{}' THEN s.outstanding END), 0) AS BIGINT)",
        filter.today
    );
    let mut statement = StatementBuilder::for_sums(conn, filter, &columns);
    // Those that count are some of all: sorted by customer they are had sooner than all in that order.
    let by_sums = "document_summaries_sums";
    statement.add_filter(conn, filter, by_sums).await?;
    statement.add_clause("GROUP BY s.contact_id", []);
    let rows: Vec<(String, i64, i64, i64)> = statement.fetch_all(conn).await?;
    let in_time = open_instalments::sum_in_time_by_contact(conn, filter).await?;
    let of = |(contact_id, documents, outstanding, late): (String, i64, i64, i64)| CustomerSums {
        late: late - in_time.get(&contact_id).copied().unwrap_or_default(),
        contact_id,
        documents,
        outstanding,
    };
    Ok(rows.into_iter().map(of).collect())
}

/// The documents of a kind with a payment to confirm, those that were put away too: how many, pence
/// in all, and the id of one of them.
pub async fn find_to_confirm(
    conn: &mut Conn,
    user_id: &str,
    kind: DocumentKind,
) -> DbResult<(i64, i64, Option<String>)> {
    sqlx::query_as(
        "SELECT COUNT(*), CAST(COALESCE(SUM(to_confirm), 0) AS BIGINT), MIN(document_id) \
         FROM document_summaries \
         WHERE user_id = $1 AND kind = $2 AND archived IN (0, 1) AND to_confirm > 0",
    )
    .bind(user_id)
    .bind(kind.code())
    .fetch_one(conn)
    .await
}

/// The account's documents whose customers wait for an answer to a question or a request for changes, those that were put
/// away too: how many, and the first `most`, whose customers have waited longest.
pub async fn list_to_answer(
    conn: &mut Conn,
    user_id: &str,
    most: i64,
) -> DbResult<(i64, Vec<ListedDocument>)> {
    let total: i64 = sqlx::query_scalar(
        "SELECT COUNT(DISTINCT document_id) FROM questions WHERE user_id = $1 AND answered_at IS NULL",
    )
    .bind(user_id)
    .fetch_one(&mut *conn)
    .await?;
    if total == 0 {
        return Ok((total, Vec::new()));
    }
    let first = ListedDocument::select(
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
pub async fn list_by_number(
    conn: &mut Conn,
    user_id: &str,
    typed: &str,
) -> DbResult<Vec<ListedDocument>> {
    let mut found = Vec::new();
    if typed.contains('\0') {
        return Ok(found);
    }
    for kind in DocumentKind::ALL {
        let mut statement = StatementBuilder::for_columns(ListedDocument::COLUMNS);
        statement.use_index(conn, "document_summaries_number");
        statement.add_condition("s.user_id = ?", [ColumnValue::Text(user_id.to_owned())]);
        statement.add_condition("s.kind = ?", [ColumnValue::Text(kind.code().to_owned())]);
        let expected = number::parse_number(kind, typed).unwrap_or_default();
        // A draft has no number, and nothing is looked for without one.
        let numbers = [typed.to_owned(), typed.to_uppercase(), expected];
        statement.add_condition("s.number IN (?, ?, ?)", numbers.map(ColumnValue::Text));
        statement.add_condition("s.number <> ?", [ColumnValue::Text(String::new())]);
        found.extend(statement.fetch_all(conn).await?);
    }
    Ok(found)
}

/// The account's documents that changed last, of either kind, in sight.
pub async fn list_latest(
    conn: &mut Conn,
    user_id: &str,
    limit: i64,
) -> DbResult<Vec<ListedDocument>> {
    list_latest_with_status(conn, user_id, None, limit).await
}

/// As [`list_latest`], drafts alone.
pub async fn list_latest_drafts(
    conn: &mut Conn,
    user_id: &str,
    limit: i64,
) -> DbResult<Vec<ListedDocument>> {
    list_latest_with_status(conn, user_id, Some(DocumentStatus::Draft), limit).await
}

async fn list_latest_with_status(
    conn: &mut Conn,
    user_id: &str,
    status: Option<DocumentStatus>,
    limit: i64,
) -> DbResult<Vec<ListedDocument>> {
    let mut statement = StatementBuilder::for_columns(ListedDocument::COLUMNS);
    statement.use_index(conn, "document_summaries_latest");
    statement.add_condition("s.user_id = ?", [ColumnValue::Text(user_id.to_owned())]);
    statement.add_condition("s.archived = ?", [ColumnValue::Integer(0)]);
    if let Some(status) = status {
        statement.add_condition(
            "s.status = ?",
            [ColumnValue::Text(status.code().to_owned())],
        );
    }
    statement.add_clause(
        "ORDER BY s.updated_at DESC, s.document_id DESC LIMIT ?",
        [ColumnValue::Integer(limit)],
    );
    statement.fetch_all(conn).await
}
