//! PUT /api/business-profiles/{id}

use axum::Json;
use axum::extract::State;

use super::{Profile, ProfileFields, bank, store};
use crate::activities;
use plumbline_platform::error::ApiError;
use plumbline_platform::files;
use plumbline_platform::http::{ApiJson, Path, Update, Write};
use plumbline_platform::ids::ProfileId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Replaces a business profile's fields. New bank details require the password, the owner is notified by email, and
/// documents that were sent already show them 48 hours later (`waiting`). `version` is the base version; if it is no
/// longer the newest, the response is 409 with the newest. Repeating the request changes nothing.
#[utoipa::path(put, path = "/api/business-profiles/{id}", tag = "business-profiles",
    params(ProfileId), request_body = Update<ProfileFields>,
    responses((status = 200, body = Profile), (status = 403, body = plumbline_platform::error::ErrorBody), (status = 404, body = plumbline_platform::error::ErrorBody),
        (status = 409, body = plumbline_platform::error::ErrorBody), (status = 422, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn update(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(request): ApiJson<Write<ProfileFields>>,
) -> Result<Json<Profile>, ApiError> {
    let version = request.check_version(&id)?;
    let fields = request.fields.checked()?;
    super::check_address(&state, &user, &fields)?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    super::check_logo(&mut tx, &user.id, &fields).await?;
    let before = store::find(&mut tx, &user.id, &id).await?;
    let had = before.as_ref().map(|before| &before.fields);
    let fields = fields.merge_with_stored(had);
    let is_paid_elsewhere = had.is_some_and(|had| had.bank_details() != fields.bank_details());
    if is_paid_elsewhere {
        user.require_fresh_password(now)?;
    }
    let written = store::update(&mut tx, &user.id, &id, version, &fields, now).await?;
    let current = store::find(&mut tx, &user.id, &id).await?.ok_or_else(super::not_found)?;
    let repeated = current.version == version.saturating_add(1) && current.fields == fields;
    if !written && !repeated {
        return Err(ApiError::stale_version(&current));
    }
    if written {
        let subject = ("business_profile", current.id.as_str(), &*current.fields.name);
        activities::record_named(&state, &mut tx, &user.id, "updated", subject).await?;
        if let Some(had) = had.filter(|_| is_paid_elsewhere) {
            bank::record_changes(&state, &mut tx, (&user.id, &id), had, &fields).await?;
            super::queue_bank_change_notice(&state, &mut tx, &user.id, &id).await?;
        }
    }
    if let Some(logo) = before.and_then(|before| before.fields.logo_url)
        && fields.logo_url.as_ref() != Some(&logo)
        && let Some(file) = files::parse_file_url(&logo)
    {
        files::schedule_cleanup(&state, &mut tx, &user.id, &file).await?;
    }
    let current = bank::add_waiting_to_one(&mut tx, &user.id, current).await?;
    tx.commit().await?;
    Ok(Json(current))
}
