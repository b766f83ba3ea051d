//! POST /api/recurring/{id}/pause and /resume

use axum::Json;
use axum::extract::State;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::{self, RecurringRow};
use super::{Recurring, due};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::RecurringId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::recurring_documents;
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
        next_day: due::day_after_pause(&had, today),
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

/// The date that is skipped.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct RecurringSkip {
    /// The next date, YYYY-MM-DD.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub day: Date,
}

/// Skips the next date: no invoice is made for it. It still counts if the series has a fixed number of dates. Skipping
/// a date that was skipped before changes nothing; any other date than the next is refused.
#[utoipa::path(post, path = "/api/recurring/{id}/skip", tag = "recurring", params(RecurringId),
    request_body = RecurringSkip, responses((status = 200, body = Recurring), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
pub(super) async fn skip(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<RecurringId>,
    ApiJson(request): ApiJson<RecurringSkip>,
) -> Result<Json<Recurring>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_write().await?;
    let had = super::lock_own(&mut tx, &user.id, &id).await?;
    if recurring_documents::exists_for_day(&mut tx, &id, request.day).await? {
        let text = "The invoice for that date has already been made. It’s listed below.";
        return Err(ApiError::conflict("made", text));
    }
    if had.done_day == Some(request.day) {
        // The same request again, for example after its response was lost.
        return Recurring::load(&mut tx, had, today).await.map(Json);
    }
    if had.paused || had.next_day != Some(request.day) {
        let text = "That is no longer the next date. Please check again.";
        return Err(ApiError::conflict("not_next", text));
    }
    let row = RecurringRow {
        version: had.version.saturating_add(1),
        done_day: Some(request.day),
        next_day: had.series().next_after(request.day),
        updated_at: state.clock.now_ms(),
        ..had.clone()
    };
    if !store::update(&mut tx, &row, had.version).await? {
        return Err(ApiError::internal("a held row changed under its holder"));
    }
    due::schedule(&state, &mut tx, &row).await?;
    super::record_activity(&state, &mut tx, "skipped", &row).await?;
    let answer = Recurring::load(&mut tx, row, today).await?;
    tx.commit().await?;
    Ok(Json(answer))
}
