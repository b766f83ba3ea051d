//! The statements that contractors gave, and how much of a document is labour.

use plumbline_core::money::Pence;
use plumbline_core::report::cis::LedgerStatement;
use plumbline_core::tax::TaxMonth;
use plumbline_core::time::Date;

use crate::reports::records::name_from_key;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{CisStatementId, ContactId, UserId};

table! {
    /// A statement as stored.
    pub(super) struct CisStatementRow: "cis_statements", by id, immutable [user_id, created_at] {
        /// UUIDv7.
        pub id: CisStatementId,
        /// The account.
        pub user_id: UserId,
        /// The contact's id, or `name:` and the name of a customer whose contact was deleted.
        pub contractor: String,
        /// The last day of its tax month.
        pub month: Date,
        /// The gross amount on it.
        pub gross: Pence,
        /// The materials on it.
        pub materials: Pence,
        /// The deduction on it.
        pub deducted: Pence,
        /// Milliseconds since the epoch.
        pub created_at: i64,
    }
}

impl CisStatementRow {
    /// Converts the row to core's type.
    pub(super) fn to_core(&self) -> LedgerStatement {
        LedgerStatement {
            id: self.id.to_string(),
            contractor: self.contractor.clone(),
            month: TaxMonth::containing(self.month),
            gross: self.gross,
            materials: self.materials,
            deducted: self.deducted,
        }
    }
}

/// Every statement of an account, by month.
pub(super) async fn list_statements(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<CisStatementRow>> {
    CisStatementRow::select("WHERE user_id = $1 ORDER BY month, id").bind(user_id).fetch_all(conn).await
}

/// A statement of an account.
pub(super) async fn find_statement(
    conn: &mut Conn,
    user_id: &UserId,
    id: &CisStatementId,
) -> DbResult<Option<CisStatementRow>> {
    CisStatementRow::select("WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Whether a contractor is known to the account: a contact, a customer whose contact was deleted, or one with a
/// statement already.
pub(super) async fn is_known_contractor(
    conn: &mut Conn,
    user_id: &UserId,
    contractor: &str,
) -> DbResult<bool> {
    let named = name_from_key(contractor).unwrap_or_default();
    let found: Option<i64> = sql::query_scalar(
        "SELECT CAST(1 AS BIGINT) FROM contacts WHERE user_id = $1 AND id = $2 \
         UNION ALL SELECT CAST(1 AS BIGINT) FROM cis_statements WHERE user_id = $1 AND contractor = $2 \
         UNION ALL SELECT CAST(1 AS BIGINT) FROM document_summaries \
         WHERE user_id = $1 AND contact_name = $3 AND contact_name > '' LIMIT 1",
    )
    .bind(user_id)
    .bind(contractor)
    .bind(named)
    .fetch_optional(conn)
    .await?;
    Ok(found.is_some())
}

/// Stores a statement unless its id exists; returns whether it was stored.
pub(super) async fn insert(conn: &mut Conn, row: &CisStatementRow) -> DbResult<bool> {
    let done = row.insert_if_absent().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Removes a statement; returns whether it existed.
pub(super) async fn delete(conn: &mut Conn, user_id: &UserId, id: &CisStatementId) -> DbResult<bool> {
    let done = sql::query("DELETE FROM cis_statements WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Moves one contact's statements to another contact.
pub async fn reassign_contact(
    conn: &mut Conn,
    user_id: &UserId,
    [from, to]: [&ContactId; 2],
) -> DbResult<()> {
    sql::query("UPDATE cis_statements SET contractor = $1 WHERE user_id = $2 AND contractor = $3")
        .bind(to)
        .bind(user_id)
        .bind(from)
        .execute(conn)
        .await?;
    Ok(())
}
