//! DELETE /api/contacts/{id}

use axum::extract::State;
use axum::http::StatusCode;

use super::store;
use crate::activities;
use crate::error::{ApiError, ErrorBody};
use crate::http::Path;
use crate::ids::ContactId;
use crate::limits::quota::{self, Kept};
use crate::sessions::CurrentUser;
use crate::state::AppState;
use crate::summaries::customer;

/// Removes a contact for good. Issued documents keep their own copy of the customer.
#[utoipa::path(delete, path = "/api/contacts/{id}", tag = "contacts", params(ContactId),
    responses((status = 204), (status = 404, body = ErrorBody)))]
pub(super) async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let gone = store::find(&mut tx, &user.id, &id).await?;
    let fields = gone.map(|row| row.fields).ok_or_else(super::not_found)?;
    if !store::delete(&mut tx, &user.id, &id).await? {
        return Err(super::not_found());
    }
    let subject = ("contact", &*id, fields.shown_name());
    activities::record_named(&state, &mut tx, &user.id, "deleted", subject).await?;
    customer::gone(&mut tx, &user.id, &id).await?;
    let less = Kept::bytes(fields.size()).less();
    quota::keep(&state, &mut tx, &user.id, less).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
