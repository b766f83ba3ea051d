//! PUT /api/items/{id}

use axum::Json;
use axum::extract::State;

use super::{Item, ItemFields, store};
use crate::activities;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::{ApiJson, Path, Update, Write};
use plumbline_platform::ids::ItemId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Replaces an item's fields. `version` is the base version; if it is no longer the newest, the response is 409 with
/// the newest. Repeating the request changes nothing.
#[utoipa::path(put, path = "/api/items/{id}", tag = "items", params(ItemId), request_body = Update<ItemFields>,
    responses((status = 200, body = Item), (status = 404, body = plumbline_platform::error::ErrorBody),
        (status = 409, body = plumbline_platform::error::ErrorBody), (status = 422, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn update(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ItemId>,
    ApiJson(request): ApiJson<Write<ItemFields>>,
) -> Result<Json<Item>, ApiError> {
    let version = request.check_version(&id)?;
    let fields = request.fields.checked()?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let written = store::update(&mut tx, &user.id, &id, version, &fields, now).await?;
    let current = store::find(&mut tx, &user.id, &id).await?.ok_or_else(super::not_found)?;
    let repeated = current.version == version.saturating_add(1) && current.fields == fields;
    if !written && !repeated {
        return Err(ApiError::stale_version(&current));
    }
    if written {
        let subject = ("item", current.id.as_str(), &*current.fields.name);
        activities::record_named(&state, &mut tx, &user.id, "updated", subject).await?;
    }
    tx.commit().await?;
    Ok(Json(current))
}
