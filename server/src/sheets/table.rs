//! A table whose columns are asked for by what programs call them.

use std::collections::HashMap;

use csv::StringRecord;

use super::{RowFault, Rows, bare, rows, separator_of, unquoted};

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
        let mut rows = rows(text, separator_of(text));
        let headings = rows.next()?.ok()?;
        let mut places = HashMap::new();
        for (at, heading) in headings.iter().enumerate() {
            places.entry(bare(unquoted(heading))).or_insert(at);
        }
        let width = headings.len();
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
    pub fn split(
        self,
    ) -> (
        Headings,
        impl Iterator<Item = Result<StringRecord, RowFault>> + 'a,
    ) {
        let is_empty = |row: &StringRecord| row.iter().all(|cell| cell.trim().is_empty());
        let rows = self
            .rows
            .filter(move |row| !row.as_ref().is_ok_and(is_empty));
        (self.headings, rows)
    }
}

impl Headings {
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
        let text = "\u{feff}Invoice No.;Customer;Customer\r\n'=1;\r\n\r\n;\r\nA;B;C\r\n";
        let (headings, rows) = Table::open(text).unwrap().split();
        let rows: Vec<_> = rows.collect::<Result<_, _>>().unwrap();
        assert!(headings.has(&["number", "invoiceno"]) && !headings.has(&["number"]));
        let cell = |at: usize, names| headings.cell(&rows[at], names);
        assert_eq!(cell(0, &["invoiceno"]), "=1");
        assert_eq!(cell(0, &["customer", "invoiceno"]), "=1");
        assert_eq!(cell(1, &["customer"]), "B");
        assert_eq!(rows.len(), 2);
        assert!(Table::open("").is_none());
    }
}
