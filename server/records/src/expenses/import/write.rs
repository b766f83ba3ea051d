//! Checks an import while nothing is locked, and writes it in portions (`portions`). What another import has written in
//! the meantime is recognised by its fingerprint.

use std::collections::HashMap;

use super::bank::{BankFileRow, ReadingSaid};
use super::matching::KnownExpenses;
use super::plan::{BankEntry, BankImportPlan, EntryAction, first_and_last_day, plan_rows};
use super::{BankOutcome, BankRow, BankRowChoices, KIND};
use crate::activities;
use crate::documents;
use crate::expenses::store::{self, ExpenseRow, bank, find};
use crate::profiles;
use plumbline_platform::db::migrate::lock_imports;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ActivityId, ExpenseId, UserId};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::state::AppState;
use plumbline_platform::table_import::budget::ReadBudget;
use plumbline_platform::table_import::{STORED_BYTES_MAX, columns, portions};
use plumbline_platform::worker_pool::PoolEntry;

/// The most earlier suppliers from which categories are suggested.
const SUPPLIERS_MAX: i64 = 2_000;

/// Plans the import of the rows, on a thread that doesn't serve requests.
pub(super) async fn plan_import(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (&PoolEntry, Vec<BankFileRow>),
    choices: BankRowChoices,
) -> Result<BankImportPlan, ApiError> {
    let today = documents::today(state)?;
    let mut known = KnownExpenses::for_new_account(today);
    if let Some((first, last)) = first_and_last_day(&rows) {
        let mut tx = state.db.begin_read().await?;
        known.lines = bank::list_imported(&mut tx, user_id).await?;
        known.own_names = list_own_names(&mut tx, user_id).await?;
        // A card payment is often entered by hand a few days before the bank records it.
        let from = (0..7).fold(first, |day, _| day.day_before().unwrap_or(day));
        let to = last.plus_days(1).unwrap_or(last);
        known.set_manual(bank::list_manual(&mut tx, user_id, from, to).await?);
        let paid = find::list_suppliers(&mut tx, user_id, SUPPLIERS_MAX).await?;
        drop(tx);
        let categories = paid.into_iter().map(|paid| (paid.key, paid.category));
        known.categories = categories.collect::<HashMap<_, _>>();
    }
    let allowance = ReadBudget::new(STORED_BYTES_MAX);
    let judge = move || plan_rows(known, rows, &choices, allowance);
    Ok(visit.run(judge).await??)
}

/// The names of the account's owner and of their businesses, as on their bank accounts.
async fn list_own_names(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<String>> {
    let owner = documents::store::parties::find_owner_name(conn, user_id).await?;
    let mut names: Vec<String> = owner.into_iter().collect();
    for profile in profiles::store::list_any(conn, user_id).await? {
        let fields = profile.fields;
        names.extend([fields.name, fields.account_name, fields.owner_name.unwrap_or_default()]);
    }
    Ok(names)
}

/// Writes the plan and remembers how files with these headings are read; reports the result for each row.
pub(super) async fn write_plan(
    state: &AppState,
    user_id: &UserId,
    (visit, plan): (PoolEntry, BankImportPlan),
    learned: Option<(&str, &ReadingSaid)>,
) -> Result<Vec<BankRow>, ApiError> {
    let BankImportPlan { entries, mut rows } = plan;
    // The rows and their search words are prepared before anything is locked, on a thread that doesn't serve requests.
    let now = state.clock.now_ms();
    let ids: Vec<ExpenseId> = entries.iter().map(|_| state.ids.new_id()).collect();
    let account = user_id.clone();
    let make = move || -> Vec<(BankEntry, Option<ExpenseRow>)> {
        let each = entries.into_iter().zip(ids);
        each.map(|(entry, id)| {
            let row = match &entry.action {
                EntryAction::ByHand(_) | EntryAction::LeftOut => None,
                EntryAction::New(fields) => {
                    Some(ExpenseRow { from_bank: true, ..ExpenseRow::new(&account, &id, fields, now) })
                }
            };
            (entry, row)
        })
        .collect()
    };
    let entries = visit.run(make).await?;
    let account = user_id.clone();
    let state = state.clone();
    let learned = learned.map(|(headings, reading)| (headings.to_owned(), reading.clone()));
    let work = async move {
        // The account's next file waits until this one is saved.
        let _visit = visit;
        let mut writing = Writing { entries: &entries, written: 0, new: 0, activity: state.ids.new_id() };
        while writing.written < writing.entries.len() {
            let written = writing.portion(&state, &account, &mut rows).await;
            written.map_err(|error| writing.stopped(error))?;
        }
        if let Some((headings, reading)) = learned {
            let mut tx = state.db.begin_write().await?;
            let of = (&account, KIND, headings.as_str());
            columns::remember(&mut tx, of, &reading, now).await?;
            tx.commit().await?;
        }
        Ok::<_, ApiError>(rows)
    };
    portions::to_its_end(work).await
}

/// An import that is being written.
struct Writing<'a> {
    entries: &'a [(BankEntry, Option<ExpenseRow>)],
    /// How many of them have been written.
    written: usize,
    /// How many new expenses are among those.
    new: usize,
    /// The id of the import's activity in the timeline.
    activity: ActivityId,
}

impl Writing<'_> {
    /// Writes the next portion in a transaction.
    async fn portion(
        &mut self,
        state: &AppState,
        user_id: &UserId,
        rows: &mut [BankRow],
    ) -> Result<(), ApiError> {
        let left = &self.entries[self.written..];
        let (some, later) = left.split_at(left.len().min(portions::ROWS));
        let mut tx = state.db.begin_write().await?;
        // A line that a concurrent import has just recorded must be visible with its expense.
        lock_imports(&mut tx, user_id).await?;
        let lines = some.iter().filter_map(|(entry, row)| {
            let expense = match (&entry.action, row) {
                (EntryAction::ByHand(id), _) => id.as_str(),
                (EntryAction::LeftOut, _) => "",
                (EntryAction::New(_), row) => row.as_ref()?.id.as_str(),
            };
            let prints = [Some(&entry.fingerprint), entry.of_any_account.as_ref()];
            Some(prints.into_iter().flatten().map(move |print| (print.as_str(), expense)))
        });
        let lines: Vec<_> = lines.flatten().collect();
        let noted = bank::insert_lines(&mut tx, user_id, &lines).await?;
        let (noted, known): (Vec<_>, Vec<_>) =
            (some.iter()).partition(|(entry, _)| noted.contains(&entry.fingerprint));
        let expenses = || noted.iter().filter_map(|(_, row)| row.as_ref());
        store::insert_all(&mut tx, expenses()).await?;
        let more = expenses().count();
        let new = self.new + more;
        if more > 0 || (later.is_empty() && new > 0) {
            let saved = match later.is_empty() {
                true => format!("{new} new"),
                false => portions::so_far(new, new + count_new(later)),
            };
            let data = serde_json::json!({ "reason": saved });
            let (of, subject) = ((user_id, &self.activity), ("expense", ""));
            activities::record_so_far(state, &mut tx, of, "bank_imported", subject, &data).await?;
            // Everything that remains is counted first, so that an import which doesn't fit is refused before any of it
            // is written; then the later portions are deducted again.
            let (all, later) = (bytes(more + count_new(later)), bytes(count_new(later)));
            quota::count_storage(state, &mut tx, user_id, StorageUse::of_bytes(all)).await?;
            quota::count_storage(state, &mut tx, user_id, StorageUse::of_bytes(later).negated()).await?;
        }
        tx.commit().await?;
        let known = known.into_iter().filter(|(entry, _)| !matches!(entry.action, EntryAction::LeftOut));
        for (entry, _) in known {
            rows[entry.at].outcome = BankOutcome::Known;
        }
        (self.written, self.new) = (self.written + some.len(), new);
        Ok(())
    }

    /// The error of an import that stopped, with how much of it is saved.
    fn stopped(&self, error: ApiError) -> ApiError {
        let all = self.new + count_new(&self.entries[self.written..]);
        portions::stopped(error, (self.new, all), "expenses")
    }
}

/// How many of these become expenses, unless another import has them by then.
fn count_new(entries: &[(BankEntry, Option<ExpenseRow>)]) -> usize {
    entries.iter().filter(|(_, row)| row.is_some()).count()
}

/// The bytes of storage that this many expenses count for.
fn bytes(expenses: usize) -> i64 {
    quota::EXPENSE_BYTES.saturating_mul(i64::try_from(expenses).unwrap_or(i64::MAX))
}
