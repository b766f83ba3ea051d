//! POST /api/recurring/{id}/pause and /resume

use axum::Json;
use axum::extract::State;

use super::store::{self, RecurringRow};
use super::{Recurring, days, due};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::RecurringId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::today;

/// Pauses a recurring invoice: no invoices are made until it is resumed. Repeating the request changes nothing.
#[utoipa::path(post, path = "/api/recurring/{id}/pause", tag = "recurring", params(RecurringId),
    responses((status = 200, body = Recurring), (status = 404, body = ErrorBody)))]
pub(super) async fn pause(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<RecurringId>,
) -> Result<Json<Recurring>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_write().await?;
    let had = super::lock_own(&mut tx, &user.id, &id).await?;
    if had.paused {
        return Recurring::load(&mut tx, had, today).await.map(Json);
    }
    let row = RecurringRow { paused: true, ..next_version(&had, state.clock.now_ms()) };
    save(&state, &mut tx, &had, &row, "paused").await?;
    let answer = Recurring::load(&mut tx, row, today).await?;
    tx.commit().await?;
    Ok(Json(answer))
}

/// Resumes a recurring invoice from today. No invoices are made for dates that passed while it was paused.
#[utoipa::path(post, path = "/api/recurring/{id}/resume", tag = "recurring", params(RecurringId),
    responses((status = 200, body = Recurring), (status = 404, body = ErrorBody)))]
pub(super) async fn resume(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<RecurringId>,
) -> Result<Json<Recurring>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_write().await?;
    let had = super::lock_own(&mut tx, &user.id, &id).await?;
    if !had.paused {
        return Recurring::load(&mut tx, had, today).await.map(Json);
    }
    let row = RecurringRow {
        paused: false,
        trouble: String::new(),
        next_day: days::day_after_pause(&had, today),
        ..next_version(&had, state.clock.now_ms())
    };
    save(&state, &mut tx, &had, &row, "resumed").await?;
    let answer = Recurring::load(&mut tx, row, today).await?;
    tx.commit().await?;
    Ok(Json(answer))
}

fn next_version(had: &RecurringRow, now: i64) -> RecurringRow {
    RecurringRow { version: had.version.saturating_add(1), updated_at: now, ..had.clone() }
}

async fn save(
    state: &AppState,
    tx: &mut plumbline_platform::db::WriteTx,
    had: &RecurringRow,
    row: &RecurringRow,
    kind: &str,
) -> Result<(), ApiError> {
    if !store::update(tx, row, had.version).await? {
        return Err(ApiError::internal("a held row changed under its holder"));
    }
    due::schedule(state, tx, row).await?;
    super::record_activity(state, tx, kind, row).await
}
