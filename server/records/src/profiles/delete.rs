//! DELETE /api/business-profiles/{id}

use axum::extract::State;
use axum::http::StatusCode;

use super::store;
use crate::activities;
use crate::summaries::recurring;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::Path;
use plumbline_platform::ids::ProfileId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Deletes a business profile by hiding it: its documents and their number sequence still need it. Refused if recurring
/// invoices are from it.
#[utoipa::path(delete, path = "/api/business-profiles/{id}", tag = "business-profiles", params(ProfileId),
    responses((status = 204), (status = 404, body = plumbline_platform::error::ErrorBody),
        (status = 409, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let gone = store::find(&mut tx, &user.id, &id).await?;
    let found = recurring::count_for_profile(&mut tx, &user.id, &id).await?;
    if let Some(called) = recurring::describe_count(&found) {
        let text = format!(
            "This business sends {called}, so you can’t delete it. Choose another business there, or delete the \
             recurring invoice first."
        );
        return Err(ApiError::conflict("has_recurring", text));
    }
    if !store::delete(&mut tx, &user.id, &id, state.clock.now_ms()).await? {
        return Err(super::not_found());
    }
    if let Some(gone) = gone {
        let fields = gone.fields;
        let subject = ("business_profile", id.as_str(), &*fields.name);
        activities::record_named(&state, &mut tx, &user.id, "deleted", subject).await?;
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
