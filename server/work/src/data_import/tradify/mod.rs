//! Tradify's exports: CSV files of customers, the price list, quotes and invoices, each from 'Export to File' of
//! its list, one by one or in a zip file. The headings say which list a file is, or somebody renames them; all
//! names that are in use are known.

mod columns;
mod customers;
mod documents;
mod grouping;
mod items;

use std::io::{BufRead, Read as _};

use csv::StringRecord;
use plumbline_core::document::Line;

use self::columns::TableKind;
use super::files::{self, ImportFile, TablesSaid};
use super::parsed::{ParsedCustomer, ParsedData, ParsedDocument, ParsedItem, ParsedTable};
use super::{DOCUMENTS_MAX, ImportError, MEMORY_MAX, ROWS_MAX, TABLE_ROWS_MAX};
use plumbline_platform::table_import::budget::ReadBudget;
use plumbline_platform::table_import::columns::{ColumnChoices, describe_columns as columns_of};
use plumbline_platform::table_import::table::{Headings, UploadedTable};
use plumbline_platform::table_import::{RowError, TableRow, count_bytes, text};

/// How many of the rows that are left out are named by their number.
const UNEVEN_MAX: usize = 20;
/// How many tables are reported with their columns.
const TABLES_MAX: usize = 20;

/// The most bytes of one table, which is in memory while it is read. The 200,000 lines that an import may have are
/// shorter.
const TABLE_MAX: u64 = 20 * 1024 * 1024;

/// Reads the files, with their columns and dates as chosen.
///
/// # Errors
/// If the files contain no table, or more than is allowed.
pub(super) fn read(files: Vec<ImportFile>, tables_said: &TablesSaid) -> Result<ParsedData, ImportError> {
    let mut reading = TradifyReader {
        columns: tables_said,
        data: ParsedData::default(),
        allowance: ReadBudget::new(MEMORY_MAX),
        rows: 0,
        has_table: false,
        uneven: 0,
        customers: 0,
        items: 0,
        documents: 0,
    };
    files::for_each_file(files, |name, file| reading.read_file(name, file))?;
    if reading.customers > ROWS_MAX {
        return Err(ImportError::TooManyCustomers(reading.customers));
    }
    if reading.items > ROWS_MAX {
        return Err(ImportError::TooManyItems(reading.items));
    }
    if reading.documents > DOCUMENTS_MAX {
        return Err(ImportError::TooManyDocuments(reading.documents));
    }
    let mut found = reading.data;
    if !reading.has_table && !found.tables.iter().any(|table| table.asks) {
        return Err(ImportError::NoTable);
    }
    if reading.uneven > UNEVEN_MAX {
        let more = reading.uneven - UNEVEN_MAX;
        found.left_out.push(format!("{more} more rows like these"));
    }
    grouping::separate_keys(&mut found.documents);
    // Quotes before invoices, each by their dates.
    let order = |it: &ParsedDocument| (it.kind.code() == "invoice", it.issue_date);
    found.documents.sort_by_key(order);
    Ok(found)
}

/// The rows of a table.
trait RowIterator: Iterator<Item = Result<TableRow, RowError>> {}

impl<T: Iterator<Item = Result<TableRow, RowError>>> RowIterator for T {}

/// What has been read from the files so far.
struct TradifyReader<'a> {
    columns: &'a TablesSaid,
    data: ParsedData,
    allowance: ReadBudget,
    /// How many rows there were.
    rows: usize,
    /// Whether one of the files was a list that can be imported.
    has_table: bool,
    /// How many rows are left out: those with too many or too few cells, and totals.
    uneven: usize,
    /// How many of each there are, including those beyond the limit.
    customers: usize,
    items: usize,
    documents: usize,
}

impl TradifyReader<'_> {
    fn read_file(&mut self, name: &str, file: &mut dyn BufRead) -> Result<(), ImportError> {
        let mut bytes = Vec::new();
        file.take(TABLE_MAX + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > TABLE_MAX {
            return Err(ImportError::LargeTable);
        }
        if text::is_excel(&bytes) {
            return Err(ImportError::Excel);
        }
        // A file that is not text is not a table either, and is named below.
        let text = text::decode(&bytes).map(|read| read.text);
        let text = text.as_deref().unwrap_or_default();
        let table = UploadedTable::open(text, columns::count_recognised, &mut self.allowance)?;
        let table = table.filter(|_| !text.contains('\0'));
        let Some(table) = table else {
            self.data.left_out.push(format!("the file “{name}”"));
            return Ok(());
        };
        let written = table.headings();
        let of_columns =
            ColumnChoices { columns: None, remembered: &|headings| self.columns.columns(headings) };
        let (signature, names) = of_columns.resolve(&written);
        let named: Vec<&str> = names.iter().map(String::as_str).collect();
        let headings = Headings::from_written(&written, &named);
        let list = columns::detect_kind(&headings);
        if headings.has_several() && self.data.tables.len() < TABLES_MAX {
            let reads = columns::resolve_columns(list, &written, &names);
            self.data.tables.push(ParsedTable {
                name: name.to_owned(),
                headings: signature,
                columns: columns_of(&written, &table.sample_rows(), &reads),
                choices: columns::list_choices(list),
                asks: list.is_none(),
            });
        }
        match list {
            Some(TableKind::Documents) => {
                let mut dates = documents::detect_date_order(&headings, table.iter_all());
                if let Some(date_order) = self.columns.dates.filter(|_| dates.is_guess) {
                    dates.order = date_order;
                }
                let document_reader = grouping::DocumentReader::new(&headings, name, dates);
                self.read_documents(document_reader, &headings, table.into_rows(), name)?;
            }
            Some(TableKind::Items) => self.read_items(&headings, table.into_rows(), name)?,
            Some(TableKind::Customers) => self.read_customers(&headings, table.into_rows(), name)?,
            None => {
                self.data.left_out.push(format!("the file “{name}”"));
                return Ok(());
            }
        }
        self.has_table = true;
        Ok(())
    }

    /// Counts a row, for which `saved` bytes are stored besides its text.
    fn count_row(&mut self, row: &StringRecord, saved: usize) -> Result<(), ImportError> {
        self.rows += 1;
        if self.rows > TABLE_ROWS_MAX {
            return Err(ImportError::TooManyLines);
        }
        Ok(self.allowance.spend(saved + 2 * count_bytes(row))?)
    }

    /// Whether a row has a cell for each column. A row that doesn't is left out, and its number is reported.
    fn is_complete(&mut self, row: &TableRow, table: &Headings, name: &str) -> bool {
        let Err(why) = row.check_width(table.width()) else {
            return true;
        };
        self.leave_out(row, name, &why.to_string());
        false
    }

    /// Reports a row that is left out.
    fn leave_out(&mut self, row: &TableRow, name: &str, why: &str) {
        self.uneven += 1;
        if self.uneven <= UNEVEN_MAX {
            let text = format!("row {} of “{name}”: {why}", row.number);
            self.data.left_out.push(text);
        }
    }

    fn read_documents(
        &mut self,
        mut document_reader: grouping::DocumentReader<'_>,
        table: &Headings,
        rows: impl RowIterator,
        name: &str,
    ) -> Result<(), ImportError> {
        let before = self.data.documents.len();
        for row in rows {
            let row = row?;
            if !self.is_complete(&row, table, name) {
                document_reader.skip_row(&row);
                continue;
            }
            if document_reader.is_total(&row.cells) {
                self.leave_out(&row, name, "It has only totals of other rows.");
                continue;
            }
            self.count_row(&row.cells, size_of::<Line>())?;
            if let Some(document) = document_reader.push_row(row) {
                self.add_document(document)?;
            }
        }
        if let Some(last) = document_reader.finish() {
            self.add_document(last)?;
        }
        grouping::refuse_scattered(table, &mut self.data.documents[before..]);
        Ok(())
    }

    fn add_document(&mut self, document: ParsedDocument) -> Result<(), ImportError> {
        self.documents += 1;
        if self.documents <= DOCUMENTS_MAX {
            self.allowance.spend(size_of::<ParsedDocument>())?;
            self.data.documents.push(document);
        }
        Ok(())
    }

    fn read_items(
        &mut self,
        table: &Headings,
        rows: impl RowIterator,
        name: &str,
    ) -> Result<(), ImportError> {
        for row in rows {
            let row = row?;
            if !self.is_complete(&row, table, name) {
                continue;
            }
            let (number, row) = (row.number, row.cells);
            self.count_row(&row, size_of::<ParsedItem>())?;
            let Some((fields, rounded)) = items::read_item(table, &row) else {
                continue;
            };
            self.items += 1;
            if self.items <= ROWS_MAX {
                self.data.items.push(ParsedItem {
                    row: number,
                    fields,
                    currency: items::foreign_currency(table, &row),
                    rounded,
                });
            }
        }
        Ok(())
    }

    fn read_customers(
        &mut self,
        table: &Headings,
        rows: impl RowIterator,
        name: &str,
    ) -> Result<(), ImportError> {
        for row in rows {
            let row = row?;
            if !self.is_complete(&row, table, name) {
                continue;
            }
            self.count_row(&row.cells, size_of::<ParsedCustomer>())?;
            self.customers += 1;
            if self.customers <= ROWS_MAX {
                let customer = customers::read_customer(table, row.number, &row.cells);
                self.data.customers.push(customer);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
