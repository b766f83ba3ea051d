//! DELETE /api/items/{id}

use axum::extract::State;
use axum::http::StatusCode;

use super::store;
use crate::activities;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::Path;
use plumbline_platform::ids::ItemId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Deletes an item from the price list. Lines of documents are copies, so they stay.
#[utoipa::path(delete, path = "/api/items/{id}", tag = "items", params(ItemId),
    responses((status = 204), (status = 404, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ItemId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let gone = store::find(&mut tx, &user.id, &id).await?;
    if !store::delete(&mut tx, &user.id, &id).await? {
        return Err(super::not_found());
    }
    if let Some(gone) = gone {
        let fields = gone.fields;
        let subject = ("item", &*id, &*fields.name);
        activities::record_named(&state, &mut tx, &user.id, "deleted", subject).await?;
    }
    let less = StorageUse::of_bytes(quota::ITEM_BYTES).negated();
    quota::count_storage(&state, &mut tx, &user.id, less).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
