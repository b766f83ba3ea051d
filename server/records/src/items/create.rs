//! POST /api/items

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::{Item, ItemFields, store};
use crate::activities;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::{ApiJson, Create, Write};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Creates an item. The client may choose the `id`; repeating the request returns the same item.
#[utoipa::path(post, path = "/api/items", tag = "items", request_body = Create<ItemFields>,
    responses((status = 201, body = Item), (status = 409, body = plumbline_platform::error::ErrorBody),
        (status = 422, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(request): ApiJson<Write<ItemFields>>,
) -> Result<(StatusCode, Json<Item>), ApiError> {
    let id = request.id_or_new(&state.ids)?;
    let fields = request.fields.checked()?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let is_new = store::insert(&mut tx, &user.id, &id, &fields, now).await?;
    // Not written if the id exists already: then it is this account's own item, sent again.
    let Some(made) = store::find(&mut tx, &user.id, &id).await? else {
        return Err(ApiError::id_taken());
    };
    // Refused if the stored item has different contents, so that what was entered isn't silently lost.
    if !is_new && made.version == 1 && made.fields != fields {
        return Err(ApiError::id_taken());
    }
    if is_new {
        let subject = ("item", made.id.as_str(), &*made.fields.name);
        activities::record_named(&state, &mut tx, &user.id, "created", subject).await?;
        quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(quota::ITEM_BYTES)).await?;
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}
