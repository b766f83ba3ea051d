//! Tables for export: one workbook, as a CSV file, a spreadsheet or a PDF.
//!
//! ```text
//! csv    its lists one below the other, without the records behind them
//! xlsx   a sheet for each list; a sum with records behind it is a formula over them
//! paper  its lists as tables, for a PDF
//! ```

mod csv;
mod pdf;
mod xlsx;

#[cfg(test)]
mod tests;

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::state::Services;
use crate::zip_stream::named;

/// What a workbook can be downloaded as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileFormat {
    /// Comma-separated values.
    #[default]
    Csv,
    /// A spreadsheet.
    Xlsx,
    /// Paper.
    Pdf,
}

/// Tables of one report.
#[derive(Debug, Clone)]
pub struct Workbook {
    /// The file's name without its ending: letters, digits and `-` only.
    pub name: String,
    /// What it is.
    pub title: String,
    /// The days that it is of: `6 April 2026 to 5 April 2027`.
    pub days: String,
    /// Its tables, in order.
    pub lists: Vec<WorkbookTable>,
    /// The records behind its figures, each with the figure in its first column. They go with the spreadsheet.
    pub records: Option<WorkbookTable>,
}

/// A table.
#[derive(Debug, Clone)]
pub struct WorkbookTable {
    /// What it is called.
    pub title: String,
    /// Its columns.
    pub columns: Vec<WorkbookColumn>,
    /// Its rows, each with a cell for each column.
    pub rows: Vec<Vec<WorkbookCell>>,
}

/// A column of a table.
#[derive(Debug, Clone, Copy)]
pub struct WorkbookColumn {
    /// Its heading.
    pub name: &'static str,
    /// What stands in it.
    pub kind: WorkbookColumnKind,
}

/// What stands in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkbookColumnKind {
    /// Words.
    Text,
    /// Pounds.
    Money,
    /// How many.
    Count,
    /// A day.
    Day,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkbookCell {
    /// Words.
    Text(String),
    /// Pounds.
    Money(Pence),
    /// Pounds that are the sum of the records whose first column has this text.
    SumOf {
        /// What they come to.
        value: Pence,
        /// The text.
        of: String,
    },
    /// How many.
    Count(usize),
    /// A day.
    Day(Date),
}

impl WorkbookColumn {
    /// A column of words.
    #[must_use]
    pub const fn text(name: &'static str) -> Self {
        Self {
            name,
            kind: WorkbookColumnKind::Text,
        }
    }

    /// A column of pounds.
    #[must_use]
    pub const fn money(name: &'static str) -> Self {
        Self {
            name,
            kind: WorkbookColumnKind::Money,
        }
    }

    /// A column of numbers of things.
    #[must_use]
    pub const fn count(name: &'static str) -> Self {
        Self {
            name,
            kind: WorkbookColumnKind::Count,
        }
    }

    /// A column of days.
    #[must_use]
    pub const fn day(name: &'static str) -> Self {
        Self {
            name,
            kind: WorkbookColumnKind::Day,
        }
    }
}

impl WorkbookCell {
    /// Words.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// As a file of text has it: amounts as decimal numbers, days as YYYY-MM-DD.
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
        Self {
            title: title.to_owned(),
            columns: columns.to_vec(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn add_row(&mut self, cells: Vec<WorkbookCell>) {
        debug_assert_eq!(cells.len(), self.columns.len(), "{}", self.title);
        self.rows.push(cells);
    }
}

impl Workbook {
    /// The file.
    ///
    /// # Errors
    /// When it cannot be made: 422 where a PDF would have more pages than anybody prints.
    pub async fn generate(
        &self,
        services: &Services,
        user_id: &str,
        r#as: FileFormat,
    ) -> Result<GeneratedFile, ApiError> {
        let (ending, kind, bytes) = match r#as {
            FileFormat::Csv => {
                let bytes = self
                    .generate_in_pool(services, user_id, csv::write_csv)
                    .await?;
                ("csv", "text/csv; charset=utf-8", bytes)
            }
            FileFormat::Xlsx => {
                let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
                let bytes = self
                    .generate_in_pool(services, user_id, xlsx::write_xlsx)
                    .await?;
                ("xlsx", kind, bytes)
            }
            FileFormat::Pdf => (
                "pdf",
                "application/pdf",
                pdf::write_pdf(self, services, user_id).await?,
            ),
        };
        Ok(GeneratedFile::new(
            format!("{}.{ending}", self.name),
            kind,
            bytes,
        ))
    }

    /// Thousands of rows take a core for a while: not one of those that answer others.
    async fn generate_in_pool(
        &self,
        services: &Services,
        user_id: &str,
        make: impl FnOnce(&Self) -> Result<Vec<u8>, ApiError> + Send + 'static,
    ) -> Result<Vec<u8>, ApiError> {
        let own = self.clone();
        services.tables.run(user_id, move || make(&own)).await?
    }
}

/// A report among others, with what an index of them says of it.
#[derive(Debug, Clone)]
pub struct IndexedReport {
    /// What it is, in a sentence.
    pub what: String,
    /// The report.
    pub workbook: Workbook,
    /// Its totals, each with its name.
    pub totals: Vec<(String, Pence)>,
}

impl IndexedReport {
    /// A report with its totals.
    #[must_use]
    pub fn new(what: &str, workbook: Workbook, totals: &[(&str, Pence)]) -> Self {
        let totals = totals.iter().map(|(name, sum)| ((*name).to_owned(), *sum));
        Self {
            what: what.to_owned(),
            workbook,
            totals: totals.collect(),
        }
    }
}

/// A file that was made, to be downloaded.
#[derive(Debug, Clone)]
pub struct GeneratedFile {
    /// Its name.
    pub name: String,
    kind: &'static str,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl GeneratedFile {
    /// A file of a media type.
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
