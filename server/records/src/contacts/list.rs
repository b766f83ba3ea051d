//! GET /api/contacts

use axum::Json;
use axum::extract::State;

use super::{Contact, store};
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Every contact of the account, by name.
#[utoipa::path(get, path = "/api/contacts", tag = "contacts", responses((status = 200, body = Vec<Contact>)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<Contact>>, ApiError> {
    let mut conn = state.db.read().await?;
    Ok(Json(store::list(&mut conn, &user.id).await?))
}
