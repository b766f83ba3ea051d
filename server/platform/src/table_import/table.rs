//! A table whose columns are found by the names that other programs give them.

use std::collections::HashMap;

use csv::StringRecord;

use super::budget::{BudgetExceeded, ReadBudget};
use super::currency;
use super::layout::{TableLayout, detect_layout};
use super::{RowError, TableRow, TableRows, normalise_heading, read_rows, strip_apostrophe};

/// How many rows are searched for an example of each column.
const SAMPLED_ROWS: usize = 100;

/// A table with headings, whose rows are read one by one.
#[derive(Debug)]
pub struct UploadedTable<'a> {
    heading: StringRecord,
    width: usize,
    rows: TableRows<'a>,
}

/// The names of the columns.
#[derive(Debug)]
pub struct Headings {
    /// The first column with each name.
    columns: HashMap<String, usize>,
    /// The currency in the heading of each column, if it isn't pounds.
    currencies: Vec<Option<String>>,
}

impl<'a> UploadedTable<'a> {
    /// Opens a file, whose cells count towards the allowance of its request; `None` if it contains no table. `known`
    /// returns the number of recognised headings in a row.
    ///
    /// # Errors
    /// When the files of the request have too many cells, or no time is left.
    pub fn open(
        text: &'a str,
        known: impl Fn(&StringRecord) -> usize,
        allowance: &mut ReadBudget,
    ) -> Result<Option<Self>, BudgetExceeded> {
        allowance.spend_table(text)?;
        Ok(Self::find_headings(text, known))
    }

    fn find_headings(text: &'a str, known: impl Fn(&StringRecord) -> usize) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}');
        let TableLayout { separator, headings, width } = detect_layout(text, known);
        let mut rows = read_rows(text, separator);
        let heading = loop {
            let row = rows.next()?.ok()?;
            // Without recognised headings, the first row with the most common number of cells is taken as the headings.
            let is_heading = match headings {
                Some(number) => row.number == number,
                None => !row.is_empty() && row.cells.len() == width,
            };
            if is_heading {
                break row;
            }
        };
        Some(Self { width: heading.width(), heading: heading.cells, rows })
    }

    /// The headings as they are written.
    #[must_use]
    pub fn headings(&self) -> Vec<&str> {
        self.heading.iter().take(self.width).collect()
    }

    /// Some of the first rows.
    #[must_use]
    pub fn sample_rows(&self) -> Vec<TableRow> {
        self.iter_all().take(SAMPLED_ROWS).collect()
    }

    /// All rows up to the first that can't be read, for a check before they are read one by one.
    pub fn iter_all(&self) -> impl Iterator<Item = TableRow> + 'a {
        let rows = self.rows.clone().map_while(Result::ok);
        rows.filter(|row| !row.is_empty())
    }

    /// The rows, without empty ones.
    pub fn into_rows(self) -> impl Iterator<Item = Result<TableRow, RowError>> + 'a {
        let is_empty = |row: &Result<TableRow, RowError>| row.as_ref().is_ok_and(TableRow::is_empty);
        self.rows.filter(move |row| !is_empty(row))
    }
}

impl Headings {
    /// The names of columns with the headings `written`, each read as the heading in `reads`. One with an empty `reads`
    /// isn't read.
    #[must_use]
    pub fn from_written(written: &[&str], reads: &[&str]) -> Self {
        let currency = |heading: &&str| currency::split_heading_currency(heading).and_then(|(_, it)| it);
        let currencies: Vec<Option<String>> = written.iter().map(currency).collect();
        let mut places = HashMap::new();
        // A heading without its currency is another name of its column; columns in pounds take precedence.
        let columns = reads.iter().enumerate();
        let all = columns.map(|(at, heading)| (at, list_spellings(heading)));
        let all: Vec<(usize, Vec<String>)> = all.collect();
        let in_pounds = |at: &usize| currencies.get(*at).is_none_or(Option::is_none);
        let rounds: [fn(usize, bool) -> bool; 3] = [
            |place, _| place == 0,
            |place, in_pounds| place > 0 && in_pounds,
            |place, in_pounds| place > 0 && !in_pounds,
        ];
        for is_now in rounds {
            for (at, names) in &all {
                for (place, name) in names.iter().enumerate() {
                    if is_now(place, in_pounds(at)) && !name.is_empty() {
                        places.entry(name.clone()).or_insert(*at);
                    }
                }
            }
        }
        Self { columns: places, currencies }
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.currencies.len()
    }

    /// Whether there is more than one column; otherwise the file contains no table.
    #[must_use]
    pub fn has_several(&self) -> bool {
        self.width() > 1
    }

    /// Whether there is a column with one of these names, given as lower-case letters and digits.
    #[must_use]
    pub fn has_column(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.columns.contains_key(*name))
    }

    /// The first cell of these columns in a row that isn't empty; empty if all are.
    #[must_use]
    pub fn cell<'r>(&self, row: &'r StringRecord, names: &[&str]) -> &'r str {
        self.find_cell(row, names).map_or("", |(_, cell)| cell)
    }

    /// The currency of the amount in the first of these columns that isn't empty in a row, by its heading or its own
    /// sign; `None` for pounds.
    #[must_use]
    pub fn currency(&self, row: &StringRecord, names: &[&str]) -> Option<String> {
        let (at, cell) = self.find_cell(row, names)?;
        let by_sign = currency::split_currency_sign(cell).map(|(_, name)| name);
        by_sign.or_else(|| self.currencies.get(at).cloned().flatten())
    }

    fn find_cell<'r>(&self, row: &'r StringRecord, names: &[&str]) -> Option<(usize, &'r str)> {
        let cells = names.iter().filter_map(|name| {
            let at = *self.columns.get(*name)?;
            Some((at, strip_apostrophe(row.get(at)?).trim()))
        });
        let mut cells = cells.filter(|(_, cell)| !cell.is_empty());
        cells.next()
    }
}

/// The names of a heading, as lower-case letters and digits, the full one first.
#[must_use]
pub fn list_spellings(heading: &str) -> Vec<String> {
    let heading = strip_apostrophe(heading);
    let mut all = vec![normalise_heading(heading)];
    // Zoho has `Item Tax`, its name, and `Item Tax %`.
    if heading.contains('%') {
        all.push(normalise_heading(&heading.replace('%', "percent")));
    }
    if let Some((rest, _)) = currency::split_heading_currency(heading) {
        all.push(normalise_heading(&rest));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(text: &str, known: impl Fn(&StringRecord) -> usize) -> Option<UploadedTable<'_>> {
        UploadedTable::open(text, known, &mut ReadBudget::new(0)).unwrap()
    }

    #[test]
    fn refuses_a_table_that_exceeds_the_allowance_of_its_request() {
        let refused = UploadedTable::open("a,b\n", |_| 0, &mut ReadBudget::expired(0));
        assert_eq!(refused.err(), Some(BudgetExceeded::Time));
        let mut allowance = ReadBudget::new(0);
        let empty_rows = format!("a,b\n{}", "\n".repeat(3_000_000));
        allowance.spend_table(&empty_rows).unwrap();
        let refused = UploadedTable::open(&empty_rows, |_| 0, &mut allowance);
        assert_eq!(refused.err(), Some(BudgetExceeded::Cells));
    }

    #[test]
    fn columns_are_found_by_any_of_their_names() {
        let text = "\u{feff}Invoice No.;Customer;Customer\r\n'=1;;\r\n\r\n;\r\nA;B;C\r\n";
        let table = open(text, |_| 0).unwrap();
        let headings = Headings::from_written(&table.headings(), &table.headings());
        let rows: Vec<_> = table.into_rows().collect::<Result<_, _>>().unwrap();
        assert!(headings.has_column(&["number", "invoiceno"]) && !headings.has_column(&["number"]));
        let cell = |at: usize, names| headings.cell(&rows[at].cells, names);
        assert_eq!(cell(0, &["invoiceno"]), "=1");
        assert_eq!(cell(0, &["customer", "invoiceno"]), "=1");
        assert_eq!(cell(1, &["customer"]), "B");
        let numbers: Vec<usize> = rows.iter().map(|row| row.number).collect();
        assert_eq!(numbers, [2, 5]);
        assert!(open("", |_| 0).is_none());
    }

    #[test]
    fn headings_may_come_after_other_rows() {
        let text = "Jo Bloggs, Plumber, Leeds, 2026\n\nName;Total\nA;1\nB;2\n";
        let known = |row: &StringRecord| row.iter().filter(|cell| *cell == "Total").count();
        let table = open(text, known).unwrap();
        assert_eq!(table.headings(), ["Name", "Total"]);
        assert_eq!(table.sample_rows().len(), 2);
        // The headings, whatever they are, have as many cells as the rows below.
        let unknown = open("All my work\nName;Total\nA;1\nB;2\n", |_| 0).unwrap();
        assert_eq!(unknown.headings(), ["Name", "Total"]);
    }

    #[test]
    fn finds_an_amounts_currency_by_its_sign_or_heading() {
        let written = ["Total (USD)", "Total (GBP)", "Paid", "Net"];
        let headings = Headings::from_written(&written, &["Total (USD)", "Total (GBP)", "Paid", "x (USD)"]);
        let row = StringRecord::from(vec!["130.00", "100.00", "€5", "7"]);
        assert_eq!(headings.cell(&row, &["total"]), "100.00");
        assert_eq!(headings.currency(&row, &["total"]), None);
        let euros = Some("euros (EUR)".to_owned());
        assert_eq!(headings.currency(&row, &["paid"]), euros);
        let dollars = Some("US dollars (USD)".to_owned());
        assert_eq!(headings.currency(&row, &["totalusd"]), dollars);
        // Whatever name is chosen for a column, its currency remains the one in its heading.
        let renamed = Headings::from_written(&written[..1], &["Total"]);
        assert_eq!(renamed.currency(&row, &["total"]), dollars);
    }
}
