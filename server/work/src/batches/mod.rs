//! One action on many documents: send, remind, delete drafts.
//!
//! It is requested in portions under one id, held back for some seconds so that one undo takes back all of it, and
//! then done in the background, each document in a transaction of its own. Closing the tab changes nothing. If the
//! action is stopped half-way, what is done stays done, the rest is listed, and the action can be continued.
//! Archiving can be undone at any time and is done at once (`documents/archiving`).

mod check;
mod put;
mod read;
mod run;
mod stop;
mod store;

use plumbline_core::kind::DocumentKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::clock::{DAY, SECOND};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::jobs::JobHandler;
use plumbline_platform::state::AppState;

use store::BatchRow;
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
        .routes(routes!(read::list_batches))
        .routes(routes!(put::put_batch, read::read_batch))
        .routes(routes!(stop::stop_batch))
        .routes(routes!(stop::resume_batch))
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
            may_resume: refusals.iter().any(|one| one.code == check::EMAILS_SPENT),
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
