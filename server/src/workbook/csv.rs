//! A workbook as a CSV file: its lists beneath each other, each row with the list that it is of where there are several.

use super::{Cell, Column, Workbook};
use crate::csv::Sheet;
use crate::error::ApiError;

/// The heading of the column that names the list.
const OF: &str = "By";

pub(super) fn of(workbook: &Workbook) -> Result<Vec<u8>, ApiError> {
    let columns = workbook.lists.first().map(|list| list.columns.as_slice());
    let names = columns
        .unwrap_or_default()
        .iter()
        .map(|it: &Column| it.name);
    let has_several = workbook.lists.len() > 1;
    let first = has_several.then_some(OF);
    let names: Vec<&str> = first.into_iter().chain(names).collect();
    let mut sheet = Sheet::of(&names)?;
    for list in &workbook.lists {
        for row in &list.rows {
            let first = has_several.then(|| list.title.clone());
            let cells: Vec<String> = first
                .into_iter()
                .chain(row.iter().map(Cell::plain))
                .collect();
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            sheet.row(&cells)?;
        }
    }
    Ok(sheet.finish(String::new())?.bytes)
}
