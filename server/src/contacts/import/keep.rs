//! Writes an import in one piece.
//!
//! Judging grows with the file and with what the account has, so it is done while nothing is held;
//! then, if the account's contacts are still those that were judged, what is new is written, else it
//! is judged anew.

use super::ImportRow;
use super::plan::{Plan, plan};
use super::rows::FoundRow;
use crate::activities;
use crate::contacts::{Contact, store};
use crate::db::WriteTx;
use crate::db::mark::Mark;
use crate::error::ApiError;
use crate::ids::{ContactId, UserId};
use crate::limits::quota::{self, Kept};
use crate::sheets::Outcome;
use crate::state::AppState;
use crate::summaries::customer;
use crate::workshop::Visit;

/// How often an import is judged anew whose account changes meanwhile.
const TRIES: usize = 4;

/// What an account has, and the mark by which to tell that it is still so.
pub struct Known {
    /// Its contacts.
    pub contacts: Vec<Contact>,
    /// By which to tell that it is still so.
    pub mark: Mark,
}

/// The account's contacts.
///
/// # Errors
/// When the database fails.
pub async fn known(state: &AppState, user_id: &str) -> Result<Known, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let mark = store::mark(&mut tx, user_id).await?;
    let contacts = store::list(&mut tx, user_id).await?;
    Ok(Known { contacts, mark })
}

/// Judges the rows, off the threads that answer requests.
///
/// # Errors
/// When the thread is lost.
pub async fn judged(
    visit: &Visit,
    kept: Vec<Contact>,
    rows: Vec<FoundRow>,
) -> Result<Plan, ApiError> {
    visit.work(move || plan(kept, rows)).await
}

/// Imports the rows, and tells of each what became of it.
pub(super) async fn import(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (&Visit, Vec<FoundRow>),
) -> Result<Vec<ImportRow>, ApiError> {
    for _ in 0..TRIES {
        let Known { contacts, mark } = known(state, user_id).await?;
        let plan = judged(visit, contacts, rows.clone()).await?;
        let mut tx = state.db.begin_write().await?;
        if write(state, &mut tx, user_id, (mark, &plan))
            .await?
            .is_some()
        {
            tx.commit().await?;
            return Ok(plan.rows);
        }
    }
    Err(ApiError::unavailable(
        "contacts changed each time that an import was judged",
    ))
}

/// Writes it all: the ids of the new ones in their order. None where a contact has changed since the
/// `mark` by which it was judged.
///
/// # Errors
/// 422 where the account keeps as much as it may.
pub async fn write(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    (mark, plan): (Mark, &Plan),
) -> Result<Option<Vec<ContactId>>, ApiError> {
    if store::hold(tx, user_id).await? != mark {
        return Ok(None);
    }
    if plan.new.is_empty() && plan.changes.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let now = state.clock.now_ms();
    let mut more = 0;
    let mut ids = Vec::with_capacity(plan.new.len());
    for fields in &plan.new {
        let id: ContactId = state.ids.new_id();
        store::insert(tx, user_id, &id, fields, now).await?;
        ids.push(id);
        more += fields.size();
    }
    for change in &plan.changes {
        let fields = &change.fields;
        if !store::update(tx, user_id, &change.id, change.version, fields, now).await? {
            return Ok(None);
        }
        let names = [fields.name.as_str(), &fields.company];
        if names != [change.before.name.as_str(), &change.before.company] {
            customer::changed(tx, user_id, &change.id, names).await?;
        }
        more += fields.size() - change.before.size();
    }
    let count = |outcome| {
        plan.rows
            .iter()
            .filter(|row| row.outcome == outcome)
            .count()
    };
    let data = serde_json::json!({
        "reason": format!("{} new, {} filled in", count(Outcome::New), count(Outcome::Update)),
    });
    activities::record(state, tx, user_id, "imported", ("contacts", ""), &data).await?;
    quota::keep(state, tx, user_id, Kept::bytes(more)).await?;
    Ok(Some(ids))
}
