//! Tables for export: one workbook, as a CSV file, a spreadsheet or a PDF.
//!
//! ```text
//! csv    its lists one below the other, without the records behind them
//! xlsx   a sheet for each list; a sum with records behind it is a formula over them
//! paper  its lists as tables, for a PDF
//! ```

mod csv;
mod paper;
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
use crate::zipped::named;

/// What a workbook can be downloaded as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileAs {
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
    pub lists: Vec<List>,
    /// The records behind its figures, each with the figure in its first column. They go with the spreadsheet.
    pub records: Option<List>,
}

/// A table.
#[derive(Debug, Clone)]
pub struct List {
    /// What it is called.
    pub title: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, each with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// Its heading.
    pub name: &'static str,
    /// What stands in it.
    pub kind: ColumnKind,
}

/// What stands in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
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
pub enum Cell {
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

impl Column {
    /// A column of words.
    #[must_use]
    pub const fn text(name: &'static str) -> Self {
        Self {
            name,
            kind: ColumnKind::Text,
        }
    }

    /// A column of pounds.
    #[must_use]
    pub const fn money(name: &'static str) -> Self {
        Self {
            name,
            kind: ColumnKind::Money,
        }
    }

    /// A column of numbers of things.
    #[must_use]
    pub const fn count(name: &'static str) -> Self {
        Self {
            name,
            kind: ColumnKind::Count,
        }
    }

    /// A column of days.
    #[must_use]
    pub const fn day(name: &'static str) -> Self {
        Self {
            name,
            kind: ColumnKind::Day,
        }
    }
}

impl Cell {
    /// Words.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// As a file of text has it: amounts as decimal numbers, days as YYYY-MM-DD.
    fn plain(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Money(value) | Self::SumOf { value, .. } => value.to_string(),
            Self::Count(count) => count.to_string(),
            Self::Day(day) => day.to_string(),
        }
    }
}

impl List {
    /// A table without rows.
    #[must_use]
    pub fn of(title: &str, columns: &[Column]) -> Self {
        Self {
            title: title.to_owned(),
            columns: columns.to_vec(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<Cell>) {
        debug_assert_eq!(cells.len(), self.columns.len(), "{}", self.title);
        self.rows.push(cells);
    }
}

impl Workbook {
    /// The file.
    ///
    /// # Errors
    /// When it cannot be made: 422 where a PDF would have more pages than anybody prints.
    pub async fn make(
        &self,
        services: &Services,
        user_id: &str,
        r#as: FileAs,
    ) -> Result<Made, ApiError> {
        let (ending, kind, bytes) = match r#as {
            FileAs::Csv => {
                let bytes = self.at_bench(services, user_id, csv::of).await?;
                ("csv", "text/csv; charset=utf-8", bytes)
            }
            FileAs::Xlsx => {
                let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
                let bytes = self.at_bench(services, user_id, xlsx::of).await?;
                ("xlsx", kind, bytes)
            }
            FileAs::Pdf => (
                "pdf",
                "application/pdf",
                paper::of(self, services, user_id).await?,
            ),
        };
        Ok(Made::new(format!("{}.{ending}", self.name), kind, bytes))
    }

    /// Thousands of rows take a core for a while: not one of those that answer others.
    async fn at_bench(
        &self,
        services: &Services,
        user_id: &str,
        make: impl FnOnce(&Self) -> Result<Vec<u8>, ApiError> + Send + 'static,
    ) -> Result<Vec<u8>, ApiError> {
        let own = self.clone();
        services.tables.work(user_id, move || make(&own)).await?
    }
}

/// A report among others, with what an index of them says of it.
#[derive(Debug, Clone)]
pub struct Reported {
    /// What it is, in a sentence.
    pub what: String,
    /// The report.
    pub workbook: Workbook,
    /// Its totals, each with its name.
    pub totals: Vec<(String, Pence)>,
}

impl Reported {
    /// A report with its totals.
    #[must_use]
    pub fn of(what: &str, workbook: Workbook, totals: &[(&str, Pence)]) -> Self {
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
pub struct Made {
    /// Its name.
    pub name: String,
    kind: &'static str,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl Made {
    /// A file of a media type.
    #[must_use]
    pub fn new(name: String, kind: &'static str, bytes: Vec<u8>) -> Self {
        Self { name, kind, bytes }
    }
}

impl IntoResponse for Made {
    fn into_response(self) -> Response {
        let shown = named("attachment", &self.name);
        let mut response = self.bytes.into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        let private = HeaderValue::from_static("private, no-cache");
        headers.insert(header::CACHE_CONTROL, private);
        if let Ok(shown) = HeaderValue::from_str(&shown) {
            headers.insert(header::CONTENT_DISPOSITION, shown);
        }
        response
    }
}
