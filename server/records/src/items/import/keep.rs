//! Saving an import in one transaction, so that it is saved whole or not at all.
//!
//! Checking takes the longer the larger the file and the price list are, so it is done while nothing is held, and
//! the rows and their search words are prepared then. If the account's items are still those that were checked, it
//! is written; otherwise everything is checked again.

use super::ItemRow;
use super::plan::{Plan, plan};
use super::price_list::FoundRow;
use crate::activities;
use crate::items::store::{self, ToWrite};
use plumbline_platform::db::mark::Mark;
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ItemId, UserId};
use plumbline_platform::limits::quota::{self, Kept};
use plumbline_platform::sheets::KEPT_MAX;
use plumbline_platform::sheets::allowance::Allowance;
use plumbline_platform::state::AppState;
use plumbline_platform::workshop::Visit;

/// How often an import is planned again because the account's items changed in the meantime.
const TRIES: usize = 4;

/// What the import would do with each row.
pub(super) async fn preview(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (&Visit, Vec<FoundRow>),
) -> Result<Vec<ItemRow>, ApiError> {
    Ok(judged(state, user_id, (visit, rows)).await?.0.rows)
}

/// Imports the rows, and reports the result for each.
pub(super) async fn import(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (&Visit, Vec<FoundRow>),
) -> Result<Vec<ItemRow>, ApiError> {
    for _ in 0..TRIES {
        let (plan, mark) = judged(state, user_id, (visit, rows.clone())).await?;
        let ready = ready(state, user_id, (visit, mark, plan)).await?;
        if ready.write(state, user_id).await? {
            return Ok(ready.rows);
        }
    }
    Err(ApiError::unavailable(
        "items changed each time that an import was judged",
    ))
}

/// The plan, made on a thread that doesn't serve requests, and the mark of the items that it is based on.
///
/// # Errors
/// 422 if planning takes too many resources; when the database fails.
pub async fn judged(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (&Visit, Vec<FoundRow>),
) -> Result<(Plan, Mark), ApiError> {
    let mut tx = state.db.begin_read().await?;
    let mark = store::mark(&mut tx, user_id).await?;
    let kept = store::list(&mut tx, user_id).await?;
    drop(tx);
    let allowance = Allowance::of(KEPT_MAX);
    let plan = visit.work(move || plan(kept, rows, allowance)).await??;
    Ok((plan, mark))
}

/// A planned import that is ready to be written.
#[derive(Debug)]
pub struct Ready {
    /// The rows of the report.
    pub rows: Vec<ItemRow>,
    /// The mark of the items that the plan is based on.
    mark: Mark,
    new: Vec<ToWrite>,
    changes: Vec<ToWrite>,
}

/// Prepares the rows and search words of a plan, on a thread that doesn't serve requests.
pub async fn ready(
    state: &AppState,
    user_id: &UserId,
    (visit, mark, plan): (&Visit, Mark, Plan),
) -> Result<Ready, ApiError> {
    let now = state.clock.now_ms();
    let ids: Vec<ItemId> = plan.new.iter().map(|_| state.ids.new_id()).collect();
    let user_id = user_id.clone();
    let make = move || -> DbResult<Ready> {
        let new = ids.iter().zip(&plan.new);
        let new = new.map(|(id, fields)| ToWrite::of(&user_id, (id, 1), fields, now));
        let changes = plan.changes.iter().map(|change| {
            let version = change.version.saturating_add(1);
            ToWrite::of(&user_id, (&change.id, version), &change.fields, now)
        });
        Ok(Ready {
            rows: plan.rows,
            mark,
            new: new.collect::<DbResult<_>>()?,
            changes: changes.collect::<DbResult<_>>()?,
        })
    };
    Ok(visit.work(make).await??)
}

impl Ready {
    /// Writes it; returns false if an item has changed since it was planned.
    ///
    /// # Errors
    /// 422 if the account's storage is full.
    pub async fn write(&self, state: &AppState, user_id: &UserId) -> Result<bool, ApiError> {
        let (new, changed) = (self.new.len(), self.changes.len());
        if (new, changed) == (0, 0) {
            return Ok(true);
        }
        let mut tx = state.db.begin_write().await?;
        if store::hold(&mut tx, user_id).await? != self.mark {
            return Ok(false);
        }
        store::insert_all(&mut tx, &self.new).await?;
        if !store::update_all(&mut tx, &self.changes).await? {
            return Ok(false);
        }
        self.note(state, &mut tx, user_id).await?;
        let more = i64::try_from(new).unwrap_or(i64::MAX);
        let kept = Kept::bytes(quota::ITEM.saturating_mul(more));
        quota::keep(state, &mut tx, user_id, kept).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn note(
        &self,
        state: &AppState,
        tx: &mut WriteTx,
        user_id: &UserId,
    ) -> Result<(), ApiError> {
        let (new, changed) = (self.new.len(), self.changes.len());
        let data = serde_json::json!({ "reason": format!("{new} new, {changed} changed") });
        activities::record(state, tx, user_id, "items_imported", ("item", ""), &data).await?;
        Ok(())
    }
}
