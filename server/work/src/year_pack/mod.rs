//! The year pack: everything that an accountant needs of a tax year in one zip file. It has each report as a
//! spreadsheet and a PDF, the invoices and credit notes, the receipts, and an index that describes each file, its
//! totals, and what is missing.
//!
//! All of it is read in one transaction, so that the files agree with each other; and it is sent while it is made,
//! so that no more than one file is in memory. The pack of one business has that business's income, expenses and
//! profit; what a person has only one of, such as the tax return, covers the whole account and says so.
//!
//! ```text
//! gather  what goes in, and what is missing
//! lists   the invoices and the expenses, one by one
//! index   the page and the table that say what each file is
//! pack    the zip file
//! ```

mod gather;
mod lists;
mod store;

use std::collections::HashSet;

use askama::Template;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use gather::{PackContents, document_path, gather};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::time::text::format_long_date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::csv::CsvWriter;
use plumbline_platform::error::{ApiError, BoxError, ErrorBody};
use plumbline_platform::http::{ApiQuery, Path};
use plumbline_platform::ids::{ProfileId, UserId};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::FileFormat;
use plumbline_platform::zip_stream::{self, ZipStream, unique_name};
use plumbline_records::documents::{exporting, today};
use plumbline_records::plans;
use plumbline_tax::reports::query::TaxYearPath;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read)).routes(routes!(download))
}

// GET /api/year-pack/{year} and its zip file

/// Which business the pack is for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
struct YearPackQuery {
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
async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(TaxYearPath(year)): Path<TaxYearPath>,
    ApiQuery(YearPackQuery { business }): ApiQuery<YearPackQuery>,
) -> Result<Json<YearPack>, ApiError> {
    state.limits.check(ProcessLimit::YearPackByAccount, &user.id)?;
    // Downloading a pack of the account does not delay this: a download takes no worker slot.
    let _bench = state.packs.acquire_worker(user.id.as_str()).await?;
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
async fn download(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(TaxYearPath(year)): Path<TaxYearPath>,
    ApiQuery(YearPackQuery { business }): ApiQuery<YearPackQuery>,
) -> Result<Response, ApiError> {
    state.limits.check(ProcessLimit::DocumentFilesByAccount, &user.id)?;
    let place = state.packs.enter(user.id.as_str()).await?;
    let today = today(&state)?;
    // One transaction, so that every report is of the same moment.
    let mut tx = state.db.begin_read().await?;
    let plan = plans::load_subscription(&state, &mut tx, &user.id).await?;
    let gathered = gather(&mut tx, &user.id, (year, today), business, &plan).await?;
    drop(tx);
    let name = format!("year-pack-{}.zip", year.label().replace('/', "-"));
    zip_stream::zip_response(
        &name,
        place,
        |zip| async move { fill_zip(&state, &user.id, gathered, zip).await },
    )
}

/// A file of the pack.
struct PackEntry {
    /// Its path in the pack.
    pub name: String,
    /// Its description.
    pub what: String,
    /// Its totals.
    pub totals: Vec<(String, Pence)>,
}

/// A row of the page: a file, or a report with a link to each kind of file.
struct PackIndexRow<'a> {
    links: Vec<&'a str>,
    what: &'a str,
    totals: Vec<(&'a str, String)>,
}

#[derive(Template)]
#[template(path = "pack/index.html")]
struct PackIndexPage<'a> {
    year: String,
    of: &'a str,
    days: String,
    made: String,
    missing: &'a [String],
    is_empty: bool,
    reports: Vec<PackIndexRow<'a>>,
    documents: Vec<PackIndexRow<'a>>,
    receipts: Vec<PackIndexRow<'a>>,
}

/// The index as a page.
fn render_page(gathered: &PackContents, entries: &[PackEntry]) -> Result<Bytes, BoxError> {
    let year = gathered.year;
    let page = PackIndexPage {
        year: year.label(),
        of: gathered.business.as_deref().unwrap_or("All businesses"),
        days: format!("{} to {}", format_long_date(year.first_day()), format_long_date(year.last_day())),
        made: format_long_date(gathered.today),
        missing: &gathered.missing,
        is_empty: gathered.is_empty(),
        reports: folder_rows(entries, "reports/"),
        documents: folder_rows(entries, "documents/"),
        receipts: folder_rows(entries, "receipts/"),
    };
    Ok(page.render()?.into())
}

/// The files of a folder; those with one name and several kinds are one row.
fn folder_rows<'a>(entries: &'a [PackEntry], folder: &str) -> Vec<PackIndexRow<'a>> {
    let stem = |name: &str| name.rsplit_once('.').map(|(stem, _)| stem.to_owned());
    let mut rows: Vec<PackIndexRow<'a>> = Vec::new();
    for it in entries.iter().filter(|it| it.name.starts_with(folder)) {
        let same = rows.last_mut().filter(|row| {
            let first = row.links.first().and_then(|name| stem(name));
            first == stem(&it.name)
        });
        if let Some(row) = same {
            row.links.push(&it.name);
            continue;
        }
        let totals = it.totals.iter();
        rows.push(PackIndexRow {
            links: vec![&it.name],
            what: &it.what,
            totals: totals.map(|(name, sum)| (name.as_str(), format_gbp(*sum))).collect(),
        });
    }
    rows
}

/// The index as a table: a row for each total of each file, and one for a file without totals.
fn render_table(entries: &[PackEntry]) -> Result<Bytes, ApiError> {
    let mut sheet = CsvWriter::new(&["File", "What", "Total of", "Amount"])?;
    for it in entries {
        if it.totals.is_empty() {
            sheet.write_row(&[&it.name, &it.what, "", ""])?;
        }
        for (name, sum) in &it.totals {
            sheet.write_row(&[&it.name, &it.what, name, &sum.to_string()])?;
        }
    }
    Ok(sheet.finish(String::new())?.bytes.into())
}

// The zip file of a year pack, made file by file and sent while it is made.

/// The most bytes of PDFs and pictures together: as much as an old laptop can handle.
const BYTES_MAX: usize = 500 * 1024 * 1024;

/// Fills the zip file. What cannot be made is named among what is missing, and the rest is included.
async fn fill_zip(
    state: &AppState,
    user_id: &UserId,
    mut gathered: PackContents,
    mut zip: ZipStream,
) -> Result<ZipStream, BoxError> {
    let mut entries = Vec::new();
    let mut taken = HashSet::new();
    // Each is dropped once it is packed, because the lists are long.
    for (at, report) in (1..).zip(std::mem::take(&mut gathered.reports)) {
        // Numbered, so that they are in the order of the index however they are sorted.
        let name = format!("reports/{at:02}-{}", report.workbook.name);
        for kind in [FileFormat::Xlsx, FileFormat::Pdf] {
            let ending = if kind == FileFormat::Xlsx { "xlsx" } else { "pdf" };
            let name = format!("{name}.{ending}");
            match report.workbook.generate(state, user_id, kind).await {
                Ok(made) => {
                    zip = zip.add_file(name.clone(), made.bytes.into()).await?;
                    entries.push(PackEntry {
                        name,
                        what: report.what.clone(),
                        totals: report.totals.clone(),
                    });
                }
                Err(error) => gathered.missing.push(format!("{name}: {}", error.user_message())),
            }
        }
    }
    let mut bytes = 0;
    let is_full = |bytes: usize| bytes >= BYTES_MAX;
    if !gathered.are_documents_listed() {
        for document in &gathered.documents {
            let name = unique_name(document_path(document, &document.contact_name), &mut taken) + ".pdf";
            if is_full(bytes) {
                gathered.missing.push(format!("{name}: this pack is as large as it may be."));
                continue;
            }
            let id = document.id.parse()?;
            match exporting::typeset(state, user_id, document.kind, &id).await {
                Ok(pdf) => {
                    bytes += pdf.bytes.len();
                    zip = zip.add_file(name.clone(), pdf.bytes).await?;
                    let (kind, sign) = match document.kind {
                        DocumentKind::CreditNote => ("Credit note", -1),
                        DocumentKind::Invoice | DocumentKind::Quote => ("Invoice", 1),
                    };
                    let day = document.issue_date.map(format_long_date).unwrap_or_default();
                    let what = format!("{kind} {}, {}, {day}", document.number, document.contact_name);
                    let total = Pence(document.total.0 * sign);
                    entries.push(PackEntry { name, what, totals: vec![("Total".to_owned(), total)] });
                }
                Err(error) => gathered.missing.push(format!("{name}: {}", error.user_message())),
            }
        }
    }
    for receipt in &gathered.receipts {
        let name = receipt.name.clone();
        if is_full(bytes) {
            gathered.missing.push(format!("{name}: this pack is as large as it may be."));
            continue;
        }
        match state.files.get(receipt.id.as_str()).await? {
            Some(picture) => {
                bytes += picture.len();
                zip = zip.add_file(name.clone(), picture).await?;
                entries.push(PackEntry { name, what: receipt.what.clone(), totals: Vec::new() });
            }
            None => gathered.missing.push(format!("{name}: the picture could not be read.")),
        }
    }
    let page = render_page(&gathered, &entries)?;
    zip = zip.add_file("index.html".to_owned(), page).await?;
    let table = render_table(&entries).map_err(|error| error.user_message().to_owned())?;
    zip = zip.add_file("index.csv".to_owned(), table).await?;
    let missing = match gathered.missing.as_slice() {
        [] => "Nothing is missing.\r\n".to_owned(),
        some => some.join("\r\n") + "\r\n",
    };
    zip.add_file("What is missing.txt".to_owned(), missing.into()).await
}
