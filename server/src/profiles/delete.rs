//! DELETE /api/business-profiles/{id}

use axum::extract::State;
use axum::http::StatusCode;

use super::store;
use crate::activities;
use crate::error::ApiError;
use crate::http::Path;
use crate::ids::ProfileId;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// Hides a business profile. It stays for its documents and the sequence of their numbers.
#[utoipa::path(delete, path = "/api/business-profiles/{id}", tag = "business-profiles", params(ProfileId),
    responses((status = 204), (status = 404, body = crate::error::ErrorBody)))]
pub(super) async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let gone = store::find(&mut tx, &user.id, &id).await?;
    if !store::delete(&mut tx, &user.id, &id, state.clock.now_ms()).await? {
        return Err(super::not_found());
    }
    if let Some(gone) = gone {
        let fields = gone.fields;
        let subject = ("business_profile", &*id, &*fields.name);
        activities::record_named(&state, &mut tx, &user.id, "deleted", subject).await?;
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
