//! Editing a document by operations. If two people change different fields, both changes are merged; if they change
//! the same field, one of them is asked.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use plumbline_core::edit::merge::{self, Conflict};
use plumbline_core::edit::{Sheet, apply};
use plumbline_core::kind::Kind;

use crate::documents::drafting::keep::Edited;
use crate::documents::drafting::operations::{self, Edit, EditConflict, EditRequest};
use crate::documents::drafting::{body, keep, sheet};
use crate::documents::reading::answer::Answer;
use crate::documents::reading::get::respond;
use crate::documents::store::{self, edits};
use crate::documents::stored::Stored;
use crate::documents::turns::{TRIES, never_still, turn};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::RawJson;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Edits the document by operations. Begun from an older version, they merge with what others have
/// changed since; where both set the same field nothing is written and the answer asks.
#[utoipa::path(patch, path = "/{id}", tag = "documents", request_body = EditRequest, responses(
    (status = 200, body = Answer), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = EditConflict), (status = 422, body = ErrorBody)))]
pub async fn edit(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    Path(id): Path<String>,
    body: RawJson,
) -> Result<Response, ApiError> {
    let edit = operations::read(kind, &body)?;
    match merge(&state, &user.id, kind, &id, &edit).await? {
        Outcome::Stands(stored) => Ok(respond(&state, *stored).await?.into_response()),
        Outcome::Asks(conflict) => Ok((StatusCode::CONFLICT, Json(conflict)).into_response()),
    }
}

/// What becomes of an edit.
enum Outcome {
    /// The document says what it should.
    Stands(Box<Stored>),
    /// A person chooses first.
    Asks(EditConflict),
}

impl Outcome {
    fn stands(stored: Stored) -> Self {
        Self::Stands(Box::new(stored))
    }
}

/// Applies an edit to the document as it stands. One that was taken in already, such as one repeated
/// after a lost answer, is not done again; of one that changes nothing only its name is kept, since
/// done again later it might change something.
///
/// # Errors
/// 409 for a version from the future, for a name that another edit has, or as the status forbids
/// it; 422 for an operation that cannot be applied and for what the rules refuse; 404.
async fn merge(
    state: &AppState,
    user_id: &str,
    kind: Kind,
    id: &str,
    edit: &Edit,
) -> Result<Outcome, ApiError> {
    let _turn = turn(id).await;
    for _ in 0..TRIES {
        if let Some(outcome) = try_to_merge(state, user_id, kind, id, edit).await? {
            return Ok(outcome);
        }
    }
    Err(never_still())
}

/// The same, once: none where the document changed between the judgement and the write.
async fn try_to_merge(
    state: &AppState,
    user_id: &str,
    kind: Kind,
    id: &str,
    edit: &Edit,
) -> Result<Option<Outcome>, ApiError> {
    let mut read = state.db.begin_read().await?;
    let mut stored = Stored::find(&mut read, user_id, kind, id).await?;
    let version = stored.row.version;
    let known = edits::digest_of(&mut read, &stored.row.id, &edit.operation_id).await?;
    match known {
        Some(digest) if digest == edit.digest => return Ok(Some(Outcome::stands(stored))),
        Some(_) => return Err(name_taken()),
        None => {}
    }
    if edit.base_version > version {
        return Err(from_the_future(
            &Answer::of(state, &mut read, stored).await?,
        )?);
    }
    let mut current = sheet::of(&stored);
    let conflicts = take_since(&mut read, &stored, &mut current, edit).await?;
    if !conflicts.is_empty() {
        let current = Answer::of(state, &mut read, stored).await?;
        let conflict = EditConflict::of(conflicts, current);
        return Ok(Some(Outcome::Asks(conflict)));
    }
    let wanted = apply(&current, &edit.operations).map_err(operations::refused)?;
    let changed = change(&mut stored, wanted)?;
    if changed.is_none() {
        // As it is stored: what was issued is not calculated again.
        stored = Stored::find(&mut read, user_id, kind, id).await?;
    }
    drop(read);

    let name = (edit.operation_id.as_str(), edit.digest.as_str());
    let mut tx = state.db.begin_write().await?;
    if !store::hold(&mut tx, &stored.row.id, version).await? {
        return Ok(None);
    }
    match changed {
        Some((head, edited)) => {
            keep::keep(state, &mut tx, &mut stored, &head, &edited, Some(name)).await?;
        }
        // The same edit came in at once, and raised no version either.
        None if is_known(&mut tx, &stored, edit).await? => return Ok(None),
        None => {
            let now = state.clock.now_ms();
            edits::insert_quiet(&mut tx, &stored.row.id, name, now).await?;
        }
    }
    tx.commit().await?;
    Ok(Some(Outcome::stands(stored)))
}

/// Whether an edit of this name was taken in.
async fn is_known(conn: &mut Conn, stored: &Stored, edit: &Edit) -> DbResult<bool> {
    let known = edits::digest_of(conn, &stored.row.id, &edit.operation_id).await?;
    Ok(known.is_some())
}

/// Lets the document say what is wanted, by the rules; none where it says so already.
fn change(stored: &mut Stored, wanted: Sheet) -> Result<Option<(body::Head, Edited)>, ApiError> {
    if keep::says_the_same(&sheet::of(stored), &wanted)? {
        return Ok(None);
    }
    let head = body::judge(stored.kind, &wanted)?;
    let edited = keep::take_in(stored, &head, wanted.document)?;
    Ok(edited.map(|edited| (head, edited)))
}

/// Looks at what has changed since the edit was begun: the fields to ask about. Of an edit that is
/// done over theirs none is asked, and lines that it sets and others took out are put back.
async fn take_since(
    conn: &mut Conn,
    stored: &Stored,
    current: &mut Sheet,
    edit: &Edit,
) -> Result<Vec<Conflict>, ApiError> {
    let row = &stored.row;
    if edit.base_version == row.version {
        return Ok(Vec::new());
    }
    let since = edits::since(conn, &row.id, edit.base_version).await?;
    if edit.over_theirs {
        merge::put_back(current, &since.unwrap_or_default(), &edit.operations);
        return Ok(Vec::new());
    }
    Ok(match since {
        Some(since) => merge::conflicts(current, &since, &edit.operations),
        None => merge::differences(current, &edit.operations),
    })
}

/// 409 for another edit of the same name.
fn name_taken() -> ApiError {
    let msg = "Another edit of this document has this id.";
    ApiError::conflict("operation_id_in_use", msg).with_errors(vec![FieldError::new(
        "operationId",
        "in_use",
        msg,
    )])
}

/// 409 for an edit of a version that there is not, with the document as it is.
fn from_the_future(current: &Answer) -> Result<ApiError, ApiError> {
    let msg = "This was started from a version that doesn’t exist. Load the document again.";
    Ok(ApiError::conflict("future_version", msg)
        .with_errors(vec![FieldError::new("baseVersion", "future_version", msg)])
        .with_current(serde_json::to_value(current)?))
}
