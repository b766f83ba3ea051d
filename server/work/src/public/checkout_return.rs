//! The return from card checkout: whether the session that an address names belongs to its document. Anybody could
//! write such an address, so nothing else in it is believed.

use serde::Deserialize;

use plumbline_platform::db::{Conn, DbResult};

/// The longest session id that is looked up.
const SESSION_MAX: usize = 255;

/// What the card provider adds to a page's address when it sends the customer back.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct CheckoutReturn {
    payment: String,
    session_id: String,
}

impl CheckoutReturn {
    /// The session, if the address says that it was paid.
    pub(super) fn session(&self) -> Option<&str> {
        let is_one = self.payment == "success" && (1..=SESSION_MAX).contains(&self.session_id.len());
        is_one.then_some(self.session_id.as_str())
    }
}

/// Whether a session is a checkout of the document behind this link.
pub(super) async fn is_checkout_of(conn: &mut Conn, session: &str, token: &str) -> DbResult<bool> {
    let found: Option<i64> = sqlx::query_scalar(
        "SELECT c.created_at FROM card_checkouts c JOIN documents d ON d.id = c.document_id \
         WHERE c.session_id = $1 AND d.public_token = $2",
    )
    .bind(session)
    .bind(token)
    .fetch_optional(conn)
    .await?;
    Ok(found.is_some())
}
