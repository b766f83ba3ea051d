//! Tables for export: one workbook, as a CSV file, a spreadsheet or a PDF.
//!
//! ```text
//! csv    the tables one below the other, without the records behind the sums
//! xlsx   a sheet for each table; a sum with records behind it is a formula over them
//! pdf    the tables in a printable document
//! ```

mod xlsx;

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_short_date;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::csv::CsvWriter;
use crate::error::{ApiError, FieldError};
use crate::ids::UserId;
use crate::pdf::{self, PrintedReport, ReportColumn, ReportTable};
use crate::state::Services;
use crate::zip_stream::named;

/// The format in which a workbook can be downloaded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileFormat {
    /// Comma-separated values.
    #[default]
    Csv,
    /// A spreadsheet.
    Xlsx,
    /// A PDF.
    Pdf,
}

/// The tables of one report.
#[derive(Debug, Clone)]
pub struct Workbook {
    /// The file's name without its extension: letters, digits and `-` only.
    pub name: String,
    /// The title.
    pub title: String,
    /// The period: `6 April 2026 to 5 April 2027`.
    pub days: String,
    /// The tables, in order.
    pub lists: Vec<WorkbookTable>,
    /// The records behind the sums, each with the name of its sum in the first column. Only the spreadsheet contains
    /// them.
    pub records: Option<WorkbookTable>,
}

/// A table.
#[derive(Debug, Clone)]
pub struct WorkbookTable {
    /// The title.
    pub title: String,
    /// The columns.
    pub columns: Vec<WorkbookColumn>,
    /// The rows, each with a cell for each column.
    pub rows: Vec<Vec<WorkbookCell>>,
}

/// A column of a table.
#[derive(Debug, Clone, Copy)]
pub struct WorkbookColumn {
    /// The heading.
    pub name: &'static str,
    /// The type of its cells.
    pub kind: WorkbookColumnKind,
}

/// The type of a column's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkbookColumnKind {
    /// Text.
    Text,
    /// Amounts in pounds.
    Money,
    /// Whole numbers.
    Count,
    /// Dates.
    Day,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkbookCell {
    /// A text.
    Text(String),
    /// An amount in pounds.
    Money(Pence),
    /// The sum, in pounds, of the records whose first column contains this text.
    SumOf {
        /// The sum.
        value: Pence,
        /// The text in the first column of the records.
        of: String,
    },
    /// A whole number.
    Count(usize),
    /// A date.
    Day(Date),
}

impl WorkbookColumn {
    /// A column of texts.
    #[must_use]
    pub const fn text(name: &'static str) -> Self {
        Self { name, kind: WorkbookColumnKind::Text }
    }

    /// A column of amounts.
    #[must_use]
    pub const fn money(name: &'static str) -> Self {
        Self { name, kind: WorkbookColumnKind::Money }
    }

    /// A column of whole numbers.
    #[must_use]
    pub const fn count(name: &'static str) -> Self {
        Self { name, kind: WorkbookColumnKind::Count }
    }

    /// A column of dates.
    #[must_use]
    pub const fn day(name: &'static str) -> Self {
        Self { name, kind: WorkbookColumnKind::Day }
    }
}

impl WorkbookCell {
    /// A cell with this text.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// The cell in a text file: amounts as decimal numbers, dates as YYYY-MM-DD.
    fn to_text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Money(value) | Self::SumOf { value, .. } => value.to_string(),
            Self::Count(count) => count.to_string(),
            Self::Day(day) => day.to_string(),
        }
    }
}

impl WorkbookTable {
    /// A table without rows.
    #[must_use]
    pub fn new(title: &str, columns: &[WorkbookColumn]) -> Self {
        Self { title: title.to_owned(), columns: columns.to_vec(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn add_row(&mut self, cells: Vec<WorkbookCell>) {
        debug_assert_eq!(cells.len(), self.columns.len(), "{}", self.title);
        self.rows.push(cells);
    }
}

impl Workbook {
    /// The workbook as a file.
    ///
    /// # Errors
    /// 422 if a PDF would have more pages than anybody prints; otherwise if it can't be made.
    pub async fn generate(
        &self,
        services: &Services,
        user_id: &UserId,
        r#as: FileFormat,
    ) -> Result<GeneratedFile, ApiError> {
        let (ending, kind, bytes) = match r#as {
            FileFormat::Csv => {
                let bytes = self.generate_in_pool(services, user_id, write_csv).await?;
                ("csv", "text/csv; charset=utf-8", bytes)
            }
            FileFormat::Xlsx => {
                let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
                let bytes = self.generate_in_pool(services, user_id, xlsx::write_xlsx).await?;
                ("xlsx", kind, bytes)
            }
            FileFormat::Pdf => ("pdf", "application/pdf", write_pdf(self, services, user_id).await?),
        };
        Ok(GeneratedFile::new(format!("{}.{ending}", self.name), kind, bytes))
    }

    /// Makes the file in the worker pool: thousands of rows take a core for a while, which must not be one that serves
    /// requests.
    async fn generate_in_pool(
        &self,
        services: &Services,
        user_id: &UserId,
        make: impl FnOnce(&Self) -> Result<Vec<u8>, ApiError> + Send + 'static,
    ) -> Result<Vec<u8>, ApiError> {
        let own = self.clone();
        services.tables.run(user_id.as_str(), move || make(&own)).await?
    }
}

/// A report in a collection, with its description for the index.
#[derive(Debug, Clone)]
pub struct IndexedReport {
    /// A sentence that describes it.
    pub what: String,
    /// The report.
    pub workbook: Workbook,
    /// The totals, each with its name.
    pub totals: Vec<(String, Pence)>,
}

impl IndexedReport {
    /// A report with its totals.
    #[must_use]
    pub fn new(what: &str, workbook: Workbook, totals: &[(&str, Pence)]) -> Self {
        let totals = totals.iter().map(|(name, sum)| ((*name).to_owned(), *sum));
        Self { what: what.to_owned(), workbook, totals: totals.collect() }
    }
}

/// A generated file, ready to be downloaded.
#[derive(Debug, Clone)]
pub struct GeneratedFile {
    /// The file's name.
    pub name: String,
    kind: &'static str,
    /// The content.
    pub bytes: Vec<u8>,
}

impl GeneratedFile {
    /// A file with this media type.
    #[must_use]
    pub fn new(name: String, kind: &'static str, bytes: Vec<u8>) -> Self {
        Self { name, kind, bytes }
    }
}

impl IntoResponse for GeneratedFile {
    fn into_response(self) -> Response {
        let displayed = named("attachment", &self.name);
        let mut response = self.bytes.into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        let private = HeaderValue::from_static("private, no-cache");
        headers.insert(header::CACHE_CONTROL, private);
        if let Ok(header_value) = HeaderValue::from_str(&displayed) {
            headers.insert(header::CONTENT_DISPOSITION, header_value);
        }
        response
    }
}

// A workbook as a CSV file: its lists one below the other. If there are several, each row names its list.

/// The heading of the column with the list's title.
const LIST_HEADING: &str = "By";

/// The heading of the first column if there are several lists, for example by month and by customer.
const NAME_HEADING: &str = "Name";

fn write_csv(workbook: &Workbook) -> Result<Vec<u8>, ApiError> {
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

/// The most rows in a PDF. A table of 15,000 rows takes ten seconds and half a gigabyte to typeset, and is more useful
/// as a spreadsheet.
const ROWS_MAX: usize = 2_000;

async fn write_pdf(workbook: &Workbook, services: &Services, user_id: &UserId) -> Result<Vec<u8>, ApiError> {
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
    let bytes = pdf::render_report(&services.typesetter, user_id.as_str(), &printed_report).await?;
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

#[cfg(test)]
mod tests;
