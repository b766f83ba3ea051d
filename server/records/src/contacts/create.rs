//! POST /api/contacts

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::{Contact, ContactFields, store};
use crate::activities;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::{ApiJson, Create, Write};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Creates a contact. The client may choose the `id`; repeating the request returns the same contact.
#[utoipa::path(post, path = "/api/contacts", tag = "contacts", request_body = Create<ContactFields>,
    responses((status = 201, body = Contact), (status = 409, body = plumbline_platform::error::ErrorBody),
        (status = 422, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(request): ApiJson<Write<ContactFields>>,
) -> Result<(StatusCode, Json<Contact>), ApiError> {
    let id = request.id_or_new(&state.ids)?;
    let fields = request.fields.checked()?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let is_new = store::insert(&mut tx, &user.id, &id, &fields, now).await?;
    // Not written if the id exists already: then it is this account's own contact, sent again.
    let Some(made) = store::find(&mut tx, &user.id, &id).await? else {
        return Err(ApiError::id_taken());
    };
    let made = Contact::from(made);
    // Refused if the stored contact has different contents, so that what was entered isn't silently lost.
    if !is_new && made.version == 1 && made.fields != fields {
        return Err(ApiError::id_taken());
    }
    if is_new {
        let subject = ("contact", made.id.as_str(), made.fields.display_name());
        activities::record_named(&state, &mut tx, &user.id, "created", subject).await?;
        quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(made.fields.stored_size()))
            .await?;
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}
