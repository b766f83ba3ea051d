//! The index, which describes each file with its totals: as a page to read, and as a table.

use askama::Template;
use axum::body::Bytes;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::time::text::format_long_date;

use super::gather::PackContents;
use plumbline_platform::csv::CsvWriter;
use plumbline_platform::error::{ApiError, BoxError};

/// A file of the pack.
pub(super) struct PackEntry {
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
pub(super) fn render_page(gathered: &PackContents, entries: &[PackEntry]) -> Result<Bytes, BoxError> {
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
pub(super) fn render_table(entries: &[PackEntry]) -> Result<Bytes, ApiError> {
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
