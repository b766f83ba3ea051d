//! DELETE /api/contacts/{id}

use axum::extract::State;
use axum::http::StatusCode;

use super::store;
use crate::activities;
use crate::summaries::{account, customer, recurring};
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::ContactId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Deletes a contact permanently. A contact with documents, recurring invoices or payments under CIS can't be deleted,
/// because these need their contact.
#[utoipa::path(delete, path = "/api/contacts/{id}", tag = "contacts", params(ContactId),
    responses((status = 204), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(super) async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    store::lock(&mut tx, &user.id, &id).await?;
    let gone = store::find(&mut tx, &user.id, &id).await?;
    let fields = gone.map(|row| row.fields).ok_or_else(super::not_found)?;
    refuse_with_documents(&mut tx, &user.id, &id, fields.display_name()).await?;
    refuse_with_recurring(&mut tx, &user.id, &id, fields.display_name()).await?;
    refuse_with_payments(&mut tx, &user.id, &id, fields.display_name()).await?;
    if !store::delete(&mut tx, &user.id, &id).await? {
        return Err(super::not_found());
    }
    let subject = ("contact", &*id, fields.display_name());
    activities::record_named(&state, &mut tx, &user.id, "deleted", subject).await?;
    customer::remove_contact(&mut tx, &user.id, &id).await?;
    let less = StorageUse::of_bytes(fields.stored_size()).negated();
    quota::count_storage(&state, &mut tx, &user.id, less).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn refuse_with_documents(conn: &mut Conn, user_id: &str, id: &str, name: &str) -> Result<(), ApiError> {
    let documents = match account::count_documents(conn, user_id, id).await? {
        0 => return Ok(()),
        1 => "a quote or invoice".to_owned(),
        many => format!("{many} quotes and invoices"),
    };
    let text = format!(
        "{name} has {documents}, so you can’t delete this contact. You can delete drafts, but not what you’ve sent. \
         Or merge this contact into another one, which then gets the documents."
    );
    Err(ApiError::conflict("has_documents", text))
}

/// A contact who was paid under CIS can't be deleted, because records of deductions must be retained (HMRC: for the
/// present and three earlier years).
async fn refuse_with_payments(conn: &mut Conn, user_id: &str, id: &str, name: &str) -> Result<(), ApiError> {
    let payments = match store::count_cis_payments(conn, user_id, id).await? {
        0 => return Ok(()),
        1 => "a payment".to_owned(),
        many => format!("{many} payments"),
    };
    let text = format!(
        "{name} has {payments} under CIS, so you can’t delete this contact: you have to keep a record of what was \
         deducted. Or merge this contact into another one, which then gets the payments."
    );
    Err(ApiError::conflict("has_payments", text))
}

async fn refuse_with_recurring(conn: &mut Conn, user_id: &str, id: &str, name: &str) -> Result<(), ApiError> {
    let found = recurring::count_for_contact(conn, user_id, id).await?;
    let Some(called) = recurring::describe_count(&found) else {
        return Ok(());
    };
    let text = format!(
        "{name} has {called}, so you can’t delete this contact. Delete the recurring invoice first, \
         or choose another customer in it. Or merge this contact into another one."
    );
    Err(ApiError::conflict("has_recurring", text))
}
