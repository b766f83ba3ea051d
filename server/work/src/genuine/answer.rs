//! What the page behind a code says.

use plumbline_core::calculate::RULES_VERSION;
use plumbline_core::calculate::totals::Totals;
use plumbline_core::document::Document;
use plumbline_core::present::genuine::{Genuine, OnPaper};
use plumbline_core::present::on_file::ReadOn;
use plumbline_core::time::Date;

use crate::public::answer::OF_CANCELLED_JOB;
use plumbline_platform::clock::london_clock;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::suspended;
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::bank_notes;
use plumbline_records::documents::reading::{code, view};
use plumbline_records::documents::store::versions::{self, VersionRow};
use plumbline_records::documents::store::{self, Status, stages};
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::today;

/// The response for a code that was scanned or typed.
///
/// # Errors
/// 500 when the stored data cannot be read.
pub(super) async fn of(state: &AppState, typed: &str) -> Result<Genuine, ApiError> {
    let Some(named) = code::read(&state.code_key, typed) else {
        return Ok(Genuine::unknown());
    };
    let today = today(state)?;
    let mut tx = state.db.begin_read().await?;
    // The account may have been deleted with all its documents.
    let Some(row) = store::find_vouched(&mut tx, &named.document).await? else {
        return Ok(Genuine::unknown());
    };
    if suspended::is_suspended(&mut tx, &row.user_id).await? {
        return Ok(Genuine::kept_out());
    }
    let is_revoked = named.is_revoked(&row);
    let is_void = row.status == Status::Void;
    if is_revoked && !is_void {
        return Ok(Genuine::revoked());
    }
    let stored = Stored::read(&mut tx, row).await?;
    let latest = versions::latest(&mut tx, &stored.row).await?;
    let shown = view::of_version(&mut tx, &stored, latest.clone()).await?;
    let presentation = shown.on(today)?;
    if is_void {
        return Ok(Genuine::void(&presentation));
    }
    let on_paper = on_paper(&mut tx, &stored, named.version, &latest).await?;
    let mut notes = bank_notes(&mut tx, &stored.row, ReadOn::Page, today).await?;
    if stages::is_of_cancelled_job(&mut tx, &stored.row).await? {
        notes.insert(0, OF_CANCELLED_JOB.to_owned());
    }
    let figures = figures(&latest)?;
    Genuine::known(&presentation, &shown.answer, on_paper, notes, figures)
        .ok_or_else(|| ApiError::internal("an invoice without fields"))
}

/// The version that the code belongs to; `None` if it is the latest.
async fn on_paper(
    conn: &mut Conn,
    stored: &Stored,
    version: i64,
    latest: &VersionRow,
) -> Result<Option<OnPaper>, ApiError> {
    if version == latest.version {
        return Ok(None);
    }
    let Some(kept) = versions::find(conn, &stored.row.id, version).await? else {
        return Ok(None);
    };
    let totals: Totals = serde_json::from_str(&kept.totals)?;
    let changed: Date = london_clock(latest.issued_at).date;
    Ok(Some(OnPaper {
        total: totals.total_amount,
        changed,
    }))
}

/// The input of a version's calculation without its texts; `None` if it was calculated by another version of the rules.
fn figures(version: &VersionRow) -> Result<Option<Document>, ApiError> {
    if version.rules_version != i64::from(RULES_VERSION) {
        return Ok(None);
    }
    let document: Document = serde_json::from_str(&version.input)?;
    Ok(Some(document.figures_only()))
}
