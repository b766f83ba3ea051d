//! The columns of an uploaded table, and what each is read as, which can be changed.
//!
//! A column is read by its heading. To change that, a person gives it another of the known headings, or an empty
//! one, which means that it isn't read. So a choice is a list of headings and needs no rules of its own.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{COLUMNS_MAX, TableRow, normalise_heading, strip_apostrophe, to_one_line};
use crate::error::ApiError;
use crate::ids::sha256_hex;

pub use super::store::{REMEMBERED_MAX, load_remembered, remember};

/// The most characters of a heading or an example that are displayed or accepted.
const DISPLAYED_MAX: usize = 60;

/// A column of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct TableColumn {
    /// The heading; empty if there is none.
    pub heading: String,
    /// The first cell that isn't empty.
    pub example: String,
    /// The heading as which the column is read; empty if it isn't read.
    pub reads: String,
}

/// How to read a file's columns: as chosen in the request, or as remembered for the same headings.
pub struct ColumnChoices<'a> {
    /// The choice in the request, if there is one.
    pub columns: Option<Vec<String>>,
    /// The remembered choice for a signature of headings, if there is one.
    pub remembered: &'a dyn Fn(&str) -> Option<Vec<String>>,
}

impl ColumnChoices<'_> {
    /// The signature of these headings, by which a choice is found again, and the headings as which the columns are
    /// read.
    #[must_use]
    pub fn resolve(self, headings: &[&str]) -> (String, Vec<String>) {
        let all: Vec<String> = headings.iter().map(|heading| normalise_heading(heading)).collect();
        let signature = sha256_hex(all.join("|"));
        let texts = self.columns.or_else(|| (self.remembered)(&signature));
        let as_written = || headings.iter().map(|name| (*name).to_owned()).collect();
        let texts = texts.filter(|messages| messages.len() <= headings.len());
        let mut names: Vec<String> = texts.unwrap_or_else(as_written);
        names.resize(headings.len(), String::new());
        (signature, names)
    }
}

/// The columns of a table with these headings and rows; `reads` contains the heading as which each is read.
#[must_use]
pub fn describe_columns(headings: &[&str], rows: &[TableRow], reads: &[String]) -> Vec<TableColumn> {
    let each = headings.iter().zip(reads).enumerate();
    each.map(|(at, (heading, reads))| {
        let cells = rows.iter().filter_map(|row| row.cells.get(at));
        let example = cells.map(str::trim).find(|cell| !cell.is_empty());
        TableColumn {
            heading: to_single_line(heading),
            example: to_single_line(example.unwrap_or_default()),
            reads: reads.clone(),
        }
    })
    .collect()
}

/// The headings that were sent as a JSON list; `None` if nothing was sent.
///
/// # Errors
/// 400 if it is no such list.
pub fn parse_headings(text: &str) -> Result<Option<Vec<String>>, ApiError> {
    if text.is_empty() {
        return Ok(None);
    }
    let read: Option<Vec<String>> = serde_json::from_str(text).ok();
    let read = read.filter(|it| is_within_limits(it)).ok_or_else(|| {
        let message = "The columns are a list of the headings as which they are read.";
        ApiError::bad_field("columns", "invalid_type", message)
    })?;
    Ok(Some(read))
}

/// The headings that were sent for several tables: a JSON object with a list for each, by the signature of its
/// headings.
///
/// # Errors
/// 400 if it is no such object.
pub fn parse_headings_by_table(text: &str) -> Result<HashMap<String, Vec<String>>, ApiError> {
    if text.is_empty() {
        return Ok(HashMap::new());
    }
    let read: Option<HashMap<String, Vec<String>>> = serde_json::from_str(text).ok();
    let read = read.filter(|it| it.values().all(|one| is_within_limits(one)));
    read.ok_or_else(|| {
        let message = "The columns are a list of headings for each table.";
        ApiError::bad_field("columns", "invalid_type", message)
    })
}

/// Whether a list of headings has an acceptable length and no heading that is too long.
fn is_within_limits(headings: &[String]) -> bool {
    let is_short = |name: &String| name.chars().count() <= DISPLAYED_MAX;
    headings.len() <= COLUMNS_MAX && headings.iter().all(is_short)
}

/// A cell in the form in which it is displayed: shortened, on one line.
#[must_use]
pub fn to_single_line(cell: &str) -> String {
    to_one_line(strip_apostrophe(cell)).chars().take(DISPLAYED_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chosen_columns_take_precedence_over_remembered_ones() {
        let headings = ["Who", "Mail"];
        let list = |names: &[&str]| -> Vec<String> { names.iter().map(|name| (*name).to_owned()).collect() };
        let none = |_: &str| -> Option<Vec<String>> { None };
        let saved = |_: &str| Some(list(&["Company"]));
        let names = |columns, remembered: &dyn Fn(&str) -> Option<Vec<String>>| {
            let column_choices = ColumnChoices { columns, remembered };
            column_choices.resolve(&headings).1
        };
        assert_eq!(names(None, &none), ["Who", "Mail"]);
        assert_eq!(names(None, &saved), ["Company", ""]);
        assert_eq!(names(Some(list(&["Name", "Email"])), &saved), ["Name", "Email"]);
        // The choice was made for a file with more columns.
        assert_eq!(names(Some(list(&["a", "b", "c"])), &none), ["Who", "Mail"]);
    }
}
