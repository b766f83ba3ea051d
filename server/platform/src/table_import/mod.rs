//! Tables that people upload: files from a spreadsheet program or a bank.

pub mod budget;
pub mod cells;
pub mod columns;
pub mod currency;
pub mod layout;
pub mod portions;
mod rows;
mod store;
pub mod table;
pub mod text;

use serde::Serialize;

pub use rows::{COLUMNS_MAX, RowError, TableRow, TableRows, UnevenRow};

use crate::limits::quota::group_thousands;
use crate::worker_pool::WorkerPool;

/// How many files, or the data read from them, are in memory at a time (none takes more than 180 MB), and how many of
/// them are read or checked at a time, which takes a core each.
const CONCURRENT_MAX: [usize; 2] = [3, 2];
/// How many files of one account may wait.
const WAITING_MAX: usize = 4;
/// The most bytes that are held in memory of one file with a table.
pub const STORED_BYTES_MAX: usize = 48 * 1024 * 1024;

/// The worker pool that reads files of other programs.
#[must_use]
pub fn new_worker_pool() -> WorkerPool {
    let [files, read] = CONCURRENT_MAX;
    WorkerPool::new(files, read, WAITING_MAX)
}

/// What an import does with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum RowOutcome {
    /// The row is new.
    New,
    /// The account already has it, and the import changes it.
    Update,
    /// The account, or an earlier row, already has it, so there is nothing to do.
    Same,
    /// The row can't be imported.
    Unreadable,
}

/// The rows of a table, including the headings; rows may have different numbers of cells.
#[must_use]
pub fn read_rows(text: &str, separator: char) -> TableRows<'_> {
    TableRows::new(text, separator)
}

/// The bytes of a row's text.
#[must_use]
pub fn count_bytes(row: &csv::StringRecord) -> usize {
    row.as_slice().len()
}

/// A number with commas between thousands: `50,000`.
#[must_use]
pub fn format_count(number: usize) -> String {
    group_thousands(i64::try_from(number).unwrap_or(i64::MAX))
}

/// How many of these rows aren't empty, up to the first one that can't be read.
pub fn count_filled(rows: TableRows<'_>) -> usize {
    let rows = rows.map_while(Result::ok);
    rows.filter(|row| !row.is_empty()).count()
}

/// The message about a file with too many of something.
#[must_use]
pub fn too_many_text(found: usize, what: &str, most: usize) -> String {
    format!(
        "This file has {} {what}, and we can import {} at a time. Please split it into several files.",
        format_count(found),
        format_count(most)
    )
}

/// A heading in the form in which headings are compared: only letters and digits, in lower case.
#[must_use]
pub fn normalise_heading(heading: &str) -> String {
    let bare: String = heading.chars().filter(|c| c.is_alphanumeric()).collect();
    bare.to_lowercase()
}

/// A cell without the apostrophe that makes a spreadsheet treat it as text.
#[must_use]
pub fn strip_apostrophe(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if crate::csv::escape_formula(rest) == cell => rest,
        _ => cell,
    }
}

/// A cell for a field of one line: the lines of an address are joined with commas.
#[must_use]
pub fn to_one_line(cell: &str) -> String {
    let lines = cell.lines().map(str::trim).filter(|line| !line.is_empty());
    let joined = lines.collect::<Vec<_>>().join(", ");
    joined.replace('\t', " ")
}

/// Sets a field unless it already has a value, so that the first of several columns that isn't empty is used.
pub fn fill_if_empty(field: &mut String, cell: String) {
    if field.is_empty() {
        *field = cell;
    }
}

/// Whether a cell means yes.
#[must_use]
pub fn is_yes(cell: &str) -> bool {
    matches!(cell.to_lowercase().as_str(), "yes" | "y" | "true" | "1" | "x")
}

/// The headings of columns that aren't read, as they are written: at most 30 of them.
pub fn list_unread_headings<'a>(headings: impl IntoIterator<Item = (&'a str, bool)>) -> Vec<String> {
    let unread = headings.into_iter().filter(|(heading, is_read)| !is_read && !heading.trim().is_empty());
    unread.map(|(heading, _)| heading.chars().take(60).collect()).take(30).collect()
}
