//! What an account's customers are called.

use crate::db::{Conn, DbResult};

/// More names than this are not looked for in one person's notes.
const MOST: i64 = 20_000;

/// A customer, as notes may name them.
pub(super) struct Named {
    pub id: String,
    pub name: String,
    pub company: String,
    pub address: String,
}

/// Every customer of the account.
pub(super) async fn customers(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Named>> {
    let rows: Vec<(String, String, String, String)> = sqlx::query_as(
        "SELECT id, name, company, address_line1 FROM contacts WHERE user_id = $1 \
         ORDER BY updated_at DESC, id LIMIT $2",
    )
    .bind(user_id)
    .bind(MOST)
    .fetch_all(conn)
    .await?;
    let named = |(id, name, company, address)| Named {
        id,
        name,
        company,
        address,
    };
    Ok(rows.into_iter().map(named).collect())
}
