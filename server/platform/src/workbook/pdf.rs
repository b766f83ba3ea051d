//! A workbook as a PDF.

use plumbline_core::money::text::format_gbp;
use plumbline_core::time::text::format_short_date;

use super::{Workbook, WorkbookCell, WorkbookColumnKind};
use crate::error::{ApiError, FieldError};
use crate::pdf::{self, PrintedReport, ReportColumn, ReportTable};
use crate::state::Services;

/// The most rows in a PDF. A table of 15,000 rows takes ten seconds and half a gigabyte to typeset, and is more useful
/// as a spreadsheet.
const ROWS_MAX: usize = 2_000;

pub(super) async fn write_pdf(
    workbook: &Workbook,
    services: &Services,
    user_id: &str,
) -> Result<Vec<u8>, ApiError> {
    let rows: usize = workbook.lists.iter().map(|list| list.rows.len()).sum();
    if rows > ROWS_MAX {
        return Err(too_long_error());
    }
    let lists = workbook.lists.iter().filter(|list| !list.rows.is_empty());
    let tables = lists.map(|list| ReportTable {
        title: list.title.clone(),
        columns: list
            .columns
            .iter()
            .map(|column| ReportColumn {
                name: column.name.to_owned(),
                is_amount: matches!(column.kind, WorkbookColumnKind::Money | WorkbookColumnKind::Count),
            })
            .collect(),
        rows: list.rows.iter().map(|row| row.iter().map(cell_text).collect()).collect(),
    });
    let printed_report = PrintedReport {
        heading: workbook.title.clone(),
        days: workbook.days.clone(),
        // The report covers all businesses of the account.
        business_name: String::new(),
        tables: tables.collect(),
        at: services.clock.now_ms(),
    };
    let bytes = pdf::render_report(&services.typesetter, user_id, &printed_report).await?;
    Ok(bytes.to_vec())
}

fn too_long_error() -> ApiError {
    let text = "This has more than 2,000 rows, which is too many for a PDF. The spreadsheet has them all.";
    ApiError::rule_broken(vec![FieldError::new("", "too_long", text)])
}

/// A cell as it is printed.
fn cell_text(cell: &WorkbookCell) -> String {
    match cell {
        WorkbookCell::Text(text) => text.clone(),
        WorkbookCell::Money(value) | WorkbookCell::SumOf { value, .. } => format_gbp(*value),
        WorkbookCell::Count(count) => count.to_string(),
        WorkbookCell::Day(day) => format_short_date(*day),
    }
}
