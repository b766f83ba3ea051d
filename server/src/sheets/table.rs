//! A table whose columns are asked for by what programs call them.

use csv::StringRecord;

use super::{bare, rows, separator_of, unquoted};

/// A table with headings.
#[derive(Debug)]
pub struct Table {
    headings: Vec<String>,
    /// Its rows; empty ones are left out.
    pub rows: Vec<StringRecord>,
}

impl Table {
    /// Reads a file; none where it is no table.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}');
        let mut reader = rows(text, separator_of(text));
        let mut records = reader.records();
        let headings = records.next()?.ok()?;
        let headings: Vec<String> = headings.iter().map(|it| bare(unquoted(it))).collect();
        let mut rows = Vec::new();
        for record in records {
            let record = record.ok()?;
            if record.iter().any(|cell| !cell.trim().is_empty()) {
                rows.push(record);
            }
        }
        Some(Self { headings, rows })
    }

    /// Whether it has more than one column: what has none is no table.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        self.headings.len() > 1
    }

    /// Whether it has a column of one of these names, in small letters and digits alone.
    #[must_use]
    pub fn has(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.at(name).is_some())
    }

    /// The first of these columns that says something in a row.
    #[must_use]
    pub fn cell<'a>(&self, row: &'a StringRecord, names: &[&str]) -> &'a str {
        let cells = names.iter().filter_map(|name| row.get(self.at(name)?));
        cells
            .map(|cell| unquoted(cell).trim())
            .find(|cell| !cell.is_empty())
            .unwrap_or_default()
    }

    fn at(&self, name: &str) -> Option<usize> {
        self.headings.iter().position(|heading| heading == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_any_of_their_names() {
        let table = Table::read("\u{feff}Invoice No.;Customer\r\n'=1;\r\n\r\nA;B\r\n").unwrap();
        assert!(table.has(&["number", "invoiceno"]) && !table.has(&["number"]));
        let cell = |at: usize, names| table.cell(&table.rows[at], names);
        assert_eq!(cell(0, &["invoiceno"]), "=1");
        assert_eq!(cell(0, &["customer", "invoiceno"]), "=1");
        assert_eq!(cell(1, &["customer"]), "B");
        assert_eq!(table.rows.len(), 2);
        assert!(Table::read("").is_none());
    }
}
