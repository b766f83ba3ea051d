//! Invoices that are paid in instalments, part by part: such an invoice is late if its earliest unpaid instalment
//! is, but only the late parts count as late.

use std::collections::BTreeMap;

use plumbline_core::kind::Kind;
use plumbline_core::time::Date;

use super::find::Filter;
use super::order::Value;
use super::statement::Statement;
use plumbline_platform::db::row::row;
use plumbline_platform::db::{Conn, DbResult};

row! {
    /// An outstanding instalment of an invoice that matches a filter.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct OpenPart {
        /// The contact's id; empty if it was deleted.
        pub contact_id: String,
        /// The customer's name as displayed in lists.
        pub contact_name: String,
        /// The date of the invoice's earliest outstanding instalment, with which lists count the whole invoice.
        pub lapses_on: String,
        /// The date of this instalment, YYYY-MM-DD.
        pub due_on: String,
        /// Pence that are outstanding.
        pub outstanding: i64,
    }
}

/// Replaces the stored outstanding instalments of an invoice.
pub async fn put(
    conn: &mut Conn,
    (user_id, document_id): (&str, &str),
    open: &[(Date, i64)],
) -> DbResult<()> {
    sqlx::query("DELETE FROM summary_parts WHERE document_id = $1")
        .bind(document_id)
        .execute(&mut *conn)
        .await?;
    for (due_on, outstanding) in open {
        sqlx::query(
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
pub async fn open(conn: &mut Conn, filter: &Filter) -> DbResult<Vec<OpenPart>> {
    let columns = "s.contact_id, s.contact_name, s.lapses_on, p.due_on, p.outstanding";
    let Some(statement) = of(conn, filter, columns).await? else {
        return Ok(Vec::new());
    };
    statement.all(conn).await
}

/// Pence in instalments that aren't overdue today although their document is, among the documents that match a filter.
pub async fn in_time(conn: &mut Conn, filter: &Filter) -> DbResult<i64> {
    let by_contact = in_time_by_contact(conn, filter).await?;
    Ok(by_contact.values().sum())
}

/// [`in_time`] by contact; documents whose contact was deleted are under the empty id.
pub async fn in_time_by_contact(
    conn: &mut Conn,
    filter: &Filter,
) -> DbResult<BTreeMap<String, i64>> {
    let columns = "s.contact_id, CAST(COALESCE(SUM(p.outstanding), 0) AS BIGINT)";
    let Some(mut statement) = of(conn, filter, columns).await? else {
        return Ok(BTreeMap::new());
    };
    let today = || [Value::Text(filter.today.to_string())];
    statement.and("s.lapses_on < ?", today());
    statement.and("p.due_on >= ?", today());
    statement.end("GROUP BY s.contact_id", []);
    let rows: Vec<(String, i64)> = statement.all(conn).await?;
    Ok(rows.into_iter().collect())
}

/// The query for outstanding instalments; `None` for a kind that has no instalments.
async fn of(conn: &mut Conn, filter: &Filter, columns: &str) -> DbResult<Option<Statement>> {
    if filter.kind != Kind::Invoice {
        return Ok(None);
    }
    let mut statement = Statement::of_parts(columns, filter);
    statement.filter(conn, filter, "").await?;
    Ok(Some(statement))
}
