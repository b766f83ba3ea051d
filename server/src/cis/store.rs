//! The statements that contractors gave, and what of a document is labour.

use std::collections::HashMap;

use plumbline_core::money::Pence;
use plumbline_core::report::cis::Stated;
use plumbline_core::tax::TaxMonth;
use plumbline_core::time::Date;
use serde::Deserialize;

use crate::db::table::{Table as _, table};
use crate::db::{Conn, DbResult};
use crate::ids::{CisStatementId, UserId};

table! {
    /// A statement as stored.
    pub(super) struct StatementRow: "cis_statements", by id, keeping [user_id, created_at] {
        /// UUIDv7.
        pub id: CisStatementId,
        /// The account.
        pub user_id: UserId,
        /// The contact, or `name:` and the name of a customer whose contact is gone.
        pub contractor: String,
        /// The last day of its tax month.
        pub month: Date,
        /// The gross that it says.
        pub gross: Pence,
        /// The materials that it says.
        pub materials: Pence,
        /// The deduction that it says.
        pub deducted: Pence,
        /// Milliseconds since the epoch.
        pub created_at: i64,
    }
}

impl StatementRow {
    /// As core's ledger takes it.
    pub(super) fn stated(&self) -> Stated {
        Stated {
            id: self.id.to_string(),
            contractor: self.contractor.clone(),
            month: TaxMonth::of(self.month),
            gross: self.gross,
            materials: self.materials,
            deducted: self.deducted,
        }
    }
}

/// Every statement of an account, by month.
pub(super) async fn statements(conn: &mut Conn, user_id: &str) -> DbResult<Vec<StatementRow>> {
    StatementRow::select("WHERE user_id = $1 ORDER BY month, id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// A statement of an account.
pub(super) async fn statement(
    conn: &mut Conn,
    user_id: &str,
    id: &str,
) -> DbResult<Option<StatementRow>> {
    StatementRow::select("WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Keeps a statement unless its id is there already; whether it was kept.
pub(super) async fn add(conn: &mut Conn, row: &StatementRow) -> DbResult<bool> {
    let done = row.insert_unless_there().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Removes a statement; whether there was one.
pub(super) async fn remove(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<bool> {
    let done = sqlx::query("DELETE FROM cis_statements WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Gives one contact's statements to another.
///
/// # Errors
/// When the database fails.
pub async fn hand_over(conn: &mut Conn, user_id: &str, [from, to]: [&str; 2]) -> DbResult<()> {
    sqlx::query("UPDATE cis_statements SET contractor = $1 WHERE user_id = $2 AND contractor = $3")
        .bind(to)
        .bind(user_id)
        .bind(from)
        .execute(conn)
        .await?;
    Ok(())
}

/// Of core's totals at rest what the deduction is worked out from.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfTotals {
    cis_base: Pence,
}

/// What the deduction is worked out from, of each invoice under which a contractor deducts, by its id.
pub(super) async fn bases(conn: &mut Conn, user_id: &str) -> DbResult<HashMap<String, Pence>> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "SELECT d.id, d.totals FROM documents d JOIN document_summaries s ON s.document_id = d.id \
         WHERE s.user_id = $1 AND s.amount_payable <> s.total_amount",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await?;
    let read = rows.into_iter().map(|(id, totals)| {
        let totals: OfTotals =
            serde_json::from_str(&totals).map_err(|error| sqlx::Error::Decode(error.into()))?;
        Ok((id, totals.cis_base))
    });
    read.collect()
}
