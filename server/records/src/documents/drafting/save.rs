//! Saving a document: a draft each time, an issued document as a new version.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plumbline_core::kind::Kind;

use super::input::DocumentUpdate;
use crate::documents::drafting::{body, keep};
use crate::documents::photos;
use crate::documents::reading::answer::Answer;
use crate::documents::reading::get::respond;
use crate::documents::store::{self, variations};
use crate::documents::stored::Stored;
use crate::documents::turns::{TRIES, never_still, turn};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::RawJson;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Replaces the contents of the document. `version` is the base version; saving an issued document makes a new version
/// of it.
#[utoipa::path(put, path = "/{id}", tag = "documents", request_body = DocumentUpdate, responses(
    (status = 200, body = Answer), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn save(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    Path(id): Path<String>,
    body: RawJson,
) -> Result<Json<Answer>, ApiError> {
    let stored = replace(&state, &user.id, kind, &id, &body).await?;
    respond(&state, stored).await
}

/// Replaces the contents of the document. A save without changes, such as one that is repeated because its response was
/// lost, gets the same response as the first and writes nothing.
///
/// # Errors
/// 400 and 422 according to the rules; 409 `stale_version` with the present document, or if the status doesn't allow
/// it; 404.
async fn replace(
    state: &AppState,
    user_id: &str,
    kind: Kind,
    id: &str,
    raw: &RawJson,
) -> Result<Stored, ApiError> {
    let is_variation = kind == Kind::Quote && {
        let mut read = state.db.read().await?;
        variations::find(&mut read, id).await?.is_some()
    };
    let body = body::parse_as(kind, raw, is_variation)?;
    let version = body.head.version.ok_or_else(|| {
        ApiError::rule_broken(vec![FieldError::new(
            "version",
            "required",
            "Say which version this change was made from.",
        )])
    })?;
    let _turn = turn(id).await;
    for _ in 0..TRIES {
        let mut read = state.db.begin_read().await?;
        let mut stored = Stored::find(&mut read, user_id, kind, id).await?;
        let current = stored.row.version;
        let document = body.replacing(&stored.document)?;
        let photos = photos::of_known_lines(&document, Some(&stored.document));
        let edited = keep::take_in(&mut stored, &body.head, document)?;
        let Some(edited) = edited else {
            return Stored::find(&mut read, user_id, kind, id).await;
        };
        if current != version {
            let current = Stored::find(&mut read, user_id, kind, id).await?;
            return Err(ApiError::stale_version(
                &Answer::of(state, &mut read, current).await?,
            ));
        }
        photos?;
        drop(read);
        let mut tx = state.db.begin_write().await?;
        if store::hold(&mut tx, &stored.row.id, current).await? {
            keep::keep(state, &mut tx, &mut stored, &body.head, &edited, None).await?;
            tx.commit().await?;
            return Ok(stored);
        }
    }
    Err(never_still())
}
