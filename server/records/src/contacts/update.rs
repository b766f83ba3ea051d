//! PUT /api/contacts/{id}

use axum::Json;
use axum::extract::State;

use super::{Contact, ContactFields, renaming, store};
use crate::activities;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::{ApiJson, Path, Update, Write};
use plumbline_platform::ids::ContactId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Replaces a contact's fields. `version` is the base version; if it is no longer the newest, the response is 409 with
/// the newest. Repeating the request changes nothing.
#[utoipa::path(put, path = "/api/contacts/{id}", tag = "contacts",
    params(ContactId), request_body = Update<ContactFields>,
    responses((status = 200, body = Contact), (status = 404, body = plumbline_platform::error::ErrorBody),
        (status = 409, body = plumbline_platform::error::ErrorBody), (status = 422, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn update(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
    ApiJson(request): ApiJson<Write<ContactFields>>,
) -> Result<Json<Contact>, ApiError> {
    let version = request.check_version(&id)?;
    let fields = request.fields.checked()?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let before = store::find(&mut tx, &user.id, &id).await?;
    let (before, called) = before.map_or_else(Default::default, |row| {
        (row.fields.stored_size(), [row.fields.name, row.fields.company])
    });
    let written = store::update(&mut tx, &user.id, &id, version, &fields, now).await?;
    let current =
        store::find(&mut tx, &user.id, &id).await?.map(Contact::from).ok_or_else(super::not_found)?;
    let repeated = current.version == version.saturating_add(1) && current.fields == fields;
    if !written && !repeated {
        return Err(ApiError::stale_version(&current));
    }
    if written {
        let subject = ("contact", current.id.as_str(), current.fields.display_name());
        activities::record_named(&state, &mut tx, &user.id, "updated", subject).await?;
    }
    let names = [fields.name.as_str(), &fields.company];
    if called != names {
        renaming::rename_in_documents(&state, &mut tx, (&user.id, &current.id), names).await?;
    }
    if written {
        let more = StorageUse::of_bytes(fields.stored_size() - before);
        quota::count_storage(&state, &mut tx, &user.id, more).await?;
    }
    tx.commit().await?;
    Ok(Json(current))
}
