//! Rows as CSV (RFC 4180), for a spreadsheet.

use serde_json::Value;

use crate::csv::harmless;

/// The rows as CSV with a line of headings: every name that any row has, in the order in which they
/// come up. What is not a plain value is its JSON.
pub(super) fn csv(rows: &[Value]) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for name in rows
        .iter()
        .filter_map(Value::as_object)
        .flat_map(|row| row.keys())
    {
        if !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    // Spreadsheets take the text for UTF-8 by this mark.
    let mut text = String::from("\u{FEFF}");
    line(&mut text, columns.iter().map(|name| (*name).to_owned()));
    for row in rows {
        line(&mut text, columns.iter().map(|name| cell(row.get(name))));
    }
    text
}

fn line(text: &mut String, cells: impl Iterator<Item = String>) {
    for (at, cell) in cells.enumerate() {
        if at > 0 {
            text.push(',');
        }
        if cell.contains(['"', ',', '\n', '\r']) {
            text.push('"');
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(&cell);
        }
    }
    text.push_str("\r\n");
}

fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => harmless(text),
        Some(other) => other.to_string(),
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
            csv(&rows),
            "\u{FEFF}a,b,c,d,e\r\n\"x,\"\"y\"\"\nz\",-5.00,,,\r\n,'=1+1,\"{\"\"n\"\":1}\",,true\r\n"
        );
        assert_eq!(csv(&[]), "\u{FEFF}\r\n");
    }
}
