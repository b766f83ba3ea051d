//! A workbook as a CSV file: its lists one below the other. If there are several, each row names its list.

use super::{Cell, Column, Workbook};
use crate::csv::Sheet;
use crate::error::ApiError;

/// The heading of the column with the list's title.
const OF: &str = "By";
/// The heading of the first column if there are several lists, for example by month and by customer.
const NAME: &str = "Name";

pub(super) fn of(workbook: &Workbook) -> Result<Vec<u8>, ApiError> {
    let columns = workbook.lists.first().map(|list| list.columns.as_slice());
    let names = columns.unwrap_or_default().iter();
    let mut names: Vec<&str> = names.map(|it: &Column| it.name).collect();
    let has_several = workbook.lists.len() > 1;
    if has_several {
        // Each list has its own heading for its first column; in one file they share a heading.
        if let Some(first) = names.first_mut() {
            *first = NAME;
        }
        names.insert(0, OF);
    }
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
