//! The only code that changes the contents of a stored document, whether it is saved whole or edited by operations.

use plumbline_core::document::Document;
use plumbline_core::edit::merge::to_changes;
use plumbline_core::edit::{EditableDocument, Operation, diff};
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;

use crate::stages;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::{ContactId, ProfileId};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::state::AppState;
use plumbline_records::documents::drafting::body::ParsedHeader;
use plumbline_records::documents::drafting::fields;
use plumbline_records::documents::issuing::{issue, variation};
use plumbline_records::documents::notifying::{DocumentEvent, announce_event};
use plumbline_records::documents::photos;
use plumbline_records::documents::status::Step;
use plumbline_records::documents::store::edits::{self, EditRow};
use plumbline_records::documents::store::{self, DocumentStatus};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_tax::vat;

/// A change that was applied to a document in memory.
#[derive(Debug)]
pub struct ContentChange {
    before: EditableDocument,
    /// What turns `before` into the present contents.
    operations: Vec<Operation>,
}

impl ContentChange {
    /// Whether the change is invisible to the customer: only the costs of lines changed, and no amount depends on them.
    fn is_internal(&self, after: &StoredDocument) -> bool {
        // Under CIS, the deduction depends on what materials cost.
        !after.document.is_under_cis() && self.operations.iter().all(sets_cost)
    }
}

fn sets_cost(operation: &Operation) -> bool {
    matches!(operation, Operation::SetLine { field, .. } if field == "cost")
}

/// Whether an operation sets a text that may be changed in a document which people don't write from scratch.
fn sets_free_text(operation: &Operation) -> bool {
    matches!(operation, Operation::Set { field, .. } if ["jobDescription", "notes"].contains(&field.as_str()))
}

/// Applies contents that have been checked to a document in memory, whose contents are `before`; `None` if they are
/// identical, text by text: as numbers, 1 and 1.0 would be equal. Then the document is left as it is.
///
/// # Errors
/// 409 if the amounts, the customer or the date of a document would change that people don't write from scratch; 500 if
/// core refuses what was checked before.
pub fn apply_content(
    stored: &mut StoredDocument,
    before: EditableDocument,
    head: &ParsedHeader,
    document: Document,
) -> Result<Option<ContentChange>, ApiError> {
    let after = EditableDocument::new(head.to_editable(stored.kind, &before.head), document);
    let operations = diff(&before, &after);
    if operations.is_empty() {
        return Ok(None);
    }
    if stored.kind.facts().is_written {
        stored.row.set_header(head);
        stored.set_document(after.document)?;
    } else if operations.iter().all(sets_free_text) {
        stored.row.job_description = after.head.job_description;
        stored.row.notes = after.head.notes;
    } else {
        return Err(ApiError::conflict(
            "figures_stay",
            "You can only change a credit note’s reason and notes. Delete the draft, or void it, and make another.",
        ));
    }
    stored.fill_columns()?;
    Ok(Some(ContentChange { before, operations }))
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
    let (photos, before) = (&stored.document.photos, &edited.before.document.photos);
    if !photos.is_empty() {
        photos::check_photos(tx, &user_id, photos, before).await?;
    }
    let is_issued = stored.row.issued_version > 0;
    let is_seen = is_issued && !edited.is_internal(stored);
    if is_issued {
        check_profile_unchanged(stored, edited)?;
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
        changes: &to_changes(&edited.before, &edited.operations),
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
    let (before, after) = (&edited.before.head, &stored.row);
    let is_same = before.contact_id.as_deref() == after.contact_id.as_ref().map(ContactId::as_str)
        && before.business_profile_id.as_deref() == after.business_profile_id.as_ref().map(ProfileId::as_str);
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
fn check_profile_unchanged(stored: &StoredDocument, edited: &ContentChange) -> Result<(), ApiError> {
    if edited.before.head.business_profile_id.as_deref()
        == stored.row.business_profile_id.as_ref().map(ProfileId::as_str)
    {
        return Ok(());
    }
    Err(ApiError::rule_broken(vec![FieldError::new(
        "businessProfileId",
        "issued",
        "This already has its number, so you can’t change its business. Duplicate it instead.",
    )]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_cost_of_a_line_is_internal() {
        let set_line = |field: &str| Operation::SetLine {
            line: "a".to_owned(),
            field: field.to_owned(),
            value: serde_json::Value::Null,
        };
        assert!(sets_cost(&set_line("cost")));
        assert!(!sets_cost(&set_line("price")));
        assert!(!sets_cost(&Operation::Set { field: "cost".to_owned(), value: serde_json::Value::Null }));
        assert!(!sets_cost(&Operation::RemoveLine { line: "a".to_owned() }));
    }
}
