//! What a customer's page reads itself.

use plumbline_platform::db::{Conn, DbResult, sql};

/// Whether a session is a checkout of the document behind this link.
pub(super) async fn is_checkout_of(conn: &mut Conn, session: &str, token: &str) -> DbResult<bool> {
    let found: Option<i64> = sql::query_scalar(
        "SELECT c.created_at FROM card_checkouts c JOIN documents d ON d.id = c.document_id \
         WHERE c.session_id = $1 AND d.public_token = $2",
    )
    .bind(session)
    .bind(token)
    .fetch_optional(conn)
    .await?;
    Ok(found.is_some())
}
