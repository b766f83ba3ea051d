//! The names of an account's customers.

use plumbline_platform::db::{Conn, DbResult};

/// The most customers whose names are looked for in notes.
const MOST: i64 = 20_000;

/// A customer's names.
pub(super) struct Named {
    pub name: String,
    pub company: String,
}

/// Every customer of the account, latest change first.
pub(super) async fn customers(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Named>> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "SELECT name, company FROM contacts WHERE user_id = $1 \
         ORDER BY updated_at DESC, id LIMIT $2",
    )
    .bind(user_id)
    .bind(MOST)
    .fetch_all(conn)
    .await?;
    let named = |(name, company)| Named { name, company };
    Ok(rows.into_iter().map(named).collect())
}
