//! Saving a document: a draft as often as it is typed at, an issued one as a new version.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plumbline_core::kind::Kind;

use super::input::DocumentUpdate;
use crate::documents::drafting::body;
use crate::documents::drafting::references;
use crate::documents::issuing::issue;
use crate::documents::reading::answer::Answer;
use crate::documents::reading::get::respond;
use crate::documents::status::Step;
use crate::documents::stored::{Stored, fill};
use crate::documents::telling::live::{Event, announce};
use crate::error::{ApiError, ErrorBody, FieldError};
use crate::http::RawJson;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// Replaces what the document says. `version` is the one the change was made from; a save of an
/// issued document makes a new version of it.
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

/// Replaces what the document says. A save that changes nothing, such as one repeated after a
/// lost answer, is answered like the first and writes nothing.
///
/// # Errors
/// 400 and 422 as the rules say; 409 `stale_version` with the current document, or as the status
/// forbids it; 404.
async fn replace(
    state: &AppState,
    user_id: &str,
    kind: Kind,
    id: &str,
    raw: &RawJson,
) -> Result<Stored, ApiError> {
    let body = body::parse(kind, raw)?;
    let version = body.head.version.ok_or_else(|| {
        ApiError::rule_broken(vec![FieldError::new(
            "version",
            "required",
            "Say which version this change was made from.",
        )])
    })?;
    let mut tx = state.db.begin_write().await?;
    let mut stored = Stored::lock(&mut tx, user_id, kind, id).await?;
    let before = stored.row.clone();
    stored.row.take(&body.head);
    stored.put(body.document)?;
    fill(&mut stored.row, &stored.document, &stored.totals)?;
    if stored.row.says_the_same(&before) {
        return Stored::find(&mut tx, user_id, kind, id).await;
    }
    if before.version != version {
        let current = Stored::find(&mut tx, user_id, kind, id).await?;
        return Err(ApiError::stale_version(
            &Answer::of(state, &mut tx, current).await?,
        ));
    }
    stored.step(Step::Edit, crate::documents::today(state)?)?;
    references::check(&mut tx, user_id, &body.head).await?;
    if stored.row.issued_version > 0 {
        refuse_another_profile(&before.business_profile_id, &stored.row.business_profile_id)?;
        issue::reissue(state, &mut tx, &mut stored).await?;
    }
    stored.write(&mut tx, state.clock.now_ms()).await?;
    announce(&mut tx, &stored, Event::Updated).await?;
    tx.commit().await?;
    Ok(stored)
}

/// A number belongs to its profile's sequence.
fn refuse_another_profile(before: &str, after: &str) -> Result<(), ApiError> {
    if before == after {
        return Ok(());
    }
    Err(ApiError::rule_broken(vec![FieldError::new(
        "businessProfileId",
        "issued",
        "This has its number already, so it stays with its business. Duplicate it instead.",
    )]))
}
