//! Saving an import from another program: customers, items, then documents in portions, each whole. An import that
//! is interrupted continues when the same files are sent again.

use std::collections::{HashMap, HashSet};

use axum::http::StatusCode;
use plumbline_core::kind::Kind;

use super::bring::Whose;
use super::currencies::{self, Currencies};
use super::found::{FoundCustomer, FoundTable};
use super::plan::{Against, Judged, plan};
use super::report::{Arrival, Arrived, ArrivedPapers, PaperOutcome};
use super::{Asked, KEPT_MAX, Unusable, dates, tables};
use plumbline_platform::db::mark::Mark;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ContactId, ProfileId, UserId};
use plumbline_platform::sheets::allowance::Allowance;
use plumbline_platform::sheets::counted;
use plumbline_platform::state::AppState;
use plumbline_platform::workshop::Visit;
use plumbline_records::contacts::import::keep as contacts;
use plumbline_records::contacts::import::plan::{Plan as Contacts, Whom};
use plumbline_records::contacts::import::rows::FoundRow as ContactRow;
use plumbline_records::documents;
use plumbline_records::documents::store::origins::{self, Source};
use plumbline_records::documents::store::parties;
use plumbline_records::items::import::ItemRow as ItemTold;
use plumbline_records::items::import::keep as items;
use plumbline_records::items::import::plan::Plan as Items;
use plumbline_records::items::import::price_list::FoundRow as ItemRow;
use plumbline_records::numbers;

/// How often the decisions are made again if the account changes meanwhile.
const TRIES: usize = 4;
/// How many documents are imported by one request.
const PORTION: usize = 500;
/// How many of them are in one transaction, for which other writers wait.
const AT_A_TIME: usize = 25;

/// The decisions about everything in the files.
struct Planned {
    contacts: (Mark, Contacts),
    items: (Mark, Items),
    /// The key of each row of `contacts`.
    keys: Vec<String>,
    /// The rows themselves, for new decisions if the account changes meanwhile.
    rows: (Vec<ContactRow>, Vec<ItemRow>),
    documents: Vec<Judged>,
    left_out: Vec<String>,
    /// A sentence about what is not in pounds.
    other_currency: Option<String>,
    /// Whether somebody has decided about that.
    is_currency_said: bool,
    /// A sentence about dates that may be two days.
    either_dates: Option<String>,
    /// Whether somebody has said how to read them.
    are_dates_said: bool,
    tables: Vec<FoundTable>,
    source: Source,
    profile: Option<ProfileId>,
}

/// What would be imported.
pub(super) async fn preview(
    state: &AppState,
    user_id: &UserId,
    (visit, asked): (&Visit, Asked),
) -> Result<Arrival, ApiError> {
    let planned = planned(state, user_id, (visit, asked)).await?;
    let (contacts, items) = (planned.contacts.1.rows, planned.items.1.rows);
    Ok(Arrival {
        done: false,
        customers: Arrived::of(contacts),
        items: Arrived::of_items(items),
        documents: ArrivedPapers::of(planned.documents.into_iter().map(|it| it.row), 0),
        left_out: planned.left_out,
        other_currency: planned.other_currency,
        either_dates: planned.either_dates,
        tables: tables::told(planned.tables),
    })
}

/// Imports customers, items and a portion of the documents.
pub(super) async fn bring(
    state: &AppState,
    user_id: &UserId,
    (visit, mut asked): (&Visit, Asked),
) -> Result<Arrival, ApiError> {
    let columns = std::mem::take(&mut asked.columns);
    let planned = planned(state, user_id, (visit, asked)).await?;
    if let (Some(sentence), false) = (&planned.other_currency, planned.is_currency_said) {
        return Err(currencies::unsaid(sentence));
    }
    if let (Some(sentence), false) = (&planned.either_dates, planned.are_dates_said) {
        return Err(dates::unsaid(sentence));
    }
    if planned.has_nothing() {
        return Err(Unusable::NoTable.into());
    }
    let Planned {
        contacts,
        items,
        keys,
        rows: (people_found, items_found),
        mut documents,
        left_out,
        other_currency,
        either_dates,
        tables: found,
        source,
        profile,
        ..
    } = planned;
    tables::remember(state, user_id, source, (columns, &found)).await?;
    let contacts = keep_contacts(state, user_id, visit, contacts, people_found).await?;
    let items = keep_items(state, user_id, visit, items, items_found).await?;
    let each = keys.into_iter().zip(contacts.ids());
    let customers = each.filter_map(|(key, id)| Some((key, id?.clone())));
    let customers: HashMap<String, ContactId> = customers.collect();
    let whose = Whose {
        state,
        user_id,
        customers: &customers,
        source,
        profile: profile.as_ref(),
    };
    let left = bring_documents(&whose, &mut documents).await?;
    Ok(Arrival {
        done: true,
        customers: Arrived::of(contacts.rows),
        items: Arrived::of_items(items),
        documents: ArrivedPapers::of(documents.into_iter().map(|it| it.row), left),
        left_out,
        other_currency,
        either_dates,
        tables: tables::told(found),
    })
}

/// Saves the customers; the decisions are made again if they change meanwhile.
async fn keep_contacts(
    state: &AppState,
    user_id: &UserId,
    visit: &Visit,
    (mark, plan): (Mark, Contacts),
    found: Vec<ContactRow>,
) -> Result<contacts::Ready, ApiError> {
    let mut ready = contacts::ready(state, user_id, (visit, mark, plan)).await?;
    for _ in 0..TRIES {
        if ready.write(state, user_id).await? {
            return Ok(ready);
        }
        let (mark, plan) = people(state, user_id, (visit, found.clone())).await?;
        let again = contacts::ready(state, user_id, (visit, mark, plan)).await?;
        let before = std::mem::replace(&mut ready, again);
        ready.goes_on_from(&before);
    }
    Err(ApiError::unavailable(CHANGED))
}

/// Saves the items in the same way.
async fn keep_items(
    state: &AppState,
    user_id: &UserId,
    visit: &Visit,
    (mark, plan): (Mark, Items),
    found: Vec<ItemRow>,
) -> Result<Vec<ItemTold>, ApiError> {
    let mut ready = items::ready(state, user_id, (visit, mark, plan)).await?;
    for _ in 0..TRIES {
        if ready.write(state, user_id).await? {
            return Ok(ready.rows);
        }
        let (plan, mark) = items::judged(state, user_id, (visit, found.clone())).await?;
        let again = items::ready(state, user_id, (visit, mark, plan)).await?;
        let before = std::mem::replace(&mut ready, again);
        ready.goes_on_from(&before);
    }
    Err(ApiError::unavailable(CHANGED))
}

const CHANGED: &str = "contacts or items changed each time that an import was judged";

async fn planned(
    state: &AppState,
    user_id: &UserId,
    (visit, asked): (&Visit, Asked),
) -> Result<Planned, ApiError> {
    let Asked {
        source,
        differing,
        currency,
        are_dates_said,
        profile,
        columns: _,
        found,
    } = asked;
    let mut tx = state.db.begin_read().await?;
    if let Some(profile) = &profile
        && !parties::has_profile(&mut tx, user_id, profile).await?
    {
        let told = "We couldn’t find this business profile.";
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
    let papers = found.documents;
    let allowance = Allowance::of(KEPT_MAX);
    let said = (differing, currency);
    let judge = move || plan(papers, against, source, said, allowance);
    let documents = visit.work(judge).await??;
    let mut left_out = found.left_out;
    let (customers, without) = needed(found.customers, &documents);
    left_out.extend(told_of_customers(without));
    let keys = customers.iter().map(|it| it.key.clone()).collect();
    let rows = customers
        .into_iter()
        .map(|it| ContactRow::of(it.row, it.fields));
    let people_found: Vec<ContactRow> = rows.collect();
    let contacts = people(state, user_id, (visit, people_found.clone())).await?;
    let in_currencies: Vec<_> = found.items.iter().map(|it| it.currency.clone()).collect();
    let rows = found
        .items
        .into_iter()
        .map(|it| currencies::item(it, currency));
    let items_found: Vec<ItemRow> = rows.collect();
    let (items, items_mark) = items::judged(state, user_id, (visit, items_found.clone())).await?;
    let told = documents.iter().map(|judged| &judged.row);
    let currencies = Currencies::of(in_currencies.iter().map(Option::as_deref), told);
    let kept = documents.iter().filter_map(|judged| judged.keep.as_ref());
    let either = kept.filter_map(|document| document.either_date.as_deref());
    let either_dates = dates::sentence(either);
    let mut planned = Planned {
        contacts,
        items: (items_mark, items),
        keys,
        rows: (people_found, items_found),
        documents,
        left_out,
        other_currency: currencies.sentence(&found.tables),
        is_currency_said: currency.is_some(),
        either_dates,
        are_dates_said,
        tables: found.tables,
        source,
        profile,
    };
    planned.refuse_those_of_nobody();
    Ok(planned)
}

/// The customers to import: those that the files list, and those that are only named in documents if one of these is
/// imported. Also returns how many are left out with their documents.
fn needed(all: Vec<FoundCustomer>, documents: &[Judged]) -> (Vec<FoundCustomer>, usize) {
    let of = |is: fn(&Judged) -> bool| -> HashSet<&str> {
        let these = documents.iter().filter(|judged| is(judged));
        these.map(|judged| judged.customer.as_str()).collect()
    };
    let with_new = of(|judged| judged.keep.is_some());
    // A customer of a document that is here already, or that waits for a decision, is not left out.
    let with_others = of(|judged| {
        let outcome = judged.row.outcome;
        judged.keep.is_none() && matches!(outcome, PaperOutcome::LeftOut | PaperOutcome::Refused)
    });
    let is_needed = |it: &FoundCustomer| !it.is_only_named || with_new.contains(it.key.as_str());
    let (needed, others): (Vec<_>, Vec<_>) = all.into_iter().partition(is_needed);
    let without = others
        .iter()
        .filter(|it| with_others.contains(it.key.as_str()));
    let without = without.count();
    (needed, without)
}

/// The sentence about customers that are left out with their documents.
fn told_of_customers(count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some("1 customer whose documents aren’t imported".to_owned()),
        many => Some(format!(
            "{} customers whose documents aren’t imported",
            counted(many)
        )),
    }
}

/// The decisions about the customers.
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
    /// Whether the files contain nothing but tables that are not recognised.
    fn has_nothing(&self) -> bool {
        let (people, items) = &self.rows;
        people.is_empty() && items.is_empty() && self.documents.is_empty()
    }

    /// Refuses the documents whose customer can't be imported.
    fn refuse_those_of_nobody(&mut self) {
        let nobody: HashMap<&str, bool> = self
            .keys
            .iter()
            .zip(&self.contacts.1.whom)
            .map(|(key, whom)| (key.as_str(), *whom == Whom::Nobody))
            .collect();
        for judged in &mut self.documents {
            let Some(document) = &judged.keep else {
                continue;
            };
            if nobody.get(document.customer.as_str()) != Some(&false) {
                judged.row.outcome = PaperOutcome::Refused;
                judged.row.says = "Its customer can’t be imported.".to_owned();
                judged.keep = None;
            }
        }
    }
}

/// Imports a portion of the documents. Returns how many are left.
async fn bring_documents(whose: &Whose<'_>, documents: &mut [Judged]) -> Result<usize, ApiError> {
    let waiting = |judged: &&mut Judged| judged.keep.is_some();
    let mut waiting: Vec<&mut Judged> = documents.iter_mut().filter(waiting).collect();
    let left = waiting.len().saturating_sub(PORTION);
    waiting.truncate(PORTION);
    let mut done = 0;
    for group in waiting.chunks_mut(AT_A_TIME) {
        match whose.together(group).await {
            Ok(()) => done += group.len(),
            // One of them can't be saved: each is tried alone, so that the others are saved.
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

/// Whether this document can't be saved, as opposed to an account that is full.
fn is_rule(error: &ApiError) -> bool {
    error.status() == StatusCode::UNPROCESSABLE_ENTITY && !error.code().starts_with("quota_")
}

fn why(error: &ApiError) -> String {
    error.sentence().to_owned()
}
