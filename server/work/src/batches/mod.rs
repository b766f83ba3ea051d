//! One action on many documents: send, remind, delete drafts.
//!
//! It is requested in portions under one id, held back for some seconds so that one undo takes back all of it, and
//! then done in the background, each document in a transaction of its own. Closing the tab changes nothing. If the
//! action is stopped half-way, what is done stays done, the rest is listed, and the action can be continued.
//! Archiving can be undone at any time and is done at once (`documents/archiving`).

mod put;
mod run;
mod store;

use axum::extract::State;
use axum::{Extension, Json};
use plumbline_core::kind::DocumentKind;
use serde::{Deserialize, Serialize};
use store::BatchRow;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::clock::{DAY, SECOND};
use plumbline_platform::db::{Conn, DbResult, WriteTx};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::BatchId;
use plumbline_platform::jobs::{self, JobHandler, Schedule};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

pub use store::{BatchAction, BatchState};

/// How long, in milliseconds, an action is held, so that an undo takes all of it back.
const UNDO_WINDOW: i64 = 10 * SECOND;

/// How long, in milliseconds, the result can be read.
const RETENTION: i64 = 7 * DAY;

/// The most documents of one portion.
const PORTION_MAX: usize = 500;

/// The most documents of one action.
const DOCUMENTS_MAX: i64 = 20_000;

/// The most actions of an account that are held or running.
const UNDER_WAY_MAX: i64 = 10;

/// The most actions of an account that are over and can be read, or were stopped and can be continued.
const FINISHED_MAX: i64 = 20;

/// The jobs of batches.
pub const JOB_HANDLERS: &[JobHandler] = &[run::JOB_HANDLER];

/// The routes below each kind's path.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_batches))
        .routes(routes!(put::put_batch, read_batch))
        .routes(routes!(stop_batch))
        .routes(routes!(resume_batch))
}

/// Deletes actions of long ago.
pub async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    store::delete_old(conn, now - RETENTION).await
}

/// An action on many documents, with its progress.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Batch {
    /// UUIDv7, chosen by the client.
    pub id: String,
    /// What is done to each document.
    #[schema(inline)]
    pub action: BatchAction,
    /// How far the action is.
    #[schema(inline)]
    pub state: BatchState,
    /// In how many milliseconds the action begins; 0 once it has begun.
    pub starts_in: i64,
    /// How many documents are waiting.
    pub waiting: i64,
    /// How many documents are done.
    pub done: i64,
    /// How many documents are refused.
    pub refused: i64,
    /// The reason for each refusal; at most 500.
    pub refusals: Vec<Refusal>,
    /// Whether some of the refusals are temporary, as when the email allowance is used up.
    pub may_resume: bool,
}

/// Why an action was not done to a document.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Refusal {
    /// The document.
    pub id: String,
    /// Its number or, for a draft, its customer.
    pub name: String,
    /// A stable code of the reason.
    pub code: String,
    /// The reason, in a sentence.
    pub reason: String,
}

impl Batch {
    async fn from_row(conn: &mut Conn, row: BatchRow, now: i64) -> DbResult<Self> {
        let counts = store::count_members(conn, &row.id).await?;
        let refusals = store::list_refused(conn, &row.id, PORTION_MAX).await?;
        let is_held = row.state == BatchState::Held;
        Ok(Self {
            starts_in: if is_held { (row.starts_at - now).max(0) } else { 0 },
            id: row.id.into(),
            action: row.action,
            state: row.state,
            waiting: counts.waiting,
            done: counts.done,
            refused: counts.refused,
            may_resume: refusals.iter().any(|one| one.code == run::EMAILS_SPENT),
            refusals,
        })
    }
}

fn not_found(kind: DocumentKind) -> ApiError {
    ApiError::not_found(match kind {
        DocumentKind::Quote => "Action on quotes",
        DocumentKind::Invoice => "Action on invoices",
        DocumentKind::CreditNote => "Action on credit notes",
    })
}

/// The actions that are not over: held, running or stopped.
#[utoipa::path(get, path = "/batches", tag = "documents", responses((status = 200, body = Vec<Batch>)))]
async fn list_batches(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
) -> Result<Json<Vec<Batch>>, ApiError> {
    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let mut batches = Vec::new();
    for row in store::list_open(&mut conn, &user.id, kind, now - RETENTION).await? {
        batches.push(Batch::from_row(&mut conn, row, now).await?);
    }
    Ok(Json(batches))
}

/// An action and its progress.
#[utoipa::path(get, path = "/batches/{id}", tag = "documents", params(BatchId), responses(
    (status = 200, body = Batch), (status = 404, body = ErrorBody)))]
async fn read_batch(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<BatchId>,
) -> Result<Json<Batch>, ApiError> {
    let mut conn = state.db.read().await?;
    let row = store::find(&mut conn, (&user.id, kind), &id).await?;
    let row = row.ok_or_else(|| not_found(kind))?;
    let now = state.clock.now_ms();
    Ok(Json(Batch::from_row(&mut conn, row, now).await?))
}

// Undoing an action before it begins, stopping it half-way, and continuing it.

/// Undoes an action if nothing is done yet, and otherwise stops it: what is done stays done. Repeating the request is
/// not an error.
#[utoipa::path(post, path = "/batches/{id}/stop", tag = "documents", params(BatchId), responses(
    (status = 200, body = Batch), (status = 404, body = ErrorBody)))]
async fn stop_batch(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<BatchId>,
) -> Result<Json<Batch>, ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let mut row = lock(&mut tx, &user, kind, &id).await?;
    row.state = match row.state {
        BatchState::Held => BatchState::Undone,
        BatchState::Running => BatchState::Stopped,
        over => over,
    };
    store::set_state(&mut tx, &id, row.state, row.starts_at).await?;
    jobs::cancel(&mut tx, &run::schedule_key(&id)).await?;
    let batch = Batch::from_row(&mut tx, row, now).await?;
    tx.commit().await?;
    Ok(Json(batch))
}

/// Continues an action that was stopped, and tries what was refused because the email allowance was used up again.
#[utoipa::path(post, path = "/batches/{id}/resume", tag = "documents", params(BatchId), responses(
    (status = 200, body = Batch), (status = 404, body = ErrorBody)))]
async fn resume_batch(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<BatchId>,
) -> Result<Json<Batch>, ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let mut row = lock(&mut tx, &user, kind, &id).await?;
    let again = store::retry_refused(&mut tx, &id, run::EMAILS_SPENT).await?;
    if row.state == BatchState::Stopped || row.state == BatchState::Done && again > 0 {
        (row.state, row.starts_at) = (BatchState::Running, now);
        store::set_state(&mut tx, &id, row.state, now).await?;
        let schedule = Schedule {
            key: &run::schedule_key(&id),
            user_id: Some(&user.id),
            kind: run::KIND,
            payload: id.as_str(),
            due_at: now,
        };
        jobs::schedule(&state, &mut tx, &schedule).await?;
    }
    let batch = Batch::from_row(&mut tx, row, now).await?;
    tx.commit().await?;
    Ok(Json(batch))
}

async fn lock(
    tx: &mut WriteTx,
    user: &CurrentUser,
    kind: DocumentKind,
    id: &BatchId,
) -> Result<BatchRow, ApiError> {
    let row = store::lock(tx, id).await?;
    row.filter(|row| row.user_id == user.id && row.kind == kind).ok_or_else(|| not_found(kind))
}
