//! The only code that changes the contents of a stored document, whether it is saved whole or edited by operations.

use plumbline_core::document::Document;
use plumbline_core::edit::EditableDocument;
use plumbline_core::edit::merge::{FieldChange, find_changes};
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;

use crate::stages;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::state::AppState;
use plumbline_records::documents::drafting::body::ParsedHeader;
use plumbline_records::documents::drafting::{editable_document, fields};
use plumbline_records::documents::issuing::{issue, variation};
use plumbline_records::documents::notifying::{DocumentEvent, announce_event};
use plumbline_records::documents::photos;
use plumbline_records::documents::status::Step;
use plumbline_records::documents::store::edits::{self, EditRow};
use plumbline_records::documents::store::{self, DocumentStatus};
use plumbline_records::documents::stored::{StoredDocument, without_costs};
use plumbline_tax::vat;

/// The contents of a document before and after a change.
#[derive(Debug)]
pub struct ContentChange {
    before: EditableDocument,
    after: EditableDocument,
    changes: Vec<FieldChange>,
}

impl ContentChange {
    /// Whether the change is invisible to the customer: only the costs of lines changed, and no amount depends on them.
    fn is_internal(&self) -> Result<bool, ApiError> {
        let unpriced = |sheet: &EditableDocument| {
            let document = without_costs(&sheet.document);
            EditableDocument { document, ..sheet.clone() }
        };
        // Under CIS, the deduction depends on what materials cost.
        Ok(!self.after.document.is_under_cis()
            && is_same_content(&unpriced(&self.before), &unpriced(&self.after))?)
    }
}

/// Applies contents that have been checked to a document in memory; `None` if they are identical to the present ones.
///
/// # Errors
/// 500 if core refuses what was checked before.
pub fn apply_content(
    stored: &mut StoredDocument,
    head: &ParsedHeader,
    document: Document,
) -> Result<Option<ContentChange>, ApiError> {
    let before = editable_document::from_stored(stored);
    if stored.kind.facts().is_written {
        stored.row.set_header(head);
        stored.set_document(document)?;
    } else {
        apply_texts(stored, &before, head, document)?;
    }
    let after = editable_document::from_stored(stored);
    if is_same_content(&before, &after)? {
        return Ok(None);
    }
    stored.fill_columns()?;
    let changes = find_changes(&before, &after);
    Ok(Some(ContentChange { before, after, changes }))
}

/// Changes the texts of a document that people don't write from scratch: its amounts, its customer and its date must
/// stay as they are.
///
/// # Errors
/// 409 if anything else would change.
fn apply_texts(
    stored: &mut StoredDocument,
    before: &EditableDocument,
    head: &ParsedHeader,
    document: Document,
) -> Result<(), ApiError> {
    let ParsedHeader {
        id: _,      // of a create
        version: _, // which one the change was made from
        business_profile_id,
        contact_id,
        issue_date,
        due_date: _, // it has none
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
    } = head.clone();
    let mut wanted = EditableDocument::new(before.head.clone(), document);
    wanted.head.business_profile_id = business_profile_id.map(String::from);
    wanted.head.contact_id = contact_id.map(String::from);
    wanted.head.issue_date = issue_date;
    wanted.head.job_address = job_address;
    if let Some(number) = order_number {
        wanted.head.order_number = number;
    }
    wanted.head.template = template;
    wanted.head.terms = terms;
    if !is_same_content(before, &wanted)? {
        return Err(ApiError::conflict(
            "figures_stay",
            "You can only change a credit note’s reason and notes. Delete the draft, or void it, and make another.",
        ));
    }
    stored.row.job_description = job_description;
    stored.row.notes = notes;
    Ok(())
}

/// Whether the two are identical, text by text: as numbers, 1 and 1.0 would be equal.
///
/// # Errors
/// If one of them can't be written as JSON.
pub fn is_same_content(one: &EditableDocument, other: &EditableDocument) -> Result<bool, ApiError> {
    Ok(serde_json::to_string(one)? == serde_json::to_string(other)?)
}

/// Writes a change of a document that the caller has locked: to the draft, or as a new version of an issued document. A
/// change that only the business sees makes no new version: readers of the document aren't notified, and their
/// selections are preserved. The log stores what changed, with the client's operation id and its digest.
///
/// # Errors
/// 409 if the status doesn't allow it; 422 for a reference to something that the account doesn't have, for something
/// that a customer needs and is missing, and if the account's storage is full.
pub async fn save_change(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &mut StoredDocument,
    head: &ParsedHeader,
    edited: &ContentChange,
    operation: Option<(&str, &str)>,
) -> Result<(), ApiError> {
    // Everything that can refuse it. Nothing is written before all of it was checked.
    let was_paid = stored.row.status == DocumentStatus::Paid;
    match stored.take_step(Step::Edit, plumbline_records::documents::today(state)?) {
        Err(error) if error.code() == "already_paid" && !was_paid => {
            return Err(nothing_to_pay_error(stored));
        }
        legal => legal?,
    }
    let user_id = stored.row.user_id.clone();
    let before = edited.before.head.contact_id.as_deref();
    fields::check_references(tx, &user_id, head, before).await?;
    check_variation_parties(tx, stored, edited).await?;
    let (document, before) = (&edited.after.document, &edited.before.document);
    photos::check_photos(tx, &user_id, &document.photos, &before.photos).await?;
    let is_issued = stored.row.issued_version > 0;
    let is_seen = is_issued && !edited.is_internal()?;
    if is_issued {
        check_profile_unchanged(edited)?;
    }
    let version = match is_seen {
        true => Some(issue::check_version(state, tx, stored).await?),
        false => None,
    };
    stages::check_stage(tx, stored).await?;
    let mut more = StorageUse::of_bytes(stored.size_change());
    if is_seen {
        vat::check_may_issue(state, tx, stored).await?;
        // The version repeats at least what the document contains.
        more.bytes += stored.row.stored_size();
    }
    quota::check_storage(state, tx, &user_id, more).await?;

    // The document, its new version and the log.
    if let Some(version) = version {
        issue::issue_version(state, tx, stored, version).await?;
    }
    let now = state.clock.now_ms();
    stored.write(state, tx, now).await?;
    if is_seen {
        issue::record_given(state, tx, stored).await?;
    }
    let row = EditRow {
        document_id: &stored.row.id,
        version: stored.row.version,
        operation,
        user_id: &user_id,
        created_at: now,
        changes: &edited.changes,
    };
    let logged = edits::insert(tx, &row).await?;
    announce_event(tx, stored, DocumentEvent::Updated).await?;
    let more = StorageUse { noted: logged, ..StorageUse::of_bytes(stored.size_change()) };
    quota::count_storage(state, tx, &user_id, more).await
}

/// 422 for a variation that an edit would give another customer or another business than its job has.
async fn check_variation_parties(
    conn: &mut Conn,
    stored: &StoredDocument,
    edited: &ContentChange,
) -> Result<(), ApiError> {
    let (before, after) = (&edited.before.head, &edited.after.head);
    let is_same =
        before.contact_id == after.contact_id && before.business_profile_id == after.business_profile_id;
    let Some(job) = stored.row.variation_of_id.as_ref().filter(|_| !is_same) else {
        return Ok(());
    };
    let job = store::find_by_id(conn, job).await?;
    let job = job.ok_or_else(|| ApiError::internal("a variation of a quote that is gone"))?;
    variation::check_same_parties(conn, &job, &stored.row).await
}

/// 422 for an invoice that an edit would leave with nothing to pay.
fn nothing_to_pay_error(stored: &StoredDocument) -> ApiError {
    let msg = match stored.totals.paid_amount {
        Pence::ZERO => "Nothing would be left to pay. Void this invoice instead.".to_owned(),
        paid => format!("Nothing would be left to pay: {} has already been paid.", format_gbp(paid)),
    };
    ApiError::rule_broken(vec![FieldError::new("items", "nothing_to_pay", msg)])
}

/// An issued document can't move to another profile, because its number belongs to its profile's sequence.
fn check_profile_unchanged(edited: &ContentChange) -> Result<(), ApiError> {
    if edited.before.head.business_profile_id == edited.after.head.business_profile_id {
        return Ok(());
    }
    Err(ApiError::rule_broken(vec![FieldError::new(
        "businessProfileId",
        "issued",
        "This already has its number, so you can’t change its business. Duplicate it instead.",
    )]))
}
