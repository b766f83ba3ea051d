//! GET /api/year-pack/{year} and its zip file

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::gather::{PackContents, gather};
use super::pack;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiQuery, Path};
use plumbline_platform::ids::ProfileId;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::zip_stream;
use plumbline_records::documents::today;
use plumbline_records::plans;
use plumbline_tax::reports::year::TaxYearPath;

/// Which business the pack is for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct YearPackQuery {
    /// A business profile; left out: all of them.
    #[param(value_type = Option<String>)]
    business: Option<ProfileId>,
}

/// The contents of a year pack.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct YearPack {
    /// `2026/27`
    pub name: String,
    /// Whether nothing was earned, spent or issued in the year.
    pub is_empty: bool,
    /// How many reports, each as a spreadsheet and as a PDF.
    pub reports: usize,
    /// How many invoices and credit notes.
    pub documents: usize,
    /// Whether there are too many documents to include them as PDFs: then they are only listed.
    pub documents_are_listed: bool,
    /// How many pictures of receipts.
    pub receipts: usize,
    /// What is missing, a sentence each.
    pub missing: Vec<String>,
}

impl From<&PackContents> for YearPack {
    fn from(it: &PackContents) -> Self {
        Self {
            name: it.year.label(),
            is_empty: it.is_empty(),
            reports: it.reports.len(),
            documents: it.documents.len(),
            documents_are_listed: it.are_documents_listed(),
            receipts: it.receipts.len(),
            missing: it.missing.clone(),
        }
    }
}

/// The contents of the pack of a tax year, and what is missing.
#[utoipa::path(get, path = "/api/year-pack/{year}", operation_id = "year_pack", tag = "reports",
    params(("year" = u16, Path, description = "The calendar year in which it begins: 2026 is 2026/27"), YearPackQuery),
    responses((status = 200, body = YearPack), (status = 404, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(TaxYearPath(year)): Path<TaxYearPath>,
    ApiQuery(YearPackQuery { business }): ApiQuery<YearPackQuery>,
) -> Result<Json<YearPack>, ApiError> {
    state.limits.check(ProcessLimit::YearPackByAccount, &user.id)?;
    // Downloading a pack of the account does not delay this: a download takes no worker slot.
    let _bench = state.packs.acquire_worker(&user.id).await?;
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let plan = plans::load_subscription(&state, &mut tx, &user.id).await?;
    let gathered = gather(&mut tx, &user.id, (year, today), business, &plan).await?;
    drop(tx);
    Ok(Json(YearPack::from(&gathered)))
}

/// The pack of a tax year, as a zip file.
#[utoipa::path(get, path = "/api/year-pack/{year}/file", operation_id = "year_pack_file", tag = "reports",
    params(("year" = u16, Path), YearPackQuery),
    responses((status = 200, content_type = "application/zip", body = [u8]), (status = 404, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub(super) async fn download(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(TaxYearPath(year)): Path<TaxYearPath>,
    ApiQuery(YearPackQuery { business }): ApiQuery<YearPackQuery>,
) -> Result<Response, ApiError> {
    state.limits.check(ProcessLimit::DocumentFilesByAccount, &user.id)?;
    let place = state.packs.enter(&user.id).await?;
    let today = today(&state)?;
    // One transaction, so that every report is of the same moment.
    let mut tx = state.db.begin_read().await?;
    let plan = plans::load_subscription(&state, &mut tx, &user.id).await?;
    let gathered = gather(&mut tx, &user.id, (year, today), business, &plan).await?;
    drop(tx);
    let name = format!("year-pack-{}.zip", year.label().replace('/', "-"));
    zip_stream::zip_response(&name, place, |zip| async move {
        pack::fill_zip(&state, &user.id, gathered, zip).await
    })
}
