//! Writes an import in one piece.
//!
//! Judging grows with the file and with the library, so it is done while nothing is held; then, if
//! the account's items are still those that were judged, it is written, else judged anew.

use super::ItemRow;
use super::plan::{Plan, plan};
use super::price_list::FoundRow;
use crate::activities;
use crate::db::WriteTx;
use crate::db::mark::Mark;
use crate::error::ApiError;
use crate::ids::{ItemId, UserId};
use crate::items::store;
use crate::limits::quota::{self, Kept};
use crate::state::AppState;
use crate::workshop::Visit;

/// How often an import is judged anew whose account changes meanwhile.
const TRIES: usize = 4;

/// What would become of each row.
pub(super) async fn preview(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (&Visit, Vec<FoundRow>),
) -> Result<Vec<ItemRow>, ApiError> {
    Ok(judged(state, user_id, (visit, rows)).await?.0.rows)
}

/// Imports the rows, and tells of each what became of it.
pub(super) async fn import(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (&Visit, Vec<FoundRow>),
) -> Result<Vec<ItemRow>, ApiError> {
    for _ in 0..TRIES {
        let (plan, mark) = judged(state, user_id, (visit, rows.clone())).await?;
        let mut tx = state.db.begin_write().await?;
        if write(state, &mut tx, user_id, (mark, &plan)).await? {
            tx.commit().await?;
            return Ok(plan.rows);
        }
    }
    Err(ApiError::unavailable(
        "items changed each time that an import was judged",
    ))
}

/// The plan, made off the threads that answer requests, and the mark of the items it was made for.
///
/// # Errors
/// When the database fails.
pub async fn judged(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (&Visit, Vec<FoundRow>),
) -> Result<(Plan, Mark), ApiError> {
    let mut tx = state.db.begin_read().await?;
    let mark = store::mark(&mut tx, user_id).await?;
    let kept = store::list(&mut tx, user_id).await?;
    drop(tx);
    let plan = visit.work(move || plan(kept, rows)).await?;
    Ok((plan, mark))
}

/// Writes it all; false where an item has changed since the `mark` by which it was judged.
///
/// # Errors
/// 422 where the account keeps as much as it may.
pub async fn write(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    (mark, plan): (Mark, &Plan),
) -> Result<bool, ApiError> {
    if store::hold(tx, user_id).await? != mark {
        return Ok(false);
    }
    if plan.new.is_empty() && plan.changes.is_empty() {
        return Ok(true);
    }
    let now = state.clock.now_ms();
    for fields in &plan.new {
        let id: ItemId = state.ids.new_id();
        store::insert(tx, user_id, &id, fields, now).await?;
    }
    for change in &plan.changes {
        let fields = &change.fields;
        if !store::update(tx, user_id, &change.id, change.version, fields, now).await? {
            return Ok(false);
        }
    }
    let (new, changed) = (plan.new.len(), plan.changes.len());
    let data = serde_json::json!({ "reason": format!("{new} new, {changed} changed") });
    activities::record(state, tx, user_id, "items_imported", ("item", ""), &data).await?;
    let more = i64::try_from(new).unwrap_or(i64::MAX);
    let kept = Kept::bytes(quota::ITEM.saturating_mul(more));
    quota::keep(state, tx, user_id, kept).await?;
    Ok(true)
}
