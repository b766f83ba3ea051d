//! GET /api/items/{id}

use axum::Json;
use axum::extract::State;

use super::{Item, store};
use crate::error::ApiError;
use crate::http::Path;
use crate::ids::ItemId;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// One item.
#[utoipa::path(get, path = "/api/items/{id}", tag = "items", params(ItemId),
    responses((status = 200, body = Item), (status = 404, body = crate::error::ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ItemId>,
) -> Result<Json<Item>, ApiError> {
    let mut conn = state.db.read().await?;
    let found = store::find(&mut conn, &user.id, &id).await?;
    found.map(Json).ok_or_else(super::not_found)
}
