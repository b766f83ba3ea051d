//! The index, which says what each file is and what it comes to: a page to read, and a table.

use askama::Template;
use axum::body::Bytes;
use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;
use plumbline_core::time::text::date_long;

use super::gather::Gathered;
use plumbline_platform::csv::Sheet;
use plumbline_platform::error::{ApiError, BoxError};

/// A file of the pack.
pub(super) struct Entry {
    /// Its path in the pack.
    pub name: String,
    /// Its description.
    pub what: String,
    /// Its totals.
    pub totals: Vec<(String, Pence)>,
}

/// A row of the page: a file, or a report with a link to each kind of file.
struct Row<'a> {
    links: Vec<&'a str>,
    what: &'a str,
    totals: Vec<(&'a str, String)>,
}

#[derive(Template)]
#[template(path = "pack/index.html")]
struct Page<'a> {
    year: String,
    of: &'a str,
    days: String,
    made: String,
    missing: &'a [String],
    is_empty: bool,
    reports: Vec<Row<'a>>,
    documents: Vec<Row<'a>>,
    receipts: Vec<Row<'a>>,
}

/// The index as a page.
pub(super) fn page(gathered: &Gathered, entries: &[Entry]) -> Result<Bytes, BoxError> {
    let year = gathered.year;
    let page = Page {
        year: year.text(),
        of: gathered.business.as_deref().unwrap_or("All businesses"),
        days: format!("{} to {}", date_long(year.first()), date_long(year.last())),
        made: date_long(gathered.today),
        missing: &gathered.missing,
        is_empty: gathered.is_empty(),
        reports: rows(entries, "reports/"),
        documents: rows(entries, "documents/"),
        receipts: rows(entries, "receipts/"),
    };
    Ok(page.render()?.into())
}

/// The files of a folder; those with one name and several kinds are one row.
fn rows<'a>(entries: &'a [Entry], folder: &str) -> Vec<Row<'a>> {
    let stem = |name: &str| name.rsplit_once('.').map(|(stem, _)| stem.to_owned());
    let mut rows: Vec<Row<'a>> = Vec::new();
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
        rows.push(Row {
            links: vec![&it.name],
            what: &it.what,
            totals: totals
                .map(|(name, sum)| (name.as_str(), gbp(*sum)))
                .collect(),
        });
    }
    rows
}

/// The index as a table: a row for each total of each file, and one for a file without totals.
pub(super) fn table(entries: &[Entry]) -> Result<Bytes, ApiError> {
    let mut sheet = Sheet::of(&["File", "What", "Total of", "Amount"])?;
    for it in entries {
        if it.totals.is_empty() {
            sheet.row(&[&it.name, &it.what, "", ""])?;
        }
        for (name, sum) in &it.totals {
            sheet.row(&[&it.name, &it.what, name, &sum.to_string()])?;
        }
    }
    Ok(sheet.finish(String::new())?.bytes.into())
}
