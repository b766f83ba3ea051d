//! Tables that people upload: a spreadsheet's or a bank's file, whichever program wrote it.

pub mod allowance;
pub mod cells;
pub mod columns;
pub mod currency;
pub mod layout;
pub mod readings;
mod rows;
pub mod table;
pub mod text;

use serde::Serialize;

pub use rows::{COLUMNS_MAX, Row, RowFault, Rows, Uneven};

use crate::limits::quota::grouped;
use crate::workshop::Workshop;

/// Files in memory, as they came or what was read of them, at a time: none takes more than 180 MB. And how many of them
/// are read or judged, which takes a core.
const AT_A_TIME: [usize; 2] = [3, 2];
/// How many of one account wait.
const WAITING: usize = 4;
/// The most bytes that are kept of one file of a table.
pub const KEPT_MAX: usize = 48 * 1024 * 1024;

/// The room in which files of other programs are read.
#[must_use]
pub fn workshop() -> Workshop {
    let [files, read] = AT_A_TIME;
    Workshop::new(files, read, WAITING)
}

/// What becomes of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Outcome {
    /// One more.
    New,
    /// One that the account has, and that changes by it.
    Update,
    /// One that the account, or a row before, has: nothing to do.
    Same,
    /// It cannot be kept.
    Unreadable,
}

/// The rows of a table, the headings among them; a row may have more or fewer cells than another.
#[must_use]
pub fn rows(text: &str, separator: char) -> Rows<'_> {
    Rows::of(text, separator)
}

/// The bytes of a row's text.
#[must_use]
pub fn weight(row: &csv::StringRecord) -> usize {
    row.as_slice().len()
}

/// How many there are, as people write it: `50,000`.
#[must_use]
pub fn counted(number: usize) -> String {
    grouped(i64::try_from(number).unwrap_or(i64::MAX))
}

/// How many of these rows have something in them, as far as they are read.
pub fn filled(rows: Rows<'_>) -> usize {
    let rows = rows.map_while(Result::ok);
    rows.filter(|row| !row.is_empty()).count()
}

/// What is said of a file with too many of something.
#[must_use]
pub fn too_many(found: usize, what: &str, most: usize) -> String {
    format!(
        "This file has {} {what}, and we can import {} at a time. Please split it into several files.",
        counted(found),
        counted(most)
    )
}

/// A heading as headings are compared: small letters and digits alone.
#[must_use]
pub fn bare(heading: &str) -> String {
    let bare: String = heading.chars().filter(|c| c.is_alphanumeric()).collect();
    bare.to_lowercase()
}

/// A cell without the apostrophe that keeps a spreadsheet from reckoning it.
#[must_use]
pub fn unquoted(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if crate::csv::harmless(rest) == cell => rest,
        _ => cell,
    }
}

/// A cell for a field of one line: the lines of an address are one, with commas.
#[must_use]
pub fn one_line(cell: &str) -> String {
    let lines = cell.lines().map(str::trim).filter(|line| !line.is_empty());
    let joined = lines.collect::<Vec<_>>().join(", ");
    joined.replace('\t', " ")
}

/// The first of several columns that says something.
pub fn fill(field: &mut String, cell: String) {
    if field.is_empty() {
        *field = cell;
    }
}

/// Whether a cell says so.
#[must_use]
pub fn is_yes(cell: &str) -> bool {
    matches!(
        cell.to_lowercase().as_str(),
        "yes" | "y" | "true" | "1" | "x"
    )
}

/// The headings of columns that nobody reads, as they stand: at most 30 of them.
pub fn left_out<'a>(headings: impl IntoIterator<Item = (&'a str, bool)>) -> Vec<String> {
    let unread = headings
        .into_iter()
        .filter(|(heading, is_read)| !is_read && !heading.trim().is_empty());
    unread
        .map(|(heading, _)| heading.chars().take(60).collect())
        .take(30)
        .collect()
}
