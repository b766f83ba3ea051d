//! The outstanding instalments of invoices: such an invoice is late if its earliest unpaid instalment is, but only the
//! late instalments count as late.

use std::collections::BTreeMap;

use plumbline_core::kind::DocumentKind;
use plumbline_core::time::Date;

use super::find::{ColumnValue, DocumentFilter};
use super::statement_builder::StatementBuilder;
use plumbline_platform::db::row::row;
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{DocumentId, UserId};

row! {
    /// An outstanding instalment of an invoice that matches a filter.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct OpenInstalment {
        /// The contact's id; empty if it was deleted.
        pub contact_id: String,
        /// The customer's name as displayed in lists.
        pub contact_name: String,
        /// The date of the invoice's earliest outstanding instalment, with which lists count the whole invoice.
        pub lapses_on: Date,
        /// The date of this instalment, YYYY-MM-DD.
        pub due_on: Date,
        /// Pence that are outstanding.
        pub outstanding: i64,
    }
}

/// Replaces the stored outstanding instalments of an invoice.
pub async fn replace_open(
    conn: &mut Conn,
    (user_id, document_id): (&UserId, &DocumentId),
    open: &[(Date, i64)],
) -> DbResult<()> {
    sql::query("DELETE FROM summary_parts WHERE document_id = $1")
        .bind(document_id)
        .execute(&mut *conn)
        .await?;
    for (due_on, outstanding) in open {
        sql::query(
            "INSERT INTO summary_parts (document_id, due_on, user_id, outstanding) \
             VALUES ($1, $2, $3, $4)",
        )
        .bind(document_id)
        .bind(due_on.to_string())
        .bind(user_id)
        .bind(outstanding)
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// The outstanding instalments of the documents that match a filter.
pub async fn list_open(conn: &mut Conn, filter: &DocumentFilter) -> DbResult<Vec<OpenInstalment>> {
    let columns = "s.contact_id, s.contact_name, s.lapses_on, p.due_on, p.outstanding";
    let Some(statement) = open_parts_statement(conn, filter, columns).await? else {
        return Ok(Vec::new());
    };
    statement.fetch_all(conn).await
}

/// Pence in instalments that aren't overdue today although their document is, among the documents that match a filter.
pub async fn sum_in_time(conn: &mut Conn, filter: &DocumentFilter) -> DbResult<i64> {
    let by_contact = sum_in_time_by_contact(conn, filter).await?;
    Ok(by_contact.values().sum())
}

/// [`sum_in_time`] by contact; documents whose contact was deleted are under the empty id.
pub async fn sum_in_time_by_contact(
    conn: &mut Conn,
    filter: &DocumentFilter,
) -> DbResult<BTreeMap<String, i64>> {
    let columns = "s.contact_id, CAST(COALESCE(SUM(p.outstanding), 0) AS BIGINT)";
    let Some(mut statement) = open_parts_statement(conn, filter, columns).await? else {
        return Ok(BTreeMap::new());
    };
    let today = || [ColumnValue::Text(filter.today.to_string())];
    statement.add_condition("s.lapses_on < ?", today());
    statement.add_condition("p.due_on >= ?", today());
    statement.add_clause("GROUP BY s.contact_id", []);
    let rows: Vec<(String, i64)> = statement.fetch_all(conn).await?;
    Ok(rows.into_iter().collect())
}

/// The query for outstanding instalments; `None` for a kind that has no instalments.
async fn open_parts_statement(
    conn: &mut Conn,
    filter: &DocumentFilter,
    columns: &str,
) -> DbResult<Option<StatementBuilder>> {
    if filter.kind != DocumentKind::Invoice {
        return Ok(None);
    }
    let mut statement = StatementBuilder::for_open_instalments(columns, filter);
    statement.add_filter(conn, filter, "").await?;
    Ok(Some(statement))
}
