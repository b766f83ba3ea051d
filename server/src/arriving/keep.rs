//! Writes what arrives: customers and items in one piece, then documents in portions.

use std::collections::HashMap;

use axum::http::StatusCode;
use plumbline_core::kind::Kind;

use super::bring::Whose;
use super::plan::{Against, Judged, plan};
use super::{Arrival, Arrived, ArrivedPapers, Asked, PaperOutcome};
use crate::contacts::import::ImportRow;
use crate::contacts::import::keep as contacts;
use crate::contacts::import::plan::{Plan as Contacts, Whom};
use crate::contacts::import::rows::FoundRow as ContactRow;
use crate::db::mark::Mark;
use crate::documents;
use crate::documents::store::origins::{self, Source};
use crate::documents::store::parties;
use crate::error::ApiError;
use crate::ids::{ContactId, ProfileId, UserId};
use crate::items::import::keep as items;
use crate::items::import::plan::Plan as Items;
use crate::items::import::price_list::FoundRow as ItemRow;
use crate::numbers;
use crate::sheets::Outcome;
use crate::state::AppState;
use crate::workshop::Visit;

/// How often it is judged anew where the account changes meanwhile.
const TRIES: usize = 4;
/// How many documents are brought over by one request.
const PORTION: usize = 500;
/// How many of them in one transaction, for which other writers wait.
const AT_A_TIME: usize = 25;
/// How many rows of documents are told beside those that differ or are refused.
const TOLD: usize = 500;

/// Everything as it was judged.
struct Planned {
    contacts: Contacts,
    contacts_mark: Mark,
    items: Items,
    items_mark: Mark,
    /// The key of each row of `contacts`.
    keys: Vec<String>,
    /// What was judged, to be judged again where the account changes meanwhile.
    rows: (Vec<ContactRow>, Vec<ItemRow>),
    documents: Vec<Judged>,
    left_out: Vec<String>,
    source: Source,
    profile: Option<ProfileId>,
}

/// What would be brought.
pub(super) async fn preview(
    state: &AppState,
    user_id: &UserId,
    (visit, asked): (&Visit, Asked),
) -> Result<Arrival, ApiError> {
    let planned = planned(state, user_id, (visit, asked)).await?;
    Ok(planned.report(false, 0))
}

/// Brings customers, items and a portion of the documents.
pub(super) async fn bring(
    state: &AppState,
    user_id: &UserId,
    (visit, asked): (&Visit, Asked),
) -> Result<Arrival, ApiError> {
    let mut planned = planned(state, user_id, (visit, asked)).await?;
    for _ in 0..TRIES {
        let mut tx = state.db.begin_write().await?;
        let people = (planned.contacts_mark, &planned.contacts);
        let list = (planned.items_mark, &planned.items);
        if let Some(new) = contacts::write(state, &mut tx, user_id, people).await?
            && items::write(state, &mut tx, user_id, list).await?
        {
            tx.commit().await?;
            let customers = planned.customers(&new);
            let left = planned.bring(state, user_id, &customers).await?;
            return Ok(planned.report(true, left));
        }
        drop(tx);
        planned.judge_again(state, user_id, visit).await?;
    }
    Err(ApiError::unavailable(
        "contacts or items changed each time that an import was judged",
    ))
}

async fn planned(
    state: &AppState,
    user_id: &UserId,
    (visit, asked): (&Visit, Asked),
) -> Result<Planned, ApiError> {
    let Asked {
        source,
        differing,
        profile,
        found,
    } = asked;
    let mut tx = state.db.begin_read().await?;
    if let Some(profile) = &profile
        && !parties::has_profile(&mut tx, user_id, profile).await?
    {
        let told = "There is no such business profile.";
        return Err(ApiError::bad_field("profile", "not_found", told));
    }
    let brought = origins::of_source(&mut tx, user_id, source).await?;
    let mut against = Against {
        brought: brought.into_iter().map(|row| row.source_key).collect(),
        today: Some(documents::today(state)?),
        ..Against::default()
    };
    for kind in [Kind::Quote, Kind::Invoice] {
        let taken = numbers::all(&mut tx, kind, profile.as_ref(), user_id).await?;
        against
            .numbers
            .extend(taken.into_iter().map(|it| (kind.word(), it)));
    }
    drop(tx);
    let keys = found.customers.iter().map(|it| it.key.clone()).collect();
    let rows = found
        .customers
        .into_iter()
        .enumerate()
        .map(|(at, it)| ContactRow {
            row: at + 1,
            fields: it.fields,
        });
    let people_found: Vec<ContactRow> = rows.collect();
    let (contacts_mark, contacts) = people(state, user_id, (visit, people_found.clone())).await?;
    let rows = found
        .items
        .into_iter()
        .enumerate()
        .map(|(at, fields)| ItemRow {
            row: at + 1,
            fields,
        });
    let items_found: Vec<ItemRow> = rows.collect();
    let (items, items_mark) = items::judged(state, user_id, (visit, items_found.clone())).await?;
    let papers = found.documents;
    let judge = move || plan(papers, against, source, differing);
    let mut planned = Planned {
        contacts,
        contacts_mark,
        items,
        items_mark,
        keys,
        rows: (people_found, items_found),
        documents: visit.work(judge).await?,
        left_out: found.left_out,
        source,
        profile,
    };
    planned.refuse_those_of_nobody();
    Ok(planned)
}

/// The customers, judged.
async fn people(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (&Visit, Vec<ContactRow>),
) -> Result<(Mark, Contacts), ApiError> {
    let known = contacts::known(state, user_id).await?;
    let plan = contacts::judged(visit, known.contacts, rows).await?;
    Ok((known.mark, plan))
}

impl Planned {
    /// A document is nobody's whose customer cannot be kept.
    fn refuse_those_of_nobody(&mut self) {
        let nobody: HashMap<&str, bool> = self
            .keys
            .iter()
            .zip(&self.contacts.whom)
            .map(|(key, whom)| (key.as_str(), *whom == Whom::Nobody))
            .collect();
        for judged in &mut self.documents {
            let Some(document) = &judged.keep else {
                continue;
            };
            if nobody.get(document.customer.as_str()) != Some(&false) {
                judged.row.outcome = PaperOutcome::Refused;
                judged.row.says = "Its customer cannot be kept.".to_owned();
                judged.keep = None;
            }
        }
    }

    /// The account's contact of each key.
    fn customers(&self, new: &[ContactId]) -> HashMap<String, ContactId> {
        let each = self.keys.iter().zip(&self.contacts.whom);
        each.filter_map(|(key, whom)| {
            let id = match whom {
                Whom::Kept(id) => Some(id),
                Whom::New(at) => new.get(*at),
                Whom::Nobody => None,
            };
            Some((key.clone(), id?.clone()))
        })
        .collect()
    }

    /// Judges customers and items anew; what documents come to is not changed by either.
    async fn judge_again(
        &mut self,
        state: &AppState,
        user_id: &UserId,
        visit: &Visit,
    ) -> Result<(), ApiError> {
        let (customers, list) = self.rows.clone();
        (self.contacts_mark, self.contacts) = people(state, user_id, (visit, customers)).await?;
        (self.items, self.items_mark) = items::judged(state, user_id, (visit, list)).await?;
        Ok(())
    }

    /// Brings a portion of the documents: how many are left.
    async fn bring(
        &mut self,
        state: &AppState,
        user_id: &UserId,
        customers: &HashMap<String, ContactId>,
    ) -> Result<usize, ApiError> {
        let waiting = |judged: &&mut Judged| judged.keep.is_some();
        let mut waiting: Vec<&mut Judged> = self.documents.iter_mut().filter(waiting).collect();
        let left = waiting.len().saturating_sub(PORTION);
        waiting.truncate(PORTION);
        let whose = Whose {
            state,
            user_id,
            customers,
            source: self.source,
            profile: self.profile.as_ref(),
        };
        let mut done = 0;
        for group in waiting.chunks_mut(AT_A_TIME) {
            match whose.together(group).await {
                Ok(()) => done += group.len(),
                // One of them cannot be kept: each for itself, so that the others are.
                Err(error) if is_rule(&error) => {
                    for one in group {
                        match whose.together(std::slice::from_mut(one)).await {
                            Ok(()) => done += 1,
                            Err(error) if is_rule(&error) => {
                                one.row.outcome = PaperOutcome::Refused;
                                one.row.says = why(&error);
                            }
                            Err(error) => return Err(error),
                        }
                    }
                }
                Err(error) => return Err(error),
            }
        }
        if done > 0 {
            whose.note(done).await?;
        }
        Ok(left)
    }

    fn report(self, done: bool, left: usize) -> Arrival {
        let items = self.items.rows.into_iter().map(|row| ImportRow {
            row: row.row,
            outcome: row.outcome,
            name: row.name,
            says: row.says,
        });
        Arrival {
            done,
            customers: Arrived::of(self.contacts.rows),
            items: Arrived::of(items.collect()),
            documents: ArrivedPapers::of(self.documents, left),
            left_out: self.left_out,
        }
    }
}

/// Whether it is this document that cannot be kept, and not the account that is full.
fn is_rule(error: &ApiError) -> bool {
    error.status() == StatusCode::UNPROCESSABLE_ENTITY && !error.code().starts_with("quota_")
}

fn why(error: &ApiError) -> String {
    error.sentence().to_owned()
}

impl Arrived {
    fn of(rows: Vec<ImportRow>) -> Self {
        let count = |outcome| rows.iter().filter(|row| row.outcome == outcome).count();
        Self {
            new: count(Outcome::New),
            updated: count(Outcome::Update),
            same: count(Outcome::Same),
            unreadable: count(Outcome::Unreadable),
            rows,
        }
    }
}

impl ArrivedPapers {
    fn of(documents: Vec<Judged>, left: usize) -> Self {
        let rows = documents.into_iter().map(|judged| judged.row);
        let (telling, plain): (Vec<_>, Vec<_>) =
            rows.partition(|row| row.difference.is_some() || row.outcome == PaperOutcome::Refused);
        let all = || telling.iter().chain(&plain);
        let new = |kind| {
            let of_kind = all().filter(|row| row.kind == kind);
            of_kind
                .filter(|row| row.outcome == PaperOutcome::New)
                .count()
        };
        let count = |outcome| all().filter(|row| row.outcome == outcome).count();
        Self {
            quotes: new(Kind::Quote),
            invoices: new(Kind::Invoice),
            same: count(PaperOutcome::Same),
            differing: telling.iter().filter(|it| it.difference.is_some()).count(),
            refused: count(PaperOutcome::Refused),
            left,
            rows: telling
                .iter()
                .chain(plain.iter().take(TOLD))
                .cloned()
                .collect(),
        }
    }
}
