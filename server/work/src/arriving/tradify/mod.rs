//! Tradify's exports: CSV files of customers, the price list, quotes and invoices, each from 'Export to File' of
//! its list, one by one or in a zip file. The headings say which list a file is, or somebody renames them; all
//! names that are in use are known.

mod columns;
mod customers;
mod items;
mod names;
mod papers;

use std::io::{BufRead, Read as _};

use csv::StringRecord;
use plumbline_core::document::Line;

use self::columns::List;
use super::files::{self, File};
use super::found::{Found, FoundCustomer, FoundDocument, FoundItem, FoundTable};
use super::tables::TablesSaid;
use super::{DOCUMENTS_MAX, KEPT_MAX, LINES_MAX, ROWS_MAX, Unusable};
use plumbline_platform::sheets::allowance::Allowance;
use plumbline_platform::sheets::columns::{Said, columns as columns_of};
use plumbline_platform::sheets::table::{Headings, Table};
use plumbline_platform::sheets::{Row, RowFault, text, weight};

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
pub(super) fn read(files: Vec<File>, said: &TablesSaid) -> Result<Found, Unusable> {
    let mut reading = Reading {
        said,
        found: Found::default(),
        allowance: Allowance::of(KEPT_MAX),
        rows: 0,
        any: false,
        uneven: 0,
        customers: 0,
        items: 0,
        documents: 0,
    };
    files::each(files, |name, file| reading.file(name, file))?;
    if reading.customers > ROWS_MAX {
        return Err(Unusable::TooManyCustomers(reading.customers));
    }
    if reading.items > ROWS_MAX {
        return Err(Unusable::TooManyItems(reading.items));
    }
    if reading.documents > DOCUMENTS_MAX {
        return Err(Unusable::TooManyDocuments(reading.documents));
    }
    let mut found = reading.found;
    if !reading.any && !found.tables.iter().any(|table| table.asks) {
        return Err(Unusable::NoTable);
    }
    if reading.uneven > UNEVEN_MAX {
        let more = reading.uneven - UNEVEN_MAX;
        found.left_out.push(format!("{more} more rows like these"));
    }
    // Quotes before invoices, each by their dates.
    let order = |it: &FoundDocument| (it.kind.word() == "invoice", it.issue_date);
    found.documents.sort_by_key(order);
    Ok(found)
}

/// The rows of a table.
trait Rows: Iterator<Item = Result<Row, RowFault>> {}

impl<T: Iterator<Item = Result<Row, RowFault>>> Rows for T {}

/// What has been read from the files so far.
struct Reading<'a> {
    said: &'a TablesSaid,
    found: Found,
    allowance: Allowance,
    /// How many rows there were.
    rows: usize,
    /// Whether one of the files was a list that can be imported.
    any: bool,
    /// How many rows had too many or too few cells.
    uneven: usize,
    /// How many of each there are, including those beyond the limit.
    customers: usize,
    items: usize,
    documents: usize,
}

impl Reading<'_> {
    fn file(&mut self, name: &str, file: &mut dyn BufRead) -> Result<(), Unusable> {
        let mut bytes = Vec::new();
        file.take(TABLE_MAX + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > TABLE_MAX {
            return Err(Unusable::LargeTable);
        }
        if text::is_excel(&bytes) {
            return Err(Unusable::Excel);
        }
        // A file that is not text is not a table either, and is named below.
        let text = text::read(&bytes).map(|read| read.text);
        let text = text.as_deref().unwrap_or_default();
        let table = Table::open(text, columns::known).filter(|_| !text.contains('\0'));
        let Some(table) = table else {
            self.found.left_out.push(format!("the file “{name}”"));
            return Ok(());
        };
        let written = table.written();
        let of_columns = Said {
            columns: None,
            remembered: &|headings| self.said.columns(headings),
        };
        let (signature, names) = of_columns.of(&written);
        let named: Vec<&str> = names.iter().map(String::as_str).collect();
        let headings = Headings::of(&written, &named);
        let list = columns::list(&headings);
        if headings.are_wide() && self.found.tables.len() < TABLES_MAX {
            let reads = columns::reads(list, &written, &names);
            self.found.tables.push(FoundTable {
                name: name.to_owned(),
                headings: signature,
                columns: columns_of(&written, &table.first(), &reads),
                choices: columns::choices(list),
                asks: list.is_none(),
            });
        }
        match list {
            Some(List::Papers) => {
                let mut dates = papers::dates(&headings, table.all());
                if let Some(said) = self.said.dates.filter(|_| dates.is_guess) {
                    dates.order = said;
                }
                let papers = papers::Papers::of(&headings, name, dates);
                self.papers(papers, &headings, table.rows(), name)?;
            }
            Some(List::Items) => self.items(&headings, table.rows(), name)?,
            Some(List::Customers) => self.customers(&headings, table.rows(), name)?,
            None => {
                self.found.left_out.push(format!("the file “{name}”"));
                return Ok(());
            }
        }
        self.any = true;
        Ok(())
    }

    /// Counts a row, for which `kept` bytes are stored beside its text.
    fn count(&mut self, row: &StringRecord, kept: usize) -> Result<(), Unusable> {
        self.rows += 1;
        if self.rows > LINES_MAX {
            return Err(Unusable::TooManyLines);
        }
        Ok(self.allowance.take(kept + 2 * weight(row))?)
    }

    /// Whether a row has a cell for each column. A row that has not is left out, and its number is reported.
    fn fits(&mut self, row: &Row, table: &Headings, name: &str) -> bool {
        let Err(why) = row.fits(table.width()) else {
            return true;
        };
        self.uneven += 1;
        if self.uneven <= UNEVEN_MAX {
            let told = format!("row {} of “{name}”: {why}", row.number);
            self.found.left_out.push(told);
        }
        false
    }

    fn papers(
        &mut self,
        mut papers: papers::Papers<'_>,
        table: &Headings,
        rows: impl Rows,
        name: &str,
    ) -> Result<(), Unusable> {
        for row in rows {
            let row = row?;
            if !self.fits(&row, table, name) {
                papers.lack(&row);
                continue;
            }
            self.count(&row.cells, size_of::<Line>())?;
            if let Some(document) = papers.add(row) {
                self.document(document)?;
            }
        }
        match papers.end() {
            Some(last) => self.document(last),
            None => Ok(()),
        }
    }

    fn document(&mut self, document: FoundDocument) -> Result<(), Unusable> {
        self.documents += 1;
        if self.documents <= DOCUMENTS_MAX {
            self.allowance.take(size_of::<FoundDocument>())?;
            self.found.documents.push(document);
        }
        Ok(())
    }

    fn items(&mut self, table: &Headings, rows: impl Rows, name: &str) -> Result<(), Unusable> {
        for row in rows {
            let row = row?;
            if !self.fits(&row, table, name) {
                continue;
            }
            let (number, row) = (row.number, row.cells);
            self.count(&row, size_of::<FoundItem>())?;
            let Some(fields) = items::read(table, &row) else {
                continue;
            };
            self.items += 1;
            if self.items <= ROWS_MAX {
                self.found.items.push(FoundItem {
                    row: number,
                    fields,
                    currency: items::currency(table, &row),
                });
            }
        }
        Ok(())
    }

    fn customers(&mut self, table: &Headings, rows: impl Rows, name: &str) -> Result<(), Unusable> {
        for row in rows {
            let row = row?;
            if !self.fits(&row, table, name) {
                continue;
            }
            self.count(&row.cells, size_of::<FoundCustomer>())?;
            self.customers += 1;
            if self.customers <= ROWS_MAX {
                let customer = customers::read(table, row.number, &row.cells);
                self.found.customers.push(customer);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
