//! The names of an account's customers.

use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::UserId;

/// The most customers whose names are looked for in notes.
const CUSTOMERS_MAX: i64 = 20_000;

/// A customer's names.
pub(super) struct CustomerName {
    pub name: String,
    pub company: String,
}

/// Every customer of the account, latest change first.
pub(super) async fn list_customers(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<CustomerName>> {
    let rows: Vec<(String, String)> = sql::query_as(
        "SELECT name, company FROM contacts WHERE user_id = $1 \
         ORDER BY updated_at DESC, id LIMIT $2",
    )
    .bind(user_id)
    .bind(CUSTOMERS_MAX)
    .fetch_all(conn)
    .await?;
    let named = |(name, company)| CustomerName { name, company };
    Ok(rows.into_iter().map(named).collect())
}
