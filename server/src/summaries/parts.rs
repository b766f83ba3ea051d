//! What invoices bring in part by part: an invoice that is paid in instalments is late when the earliest
//! that is open is, but only what of it is late counts as that.

use std::collections::BTreeMap;

use plumbline_core::time::Date;
use sqlx::FromRow;

use super::find::Filter;
use super::order::Value;
use super::statement::Statement;
use crate::db::{Conn, DbResult};

/// A part of an invoice that a filter lets through, still open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenPart {
    /// The contact; empty where it is gone.
    pub contact_id: String,
    /// The customer's name as lists show it.
    pub contact_name: String,
    /// The day of the invoice's earliest open part, by which lists count all of it.
    pub lapses_on: String,
    /// The day of this one, YYYY-MM-DD.
    pub due_on: String,
    /// Pence.
    pub outstanding: i64,
}

/// Writes what of an invoice's instalments is open, in place of what was.
///
/// # Errors
/// When the database fails.
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

#[derive(FromRow)]
struct Found {
    document_id: String,
    contact_id: String,
    contact_name: String,
    lapses_on: String,
}

/// The open parts of the documents that a filter lets through. Most accounts have none: then it is one
/// look into an index.
///
/// # Errors
/// When the database fails.
pub async fn open(conn: &mut Conn, filter: &Filter) -> DbResult<Vec<OpenPart>> {
    let rows: Vec<(String, String, i64)> = sqlx::query_as(
        "SELECT document_id, due_on, outstanding FROM summary_parts WHERE user_id = $1",
    )
    .bind(&filter.user_id)
    .fetch_all(&mut *conn)
    .await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let columns = ["document_id", "contact_id", "contact_name", "lapses_on"];
    let mut statement = Statement::of_columns(&columns);
    let by_sums = "document_summaries_sums";
    statement.filter(conn, filter, by_sums).await?;
    statement.and(
        "s.document_id IN (SELECT p.document_id FROM summary_parts p WHERE p.user_id = ?)",
        [Value::Text(filter.user_id.clone())],
    );
    let found: Vec<Found> = statement.all(conn).await?;
    let found: BTreeMap<String, Found> = found
        .into_iter()
        .map(|row| (row.document_id.clone(), row))
        .collect();
    let parts = rows.into_iter();
    let part = |(document_id, due_on, outstanding): (String, String, i64)| {
        let of = found.get(&document_id)?;
        Some(OpenPart {
            contact_id: of.contact_id.clone(),
            contact_name: of.contact_name.clone(),
            lapses_on: of.lapses_on.clone(),
            due_on,
            outstanding,
        })
    };
    Ok(parts.filter_map(part).collect())
}

/// Pence of them that are not late on a day, though their invoice is.
#[must_use]
pub fn in_time<'a>(parts: impl IntoIterator<Item = &'a OpenPart>, today: Date) -> i64 {
    let today = today.to_string();
    let parts = parts.into_iter();
    let in_time = parts.filter(|part| part.lapses_on < today && part.due_on >= today);
    in_time.map(|part| part.outstanding).sum()
}
