//! Issuing: the number, the link and the version that the customer sees.

use plumbline_core::calculate::{RULES_VERSION, choices};
use plumbline_core::money::Pence;
use plumbline_core::present::build_texts;
use plumbline_core::time::Date;

use crate::documents::drafting::validation;
use crate::documents::issuing::variation;
use crate::documents::parties::Parties;
use crate::documents::photos;
use crate::documents::reading::view;
use crate::documents::row::EnteredFields;
use crate::documents::store::versions::{self, VersionRow};
use crate::documents::store::{DocumentRow, parties as owners, posted_emails, questions};
use crate::documents::stored::StoredDocument;
use crate::numbers;
use plumbline_platform::db::Conn;
use plumbline_platform::db::column::DateOrEmpty;
use plumbline_platform::error::ApiError;
use plumbline_platform::files::{parse_file_url, store as files};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::mail::sender_name;
use plumbline_platform::state::AppState;

/// The message for a document that can't be sent because it names no business.
const NO_BUSINESS: &str = "Choose the business this is from before sending. If you don’t have one yet, add it in \
                           Settings, under Business profiles.";

/// Random bytes in a public link: 192 bits.
const TOKEN_BYTES: usize = 24;

/// A version that may be issued: all of it was checked, and nothing has been written.
#[derive(Debug)]
pub struct CheckedVersion {
    parties: Parties,
    /// For a variation, the quote of its job, locked.
    job: Option<StoredDocument>,
}

/// Checks whether a document may be given to its customer. `None` if it was issued before, so that no version has to be
/// made: then its dates, the name of its business and, for a variation, its job are checked. A credit note is dated
/// today. Nothing is written.
///
/// # Errors
/// 422 naming what is missing before a customer may see it, and what today's rules refuse; 409 for a variation of a job
/// that can't be varied any more.
pub async fn check_sending(
    state: &AppState,
    conn: &mut Conn,
    stored: &mut StoredDocument,
) -> Result<Option<CheckedVersion>, ApiError> {
    if stored.is_draft() {
        if stored.kind.facts().is_written {
            // It may have been saved under other rules, or created from a job by this server and never saved since.
            validation::check_document(&stored.document)?;
        } else {
            // Its date can't be entered: it is dated on the day on which it starts to count.
            stored.row.issue_date = Some(crate::documents::today(state)?);
        }
        return check_version(state, conn, stored).await.map(Some);
    }
    // It may have been issued under other rules.
    let parties = Parties::for_document(conn, &stored.row).await?;
    let mut checks = FieldChecks::new();
    check_dates(stored, &mut checks);
    check_name(&parties, &mut checks);
    checks.into_result()?;
    // Nobody should be sent something that they can no longer accept.
    lock_job(state, conn, stored).await?;
    Ok(None)
}

/// Checks whether the present contents may be issued as a version. Nothing is written.
///
/// # Errors
/// As for [`check_sending`].
pub async fn check_version(
    state: &AppState,
    conn: &mut Conn,
    stored: &StoredDocument,
) -> Result<CheckedVersion, ApiError> {
    let parties = check_ready(conn, stored).await?;
    let job = lock_job(state, conn, stored).await?;
    Ok(CheckedVersion { parties, job })
}

/// For a variation, the locked quote of its job, which can still be varied like this.
async fn lock_job(
    state: &AppState,
    conn: &mut Conn,
    stored: &StoredDocument,
) -> Result<Option<StoredDocument>, ApiError> {
    let Some(quote) = &stored.row.variation_of_id else {
        return Ok(None);
    };
    variation::lock_quote(conn, stored, quote, crate::documents::today(state)?).await.map(Some)
}

/// Issues a version that was checked: a draft gets its number and its link; the customer sees the new version from now
/// on, and the earlier ones don't change. All of it is written in the caller's transaction, so that a failed issue uses
/// up no number.
pub async fn issue_version(
    state: &AppState,
    conn: &mut Conn,
    stored: &mut StoredDocument,
    checked: CheckedVersion,
) -> Result<(), ApiError> {
    let CheckedVersion { parties, job } = checked;
    if stored.is_draft() {
        let (profile, owner) = (stored.row.business_profile_id.as_ref(), &stored.row.user_id);
        let number = match &job {
            Some(quote) => variation::assign_number(conn, stored, quote).await?,
            None => numbers::take_next(conn, stored.kind, profile, owner).await?,
        };
        stored.row.number = Some(number);
        stored.row.public_token = Some(new_link_token(state));
        stored.row.sent_date = Some(crate::documents::today(state)?);
    }
    let given = super::build_pack(conn, stored, &parties).await?;
    store_version(state, conn, stored, (&parties, given)).await
}

/// Records that the customer is given the newest version, by email, by a link or on the page that they have open:
/// nobody has to ask whether the last email arrived, and changes that were requested before the version was issued are
/// answered. A question is only answered by a reply.
pub async fn record_given(
    state: &AppState,
    conn: &mut Conn,
    stored: &StoredDocument,
) -> Result<(), ApiError> {
    let row = &stored.row;
    posted_emails::mark_settled(conn, &row.id).await?;
    let version = versions::load_latest(conn, row).await?;
    let now = state.clock.now_ms();
    questions::mark_changes_answered(conn, &row.id, (version.issued_at, now)).await?;
    Ok(())
}

/// Issues a draft that another program had already issued, with the number and the date from there.
///
/// # Errors
/// 422 naming what is missing before a customer may see it.
pub async fn issue_with_number(
    state: &AppState,
    conn: &mut Conn,
    stored: &mut StoredDocument,
    number: String,
    day: Date,
) -> Result<(), ApiError> {
    let parties = check_ready_with(conn, stored, FieldChecks::new()).await?;
    stored.row.number = Some(number);
    stored.row.public_token = Some(new_link_token(state));
    stored.row.sent_date = Some(day);
    // The customer received the information about cancelling from the other program.
    store_version(state, conn, stored, (&parties, None)).await
}

/// A secret for a link.
pub fn new_link_token(state: &AppState) -> String {
    state.ids.new_link_token::<TOKEN_BYTES>()
}

/// Makes the version that a customer accepts if they select another choice or other optional lines than the business
/// had set. Everything else, including the parties, stays as the customer has `seen` it. It is a new offer: its amounts
/// and texts are calculated by today's rules.
pub async fn reissue_with_choice(
    state: &AppState,
    conn: &mut Conn,
    stored: &mut StoredDocument,
    seen: VersionRow,
) -> Result<VersionRow, ApiError> {
    stored.fill_columns()?;
    stored.row.issued_version += 1;
    let version = VersionRow {
        version: stored.row.issued_version,
        input: stored.row.input.clone(),
        totals: stored.row.totals.clone(),
        issued_at: state.clock.now_ms(),
        rules_version: i64::from(RULES_VERSION),
        ..seen
    };
    let parties = Parties::for_version(conn, &stored.row, &version).await?;
    let version = with_texts(stored, version, parties)?;
    versions::insert(conn, &version).await?;
    Ok(version)
}

/// Makes what the customer signed the newest version again, for a document that was changed before the signature
/// arrived. Its content, its texts and its customer are identical to the signed version's. Nothing is written:
/// [`insert_restored`] does that.
pub async fn restore_signed(
    state: &AppState,
    conn: &mut Conn,
    stored: &mut StoredDocument,
    signed: VersionRow,
) -> Result<VersionRow, ApiError> {
    stored.restore_version(conn, &signed).await?;
    stored.fill_columns()?;
    stored.row.issued_version += 1;
    let parties = Parties::for_version(conn, &stored.row, &signed).await?;
    stored.row.customer_name = Some(parties.customer_name());
    Ok(VersionRow { version: stored.row.issued_version, issued_at: state.clock.now_ms(), ..signed })
}

/// Writes a version that [`restore_signed`] has made.
pub async fn insert_restored(
    conn: &mut Conn,
    stored: &mut StoredDocument,
    version: &VersionRow,
) -> Result<(), ApiError> {
    versions::insert(conn, version).await?;
    stored.add_issued_size(version.stored_size());
    Ok(())
}

async fn store_version(
    state: &AppState,
    conn: &mut Conn,
    stored: &mut StoredDocument,
    (parties, given): (&Parties, Option<String>),
) -> Result<(), ApiError> {
    stored.fill_columns()?;
    let row = &mut stored.row;
    row.issued_version += 1;
    row.customer_name = Some(parties.customer_name());
    let mut version = to_version(row, parties, state.clock.now_ms())?;
    version.cancellation = given;
    let version = with_texts(stored, version, parties.clone())?;
    versions::insert(conn, &version).await?;
    stored.add_issued_size(version.stored_size());
    if let Some(logo) = parties.profile.logo_url.as_deref().and_then(parse_file_url) {
        files::mark_issued(conn, &logo).await?;
    }
    photos::mark_issued(conn, &stored.document.photos).await
}

/// The version with the texts that its readers see.
fn with_texts(
    stored: &StoredDocument,
    version: VersionRow,
    parties: Parties,
) -> Result<VersionRow, ApiError> {
    let answer = view::assemble_document(stored, version.clone(), parties)?;
    let texts = build_texts(&answer).map(|texts| serde_json::to_string(&texts));
    Ok(VersionRow { texts: texts.transpose()?, ..version })
}

/// The present document as a version issued at `at`, without the texts and the information about cancelling, which are
/// added when it is issued.
///
/// # Errors
/// 500 if a party can't be written as JSON.
pub fn to_version(row: &DocumentRow, parties: &Parties, at: i64) -> Result<VersionRow, ApiError> {
    let EnteredFields {
        business_profile_id: _, // what it says is in `business_profile`
        contact_id,
        issue_date,
        due_date,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
    } = row.entered_fields();
    Ok(VersionRow {
        document_id: row.id.clone(),
        version: row.issued_version,
        issue_date: DateOrEmpty(issue_date),
        due_date: DateOrEmpty(due_date),
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
        input: row.input.clone(),
        totals: row.totals.clone(),
        contact: serde_json::to_string(&parties.contact)?,
        business: serde_json::to_string(&parties.business)?,
        business_profile: serde_json::to_string(&parties.profile)?,
        issued_at: at,
        rules_version: i64::from(RULES_VERSION),
        texts: None,
        contact_id,
        cancellation: None,
    })
}

/// Checks that a document has everything that a customer needs, and returns its parties.
///
/// # Errors
/// 422 naming what is missing.
pub async fn check_ready(conn: &mut Conn, stored: &StoredDocument) -> Result<Parties, ApiError> {
    let mut checks = FieldChecks::new();
    // An issued document, and one that follows from an issued one, keeps its business.
    if stored.is_draft() && stored.kind.facts().is_written && !names_business(conn, stored).await? {
        checks.add("businessProfileId", "required", NO_BUSINESS);
    }
    check_ready_with(conn, stored, checks).await
}

/// Whether a document names its business: by a profile, or by the name that its owner entered for the business.
async fn names_business(conn: &mut Conn, stored: &StoredDocument) -> Result<bool, ApiError> {
    if stored.row.business_profile_id.is_some() {
        return Ok(true);
    }
    let given = owners::find_owner_business(conn, &stored.row.user_id).await?;
    Ok(given.is_some_and(|(name, ..)| !name.trim().is_empty()))
}

/// The same without requiring that the document names its business.
async fn check_ready_with(
    conn: &mut Conn,
    stored: &StoredDocument,
    mut checks: FieldChecks,
) -> Result<Parties, ApiError> {
    let parties = Parties::current(conn, &stored.row).await?;
    if parties.contact.is_none() {
        checks.add("contactId", "required", "Choose the customer before sending.");
    }
    check_dates(stored, &mut checks);
    check_name(&parties, &mut checks);
    // The customer may take any of the choices.
    let broken = choices::check_choices(&stored.document);
    let has_lines = stored.document.has_counted_line() || stored.totals.labour_total != Pence::ZERO;
    // A choice without any lines is reported once.
    if !has_lines && !broken.iter().any(|it| it.path.ends_with(']')) {
        checks.add("items", "required", "Add at least one line, or labour, before sending.");
    }
    for broken in broken {
        checks.add(&broken.path, broken.code, broken.msg);
    }
    checks.into_result()?;
    Ok(parties)
}

/// A document must not show a name that people trust and that isn't the business's own, neither in an email nor behind
/// a link.
fn check_name(parties: &Parties, checks: &mut FieldChecks) {
    if sender_name::is_borrowed(&parties.profile.name) {
        checks.add("businessProfile.name", sender_name::CODE, sender_name::MESSAGE);
    }
}

/// Both dates must be set, and the second must not be before the first.
fn check_dates(stored: &StoredDocument, checks: &mut FieldChecks) {
    let (issued, end) = (stored.issue_date(), stored.written_due_date());
    let facts = stored.kind.facts();
    if issued.is_none() {
        let msg = "Give the issue date before sending.";
        checks.add("issueDate", "required", msg);
    }
    if facts.end.is_some() && end.is_none() {
        let msg = format!("Give the {} before sending.", facts.end_word);
        checks.add(facts.end_field, "required", msg);
    }
    if let Some(early) = stored.kind.check_dates(issued, end) {
        checks.add(&early.path, early.code, early.msg);
    }
}
