//! POST /api/business-profiles

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::{Profile, ProfileFields, store};
use crate::activities;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::{ApiJson, Create, Write};
use plumbline_platform::ids::ProfileId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Creates a business profile. Bank details require the password, and unless it is the account's first profile, its
/// owner is notified of them by email. The client may choose the `id`; repeating the request returns the same business
/// profile.
#[utoipa::path(post, path = "/api/business-profiles", tag = "business-profiles", request_body = Create<ProfileFields>,
    responses((status = 201, body = Profile), (status = 403, body = plumbline_platform::error::ErrorBody), (status = 409, body = plumbline_platform::error::ErrorBody),
        (status = 422, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(request): ApiJson<Write<ProfileFields>>,
) -> Result<(StatusCode, Json<Profile>), ApiError> {
    let id: ProfileId = request.id_or_new(&state.ids)?;
    let fields = request.fields.checked()?.merge_with_stored(None);
    super::check_address(&state, &user, &fields)?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    super::check_logo(&mut tx, &user.id, &fields).await?;
    let repeated = store::find(&mut tx, &user.id, &id).await?.is_some();
    if !repeated && fields.has_bank_details() {
        user.require_fresh_password(now)?;
    }
    // For the first profile, nothing changes for customers.
    let has_others = !store::list(&mut tx, &user.id).await?.is_empty();
    let is_new = store::insert(&mut tx, &user.id, &id, &fields, now).await?;
    // Not written if the id exists already: then it is this account's own profile, sent again.
    let Some(made) = store::find(&mut tx, &user.id, &id).await? else {
        return Err(ApiError::id_taken());
    };
    // Refused if the stored profile has different contents, so that what was entered isn't silently lost.
    if !is_new && made.version == 1 && made.fields != fields {
        return Err(ApiError::id_taken());
    }
    if is_new {
        let subject = ("business_profile", made.id.as_str(), &*made.fields.name);
        activities::record_named(&state, &mut tx, &user.id, "created", subject).await?;
        if fields.has_bank_details() && has_others {
            super::queue_bank_change_notice(&state, &mut tx, &user.id, &made.id).await?;
        }
        quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(quota::PROFILE_BYTES)).await?;
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}
