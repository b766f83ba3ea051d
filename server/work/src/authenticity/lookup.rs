//! The contents of the page behind a code.

use plumbline_core::calculate::RULES_VERSION;
use plumbline_core::calculate::totals::Totals;
use plumbline_core::document::Document;
use plumbline_core::present::authenticity::{AuthenticityCheck, PrintedVersion};
use plumbline_core::present::payment_details::ReadingMedium;
use plumbline_core::time::Date;

use crate::public::response::CANCELLED_JOB_TEXT;
use plumbline_platform::clock::london_wall_clock;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::suspended;
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::list_bank_notes;
use plumbline_records::documents::reading::{authenticity_code, view};
use plumbline_records::documents::store::versions::{self, VersionRow};
use plumbline_records::documents::store::{self, DocumentStatus, stages};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;

/// The response for a code that was scanned or typed.
///
/// # Errors
/// 500 when the stored data cannot be read.
pub(super) async fn check_code(state: &AppState, typed: &str) -> Result<AuthenticityCheck, ApiError> {
    let Some(named) = authenticity_code::parse_code(&state.code_key, typed) else {
        return Ok(AuthenticityCheck::for_unknown());
    };
    let today = today(state)?;
    let mut tx = state.db.begin_read().await?;
    // The account may have been deleted with all its documents.
    let Some(row) = store::find_by_code(&mut tx, &named.document).await? else {
        return Ok(AuthenticityCheck::for_unknown());
    };
    if suspended::is_suspended(&mut tx, &row.user_id).await? {
        return Ok(AuthenticityCheck::for_suspended());
    }
    let is_revoked = named.is_revoked(&row);
    let is_void = row.status == DocumentStatus::Void;
    if is_revoked && !is_void {
        return Ok(AuthenticityCheck::for_revoked());
    }
    let stored = StoredDocument::load(&mut tx, row).await?;
    let latest = versions::load_latest(&mut tx, &stored.row).await?;
    let displayed_version = view::display_version(&mut tx, &stored, latest.clone()).await?;
    let presentation = displayed_version.presentation_on(today)?;
    if is_void {
        return Ok(AuthenticityCheck::for_void(&presentation));
    }
    let on_paper = find_printed_version(&mut tx, &stored, named.version, &latest).await?;
    let mut notes = list_bank_notes(&mut tx, &stored.row, ReadingMedium::Page, today).await?;
    if stages::is_of_cancelled_job(&mut tx, &stored.row).await? {
        notes.insert(0, CANCELLED_JOB_TEXT.to_owned());
    }
    let document = document_amounts(&latest)?;
    AuthenticityCheck::for_invoice(&presentation, &displayed_version.answer, on_paper, notes, document)
        .ok_or_else(|| ApiError::internal("an invoice without fields"))
}

/// The version that the code belongs to; `None` if it is the latest.
async fn find_printed_version(
    conn: &mut Conn,
    stored: &StoredDocument,
    version: i64,
    latest: &VersionRow,
) -> Result<Option<PrintedVersion>, ApiError> {
    if version == latest.version {
        return Ok(None);
    }
    let Some(version_row) = versions::find(conn, &stored.row.id, version).await? else {
        return Ok(None);
    };
    let totals: Totals = serde_json::from_str(&version_row.totals)?;
    let changed: Date = london_wall_clock(latest.issued_at).date;
    Ok(Some(PrintedVersion { total: totals.total_amount, changed }))
}

/// The input of a version's calculation without its texts; `None` if it was calculated by another version of the rules.
fn document_amounts(version: &VersionRow) -> Result<Option<Document>, ApiError> {
    if version.rules_version != i64::from(RULES_VERSION) {
        return Ok(None);
    }
    let document: Document = serde_json::from_str(&version.input)?;
    Ok(Some(document.to_amounts_only()))
}
