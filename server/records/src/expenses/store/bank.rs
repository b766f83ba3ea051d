//! The lines of bank statements that an account imported.

use std::collections::{HashMap, HashSet};

use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use sqlx::AssertSqlSafe;

use plumbline_platform::db::row::row;
use plumbline_platform::db::{Conn, DbResult, bulk_write, sql};
use plumbline_platform::ids::{ExpenseId, UserId};

/// What happened to a line in an earlier import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportedLineState {
    /// It became an expense.
    Present,
    /// Its expense was deleted since.
    Deleted,
    /// A person chose to leave it out: it is stored without an expense.
    LeftOut,
}

/// The lines that were imported before: their fingerprints, and what happened to them.
pub async fn list_imported(
    conn: &mut Conn,
    user_id: &UserId,
) -> DbResult<HashMap<String, ImportedLineState>> {
    let rows: Vec<(String, i64)> = sql::query_as(
        "SELECT b.fingerprint, CASE WHEN b.expense_id = '' THEN 2 WHEN e.id IS NULL THEN 0 ELSE 1 END \
         FROM expense_bank_lines b LEFT JOIN expenses e ON e.id = b.expense_id \
         WHERE b.user_id = $1",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await?;
    let known = rows.into_iter();
    let known = known.map(|(line, what)| {
        let noted = match what {
            1 => ImportedLineState::Present,
            2 => ImportedLineState::LeftOut,
            _ => ImportedLineState::Deleted,
        };
        (line, noted)
    });
    Ok(known.collect())
}

/// Stores lines with their expenses (an empty id for a line that is left out), and returns the fingerprints of those
/// that weren't stored already. A line whose expense was deleted, or that was left out, may be stored again.
pub async fn insert_lines(
    conn: &mut Conn,
    user_id: &UserId,
    lines: &[(&str, &str)],
) -> DbResult<HashSet<String>> {
    let mut noted = HashSet::new();
    for some in lines.chunks(bulk_write::rows_per_statement(3)) {
        let places = bulk_write::placeholders(some.len(), 3);
        let sql = format!(
            "INSERT INTO expense_bank_lines (user_id, fingerprint, expense_id) VALUES {places} \
             ON CONFLICT (user_id, fingerprint) DO UPDATE SET expense_id = excluded.expense_id \
             WHERE NOT EXISTS (SELECT 1 FROM expenses WHERE id = expense_bank_lines.expense_id) \
             RETURNING fingerprint"
        );
        let mut query = sql::query_scalar(AssertSqlSafe(sql));
        for (fingerprint, expense) in some {
            query = query.bind(user_id.as_str()).bind(*fingerprint);
            query = query.bind(*expense);
        }
        let new: Vec<String> = query.fetch_all(&mut *conn).await?;
        noted.extend(new);
    }
    Ok(noted)
}

/// Whether a bank line belongs to an expense with this id.
pub async fn is_imported(conn: &mut Conn, user_id: &UserId, id: &ExpenseId) -> DbResult<bool> {
    let noted: i64 =
        sql::query_scalar("SELECT COUNT(*) FROM expense_bank_lines WHERE user_id = $1 AND expense_id = $2")
            .bind(user_id.as_str())
            .bind(id.as_str())
            .fetch_one(conn)
            .await?;
    Ok(noted > 0)
}

row! {
    /// An expense that was entered by hand and has no bank line yet.
    #[derive(Debug, Clone)]
    pub struct ManualExpense {
        /// The expense.
        pub id: ExpenseId,
        /// The date of payment.
        pub date: Date,
        /// Including VAT.
        pub amount: Pence,
        /// Its supplier; may be empty.
        pub name: String,
        /// Its description; may be empty.
        pub description: String,
    }
}

/// The expenses between two days that a bank line may match.
pub async fn list_manual(
    conn: &mut Conn,
    user_id: &UserId,
    from: Date,
    to: Date,
) -> DbResult<Vec<ManualExpense>> {
    sql::query_as(
        "SELECT e.id, e.date, e.amount, e.supplier AS name, e.description FROM expenses e \
         WHERE e.user_id = $1 AND e.date >= $2 AND e.date <= $3 AND e.vehicle IS NULL \
         AND NOT EXISTS (SELECT 1 FROM expense_bank_lines b WHERE b.expense_id = e.id) \
         ORDER BY e.date, e.id",
    )
    .bind(user_id)
    .bind(from.to_string())
    .bind(to.to_string())
    .fetch_all(conn)
    .await
}
