//! GET /api/contacts/{id}

use axum::Json;
use axum::extract::State;

use super::{Contact, store};
use crate::error::ApiError;
use crate::http::Path;
use crate::ids::ContactId;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// One contact.
#[utoipa::path(get, path = "/api/contacts/{id}", tag = "contacts", params(ContactId),
    responses((status = 200, body = Contact), (status = 404, body = crate::error::ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
) -> Result<Json<Contact>, ApiError> {
    let mut conn = state.db.read().await?;
    let found = store::find(&mut conn, &user.id, &id).await?;
    found
        .map(Contact::from)
        .map(Json)
        .ok_or_else(super::not_found)
}
