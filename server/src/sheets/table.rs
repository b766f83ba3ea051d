//! A table whose columns are asked for by what programs call them.

use std::collections::HashMap;

use csv::StringRecord;

use super::layout::layout;
use super::{Row, RowFault, Rows, bare, rows, unquoted};

/// A table with headings, whose rows are read one after the other.
#[derive(Debug)]
pub struct Table<'a> {
    headings: Headings,
    rows: Rows<'a>,
}

/// Which column is called what.
#[derive(Debug)]
pub struct Headings {
    /// The first column of each name.
    places: HashMap<String, usize>,
    width: usize,
}

impl<'a> Table<'a> {
    /// Opens a file; none where it is no table.
    #[must_use]
    pub fn open(text: &'a str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}');
        let mut rows = rows(text, layout(text, |_| 0).separator);
        let headings = loop {
            let row = rows.next()?.ok()?;
            if !row.is_empty() {
                break row;
            }
        };
        let mut places = HashMap::new();
        for (at, heading) in headings.cells.iter().enumerate() {
            places.entry(bare(unquoted(heading))).or_insert(at);
            // Zoho has `Item Tax`, its name, and `Item Tax %`.
            if heading.contains('%') {
                let share = heading.replace('%', "percent");
                places.entry(bare(unquoted(&share))).or_insert(at);
            }
        }
        let width = headings.width();
        Some(Self {
            headings: Headings { places, width },
            rows,
        })
    }

    /// Its headings.
    #[must_use]
    pub fn headings(&self) -> &Headings {
        &self.headings
    }

    /// Its headings, and its rows; empty ones are left out.
    pub fn split(self) -> (Headings, impl Iterator<Item = Result<Row, RowFault>> + 'a) {
        let rows = self
            .rows
            .filter(move |row| !row.as_ref().is_ok_and(Row::is_empty));
        (self.headings, rows)
    }
}

impl Headings {
    /// How many columns there are.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Whether there is more than one column: what has none is no table.
    #[must_use]
    pub fn are_wide(&self) -> bool {
        self.width > 1
    }

    /// Whether there is a column of one of these names, in small letters and digits alone.
    #[must_use]
    pub fn has(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.places.contains_key(*name))
    }

    /// The first of these columns that says something in a row.
    #[must_use]
    pub fn cell<'r>(&self, row: &'r StringRecord, names: &[&str]) -> &'r str {
        let cells = names
            .iter()
            .filter_map(|name| row.get(*self.places.get(*name)?));
        cells
            .map(|cell| unquoted(cell).trim())
            .find(|cell| !cell.is_empty())
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_any_of_their_names() {
        let text = "\u{feff}Invoice No.;Customer;Customer\r\n'=1;;\r\n\r\n;\r\nA;B;C\r\n";
        let (headings, rows) = Table::open(text).unwrap().split();
        let rows: Vec<_> = rows.collect::<Result<_, _>>().unwrap();
        assert!(headings.has(&["number", "invoiceno"]) && !headings.has(&["number"]));
        let cell = |at: usize, names| headings.cell(&rows[at].cells, names);
        assert_eq!(cell(0, &["invoiceno"]), "=1");
        assert_eq!(cell(0, &["customer", "invoiceno"]), "=1");
        assert_eq!(cell(1, &["customer"]), "B");
        let numbers: Vec<usize> = rows.iter().map(|row| row.number).collect();
        assert_eq!(numbers, [2, 5]);
        assert!(Table::open("").is_none());
    }
}
