//! Rows as CSV (RFC 4180), for a spreadsheet.

use serde_json::Value;

use plumbline_platform::csv::{BYTE_ORDER_MARK, escape_formula, write_row};

/// The rows as CSV with a heading line: all names that any row has, in the order in which they first appear. A value
/// that is a list or an object is written as JSON.
pub(super) fn to_csv(rows: &[Value]) -> String {
    let mut columns = CsvColumns::default();
    columns.add_names(rows);
    columns.header_line() + &columns.data_lines(rows)
}

/// The columns of a table: all names that any row has, in the order in which they first appear.
#[derive(Debug, Clone, Default)]
pub(super) struct CsvColumns(Vec<String>);

impl CsvColumns {
    /// Adds the names that these rows have.
    pub fn add_names(&mut self, rows: &[Value]) {
        let names = rows.iter().filter_map(Value::as_object);
        for name in names.flat_map(|row| row.keys()) {
            if !self.0.contains(name) {
                self.0.push(name.clone());
            }
        }
    }

    /// The heading line, after the byte order mark by which spreadsheets recognise UTF-8.
    pub fn header_line(&self) -> String {
        let mut text = String::from(BYTE_ORDER_MARK);
        write_row(&mut text, self.0.iter().map(|name| escape_formula(name)));
        text
    }

    /// The lines of these rows.
    pub fn data_lines(&self, rows: &[Value]) -> String {
        let mut text = String::new();
        for row in rows {
            write_row(&mut text, self.0.iter().map(|name| cell_text(row.get(name))));
        }
        text
    }
}

fn cell_text(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => escape_formula(text),
        Some(Value::Number(number)) => number.to_string(),
        // Lists and objects contain text that people typed.
        Some(other) => escape_formula(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_column_is_there_and_nothing_runs() {
        let rows = [
            json!({ "a": "x,\"y\"\nz", "b": "-5.00" }),
            json!({ "b": "=1+1", "c": { "n": 1 }, "d": null, "e": true }),
        ];
        assert_eq!(
            to_csv(&rows),
            "\u{FEFF}a,b,c,d,e\r\n\"x,\"\"y\"\"\nz\",-5.00,,,\r\n,'=1+1,\"{\"\"n\"\":1}\",,true\r\n"
        );
        let within = json!({ "a": "x;=1+1", "b": ["y\t=1"], "c": { "d": ";=2" } });
        assert_eq!(
            to_csv(&[within]),
            "\u{FEFF}a,b,c\r\n\"x;'=1+1\",\"[\"\"y\\t=1\"\"]\",\"{\"\"d\"\":\"\";'=2\"\"}\"\r\n"
        );
        assert_eq!(to_csv(&[]), "\u{FEFF}\r\n");
    }

    #[test]
    fn a_column_that_comes_up_late_is_in_the_first_rows_too() {
        let portions = [vec![json!({ "a": "1" })], vec![json!({ "a": "2", "b": "3" })]];
        let mut columns = CsvColumns::default();
        portions.iter().for_each(|rows| columns.add_names(rows));
        assert_eq!(columns.header_line(), "\u{FEFF}a,b\r\n");
        let lines = portions.iter().map(|rows| columns.data_lines(rows));
        assert_eq!(lines.collect::<String>(), "1,\r\n2,3\r\n");
    }
}
