//! Finding rows, page by page, and sums over all pages.

use plumbline_core::kind::DocumentKind;
use plumbline_core::list::Sorting;
use plumbline_core::status::display_status;
use plumbline_core::time::Date;

use super::statement_builder::StatementBuilder;
use super::status::DocumentStatus;
use super::{open_instalments, write};
use plumbline_platform::db::column::{DateOrEmpty, UnknownValue};
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{DocumentId, UserId};

pub use plumbline_core::list::documents::DocumentSortKey;
pub use plumbline_platform::db::ColumnValue;

table! {
    /// A row of a list, with what its badge depends on.
    pub struct ListedDocument: "document_summaries", by document_id, checked status by check_status {
        /// The document's id.
        pub document_id: DocumentId,
        /// The kind of document.
        pub kind: DocumentKind,
        /// The stored status.
        pub status: DocumentStatus,
        /// Core's code for the displayed status until its last day.
        pub shown: String,
        /// The number; empty for a draft.
        pub number: String,
        /// The customer's name at issue; for a draft, the contact's present name.
        pub contact_name: String,
        /// The sort key of the customer's name.
        pub contact_key: String,
        /// The beginning of the job's description.
        pub job_description: String,
        /// The issue date.
        pub issue_date: DateOrEmpty,
        /// The expiry or due date.
        pub due_date: DateOrEmpty,
        /// The total in pence.
        pub total_amount: i64,
        /// The VAT in it, in pence.
        pub vat_amount: i64,
        /// The total less the CIS deduction, in pence.
        pub amount_payable: i64,
        /// What credit notes take off an invoice, in pence.
        pub credited_amount: i64,
        /// The confirmed payments in pence; for a credit note, what was refunded.
        pub paid_amount: i64,
        /// What is left to pay, in pence.
        pub balance_due: i64,
        /// What is outstanding, in pence.
        pub outstanding: i64,
        /// The payments that wait for confirmation, in pence.
        pub to_confirm: i64,
        /// Whether it is archived.
        pub archived: bool,
        /// When it was created, milliseconds since the epoch.
        pub created_at: i64,
        /// When it was last changed, milliseconds since the epoch.
        pub updated_at: i64,
    }
}

fn check_status(row: &ListedDocument) -> Result<(), UnknownValue> {
    row.status.check_kind(row.kind)
}

/// Which documents to find. `None` in a field means any.
#[derive(Debug, Clone)]
pub struct DocumentFilter {
    /// The account.
    pub user_id: UserId,
    /// The kind.
    pub kind: DocumentKind,
    /// Core's filter for the status displayed today.
    pub shown: Option<display_status::StatusFilter>,
    /// The contact's id.
    pub contact_id: Option<String>,
    /// The first issue date.
    pub from: Option<Date>,
    /// The last issue date.
    pub to: Option<Date>,
    /// The text to search for, as typed.
    pub typed: Option<String>,
    /// Whether it is archived.
    pub archived: Option<bool>,
    /// Whether variations of jobs are included among the quotes.
    pub variations: bool,
    /// Today in London, which decides what is expired or overdue.
    pub today: Date,
}

impl DocumentFilter {
    /// Every document of a kind that isn't archived.
    #[must_use]
    pub fn for_kind(user_id: &UserId, kind: DocumentKind, today: Date) -> Self {
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
    let by_order = index(key);
    statement.add_filter(conn, filter, by_order).await?;
    let column = self::column(key);
    let (method, beyond) = if descending { ("DESC", "<") } else { ("ASC", ">") };
    if let Some((value, id)) = &order.after {
        let (value, id) = (value.clone(), ColumnValue::Text(id.clone()));
        statement.add_condition(&format!("({column}, s.document_id) {beyond} (?, ?)"), [value, id]);
    }
    statement.add_clause(
        &format!("ORDER BY {column} {method}, s.document_id {method} LIMIT ?"),
        [ColumnValue::Integer(limit)],
    );
    statement.fetch_all(conn).await
}

/// The number of documents that match a filter, and their sums.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ListSums {
    /// The number of documents on all pages.
    pub total: i64,
    /// What is outstanding on issued invoices among them, in pence.
    pub outstanding: i64,
    /// The sum of their totals, in pence.
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
    if filter.shown.is_some_and(|status_filter| status_filter.when == display_status::FilterTiming::Late) {
        outstanding -= open_instalments::sum_in_time(conn, filter).await?;
    }
    Ok(ListSums { total, outstanding, amount })
}

/// The sums of one customer's documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerSums {
    /// The contact's id; empty if it was deleted or none was chosen.
    pub contact_id: String,
    /// The number of documents.
    pub documents: i64,
    /// What is outstanding on issued invoices among them, in pence.
    pub outstanding: i64,
    /// The part of it that is overdue, in pence.
    pub late: i64,
}

/// [`sum_documents`] by customer.
pub async fn sum_by_customer(conn: &mut Conn, filter: &DocumentFilter) -> DbResult<Vec<CustomerSums>> {
    // The date comes from the server and has ten characters, so it is safe in the query.
    let columns = format!(
        "s.contact_id, COUNT(*), CAST(COALESCE(SUM(s.outstanding), 0) AS BIGINT), \
         CAST(COALESCE(SUM(CASE WHEN s.lapses_on < '{}' THEN s.outstanding END), 0) AS BIGINT)",
        filter.today
    );
    let mut statement = StatementBuilder::for_sums(conn, filter, &columns);
    // Only some of the documents count: finding those and sorting them by customer is faster than reading all in that
    // order.
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

/// The documents of a kind with a payment to confirm, including archived ones: their number, the sum in pence, and the
/// id of one of them.
pub async fn find_to_confirm(
    conn: &mut Conn,
    user_id: &UserId,
    kind: DocumentKind,
) -> DbResult<(i64, i64, Option<String>)> {
    sql::query_as(
        "SELECT COUNT(*), CAST(COALESCE(SUM(to_confirm), 0) AS BIGINT), MIN(document_id) \
         FROM document_summaries \
         WHERE user_id = $1 AND kind = $2 AND archived IN (0, 1) AND to_confirm > 0",
    )
    .bind(user_id)
    .bind(kind.code())
    .fetch_one(conn)
    .await
}

/// The account's documents whose customers wait for a reply to a question or to a request for changes, including
/// archived ones: their number, and the first `most`, whose customers have waited longest.
pub async fn list_to_answer(
    conn: &mut Conn,
    user_id: &UserId,
    most: i64,
) -> DbResult<(i64, Vec<ListedDocument>)> {
    let total: i64 = sql::query_scalar(
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

/// The account's documents with exactly this number, however it is typed: `Q-0011`, `q11`, `11`.
pub async fn list_by_number(conn: &mut Conn, user_id: &UserId, typed: &str) -> DbResult<Vec<ListedDocument>> {
    let mut found = Vec::new();
    if typed.contains('\0') {
        return Ok(found);
    }
    for kind in DocumentKind::ALL {
        let mut statement = StatementBuilder::for_columns(ListedDocument::COLUMNS);
        statement.use_index(conn, "document_summaries_number");
        statement.add_condition("s.user_id = ?", [ColumnValue::Text(user_id.to_string())]);
        statement.add_condition("s.kind = ?", [ColumnValue::Text(kind.code().to_owned())]);
        let expected = write::parse_number(kind, typed).unwrap_or_default();
        // A draft has no number, so without one nothing is searched for.
        let numbers = [typed.to_owned(), typed.to_uppercase(), expected];
        statement.add_condition("s.number IN (?, ?, ?)", numbers.map(ColumnValue::Text));
        statement.add_condition("s.number <> ?", [ColumnValue::Text(String::new())]);
        found.extend(statement.fetch_all(conn).await?);
    }
    Ok(found)
}

/// The account's documents with the latest changes, of any kind, without archived ones.
pub async fn list_latest(conn: &mut Conn, user_id: &UserId, limit: i64) -> DbResult<Vec<ListedDocument>> {
    list_latest_with_status(conn, user_id, None, limit).await
}

/// Like [`list_latest`], but only drafts.
pub async fn list_latest_drafts(
    conn: &mut Conn,
    user_id: &UserId,
    limit: i64,
) -> DbResult<Vec<ListedDocument>> {
    list_latest_with_status(conn, user_id, Some(DocumentStatus::Draft), limit).await
}

async fn list_latest_with_status(
    conn: &mut Conn,
    user_id: &UserId,
    status: Option<DocumentStatus>,
    limit: i64,
) -> DbResult<Vec<ListedDocument>> {
    let mut statement = StatementBuilder::for_columns(ListedDocument::COLUMNS);
    statement.use_index(conn, "document_summaries_latest");
    statement.add_condition("s.user_id = ?", [ColumnValue::Text(user_id.to_string())]);
    statement.add_condition("s.archived = ?", [ColumnValue::Integer(0)]);
    if let Some(status) = status {
        statement.add_condition("s.status = ?", [ColumnValue::Text(status.code().to_owned())]);
    }
    statement
        .add_clause("ORDER BY s.updated_at DESC, s.document_id DESC LIMIT ?", [ColumnValue::Integer(limit)]);
    statement.fetch_all(conn).await
}

// The order of a list in the database, and where the next page begins. Core defines the orders and their names.

/// The column for a sort key. The texts are fixed here.
pub(super) fn column(key: DocumentSortKey) -> &'static str {
    match key {
        DocumentSortKey::CreatedAt => "s.created_at",
        DocumentSortKey::UpdatedAt => "s.updated_at",
        DocumentSortKey::IssueDate => "s.issue_date",
        DocumentSortKey::DueDate => "s.due_date",
        DocumentSortKey::Number => "s.number",
        DocumentSortKey::TotalAmount => "s.total_amount",
        DocumentSortKey::BalanceDue => "s.balance_due",
        DocumentSortKey::Contact => "s.contact_key",
    }
}

/// The index in the order of a sort key.
pub(super) fn index(key: DocumentSortKey) -> &'static str {
    match key {
        DocumentSortKey::CreatedAt => "document_summaries_created",
        DocumentSortKey::UpdatedAt => "document_summaries_updated",
        DocumentSortKey::IssueDate => "document_summaries_issued",
        DocumentSortKey::DueDate => "document_summaries_due",
        DocumentSortKey::Number => "document_summaries_number",
        DocumentSortKey::TotalAmount => "document_summaries_total",
        DocumentSortKey::BalanceDue => "document_summaries_balance",
        DocumentSortKey::Contact => "document_summaries_customer",
    }
}

/// Whether a sort key's column contains whole numbers; otherwise it contains text.
#[must_use]
pub fn is_integer(key: DocumentSortKey) -> bool {
    matches!(
        key,
        DocumentSortKey::CreatedAt
            | DocumentSortKey::UpdatedAt
            | DocumentSortKey::TotalAmount
            | DocumentSortKey::BalanceDue
    )
}

/// A row's value for a sort key, for the cursor of the next page.
#[must_use]
pub fn value_of(row: &ListedDocument, key: DocumentSortKey) -> ColumnValue {
    match key {
        DocumentSortKey::CreatedAt => ColumnValue::Integer(row.created_at),
        DocumentSortKey::UpdatedAt => ColumnValue::Integer(row.updated_at),
        DocumentSortKey::IssueDate => ColumnValue::Text(row.issue_date.to_string()),
        DocumentSortKey::DueDate => ColumnValue::Text(row.due_date.to_string()),
        DocumentSortKey::Number => ColumnValue::Text(row.number.clone()),
        DocumentSortKey::TotalAmount => ColumnValue::Integer(row.total_amount),
        DocumentSortKey::BalanceDue => ColumnValue::Integer(row.balance_due),
        DocumentSortKey::Contact => ColumnValue::Text(row.contact_key.clone()),
    }
}

/// The order of a list, and the row after which the page begins.
#[derive(Debug, Clone)]
pub struct DocumentOrder {
    /// The sort key and its direction.
    pub sorting: Sorting<DocumentSortKey>,
    /// The row after which to continue: its value and its id.
    pub after: Option<(ColumnValue, String)>,
}
