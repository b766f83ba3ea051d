//! The suppliers of an account's earlier expenses.

use plumbline_core::expense::ExpenseCategory;
use sqlx::AssertSqlSafe;

use plumbline_platform::db::{Conn, DbResult, find_dialect, indexed_by};

/// A supplier whom the account has paid, with the last expense's category and rate.
#[derive(Debug, Clone)]
pub struct PaidSupplier {
    /// The supplier's name as last entered.
    pub supplier: String,
    /// The normalised name.
    pub key: String,
    /// The category of the last expense.
    pub category: ExpenseCategory,
    /// The VAT rate of the last expense.
    pub vat_rate: String,
}

/// The suppliers of an account, each as in its latest expense, latest first.
pub async fn list_suppliers(conn: &mut Conn, user_id: &str, limit: i64) -> DbResult<Vec<PaidSupplier>> {
    // A date always has ten characters, so the date and id joined into one text sort like the two separately.
    let index = indexed_by(find_dialect(conn), "expenses_supplier");
    let sql = format!(
        "SELECT e.supplier, e.supplier_key, e.category, e.vat_rate FROM (\
             SELECT MAX(date || id) AS day_and_id FROM expenses{index} \
             WHERE user_id = $1 AND supplier_key > '' AND vehicle IS NULL \
             GROUP BY supplier_key ORDER BY day_and_id DESC LIMIT $2) latest \
         CROSS JOIN expenses e WHERE e.id = SUBSTR(latest.day_and_id, 11) \
         ORDER BY latest.day_and_id DESC"
    );
    let rows: Vec<(String, String, String, String)> =
        sqlx::query_as(AssertSqlSafe(sql)).bind(user_id).bind(limit).fetch_all(conn).await?;
    let paid = rows.into_iter().filter_map(|(supplier, key, word, vat_rate)| {
        Some(PaidSupplier { supplier, key, category: ExpenseCategory::parse(&word)?, vat_rate })
    });
    Ok(paid.collect())
}
