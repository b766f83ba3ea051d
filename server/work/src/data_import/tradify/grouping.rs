//! Which rows of a table belong to one document: those below each other with the same number, and rows without a number
//! that say nothing else either about whose document they are.

use std::collections::HashMap;

use csv::StringRecord;
use plumbline_core::calculate::validate::DOCUMENT_LINES_MAX;
use plumbline_core::kind::DocumentKind;
use plumbline_core::time::date_parser::DetectedOrder;

use super::columns::{CUSTOMER, DATE, EITHER, INVOICE, ITEM, JOB, QUANTITY, QUOTE, STATUS, TEXT, UNIT_PRICE};
use super::documents::{DocumentRows, has_line_rows};
use crate::data_import::parsed::ParsedDocument;
use plumbline_platform::table_import::table::Headings;
use plumbline_platform::table_import::{TableRow, to_one_line};

/// How a row is called that has the totals of the rows above it.
const TOTAL_LABELS: [&str; 6] = ["total", "totals", "grand total", "subtotal", "sub-total", "sub total"];

/// What a row is, by the document of the rows above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RowRole {
    /// Another line of this document, or a part of it.
    Line,
    /// The first row of another document.
    First,
    /// A row that may be a line of this document or a document without a number.
    Unclear,
}

/// Reads the documents of a table.
pub(super) struct DocumentReader<'a> {
    table: &'a Headings,
    dates: DetectedOrder,
    kind: DocumentKind,
    number: Vec<&'static str>,
    /// The rows of the document that is being read, at most one more than a document may have lines.
    rows: Vec<StringRecord>,
    /// The row number of the first of them.
    first: usize,
    /// Why the document is incomplete, if one of its lines could not be read.
    incomplete: Option<String>,
}

impl<'a> DocumentReader<'a> {
    /// A reader for a file with this name, whose dates are read in this order.
    pub(super) fn new(table: &'a Headings, file: &str, dates: DetectedOrder) -> Self {
        let is_quotes = table.has_column(QUOTE) && !table.has_column(INVOICE);
        let is_called_so =
            !table.has_column(INVOICE) && ["quote", "estimate"].iter().any(|it| file.contains(it));
        let (kind, number) = if is_quotes || is_called_so {
            (DocumentKind::Quote, [QUOTE, EITHER].concat())
        } else {
            (DocumentKind::Invoice, [INVOICE, EITHER].concat())
        };
        Self { table, dates, kind, number, rows: Vec::new(), first: 0, incomplete: None }
    }

    /// Whether a row has only the totals of other rows: it is called so, or has amounts without saying whose or what
    /// for.
    pub(super) fn is_total(&self, row: &StringRecord) -> bool {
        let is_label = |cell: &str| {
            let label = cell.trim().trim_end_matches(':').to_lowercase();
            TOTAL_LABELS.contains(&&*label)
        };
        let number = self.number_of(row);
        if is_label(number) {
            return self.table.cell(row, CUSTOMER).is_empty();
        }
        let says = [CUSTOMER, DATE, TEXT, ITEM, JOB, QUANTITY, UNIT_PRICE];
        let says_nothing = || says.iter().all(|names| self.table.cell(row, names).is_empty());
        number.is_empty() && (row.iter().any(is_label) || says_nothing())
    }

    /// Skips a row that can't be read. If it seems to belong to the current document, that document is refused as
    /// incomplete.
    pub(super) fn skip_row(&mut self, row: &TableRow) {
        let of = self.number_of(&row.cells);
        let first = self.rows.first();
        if first.is_some_and(|first| of.is_empty() || self.number_of(first) == of) {
            let row = row.number;
            self.refuse(format!("We can’t read row {row} of the file, which is one of its lines."));
        }
    }

    fn refuse(&mut self, why: String) {
        self.incomplete.get_or_insert(why);
    }

    fn number_of<'r>(&self, row: &'r StringRecord) -> &'r str {
        self.table.cell(row, &self.number)
    }

    /// Adds a row. If it begins another document, returns the one before.
    pub(super) fn push_row(&mut self, row: TableRow) -> Option<ParsedDocument> {
        let role = self.role_of(&row.cells);
        if role == RowRole::Unclear {
            let row = row.number;
            self.refuse(format!("We can’t tell whether row {row} of the file is one of its lines."));
            return None;
        }
        let before = if role == RowRole::Line { None } else { self.finish() };
        if self.rows.is_empty() {
            self.first = row.number;
        }
        if self.rows.len() <= DOCUMENT_LINES_MAX {
            self.rows.push(row.cells);
        }
        before
    }

    fn role_of(&self, row: &StringRecord) -> RowRole {
        let Some(first) = self.rows.first() else {
            return RowRole::First;
        };
        let of = |names: &[&str]| to_one_line(self.table.cell(row, names)).to_lowercase();
        let differs = |names: &[&str]| {
            let here = of(names);
            // Most cells that are compared are empty: the rows above are read for the others only.
            !here.is_empty() && {
                let before =
                    self.rows.iter().map(|row| self.table.cell(row, names)).find(|cell| !cell.is_empty());
                before.is_some_and(|before| here != to_one_line(before).to_lowercase())
            }
        };
        let number = self.number_of(row);
        let has_line_rows = has_line_rows(self.table);
        let is_other = match number {
            "" if of(CUSTOMER).is_empty() => {
                // The date may be that of the work, or begin a document whose customer is missing.
                return if differs(DATE) { RowRole::Unclear } else { RowRole::Line };
            }
            "" => differs(CUSTOMER) || differs(DATE) || differs(STATUS),
            _ => {
                let is_same_number = self.number_of(first) == number;
                !is_same_number || differs(CUSTOMER) || (!has_line_rows && differs(DATE))
            }
        };
        if is_other {
            RowRole::First
        } else if number.is_empty() && !has_line_rows {
            RowRole::Unclear
        } else {
            RowRole::Line
        }
    }

    /// Returns the last document, if there is one.
    pub(super) fn finish(&mut self) -> Option<ParsedDocument> {
        let rows = std::mem::take(&mut self.rows);
        let incomplete = self.incomplete.take();
        if rows.is_empty() {
            return None;
        }
        let document_rows = DocumentRows { table: self.table, dates: self.dates, rows };
        let mut document = document_rows.to_parsed(self.kind, &self.number);
        document.row = self.first;
        document.refused = document.refused.or(incomplete);
        Some(document)
    }
}

/// Refuses documents of one table whose lines are in several places: each place would be a document with only a part of
/// the amount. A table without a row for each line has the whole amount in each row.
pub(super) fn refuse_scattered(table: &Headings, documents: &mut [ParsedDocument]) {
    if !has_line_rows(table) {
        return;
    }
    let mut places: HashMap<(String, String), Vec<usize>> = HashMap::new();
    for document in documents.iter().filter(|it| !it.number.is_empty()) {
        let key = (document.number.clone(), document.customer.to_lowercase());
        places.entry(key).or_default().push(document.row);
    }
    for document in documents {
        let key = (document.number.clone(), document.customer.to_lowercase());
        if let Some([first, second, ..]) = places.get(&key).map(Vec::as_slice) {
            let text = format!(
                "Its lines are not below each other in the file: some begin in row {first}, others in row {second}. \
                 Please sort the file by number."
            );
            document.refused.get_or_insert(text);
        }
    }
}

/// Gives different documents different keys: those without a number, and those with the same number for different
/// customers. Otherwise the second one would count as imported before.
pub(super) fn separate_keys(documents: &mut [ParsedDocument]) {
    let mut customers: HashMap<String, String> = HashMap::new();
    let mut without_number: HashMap<String, usize> = HashMap::new();
    for document in documents {
        let customer = document.customer.to_lowercase();
        if document.number.is_empty() {
            let date = document.issue_date.map_or_else(String::new, |date| date.to_string());
            let total = document.total.unwrap_or_default().0;
            document.key = format!("{}{customer}:{date}:{total}", document.key);
            let times = without_number.entry(document.key.clone()).or_default();
            *times += 1;
            if *times > 1 {
                document.key = format!("{}:{times}", document.key);
            }
        } else if *customers.entry(document.key.clone()).or_insert_with(|| customer.clone()) != customer {
            document.key = format!("{}:{customer}", document.key);
        }
    }
}
