//! One action on many documents: send, remind, delete drafts.
//!
//! It is requested in portions under one id, held back for some seconds so that one undo takes back all of it, and
//! then done in the background, each document in a transaction of its own. Closing the tab changes nothing. If the
//! action is stopped half-way, what is done stays done, the rest is listed, and the action can be continued.
//! Archiving can be undone at any time and is done at once (`documents/filing`).

mod ask;
mod judge;
mod read;
mod run;
mod stop;
mod store;

use plumbline_core::kind::Kind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::clock::{DAY, SECOND};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::jobs::Duty;
use plumbline_platform::state::AppState;

use store::BatchRow;
pub use store::{Action, Stage};

/// For how long nothing is done yet and an undo takes all of it back.
const HELD: i64 = 10 * SECOND;
/// For how long it can be read what became of it.
const KEPT: i64 = 7 * DAY;
/// The most documents of one portion.
const PORTION: usize = 500;
/// The most documents of one action.
const MOST: i64 = 20_000;
/// The most actions of one account that are held or being done.
const UNDER_WAY_MAX: i64 = 10;
/// The most of one account that are over and can be read, or were stopped and may go on.
const OVER_MAX: i64 = 20;

/// The jobs of batches.
pub const DUTIES: &[Duty] = &[run::DUTY];

/// The routes below each kind's path.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read::list_batches))
        .routes(routes!(ask::put_batch, read::read_batch))
        .routes(routes!(stop::stop_batch))
        .routes(routes!(stop::resume_batch))
}

/// Forgets what was done long ago.
///
/// # Errors
/// When the database fails.
pub async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    store::delete_old(conn, now - KEPT).await
}

/// An action on many documents, and how far it is.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Batch {
    /// UUIDv7, chosen by who asked for it.
    pub id: String,
    /// What is done.
    #[schema(inline)]
    pub action: Action,
    /// How far it is.
    #[schema(inline)]
    pub state: Stage,
    /// In how many milliseconds it begins; 0 once it has.
    pub starts_in: i64,
    /// Documents to which it is still to be done.
    pub waiting: i64,
    /// Documents to which it is done.
    pub done: i64,
    /// Documents to which it is not, and will not be.
    pub refused: i64,
    /// Why, of each of them: at most 500.
    pub refusals: Vec<Refusal>,
    /// Whether some of those would pass later, as when too many mails went out in an hour.
    pub may_resume: bool,
}

/// Why it is not done to a document.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Refusal {
    /// The document.
    pub id: String,
    /// Its number, or the customer of a draft.
    pub name: String,
    /// A stable word for the reason.
    pub code: String,
    /// The reason, in a sentence.
    pub reason: String,
}

impl Batch {
    async fn of(conn: &mut Conn, row: BatchRow, now: i64) -> DbResult<Self> {
        let counts = store::counts(conn, &row.id).await?;
        let refusals = store::refused(conn, &row.id, PORTION).await?;
        let is_held = row.state == Stage::Held;
        Ok(Self {
            starts_in: if is_held {
                (row.starts_at - now).max(0)
            } else {
                0
            },
            id: row.id.into(),
            action: row.action,
            state: row.state,
            waiting: counts.waiting,
            done: counts.done,
            refused: counts.refused,
            may_resume: refusals.iter().any(|one| one.code == judge::SPENT),
            refusals,
        })
    }
}

fn not_found(kind: Kind) -> ApiError {
    ApiError::not_found(match kind {
        Kind::Quote => "Action on quotes",
        Kind::Invoice => "Action on invoices",
        Kind::CreditNote => "Action on credit notes",
    })
}
