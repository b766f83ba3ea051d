//! What happened to documents, for the list of activities.

use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use serde_json::json;

use crate::activities;
use crate::documents::store;
use crate::documents::stored::StoredDocument;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::state::AppState;

/// Records an activity for a document that the caller hasn't read.
pub async fn record_by_id(
    state: &AppState,
    conn: &mut Conn,
    event: &str,
    (user_id, kind, id): (&UserId, DocumentKind, &str),
) -> Result<(), ApiError> {
    let Some((number, customer, total)) = store::find_name(conn, id).await? else {
        return Ok(());
    };
    let data = json!({ "number": number, "contactName": customer, "amount": Pence(total) });
    activities::record(state, conn, user_id, event, (kind.code(), id), &data).await
}

/// Records an activity for a document, with the data that its line in the list needs. `words` contains what a customer
/// entered (name, reason), each under its field name.
pub async fn record(
    state: &AppState,
    conn: &mut Conn,
    event: &str,
    stored: &StoredDocument,
    words: &[(&str, &str)],
) -> Result<(), ApiError> {
    let row = &stored.row;
    let mut data = json!({
        "number": row.number,
        "contactName": row.customer_name,
        "amount": Pence(row.total_amount),
    });
    for (name, text) in words {
        data[*name] = json!(text);
    }
    activities::record(state, conn, &row.user_id, event, (stored.kind.code(), &row.id), &data).await
}
