//! The one way in which the contents of a stored document change, whether it is saved whole or edited by
//! operations.

use plumbline_core::document::Document;
use plumbline_core::edit::Sheet;
use plumbline_core::edit::merge::{Change, changes};
use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;

use crate::documents::drafting::body::Head;
use crate::documents::drafting::{references, sheet};
use crate::documents::issuing::{issue, vary};
use crate::documents::photos;
use crate::documents::status::Step;
use crate::documents::store::edits::{self, EditRow};
use crate::documents::store::{self, Status};
use crate::documents::stored::{Stored, without_costs};
use crate::documents::telling::hooks;
use crate::documents::telling::live::{Event, announce};
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::limits::quota::{self, Kept};
use plumbline_platform::state::AppState;

/// What a document said, and what it says now.
#[derive(Debug)]
pub struct Edited {
    before: Sheet,
    after: Sheet,
    changes: Vec<Change>,
}

impl Edited {
    /// Whether its customer is none the wiser: what lines cost the business was changed and nothing else, and
    /// no figure follows from that.
    fn is_own_business(&self) -> Result<bool, ApiError> {
        let unpriced = |sheet: &Sheet| {
            let document = without_costs(&sheet.document);
            Sheet {
                document,
                ..sheet.clone()
            }
        };
        // Under CIS the deduction leaves out what materials cost.
        Ok(!self.after.document.is_under_cis()
            && says_the_same(&unpriced(&self.before), &unpriced(&self.after))?)
    }
}

/// Lets a document in hand say what is given, which has been judged; none where it says the same
/// already, to the letter.
///
/// # Errors
/// 500 when core refuses what was judged before.
pub fn take_in(
    stored: &mut Stored,
    head: &Head,
    document: Document,
) -> Result<Option<Edited>, ApiError> {
    let before = sheet::of(stored);
    if stored.kind.facts().is_written {
        stored.row.take(head);
        stored.put(document)?;
    } else {
        take_words(stored, &before, head, document)?;
    }
    let after = sheet::of(stored);
    if says_the_same(&before, &after)? {
        return Ok(None);
    }
    stored.fill()?;
    let changes = changes(&before, &after);
    Ok(Some(Edited {
        before,
        after,
        changes,
    }))
}

/// Lets what a person does not write from nothing say other words: its figures, its customer and its
/// day stay as it was made with.
///
/// # Errors
/// 409 where anything else is to change.
fn take_words(
    stored: &mut Stored,
    before: &Sheet,
    head: &Head,
    document: Document,
) -> Result<(), ApiError> {
    let Head {
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
    let mut wanted = Sheet::of(before.head.clone(), document);
    wanted.head.business_profile_id = business_profile_id.map(String::from);
    wanted.head.contact_id = contact_id.map(String::from);
    wanted.head.issue_date = issue_date;
    wanted.head.job_address = job_address;
    if let Some(number) = order_number {
        wanted.head.order_number = number;
    }
    wanted.head.template = template;
    wanted.head.terms = terms;
    if !says_the_same(before, &wanted)? {
        return Err(ApiError::conflict(
            "figures_stay",
            "You can only change a credit note’s reason and notes. Delete the draft, or void it, and make another.",
        ));
    }
    stored.row.job_description = job_description;
    stored.row.notes = notes;
    Ok(())
}

/// Whether two say the same to the letter: as numbers 1 and 1.0 are the same.
///
/// # Errors
/// When one cannot be written down.
pub fn says_the_same(one: &Sheet, other: &Sheet) -> Result<bool, ApiError> {
    Ok(serde_json::to_string(one)? == serde_json::to_string(other)?)
}

/// Writes what was taken in, of a document that the caller holds: as the draft that it is, or as a new version
/// of what was issued. What is the business's alone makes none: whoever reads the document is not told that it
/// changed, and what they picked stays. The log keeps what changed, under the client's name for the edit and
/// its digest.
///
/// # Errors
/// 409 as the status forbids it; 422 for a reference to what is not the account's, for what a
/// customer would miss, and where the account keeps as much as it may.
pub async fn keep(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &mut Stored,
    head: &Head,
    edited: &Edited,
    operation: Option<(&str, &str)>,
) -> Result<(), ApiError> {
    let was_paid = stored.row.status == Status::Paid;
    match stored.step(Step::Edit, crate::documents::today(state)?) {
        Err(error) if error.code() == "already_paid" && !was_paid => {
            return Err(too_little(stored));
        }
        legal => legal?,
    }
    let user_id = stored.row.user_id.clone();
    let before = edited.before.head.contact_id.as_deref();
    references::check(tx, &user_id, head, before).await?;
    stays_with_its_job(tx, stored, edited).await?;
    let (shown, before) = (&edited.after.document, &edited.before.document);
    photos::check(tx, &user_id, &shown.photos, &before.photos).await?;
    let is_issued = stored.row.issued_version > 0;
    let is_seen = is_issued && !edited.is_own_business()?;
    if is_issued {
        refuse_another_profile(edited)?;
    }
    if is_seen {
        issue::reissue(state, tx, stored).await?;
    }
    let now = state.clock.now_ms();
    stored.write(state, tx, now).await?;
    if is_seen {
        hooks::issued(state, tx, stored, None).await?;
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
    announce(tx, stored, Event::Updated).await?;
    let more = Kept {
        noted: logged,
        ..Kept::bytes(stored.grown())
    };
    quota::keep(state, tx, &user_id, more).await
}

/// 422 for a variation that an edit would give another customer or another business than its job has.
async fn stays_with_its_job(
    conn: &mut Conn,
    stored: &Stored,
    edited: &Edited,
) -> Result<(), ApiError> {
    let (before, after) = (&edited.before.head, &edited.after.head);
    let is_same = before.contact_id == after.contact_id
        && before.business_profile_id == after.business_profile_id;
    let Some(job) = stored.row.variation_of_id.as_ref().filter(|_| !is_same) else {
        return Ok(());
    };
    let job = store::find_any(conn, job).await?;
    let job = job.ok_or_else(|| ApiError::internal("a variation of a quote that is gone"))?;
    vary::same_parties(conn, &job, &stored.row).await
}

/// 422 for an invoice that an edit would leave paid.
fn too_little(stored: &Stored) -> ApiError {
    let msg = match stored.totals.paid_amount {
        Pence::ZERO => "Nothing would be left to pay. Void this invoice instead.".to_owned(),
        paid => format!(
            "Nothing would be left to pay: {} has already been paid.",
            gbp(paid)
        ),
    };
    ApiError::rule_broken(vec![FieldError::new("items", "nothing_to_pay", msg)])
}

/// A number belongs to its profile's sequence.
fn refuse_another_profile(edited: &Edited) -> Result<(), ApiError> {
    if edited.before.head.business_profile_id == edited.after.head.business_profile_id {
        return Ok(());
    }
    Err(ApiError::rule_broken(vec![FieldError::new(
        "businessProfileId",
        "issued",
        "This already has its number, so you can’t change its business. Duplicate it instead.",
    )]))
}
