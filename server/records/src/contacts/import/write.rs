//! Saving an import, in portions (`portions`) of contacts with all of their documents.
//!
//! The larger the file and the account are, the longer the check takes, so it is done while nothing is locked, together
//! with preparing the rows and their search words. If the account's contacts haven't changed since the check, a portion
//! is written; otherwise the rest is checked again. The account's quota is checked before the first portion.

use std::collections::HashSet;

use super::plan::{ContactImportPlan, ContactMatch, plan_rows};
use super::{ContactFileRow, ImportRow};
use crate::activities;
use crate::contacts::store::{self, ContactToWrite};
use crate::contacts::{Contact, ContactFields};
use crate::summaries::customer;
use plumbline_platform::db::migrate::TableFingerprint;
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ActivityId, ContactId, UserId};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::state::AppState;
use plumbline_platform::table_import::budget::ReadBudget;
use plumbline_platform::table_import::{RowOutcome, STORED_BYTES_MAX, portions};
use plumbline_platform::worker_pool::PoolEntry;

/// How often an import is planned again because the account's contacts changed in the meantime.
const ATTEMPTS_MAX: usize = 4;
/// The most documents whose customer's name one transaction changes; those of one contact are never split.
const BATCH_DOCUMENTS: i64 = 1_000;

/// The contacts of an account, with a fingerprint that shows whether they have changed.
pub struct ExistingContacts {
    /// The contacts.
    pub contacts: Vec<Contact>,
    /// The fingerprint, which changes whenever a contact does.
    pub fingerprint: TableFingerprint,
}

/// Reads the account's contacts.
pub async fn load_existing(state: &AppState, user_id: &UserId) -> Result<ExistingContacts, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let mark = store::read_fingerprint(&mut tx, user_id).await?;
    let contacts = store::list(&mut tx, user_id).await?;
    Ok(ExistingContacts { contacts, fingerprint: mark })
}

/// Plans the import of the rows, on a thread that doesn't serve requests.
///
/// # Errors
/// 422 if that takes too many resources; when the thread panics.
pub async fn plan_import(
    visit: &PoolEntry,
    contacts: Vec<Contact>,
    rows: Vec<ContactFileRow>,
) -> Result<ContactImportPlan, ApiError> {
    let allowance = ReadBudget::new(STORED_BYTES_MAX);
    Ok(visit.run(move || plan_rows(contacts, rows, allowance)).await??)
}

/// Imports the rows, and reports the result for each.
pub(super) async fn import_rows(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (PoolEntry, Vec<ContactFileRow>),
) -> Result<Vec<ImportRow>, ApiError> {
    let (state, user_id) = (state.clone(), user_id.clone());
    let work = async move { to_its_end(&state, &user_id, (&visit, rows)).await };
    portions::to_its_end(work).await
}

async fn to_its_end(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (&PoolEntry, Vec<ContactFileRow>),
) -> Result<Vec<ImportRow>, ApiError> {
    let mut before: Option<PreparedContactImport> = None;
    for _ in 0..ATTEMPTS_MAX {
        let ExistingContacts { contacts, fingerprint: mark } = load_existing(state, user_id).await?;
        let plan = plan_import(visit, contacts, rows.clone()).await?;
        let mut now = prepare(state, user_id, (visit, mark, plan)).await?;
        if let Some(before) = before.take() {
            now.keep_reports_of(&before);
        }
        if now.write(state, user_id).await? {
            return Ok(now.rows);
        }
        before = Some(now);
    }
    let changed = ApiError::unavailable("contacts changed each time that an import was judged");
    Err(match &before {
        Some(ready) => ready.stopped(changed),
        None => changed,
    })
}

/// A planned import that is ready to be written.
#[derive(Debug)]
pub struct PreparedContactImport {
    /// The rows of the report.
    pub rows: Vec<ImportRow>,
    matches: Vec<ContactMatch>,
    /// The fingerprint of the contacts that the plan is based on, updated by what was written since.
    fingerprint: TableFingerprint,
    /// First the new contacts, in order, then the changed ones.
    entries: Vec<ContactEntry>,
    /// How many of them have been written.
    written: usize,
    /// The contacts that were written before the file was planned again.
    written_before: HashSet<ContactId>,
    /// The id of the import's activity in the timeline.
    activity: ActivityId,
}

/// One contact to write.
#[derive(Debug)]
struct ContactEntry {
    contact: ContactToWrite,
    is_new: bool,
    is_renamed: bool,
    /// By how many bytes the account's storage grows.
    added_bytes: i64,
}

/// Prepares the rows and search words of a plan, on a thread that doesn't serve requests.
pub async fn prepare(
    state: &AppState,
    user_id: &UserId,
    (visit, mark, plan): (&PoolEntry, TableFingerprint, ContactImportPlan),
) -> Result<PreparedContactImport, ApiError> {
    let now = state.clock.now_ms();
    let new: Vec<ContactId> = plan.new.iter().map(|_| state.ids.new_id()).collect();
    let activity = state.ids.new_id();
    let user_id = user_id.clone();
    let make = move || {
        let new = new.into_iter().zip(plan.new).map(|(id, fields)| ContactEntry {
            is_new: true,
            is_renamed: false,
            added_bytes: fields.stored_size(),
            contact: ContactToWrite::new(&user_id, (id, 1), fields, now),
        });
        let changes = plan.changes.into_iter().map(|change| {
            let (before, fields) = (change.before, change.fields);
            let version = change.version.saturating_add(1);
            ContactEntry {
                is_new: false,
                is_renamed: display_names(&fields) != display_names(&before),
                added_bytes: fields.stored_size() - before.stored_size(),
                contact: ContactToWrite::new(&user_id, (change.id, version), fields, now),
            }
        });
        PreparedContactImport {
            rows: plan.rows,
            matches: plan.matches,
            fingerprint: mark,
            entries: new.chain(changes).collect(),
            written: 0,
            written_before: HashSet::new(),
            activity,
        }
    };
    visit.run(make).await
}

fn display_names(fields: &ContactFields) -> [&str; 2] {
    [&fields.name, &fields.company]
}

impl PreparedContactImport {
    /// The contact of each row; `None` for a row that can't be saved.
    pub fn contact_ids(&self) -> impl Iterator<Item = Option<&ContactId>> {
        self.matches.iter().map(move |whom| self.matched_id(whom))
    }

    fn matched_id<'a>(&'a self, whom: &'a ContactMatch) -> Option<&'a ContactId> {
        match whom {
            ContactMatch::Existing(id) => Some(id),
            ContactMatch::New(at) => self.entries.get(*at).map(|it| it.contact.id()),
            ContactMatch::Unsaveable => None,
        }
    }

    /// Writes the contacts in portions, between which others can write. Returns false if a contact has changed since
    /// the import was planned; it is then planned again, and the contacts that were written already are found.
    ///
    /// # Errors
    /// 422 if the account's storage has no space for all remaining contacts, and any error of the database. The error
    /// says how many were written before; these stay.
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
            let portion = self.next_batch_size(&mut tx, user_id).await?;
            if !self.write_batch(&mut tx, user_id, portion).await? {
                return Ok(false);
            }
            let data = serde_json::json!({ "reason": self.summary_after(portion) });
            let (of, subject) = ((user_id, &self.activity), ("contacts", ""));
            activities::record_so_far(state, &mut tx, of, "imported", subject, &data).await?;
            let mark = store::read_fingerprint(&mut tx, user_id).await?;
            let left = &self.entries[self.written..];
            let (all, later) = (sum_added_bytes(left), sum_added_bytes(&left[portion..]));
            // Everything that remains is counted first, so that an import which doesn't fit is refused before any of it
            // is written; then the later portions are deducted again.
            quota::count_storage(state, &mut tx, user_id, StorageUse::of_bytes(all)).await?;
            quota::count_storage(state, &mut tx, user_id, StorageUse::of_bytes(later).negated()).await?;
            tx.commit().await?;
            (self.fingerprint, self.written) = (mark, self.written + portion);
        }
        Ok(true)
    }

    /// How many contacts the next transaction writes.
    async fn next_batch_size(&self, tx: &mut WriteTx, user_id: &UserId) -> DbResult<usize> {
        let left = &self.entries[self.written..];
        let sizes = left.iter().map(|entry| entry.contact.fields().stored_size());
        let some = &left[..portions::portion(sizes)];
        let renamed = some.iter().filter(|entry| entry.is_renamed);
        let renamed: Vec<&str> = renamed.map(|entry| entry.contact.id().as_str()).collect();
        let documents = customer::count_documents(tx, user_id, &renamed).await?;
        let counts = some.iter().map(|entry| {
            let count = documents.get(entry.contact.id().as_str());
            count.copied().unwrap_or_default()
        });
        Ok(batch_size_by_documents(counts))
    }

    /// Writes the next portion; returns false if a contact to be updated has changed since the import was planned.
    async fn write_batch(
        &self,
        tx: &mut WriteTx,
        user_id: &UserId,
        portion: usize,
    ) -> Result<bool, ApiError> {
        let some = &self.entries[self.written..][..portion];
        let (new, changed) = some.split_at(some.partition_point(|entry| entry.is_new));
        store::insert_all(tx, new.iter().map(|entry| &entry.contact)).await?;
        if !store::update_all(tx, changed.iter().map(|entry| &entry.contact)).await? {
            return Ok(false);
        }
        let renamed = changed.iter().filter(|entry| entry.is_renamed);
        let renamed: Vec<(&str, [&str; 2])> = renamed
            .map(|entry| (entry.contact.id().as_ref(), display_names(entry.contact.fields())))
            .collect();
        customer::rename_all_in_documents(tx, user_id, &renamed).await?;
        Ok(true)
    }

    /// The text in the timeline once the next portion is saved.
    fn summary_after(&self, portion: usize) -> String {
        let saved = self.written + portion;
        if saved < self.entries.len() {
            let before = self.written_before.len();
            return portions::so_far(before + saved, before + self.entries.len());
        }
        let count = |outcome| {
            let rows = self.rows.iter().filter(|row| row.outcome == outcome);
            rows.count()
        };
        let (new, changed) = (count(RowOutcome::New), count(RowOutcome::Update));
        format!("{new} new, {changed} filled in")
    }

    /// The error of an import that stopped, with how much of it is saved.
    fn stopped(&self, error: ApiError) -> ApiError {
        let before = self.written_before.len();
        let (saved, all) = (before + self.written, before + self.entries.len());
        portions::stopped(error, (saved, all), "contacts")
    }

    /// For rows that were written before the file was planned again, the report is unchanged.
    pub fn keep_reports_of(&mut self, before: &Self) {
        let written = before.entries.iter().take(before.written);
        let written = written.map(|entry| entry.contact.id().clone());
        self.written_before = written.collect();
        self.written_before.extend(before.written_before.iter().cloned());
        self.activity = before.activity.clone();
        let rows = self.rows.iter_mut().zip(before.rows.iter().zip(before.contact_ids()));
        for (row, (was, id)) in rows {
            if id.is_some_and(|id| self.written_before.contains(id)) {
                row.clone_from(was);
            }
        }
    }
}

/// By how many bytes these contacts increase the account's storage.
fn sum_added_bytes(entries: &[ContactEntry]) -> i64 {
    entries.iter().map(|entry| entry.added_bytes).sum()
}

/// How many contacts one transaction takes, given how many documents change with each.
fn batch_size_by_documents(counts: impl Iterator<Item = i64>) -> usize {
    let mut left = BATCH_DOCUMENTS;
    let fits = counts.take_while(|count| {
        left -= count;
        left >= 0
    });
    // The documents of one contact aren't split.
    fits.count().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_a_batch_by_the_documents_of_its_contacts() {
        let counts = |counts: &[i64]| batch_size_by_documents(counts.iter().copied());
        assert_eq!(batch_size_by_documents(std::iter::repeat_n(0, 500)), 500);
        assert_eq!(counts(&[500, 500, 0, 1]), 3);
        assert_eq!(counts(&[600, 600]), 1);
        assert_eq!(counts(&[9_000, 1]), 1);
    }
}
