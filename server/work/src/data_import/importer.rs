//! Saving an import from another program: customers, items, then documents in portions, each whole. An import that
//! is interrupted continues when the same files are sent again.

use std::collections::{HashMap, HashSet};

use axum::http::StatusCode;
use plumbline_core::kind::DocumentKind;

use super::currencies::{self, CurrencyCounts};
use super::document_importer::DocumentImporter;
use super::parsed::{self, ParsedCustomer, ParsedTable};
use super::plan::{ExistingDocuments, PlannedDocument, plan_documents};
use super::report::{DataImport, DataImportDocuments, DataImportRows, DocumentImportOutcome};
use super::{ImportError, ImportRequest, MEMORY_MAX, files};
use plumbline_platform::db::migrate::TableFingerprint;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ContactId, ProfileId, UserId};
use plumbline_platform::state::AppState;
use plumbline_platform::table_import::budget::ReadBudget;
use plumbline_platform::table_import::format_count;
use plumbline_platform::worker_pool::PoolEntry;
use plumbline_records::contacts::import::plan::{ContactImportPlan as Contacts, ContactMatch};
use plumbline_records::contacts::import::{ContactFileRow as ContactRow, write as contacts};
use plumbline_records::documents::store::origins::{self, ImportSource};
use plumbline_records::documents::store::parties;
use plumbline_records::items::import::plan::ItemImportPlan as Items;
use plumbline_records::items::import::price_list::PriceListRow as ItemRow;
use plumbline_records::items::import::{ItemImportRow as ItemTold, write as items};
use plumbline_records::{documents, numbers};

/// How often the decisions are made again if the account changes meanwhile.
const ATTEMPTS_MAX: usize = 4;
/// How many documents are imported by one request.
const PORTION_MAX: usize = 500;
/// How many of them are in one transaction, for which other writers wait.
const BATCH_SIZE: usize = 25;

/// The decisions about everything in the files.
struct ImportPlan {
    contacts: (TableFingerprint, Contacts),
    items: (TableFingerprint, Items),
    /// The key of each row of `contacts`.
    keys: Vec<String>,
    /// The rows themselves, for new decisions if the account changes meanwhile.
    rows: (Vec<ContactRow>, Vec<ItemRow>),
    documents: Vec<PlannedDocument>,
    left_out: Vec<String>,
    /// A sentence about what is not in pounds.
    other_currency: Option<String>,
    /// Whether somebody has decided about that.
    is_currency_chosen: bool,
    /// A sentence about dates that may be two days.
    either_dates: Option<String>,
    /// Whether somebody has said how to read them.
    are_dates_said: bool,
    tables: Vec<ParsedTable>,
    source: ImportSource,
    profile: Option<ProfileId>,
}

/// What would be imported.
pub(super) async fn preview(
    state: &AppState,
    user_id: &UserId,
    (visit, import_request): (&PoolEntry, ImportRequest),
) -> Result<DataImport, ApiError> {
    let planned = build_plan(state, user_id, (visit, import_request)).await?;
    let (contacts, items) = (planned.contacts.1.rows, planned.items.1.rows);
    Ok(DataImport {
        done: false,
        customers: DataImportRows::from_rows(contacts),
        items: DataImportRows::from_items(items),
        documents: DataImportDocuments::from_rows(planned.documents.into_iter().map(|it| it.row), 0),
        left_out: planned.left_out,
        other_currency: planned.other_currency,
        either_dates: planned.either_dates,
        tables: files::group_tables(planned.tables),
    })
}

/// Imports customers, items and a portion of the documents.
pub(super) async fn import(
    state: &AppState,
    user_id: &UserId,
    (visit, mut import_request): (&PoolEntry, ImportRequest),
) -> Result<DataImport, ApiError> {
    let columns = std::mem::take(&mut import_request.columns);
    let planned = build_plan(state, user_id, (visit, import_request)).await?;
    if let (Some(sentence), false) = (&planned.other_currency, planned.is_currency_chosen) {
        return Err(currencies::choice_required(sentence));
    }
    if let (Some(sentence), false) = (&planned.either_dates, planned.are_dates_said) {
        return Err(parsed::unsaid(sentence));
    }
    if planned.is_empty() {
        return Err(ImportError::NoTable.into());
    }
    let ImportPlan {
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
    files::remember_columns(state, user_id, source, (columns, &found)).await?;
    let contacts = save_contacts(state, user_id, visit, contacts, people_found).await?;
    let items = save_items(state, user_id, visit, items, items_found).await?;
    let each = keys.into_iter().zip(contacts.contact_ids());
    let customers = each.filter_map(|(key, id)| Some((key, id?.clone())));
    let customers: HashMap<String, ContactId> = customers.collect();
    let whose = DocumentImporter { state, user_id, customers: &customers, source, profile: profile.as_ref() };
    let left = import_documents(&whose, &mut documents).await?;
    Ok(DataImport {
        done: true,
        customers: DataImportRows::from_rows(contacts.rows),
        items: DataImportRows::from_items(items),
        documents: DataImportDocuments::from_rows(documents.into_iter().map(|it| it.row), left),
        left_out,
        other_currency,
        either_dates,
        tables: files::group_tables(found),
    })
}

/// Saves the customers; the decisions are made again if they change meanwhile.
async fn save_contacts(
    state: &AppState,
    user_id: &UserId,
    visit: &PoolEntry,
    (mark, plan): (TableFingerprint, Contacts),
    found: Vec<ContactRow>,
) -> Result<contacts::PreparedContactImport, ApiError> {
    let mut ready = contacts::prepare(state, user_id, (visit, mark, plan)).await?;
    for _ in 0..ATTEMPTS_MAX {
        if ready.write(state, user_id).await? {
            return Ok(ready);
        }
        let (mark, plan) = plan_contacts(state, user_id, (visit, found.clone())).await?;
        let again = contacts::prepare(state, user_id, (visit, mark, plan)).await?;
        let before = std::mem::replace(&mut ready, again);
        ready.keep_reports_of(&before);
    }
    Err(ApiError::unavailable(CHANGED_MEANWHILE))
}

/// Saves the items in the same way.
async fn save_items(
    state: &AppState,
    user_id: &UserId,
    visit: &PoolEntry,
    (mark, plan): (TableFingerprint, Items),
    found: Vec<ItemRow>,
) -> Result<Vec<ItemTold>, ApiError> {
    let mut ready = items::prepare(state, user_id, (visit, mark, plan)).await?;
    for _ in 0..ATTEMPTS_MAX {
        if ready.write(state, user_id).await? {
            return Ok(ready.rows);
        }
        let (plan, mark) = items::plan_import(state, user_id, (visit, found.clone())).await?;
        let again = items::prepare(state, user_id, (visit, mark, plan)).await?;
        let before = std::mem::replace(&mut ready, again);
        ready.goes_on_from(&before);
    }
    Err(ApiError::unavailable(CHANGED_MEANWHILE))
}

const CHANGED_MEANWHILE: &str = "contacts or items changed each time that an import was judged";

async fn build_plan(
    state: &AppState,
    user_id: &UserId,
    (visit, import_request): (&PoolEntry, ImportRequest),
) -> Result<ImportPlan, ApiError> {
    let ImportRequest {
        source,
        on_different_total: differing,
        on_other_currency: currency,
        are_dates_said,
        profile,
        columns: _,
        data: found,
    } = import_request;
    let mut tx = state.db.begin_read().await?;
    if let Some(profile) = &profile
        && !parties::has_profile(&mut tx, user_id, profile).await?
    {
        let text = "We couldn’t find this business profile.";
        return Err(ApiError::bad_field("profile", "not_found", text));
    }
    let brought = origins::list_for_source(&mut tx, user_id, source).await?;
    let mut against = ExistingDocuments {
        imported_keys: brought.into_iter().map(|row| row.source_key).collect(),
        today: Some(documents::today(state)?),
        ..ExistingDocuments::default()
    };
    for kind in [DocumentKind::Quote, DocumentKind::Invoice] {
        let taken = numbers::list_numbers(&mut tx, kind, profile.as_ref(), user_id).await?;
        against.numbers.extend(taken.into_iter().map(|it| (kind.code(), it)));
    }
    drop(tx);
    let parsed_documents = found.documents;
    let allowance = ReadBudget::new(MEMORY_MAX);
    let given = (differing, currency);
    let judge = move || plan_documents(parsed_documents, against, source, given, allowance);
    let documents = visit.run(judge).await??;
    let mut left_out = found.left_out;
    let (customers, without) = needed(found.customers, &documents);
    left_out.extend(told_of_customers(without));
    let keys = customers.iter().map(|it| it.key.clone()).collect();
    let rows = customers.into_iter().map(|it| ContactRow::new(it.row, it.fields));
    let people_found: Vec<ContactRow> = rows.collect();
    let contacts = plan_contacts(state, user_id, (visit, people_found.clone())).await?;
    let in_currencies: Vec<_> = found.items.iter().map(|it| it.currency.clone()).collect();
    let rows = found.items.into_iter().map(|it| currencies::to_item_row(it, currency));
    let items_found: Vec<ItemRow> = rows.collect();
    let (items, items_mark) = items::plan_import(state, user_id, (visit, items_found.clone())).await?;
    let result = documents.iter().map(|judged| &judged.row);
    let currencies = CurrencyCounts::count(in_currencies.iter().map(Option::as_deref), result);
    let selected = documents.iter().filter_map(|judged| judged.document.as_ref());
    let either = selected.filter_map(|document| document.either_date.as_deref());
    let either_dates = parsed::sentence(either);
    let mut planned = ImportPlan {
        contacts,
        items: (items_mark, items),
        keys,
        rows: (people_found, items_found),
        documents,
        left_out,
        other_currency: currencies.to_sentence(&found.tables),
        is_currency_chosen: currency.is_some(),
        either_dates,
        are_dates_said,
        tables: found.tables,
        source,
        profile,
    };
    planned.reject_without_customer();
    Ok(planned)
}

/// The customers to import: those that the files list, and those that are only named in documents if one of these is
/// imported. Also returns how many are left out with their documents.
fn needed(all: Vec<ParsedCustomer>, documents: &[PlannedDocument]) -> (Vec<ParsedCustomer>, usize) {
    let of = |is: fn(&PlannedDocument) -> bool| -> HashSet<&str> {
        let these = documents.iter().filter(|judged| is(judged));
        these.map(|judged| judged.customer.as_str()).collect()
    };
    let with_new = of(|judged| judged.document.is_some());
    // A customer of a document that is here already, or that waits for a decision, is not left out.
    let with_others = of(|judged| {
        let outcome = judged.row.outcome;
        judged.document.is_none()
            && matches!(outcome, DocumentImportOutcome::LeftOut | DocumentImportOutcome::Refused)
    });
    let is_needed = |it: &ParsedCustomer| !it.is_only_named || with_new.contains(it.key.as_str());
    let (needed, others): (Vec<_>, Vec<_>) = all.into_iter().partition(is_needed);
    let without = others.iter().filter(|it| with_others.contains(it.key.as_str()));
    let without = without.count();
    (needed, without)
}

/// The sentence about customers that are left out with their documents.
fn told_of_customers(count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some("1 customer whose documents aren’t imported".to_owned()),
        many => Some(format!("{} customers whose documents aren’t imported", format_count(many))),
    }
}

/// The decisions about the customers.
async fn plan_contacts(
    state: &AppState,
    user_id: &UserId,
    (visit, rows): (&PoolEntry, Vec<ContactRow>),
) -> Result<(TableFingerprint, Contacts), ApiError> {
    let known = contacts::load_existing(state, user_id).await?;
    let plan = contacts::plan_import(visit, known.contacts, rows).await?;
    Ok((known.fingerprint, plan))
}

impl ImportPlan {
    /// Whether the files contain nothing but tables that are not recognised.
    fn is_empty(&self) -> bool {
        let (people, items) = &self.rows;
        people.is_empty() && items.is_empty() && self.documents.is_empty()
    }

    /// Refuses the documents whose customer can't be imported.
    fn reject_without_customer(&mut self) {
        let nobody: HashMap<&str, bool> = self
            .keys
            .iter()
            .zip(&self.contacts.1.matches)
            .map(|(key, whom)| (key.as_str(), *whom == ContactMatch::Unsaveable))
            .collect();
        for judged in &mut self.documents {
            let Some(document) = &judged.document else {
                continue;
            };
            if nobody.get(document.customer.as_str()) != Some(&false) {
                judged.row.outcome = DocumentImportOutcome::Refused;
                judged.row.says = "Its customer can’t be imported.".to_owned();
                judged.document = None;
            }
        }
    }
}

/// Imports a portion of the documents. Returns how many are left.
async fn import_documents(
    whose: &DocumentImporter<'_>,
    documents: &mut [PlannedDocument],
) -> Result<usize, ApiError> {
    let waiting = |judged: &&mut PlannedDocument| judged.document.is_some();
    let mut waiting: Vec<&mut PlannedDocument> = documents.iter_mut().filter(waiting).collect();
    let left = waiting.len().saturating_sub(PORTION_MAX);
    waiting.truncate(PORTION_MAX);
    let mut done = 0;
    for group in waiting.chunks_mut(BATCH_SIZE) {
        match whose.import_batch(group).await {
            Ok(()) => done += group.len(),
            // One of them can't be saved: each is tried alone, so that the others are saved.
            Err(error) if is_document_error(&error) => {
                for one in group {
                    match whose.import_batch(std::slice::from_mut(one)).await {
                        Ok(()) => done += 1,
                        Err(error) if is_document_error(&error) => {
                            one.row.outcome = DocumentImportOutcome::Refused;
                            one.row.says = error_text(&error);
                        }
                        Err(error) => return Err(error),
                    }
                }
            }
            Err(error) => return Err(error),
        }
    }
    if done > 0 {
        whose.record_activity(done).await?;
    }
    Ok(left)
}

/// Whether this document can't be saved, as opposed to an account that is full.
fn is_document_error(error: &ApiError) -> bool {
    error.status() == StatusCode::UNPROCESSABLE_ENTITY && !error.code().starts_with("quota_")
}

fn error_text(error: &ApiError) -> String {
    error.user_message().to_owned()
}
