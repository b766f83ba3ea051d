//! Saving an import, in portions (`portions`) of contacts with all of their documents.
//!
//! Checking takes the longer the larger the file and the account are, so it is done while nothing is held, and the
//! rows and their search words are prepared then. If the account's contacts are still those that were checked, a
//! portion is written; otherwise the rest is checked again. Whether there is room is checked before the first portion.

use std::collections::HashSet;

use super::ImportRow;
use super::plan::{Plan, Whom, plan};
use super::rows::FoundRow;
use crate::activities;
use crate::contacts::store::{self, ToWrite};
use crate::contacts::{Contact, ContactFields};
use crate::summaries::customer;
use plumbline_platform::db::mark::Mark;
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ActivityId, ContactId, UserId};
use plumbline_platform::limits::quota::{self, Kept};
use plumbline_platform::sheets::allowance::Allowance;
use plumbline_platform::sheets::portions;
use plumbline_platform::sheets::{KEPT_MAX, Outcome};
use plumbline_platform::state::AppState;
use plumbline_platform::workshop::Visit;

/// How often an import is planned again because the account's contacts changed in the meantime.
const TRIES: usize = 4;
/// The most documents whose customer's name one transaction changes; those of one contact are never split.
const DOCUMENTS_AT_A_TIME: i64 = 1_000;

/// The contacts of an account, with a mark that shows whether they have changed.
pub struct Known {
    /// The contacts.
    pub contacts: Vec<Contact>,
    /// The mark, which changes whenever a contact does.
    pub mark: Mark,
}

/// Reads the account's contacts.
pub async fn known(state: &AppState, user_id: &str) -> Result<Known, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let mark = store::mark(&mut tx, user_id).await?;
    let contacts = store::list(&mut tx, user_id).await?;
    Ok(Known { contacts, mark })
}

/// Plans the import of the rows, on a thread that doesn't serve requests.
///
/// # Errors
/// 422 if that takes too many resources; when the thread panics.
pub async fn judged(
    visit: &Visit,
    kept: Vec<Contact>,
    rows: Vec<FoundRow>,
) -> Result<Plan, ApiError> {
    let allowance = Allowance::of(KEPT_MAX);
    Ok(visit.work(move || plan(kept, rows, allowance)).await??)
}

/// Imports the rows, and reports the result for each.
pub(super) async fn import(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (Visit, Vec<FoundRow>),
) -> Result<Vec<ImportRow>, ApiError> {
    let (state, user_id) = (state.clone(), user_id.clone());
    let work = async move { to_its_end(&state, &user_id, (&visit, rows)).await };
    portions::to_its_end(work).await
}

async fn to_its_end(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (&Visit, Vec<FoundRow>),
) -> Result<Vec<ImportRow>, ApiError> {
    let mut before: Option<Ready> = None;
    for _ in 0..TRIES {
        let Known { contacts, mark } = known(state, user_id).await?;
        let plan = judged(visit, contacts, rows.clone()).await?;
        let mut now = ready(state, user_id, (visit, mark, plan)).await?;
        if let Some(before) = before.take() {
            now.goes_on_from(&before);
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
pub struct Ready {
    /// The rows of the report.
    pub rows: Vec<ImportRow>,
    whom: Vec<Whom>,
    /// The mark of the contacts that the plan is based on, updated by what was written since.
    mark: Mark,
    /// First the new contacts, in order, then the changed ones.
    entries: Vec<Entry>,
    /// How many of them have been written.
    written: usize,
    /// The contacts that were written before the file was planned again.
    written_before: HashSet<ContactId>,
    /// What the timeline says about it.
    activity: ActivityId,
}

/// One contact to write.
#[derive(Debug)]
struct Entry {
    contact: ToWrite,
    is_new: bool,
    is_renamed: bool,
    /// By how many bytes the account's storage grows.
    more: i64,
}

/// Prepares the rows and search words of a plan, on a thread that doesn't serve requests.
pub async fn ready(
    state: &AppState,
    user_id: &UserId,
    (visit, mark, plan): (&Visit, Mark, Plan),
) -> Result<Ready, ApiError> {
    let now = state.clock.now_ms();
    let new: Vec<ContactId> = plan.new.iter().map(|_| state.ids.new_id()).collect();
    let activity = state.ids.new_id();
    let user_id = user_id.clone();
    let make = move || {
        let new = new.into_iter().zip(plan.new).map(|(id, fields)| Entry {
            is_new: true,
            is_renamed: false,
            more: fields.size(),
            contact: ToWrite::of(&user_id, (id, 1), fields, now),
        });
        let changes = plan.changes.into_iter().map(|change| {
            let (before, fields) = (change.before, change.fields);
            let version = change.version.saturating_add(1);
            Entry {
                is_new: false,
                is_renamed: names(&fields) != names(&before),
                more: fields.size() - before.size(),
                contact: ToWrite::of(&user_id, (change.id, version), fields, now),
            }
        });
        Ready {
            rows: plan.rows,
            whom: plan.whom,
            mark,
            entries: new.chain(changes).collect(),
            written: 0,
            written_before: HashSet::new(),
            activity,
        }
    };
    visit.work(make).await
}

fn names(fields: &ContactFields) -> [&str; 2] {
    [&fields.name, &fields.company]
}

impl Ready {
    /// The contact of each row; `None` for a row that can't be saved.
    pub fn ids(&self) -> impl Iterator<Item = Option<&ContactId>> {
        self.whom.iter().map(move |whom| self.id_of(whom))
    }

    fn id_of<'a>(&'a self, whom: &'a Whom) -> Option<&'a ContactId> {
        match whom {
            Whom::Kept(id) => Some(id),
            Whom::New(at) => self.entries.get(*at).map(|it| it.contact.id()),
            Whom::Nobody => None,
        }
    }

    /// Writes the contacts in portions, between which others can write. Returns false if a contact has changed since
    /// the import was planned; it is then planned again, and the contacts that were written already are found.
    ///
    /// # Errors
    /// 422 if the account's storage has no space for all remaining contacts; when the database fails. The error says how
    /// many were written before; these stay.
    pub async fn write(&mut self, state: &AppState, user_id: &UserId) -> Result<bool, ApiError> {
        let written = self.write_all(state, user_id).await;
        written.map_err(|error| self.stopped(error))
    }

    async fn write_all(&mut self, state: &AppState, user_id: &UserId) -> Result<bool, ApiError> {
        while self.written < self.entries.len() {
            let mut tx = state.db.begin_write().await?;
            if store::hold(&mut tx, user_id).await? != self.mark {
                return Ok(false);
            }
            let portion = self.portion(&mut tx, user_id).await?;
            if !self.put(&mut tx, user_id, portion).await? {
                return Ok(false);
            }
            let data = serde_json::json!({ "reason": self.told(portion) });
            let (of, subject) = ((user_id, &self.activity), ("contacts", ""));
            activities::record_so_far(state, &mut tx, of, "imported", subject, &data).await?;
            let mark = store::mark(&mut tx, user_id).await?;
            let left = &self.entries[self.written..];
            let (all, later) = (more(left), more(&left[portion..]));
            // Everything that remains is counted first, so that an import which doesn't fit is refused before any of it
            // is written; then the later portions are deducted again.
            quota::keep(state, &mut tx, user_id, Kept::bytes(all)).await?;
            quota::keep(state, &mut tx, user_id, Kept::bytes(later).less()).await?;
            tx.commit().await?;
            (self.mark, self.written) = (mark, self.written + portion);
        }
        Ok(true)
    }

    /// How many contacts the next transaction writes.
    async fn portion(&self, tx: &mut WriteTx, user_id: &UserId) -> DbResult<usize> {
        let left = &self.entries[self.written..];
        let sizes = left.iter().map(|entry| entry.contact.fields().size());
        let some = &left[..portions::portion(sizes)];
        let renamed = some.iter().filter(|entry| entry.is_renamed);
        let renamed: Vec<&str> = renamed.map(|entry| entry.contact.id().as_str()).collect();
        let documents = customer::documents_of(tx, user_id, &renamed).await?;
        let counts = some.iter().map(|entry| {
            let count = documents.get(entry.contact.id().as_str());
            count.copied().unwrap_or_default()
        });
        Ok(with_documents(counts))
    }

    /// Writes the next portion; returns false if a contact to be updated has changed since the import was planned.
    async fn put(
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
            .map(|entry| (entry.contact.id().as_ref(), names(entry.contact.fields())))
            .collect();
        customer::all_changed(tx, user_id, &renamed).await?;
        Ok(true)
    }

    /// The words of the timeline once the next portion is saved.
    fn told(&self, portion: usize) -> String {
        let saved = self.written + portion;
        if saved < self.entries.len() {
            let before = self.written_before.len();
            return portions::so_far(before + saved, before + self.entries.len());
        }
        let count = |outcome| {
            let rows = self.rows.iter().filter(|row| row.outcome == outcome);
            rows.count()
        };
        let (new, changed) = (count(Outcome::New), count(Outcome::Update));
        format!("{new} new, {changed} filled in")
    }

    /// The error of an import that stopped, with how much of it is saved.
    fn stopped(&self, error: ApiError) -> ApiError {
        let before = self.written_before.len();
        let (saved, all) = (before + self.written, before + self.entries.len());
        portions::stopped(error, (saved, all), "contacts")
    }

    /// For rows that were written before the file was planned again, the report is unchanged.
    pub fn goes_on_from(&mut self, before: &Self) {
        let written = before.entries.iter().take(before.written);
        let written = written.map(|entry| entry.contact.id().clone());
        self.written_before = written.collect();
        self.written_before
            .extend(before.written_before.iter().cloned());
        self.activity = before.activity.clone();
        let rows = self
            .rows
            .iter_mut()
            .zip(before.rows.iter().zip(before.ids()));
        for (row, (was, id)) in rows {
            if id.is_some_and(|id| self.written_before.contains(id)) {
                row.clone_from(was);
            }
        }
    }
}

/// By how many bytes these contacts increase the account's storage.
fn more(entries: &[Entry]) -> i64 {
    entries.iter().map(|entry| entry.more).sum()
}

/// How many contacts one transaction takes, given how many documents change with each.
fn with_documents(counts: impl Iterator<Item = i64>) -> usize {
    let mut left = DOCUMENTS_AT_A_TIME;
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
    fn contacts_with_thousands_of_documents_are_several_portions() {
        let counts = |counts: &[i64]| with_documents(counts.iter().copied());
        assert_eq!(with_documents(std::iter::repeat_n(0, 500)), 500);
        assert_eq!(counts(&[500, 500, 0, 1]), 3);
        assert_eq!(counts(&[600, 600]), 1);
        assert_eq!(counts(&[9_000, 1]), 1);
    }
}
