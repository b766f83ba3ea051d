//! Creating, deleting and previewing drafts: reading the request, checking it by the rules, and storing the draft.
//! Later changes are made by `editing` in the crate `work`.

pub mod body;
pub mod editable_document;
pub mod fields;
pub mod validation;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use fields::{DocumentCreate, DocumentFields};
use plumbline_core::calculate::all_in::{AllIn, find_discount};
use plumbline_core::calculate::totals::Totals;
use plumbline_core::document::Document;
use plumbline_core::error::{InputError, RuleErrors, code};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::number::Number;
use plumbline_core::{json, preview};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::documents::drafting::body::DocumentBody;
use crate::documents::path::DocumentPath;
use crate::documents::reading::respond_with_document;
use crate::documents::reading::response::DocumentResponse;
use crate::documents::status::Step;
use crate::documents::store::{self, DocumentRow, edits};
use crate::documents::stored::{StoredDocument, calculate_totals, fill_columns};
use crate::documents::{ATTEMPTS_MAX, lock_edits, notifying, photos, still_changing_error};
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::{ApiError, ErrorBody, bound_body};
use plumbline_platform::http::{ApiQuery, RawJson};
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Creates a draft. If the client chose the id, repeating the request returns the same document.
#[utoipa::path(post, path = "", tag = "documents", request_body = DocumentCreate, responses(
    (status = 201, body = DocumentResponse), (status = 400, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    body: RawJson,
) -> Result<(StatusCode, Json<DocumentResponse>), ApiError> {
    let stored = create_draft(&state, &user.id, kind, &body).await?;
    Ok((StatusCode::CREATED, respond_with_document(&state, stored).await?))
}

/// Creates a draft from the body. If the client chose the id, repeating the request returns the document that the first
/// request made.
///
/// # Errors
/// 400 and 422 as for [`body::parse`] and core's rules; 409 `id_in_use` if the id belongs to a different document.
pub async fn create_draft(
    state: &AppState,
    user_id: &UserId,
    kind: DocumentKind,
    raw: &RawJson,
) -> Result<StoredDocument, ApiError> {
    let body = body::parse(kind, raw)?;
    let now = state.clock.now_ms();
    let row = new_draft_row(state, user_id, kind, &body, now)?;
    let mut tx = state.db.begin_write().await?;
    if let Some(existing) = store::find_by_id(&mut tx, &row.id).await? {
        return repeat_create(&mut tx, &row, existing).await;
    }
    fields::check_references(&mut tx, user_id, &body.head, None).await?;
    photos::check_photos(&mut tx, user_id, &body.document.photos, &[]).await?;
    photos::check_photo_lines(&body.document, None)?;
    let Some(stored) = StoredDocument::insert(state, &mut tx, &row).await? else {
        // Another request created a document with this id between the check and the write.
        let existing = store::find_by_id(&mut tx, &row.id).await?;
        let existing = existing.ok_or_else(|| ApiError::internal("a taken id has no document"))?;
        return repeat_create(&mut tx, &row, existing).await;
    };
    tx.commit().await?;
    Ok(stored)
}

async fn repeat_create(
    conn: &mut Conn,
    document_row: &DocumentRow,
    existing: DocumentRow,
) -> Result<StoredDocument, ApiError> {
    let same = existing.user_id == document_row.user_id
        && existing.kind == document_row.kind
        && existing.created_from == document_row.created_from;
    if !same {
        return Err(ApiError::conflict("id_in_use", "Something else already has this id."));
    }
    StoredDocument::load(conn, existing).await
}

/// The row of a new draft.
pub fn new_draft_row(
    state: &AppState,
    user_id: &UserId,
    kind: DocumentKind,
    body: &DocumentBody,
    now: i64,
) -> Result<DocumentRow, ApiError> {
    let head = &body.head;
    let id = head.id.clone().unwrap_or_else(|| state.ids.new_id());
    let profile = head.business_profile_id.as_ref();
    let mut row = DocumentRow::new_draft(id, user_id, kind, profile, now);
    row.created_from.clone_from(&body.digest);
    row.set_header(head);
    fill_columns(&mut row, &body.document, &calculate_totals(&body.document)?)?;
    Ok(row)
}

// Deleting a draft. An issued document keeps its number and can't be deleted.

/// Deletes a draft; an issued document is refused.
#[utoipa::path(delete, path = "/{id}", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 204), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
) -> Result<StatusCode, ApiError> {
    let _turn = lock_edits(&id).await;
    for _ in 0..ATTEMPTS_MAX {
        let mut conn = state.db.read().await?;
        let draft = find_deletable(&state, &mut conn, &user.id, kind, &id).await?;
        drop(conn);
        let mut tx = state.db.begin_write().await?;
        if delete_in_tx(&state, &mut tx, (&user.id, &draft)).await? {
            quota::count_storage(&state, &mut tx, &user.id, draft.storage_use().negated()).await?;
            tx.commit().await?;
            return Ok(StatusCode::NO_CONTENT);
        }
    }
    Err(still_changing_error())
}

/// A draft that may be deleted, at the version that was checked.
#[derive(Debug)]
pub struct DeletableDraft {
    kind: DocumentKind,
    id: DocumentId,
    version: i64,
    bytes: i64,
    /// For a stage, the quote of its job, whose part can be invoiced again once the draft is deleted.
    stage_of: Option<DocumentId>,
}

impl DeletableDraft {
    /// The storage that the draft takes up for its account.
    #[must_use]
    pub fn storage_use(&self) -> StorageUse {
        StorageUse::of_document(self.bytes)
    }
}

/// Checks whether a document may be deleted, without locking it.
///
/// # Errors
/// 404 if there is no such document; 409 if it was issued, or is an invoice made from a quote.
pub async fn find_deletable(
    state: &AppState,
    conn: &mut Conn,
    user_id: &UserId,
    kind: DocumentKind,
    id: &DocumentId,
) -> Result<DeletableDraft, ApiError> {
    let mut stored = StoredDocument::find(conn, user_id, kind, id).await?;
    stored.take_step(Step::Delete, crate::documents::today(state)?)?;
    if stored.is_made_from_quote() {
        // A quote is invoiced only once (docs/rules.md, section 4): without this draft, it could never be invoiced.
        return Err(ApiError::conflict(
            "made_from_quote",
            "This invoice was made from a quote. Archive it instead.",
        ));
    }
    let bytes = stored.row.stored_size() + edits::log_size(conn, &stored.row.id).await?;
    Ok(DeletableDraft {
        kind,
        id: stored.row.id,
        version: stored.row.version,
        bytes,
        stage_of: stored.row.stage_of_id,
    })
}

/// Deletes a draft in the caller's transaction; returns false if it has changed since it was checked.
pub async fn delete_in_tx(
    state: &AppState,
    tx: &mut WriteTx,
    (user_id, draft): (&UserId, &DeletableDraft),
) -> Result<bool, ApiError> {
    let document = (user_id, draft.kind, &draft.id);
    notifying::record_by_id(state, tx, "deleted", document).await?;
    photos::release_photos(state, tx, user_id, &draft.id).await?;
    if let Some(quote) = &draft.stage_of {
        store::touch(tx, quote, state.clock.now_ms()).await?;
    }
    Ok(store::delete(tx, &draft.id, draft.version).await?)
}

// A document's totals over HTTP, without a session and without storing anything. The bytes are the same as those
// of `plumbline calc` and of the browser's package.

/// Core's totals, for the API description.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Totals, value_type = Object)]
pub struct CoreTotals(pub Totals);

/// The query of a preview.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PreviewQuery {
    /// The total to reach, in pounds; the response is then the discount that leads to it.
    pub all_in: Option<String>,
}

/// The totals of a document that isn't saved: exactly the text that core returns. With `allIn`, the response is instead
/// the `other` discount that brings the total nearest to that amount: `{ discount, totalAmount, exact }`.
#[utoipa::path(post, path = "/preview", tag = "documents", params(PreviewQuery),
    request_body = DocumentFields, responses(
    (status = 200, body = CoreTotals, description = "Core's totals, or the discount"), (status = 400, body = ErrorBody),
    (status = 422, body = ErrorBody)))]
pub async fn preview(ApiQuery(query): ApiQuery<PreviewQuery>, body: RawJson) -> Result<Response, ApiError> {
    let text = std::str::from_utf8(&body.0)
        .map_err(|_| ApiError::bad_request(code::MALFORMED_JSON, "The body is not valid UTF-8."))?;
    if let Some(target) = query.all_in {
        return Ok(Json(calculate_all_in(text, &target)?).into_response());
    }
    let (status, body) = match preview::calculate_totals(text) {
        Ok(totals) => (StatusCode::OK, json::to_text(&totals)),
        Err(failure) => error_response(failure),
    };
    Ok((status, [(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// Core's own message, shortened to the length that a response may have.
fn error_response(failure: InputError) -> (StatusCode, String) {
    let status = match &failure {
        InputError::Malformed(_) => StatusCode::BAD_REQUEST,
        InputError::Rules(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    (status, json::to_text(&bound_body(failure.to_body())))
}

/// The discount that brings the document to this total.
fn calculate_all_in(text: &str, target: &str) -> Result<AllIn, ApiError> {
    let document = Document::from_json(text).map_err(validation::to_api_error)?;
    find_discount(&document, &Number::from_text(target)).map_err(|RuleErrors(mut errors)| {
        for error in &mut errors {
            // Core's name for this field is `target`, the API's `allIn`.
            if error.path == "target" {
                "allIn".clone_into(&mut error.path);
            }
        }
        validation::to_api_error(InputError::Rules(RuleErrors(errors)))
    })
}
