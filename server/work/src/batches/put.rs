//! Requesting an action, a portion of its documents at a time.

use axum::extract::State;
use axum::{Extension, Json};
use plumbline_core::kind::DocumentKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::{self, BatchAction, BatchRow, BatchState, MemberRow};
use super::{Batch, DOCUMENTS_MAX, PORTION_MAX, Refusal, UNDER_WAY_MAX, UNDO_WINDOW, run};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::{BatchId, DocumentId};
use plumbline_platform::jobs::{self, Schedule};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// A portion of an action's documents.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BatchRequest {
    /// The action, the same in every portion.
    #[schema(inline)]
    pub action: BatchAction,
    /// The ids of the documents: 1 to 500.
    pub ids: Vec<String>,
}

/// Adds documents to an action, which begins ten seconds after the last portion. Sending a portion again adds nothing.
/// The response names each document for which the action is not possible. Ids that are not of the account's documents
/// are named only in this response, because they are not stored.
#[utoipa::path(put, path = "/batches/{id}", tag = "documents", params(BatchId), request_body = BatchRequest,
    responses((status = 200, body = Batch), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn put_batch(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<BatchId>,
    ApiJson(request): ApiJson<BatchRequest>,
) -> Result<Json<Batch>, ApiError> {
    state.limits.check(ProcessLimit::BatchByAccount, &user.id)?;
    let ids = parse_ids(request.ids)?;
    let what = (&user.id, kind, request.action);
    // Checked while nothing is locked; what changes before the action is done is checked again then.
    let mut members: Vec<MemberRow> = Vec::with_capacity(ids.len());
    let mut strange = Vec::new();
    let mut conn = state.db.read().await?;
    for document in ids {
        match run::check_document(&state, &mut conn, what, (&id, document)).await? {
            run::CheckedDocument::Member(member) => members.push(member),
            run::CheckedDocument::Unknown(refusal) => strange.push(refusal),
        }
    }
    drop(conn);
    let now = state.clock.now_ms();
    let batch_row = BatchRow {
        id: id.clone(),
        user_id: user.id.clone(),
        kind,
        action: request.action,
        state: BatchState::Held,
        starts_at: now + UNDO_WINDOW,
        created_at: now,
    };
    let mut tx = state.db.begin_write().await?;
    if members.is_empty() && store::lock(&mut tx, &id).await?.is_none() {
        // None of the ids is a document of the account, so no action is stored.
        let over = BatchRow { state: BatchState::Done, ..batch_row };
        let batch = Batch::from_row(&mut tx, over, now).await?;
        return Ok(Json(with_refusals(batch, strange)));
    }
    if store::insert(&mut tx, &batch_row).await? {
        make_room(&mut tx, &user).await?;
    }
    let row = store::lock(&mut tx, &id).await?;
    let row = row.filter(|row| row.user_id == user.id && row.kind == kind && row.action == request.action);
    let mut row =
        row.ok_or_else(|| ApiError::conflict("id_taken", "There is another action with this id."))?;
    let before = store::count_members(&mut tx, &id).await?;
    for member in &members {
        store::insert_member(&mut tx, member).await?;
    }
    let counts = store::count_members(&mut tx, &id).await?;
    if counts.waiting + counts.done + counts.refused > DOCUMENTS_MAX {
        return Err(too_many());
    }
    let is_new = counts.waiting > before.waiting;
    match row.state {
        BatchState::Held => row.starts_at = now + UNDO_WINDOW,
        BatchState::Undone | BatchState::Stopped if is_new => {
            let msg = "This action was stopped. Please start it again.";
            return Err(ApiError::conflict("stopped", msg));
        }
        // A portion that arrives late is done with those before it.
        BatchState::Done if is_new => (row.state, row.starts_at) = (BatchState::Running, now),
        _ => {}
    }
    store::set_state(&mut tx, &id, row.state, row.starts_at).await?;
    if matches!(row.state, BatchState::Held | BatchState::Running) {
        let schedule = Schedule {
            key: &run::schedule_key(&id),
            user_id: Some(&user.id),
            kind: run::KIND,
            payload: id.as_str(),
            due_at: row.starts_at,
        };
        jobs::schedule(&state, &mut tx, &schedule).await?;
    }
    let batch = Batch::from_row(&mut tx, row, now).await?;
    tx.commit().await?;
    Ok(Json(with_refusals(batch, strange)))
}

/// The response, which also names the ids that are not the account's.
fn with_refusals(mut batch: Batch, strange: Vec<Refusal>) -> Batch {
    batch.refused += i64::try_from(strange.len()).unwrap_or(i64::MAX);
    batch.refusals.extend(strange);
    batch.refusals.truncate(PORTION_MAX);
    batch
}

/// Limits the actions of an account: a few may be under way, and a few that are over can be read; the next one replaces
/// the oldest.
async fn make_room(tx: &mut WriteTx, user: &CurrentUser) -> Result<(), ApiError> {
    store::delete_finished(tx, &user.id).await?;
    if store::count_under_way(tx, &user.id).await? > UNDER_WAY_MAX {
        let msg =
            format!("{UNDER_WAY_MAX} actions are already under way. Please wait until one of them is done.");
        return Err(ApiError::conflict("too_many_actions", msg));
    }
    Ok(())
}

/// The ids without duplicates, always in the same order.
fn parse_ids(given: Vec<String>) -> Result<Vec<DocumentId>, ApiError> {
    if given.is_empty() || given.len() > PORTION_MAX {
        return Err(ApiError::rule_broken(vec![FieldError::new(
            "ids",
            "out_of_range",
            format!("Choose 1 to {PORTION_MAX} documents at a time."),
        )]));
    }
    let mut ids = Vec::with_capacity(given.len());
    for (at, text) in given.iter().enumerate() {
        let id = text.parse::<DocumentId>().map_err(|error| {
            let field = FieldError::new(format!("ids[{at}]"), "invalid_id", error.to_string());
            ApiError::rule_broken(vec![field])
        })?;
        ids.push(id);
    }
    ids.sort();
    ids.dedup();
    Ok(ids)
}

fn too_many() -> ApiError {
    let msg = format!("You can do this to at most {DOCUMENTS_MAX} documents at a time.");
    ApiError::rule_broken(vec![FieldError::new("ids", "too_many", msg)])
}
