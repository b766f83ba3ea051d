//! Saving an import, in portions (`portions`).
//!
//! The larger the file and the price list are, the longer the check takes, so it is done while nothing is locked,
//! together with preparing the rows and their search words. If the account's items haven't changed since the check, a
//! portion is written; otherwise the rest is checked again.

use std::collections::BTreeSet;

use super::ItemImportRow;
use super::plan::{ItemImportPlan, plan_rows};
use super::price_list::PriceListRow;
use crate::activities;
use crate::items::store::{self, ItemToWrite};
use plumbline_platform::db::DbResult;
use plumbline_platform::db::migrate::TableFingerprint;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ActivityId, ItemId, UserId};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::state::AppState;
use plumbline_platform::table_import::budget::ReadBudget;
use plumbline_platform::table_import::{RowOutcome, STORED_BYTES_MAX, portions};
use plumbline_platform::worker_pool::PoolEntry;

/// How often an import is planned again because the account's items changed in the meantime.
const ATTEMPTS_MAX: usize = 4;

/// What the import would do with each row.
pub(super) async fn preview_rows(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (&PoolEntry, Vec<PriceListRow>),
) -> Result<Vec<ItemImportRow>, ApiError> {
    Ok(plan_import(state, user_id, (visit, rows)).await?.0.rows)
}

/// Imports the rows, and reports the result for each.
pub(super) async fn import_rows(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (PoolEntry, Vec<PriceListRow>),
) -> Result<Vec<ItemImportRow>, ApiError> {
    let (state, user_id) = (state.clone(), user_id.clone());
    let work = async move { to_its_end(&state, &user_id, (&visit, rows)).await };
    portions::to_its_end(work).await
}

async fn to_its_end(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (&PoolEntry, Vec<PriceListRow>),
) -> Result<Vec<ItemImportRow>, ApiError> {
    let mut before: Option<PreparedItemImport> = None;
    for _ in 0..ATTEMPTS_MAX {
        let (plan, mark) = plan_import(state, user_id, (visit, rows.clone())).await?;
        let mut now = prepare(state, user_id, (visit, mark, plan)).await?;
        if let Some(before) = before.take() {
            now.goes_on_from(&before);
        }
        if now.write(state, user_id).await? {
            return Ok(now.rows);
        }
        before = Some(now);
    }
    let changed = ApiError::unavailable("items changed each time that an import was judged");
    Err(match &before {
        Some(ready) => ready.stopped(changed),
        None => changed,
    })
}

/// The plan, made on a thread that doesn't serve requests, and the fingerprint of the items that it is based on.
///
/// # Errors
/// 422 if planning takes too many resources; when the database fails.
pub async fn plan_import(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (&PoolEntry, Vec<PriceListRow>),
) -> Result<(ItemImportPlan, TableFingerprint), ApiError> {
    let mut tx = state.db.begin_read().await?;
    let mark = store::read_fingerprint(&mut tx, user_id).await?;
    let items = store::list(&mut tx, user_id).await?;
    drop(tx);
    let allowance = ReadBudget::new(STORED_BYTES_MAX);
    let plan = visit.run(move || plan_rows(items, rows, allowance)).await??;
    Ok((plan, mark))
}

/// A planned import that is ready to be written.
#[derive(Debug)]
pub struct PreparedItemImport {
    /// The rows of the report.
    pub rows: Vec<ItemImportRow>,
    /// The fingerprint of the items that the plan is based on, updated by what was written since.
    fingerprint: TableFingerprint,
    /// The new items in the order of their rows, then the changed ones in the order of theirs.
    entries: Vec<ItemToWrite>,
    /// How many of the entries are new items.
    new: usize,
    /// How many of them have been written.
    written: usize,
    /// The rows, by their place in the report, whose items were written before the file was planned again.
    written_before: BTreeSet<usize>,
    /// The id of the import's activity in the timeline.
    activity: ActivityId,
}

/// Prepares the rows and search words of a plan, on a thread that doesn't serve requests.
pub async fn prepare(
    state: &AppState,
    user_id: &UserId,
    (visit, mark, plan): (&PoolEntry, TableFingerprint, ItemImportPlan),
) -> Result<PreparedItemImport, ApiError> {
    let now = state.clock.now_ms();
    let ids: Vec<ItemId> = plan.new.iter().map(|_| state.ids.new_id()).collect();
    let activity = state.ids.new_id();
    let user_id = user_id.clone();
    let make = move || -> DbResult<PreparedItemImport> {
        let new = ids.iter().zip(&plan.new);
        let new = new.map(|(id, fields)| ItemToWrite::new(&user_id, (id, 1), fields, now));
        let changes = plan.changes.iter().map(|change| {
            let version = change.version.saturating_add(1);
            ItemToWrite::new(&user_id, (&change.id, version), &change.fields, now)
        });
        Ok(PreparedItemImport {
            rows: plan.rows,
            fingerprint: mark,
            new: plan.new.len(),
            entries: new.chain(changes).collect::<DbResult<_>>()?,
            written: 0,
            written_before: BTreeSet::new(),
            activity,
        })
    };
    Ok(visit.run(make).await??)
}

impl PreparedItemImport {
    /// Writes the items in portions, between which others can write. Returns false if an item has changed since the
    /// import was planned; it is then planned again, and the items that were written already are found.
    ///
    /// # Errors
    /// 422 if the account's storage has no space for all remaining items, and any error of the database. The error says
    /// how many were written before; these stay.
    pub async fn write(&mut self, state: &AppState, user_id: &UserId) -> Result<bool, ApiError> {
        let written = self.write_all(state, user_id).await;
        written.map_err(|error| self.stopped(error))
    }

    async fn write_all(&mut self, state: &AppState, user_id: &UserId) -> Result<bool, ApiError> {
        while self.written < self.entries.len() {
            let mut tx = state.db.begin_write().await?;
            if store::lock_for_import(&mut tx, user_id).await? != self.fingerprint {
                return Ok(false);
            }
            let left = &self.entries[self.written..];
            let some = &left[..portions::portion(left.iter().map(ItemToWrite::size))];
            let new_left = self.new.saturating_sub(self.written);
            let (new, changed) = some.split_at(new_left.min(some.len()));
            store::insert_all(&mut tx, new).await?;
            if !store::update_all(&mut tx, changed).await? {
                return Ok(false);
            }
            let portion = some.len();
            let data = serde_json::json!({ "reason": self.summary_after(portion) });
            let (of, subject) = ((user_id, &self.activity), ("item", ""));
            activities::record_so_far(state, &mut tx, of, "items_imported", subject, &data).await?;
            let mark = store::read_fingerprint(&mut tx, user_id).await?;
            // Everything that remains is counted first, so that an import which doesn't fit is refused before any of it
            // is written; then the later portions are deducted again.
            let (all, later) = (bytes(new_left), bytes(new_left - new.len()));
            quota::count_storage(state, &mut tx, user_id, StorageUse::of_bytes(all)).await?;
            quota::count_storage(state, &mut tx, user_id, StorageUse::of_bytes(later).negated()).await?;
            tx.commit().await?;
            (self.fingerprint, self.written) = (mark, self.written + portion);
        }
        Ok(true)
    }

    /// The text in the timeline once the next portion is saved.
    fn summary_after(&self, portion: usize) -> String {
        let (saved, all) = self.saved();
        if saved + portion < all {
            return portions::so_far(saved + portion, all);
        }
        let count = |outcome| {
            let rows = self.rows.iter().filter(|row| row.outcome == outcome);
            rows.count()
        };
        let (new, changed) = (count(RowOutcome::New), count(RowOutcome::Update));
        format!("{new} new, {changed} changed")
    }

    /// How many items are saved, and how many there are to save in all.
    fn saved(&self) -> (usize, usize) {
        let before = self.written_before.len();
        (before + self.written, before + self.entries.len())
    }

    /// The error of an import that stopped, with how much of it is saved.
    fn stopped(&self, error: ApiError) -> ApiError {
        portions::stopped(error, self.saved(), "items")
    }

    /// For rows that were written before the file was planned again, the report is unchanged.
    pub fn goes_on_from(&mut self, before: &Self) {
        self.activity = before.activity.clone();
        self.written_before.clone_from(&before.written_before);
        let mut new = before.new.min(before.written);
        let mut changed = before.written - new;
        for (at, was) in before.rows.iter().enumerate() {
            if before.written_before.contains(&at) {
                continue;
            }
            let left = match was.outcome {
                RowOutcome::New => &mut new,
                RowOutcome::Update => &mut changed,
                RowOutcome::Same | RowOutcome::Unreadable => continue,
            };
            if *left > 0 {
                *left -= 1;
                self.written_before.insert(at);
            }
        }
        for at in &self.written_before {
            if let (Some(row), Some(was)) = (self.rows.get_mut(*at), before.rows.get(*at)) {
                row.clone_from(was);
            }
        }
    }
}

/// By how many bytes this many new items increase the account's storage.
fn bytes(new: usize) -> i64 {
    quota::ITEM_BYTES.saturating_mul(i64::try_from(new).unwrap_or(i64::MAX))
}
