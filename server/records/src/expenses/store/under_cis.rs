//! Which expenses are payments to subcontractors.

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::ExpenseId;

/// Whether an expense is a payment to a subcontractor under CIS. The deduction is stored in another table.
pub async fn is_under_cis(conn: &mut Conn, id: &ExpenseId) -> DbResult<bool> {
    let found: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM cis_payments WHERE expense_id = $1")
        .bind(id.as_str())
        .fetch_one(conn)
        .await?;
    Ok(found > 0)
}
