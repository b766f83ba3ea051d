//! GET /api/contacts/{id}

use axum::Json;
use axum::extract::State;

use super::{Contact, store};
use plumbline_platform::error::ApiError;
use plumbline_platform::http::Path;
use plumbline_platform::ids::ContactId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// One contact.
#[utoipa::path(get, path = "/api/contacts/{id}", tag = "contacts", params(ContactId),
    responses((status = 200, body = Contact), (status = 404, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
) -> Result<Json<Contact>, ApiError> {
    let mut conn = state.db.read().await?;
    let found = store::find(&mut conn, &user.id, &id).await?;
    found.map(Contact::from).map(Json).ok_or_else(super::not_found)
}
