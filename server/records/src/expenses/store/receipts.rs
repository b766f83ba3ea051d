//! The receipts of expenses, in their order.

use std::collections::HashMap;

use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::files::FileReferences;
use plumbline_platform::ids::{ExpenseId, FileId, UserId};

/// The table of expenses and their receipts.
const RECEIPT_FILES: FileReferences = FileReferences { table: "expense_receipts", by: "expense_id" };

/// The receipts of an expense.
pub async fn list_for_expense(conn: &mut Conn, id: &ExpenseId) -> DbResult<Vec<FileId>> {
    RECEIPT_FILES.list_files(conn, id).await
}

/// The receipts of every expense of an account.
pub async fn list_for_account(
    conn: &mut Conn,
    user_id: &UserId,
) -> DbResult<HashMap<ExpenseId, Vec<FileId>>> {
    let rows: Vec<(ExpenseId, FileId)> = sql::query_as(
        "SELECT r.expense_id, r.file_id FROM expense_receipts r \
         JOIN expenses e ON e.id = r.expense_id WHERE e.user_id = $1 ORDER BY r.expense_id, r.place",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await?;
    let mut all: HashMap<ExpenseId, Vec<FileId>> = HashMap::new();
    for (expense, file) in rows {
        all.entry(expense).or_default().push(file);
    }
    Ok(all)
}

/// Whether a receipt belongs to another expense.
pub async fn is_used_elsewhere(conn: &mut Conn, file: &FileId, id: &ExpenseId) -> DbResult<bool> {
    let found: Option<String> =
        sql::query_scalar("SELECT expense_id FROM expense_receipts WHERE file_id = $1 AND expense_id <> $2")
            .bind(file.as_str())
            .bind(id.as_str())
            .fetch_optional(conn)
            .await?;
    Ok(found.is_some())
}

/// Sets the receipts of an expense, replacing all others.
pub async fn replace(conn: &mut Conn, id: &ExpenseId, receipts: &[FileId]) -> DbResult<()> {
    sql::query("DELETE FROM expense_receipts WHERE expense_id = $1")
        .bind(id.as_str())
        .execute(&mut *conn)
        .await?;
    RECEIPT_FILES.insert(conn, id, receipts).await
}
