//! GET /api/items/{id}

use axum::Json;
use axum::extract::State;

use super::{Item, store};
use plumbline_platform::error::ApiError;
use plumbline_platform::http::Path;
use plumbline_platform::ids::ItemId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// One item.
#[utoipa::path(get, path = "/api/items/{id}", tag = "items", params(ItemId),
    responses((status = 200, body = Item), (status = 404, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ItemId>,
) -> Result<Json<Item>, ApiError> {
    let mut conn = state.db.read().await?;
    let found = store::find(&mut conn, &user.id, &id).await?;
    found.map(Json).ok_or_else(super::not_found)
}
