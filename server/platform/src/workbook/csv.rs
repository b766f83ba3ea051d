//! A workbook as a CSV file: its lists one below the other. If there are several, each row names its list.

use super::{Workbook, WorkbookCell, WorkbookColumn};
use crate::csv::CsvWriter;
use crate::error::ApiError;

/// The heading of the column with the list's title.
const LIST_HEADING: &str = "By";
/// The heading of the first column if there are several lists, for example by month and by customer.
const NAME_HEADING: &str = "Name";

pub(super) fn write_csv(workbook: &Workbook) -> Result<Vec<u8>, ApiError> {
    let columns = workbook.lists.first().map(|list| list.columns.as_slice());
    let names = columns.unwrap_or_default().iter();
    let mut names: Vec<&str> = names.map(|it: &WorkbookColumn| it.name).collect();
    let has_several = workbook.lists.len() > 1;
    if has_several {
        // Each list has its own heading for its first column; in one file they share a heading.
        if let Some(first) = names.first_mut() {
            *first = NAME_HEADING;
        }
        names.insert(0, LIST_HEADING);
    }
    let mut sheet = CsvWriter::new(&names)?;
    for list in &workbook.lists {
        for row in &list.rows {
            let first = has_several.then(|| list.title.clone());
            let cells: Vec<String> = first.into_iter().chain(row.iter().map(WorkbookCell::to_text)).collect();
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            sheet.write_row(&cells)?;
        }
    }
    Ok(sheet.finish(String::new())?.bytes)
}
