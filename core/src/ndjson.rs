//! Calculating one document per line, as `plumbline calc` does (docs/rules.md, sections 6 and 7).

use serde::Serialize;

use crate::calculate::all_in;
use crate::document::Document;
use crate::error::InputError;
use crate::json;
use crate::money::number::Number;
use crate::preview;

/// Appends the result for one line of input, its totals or its error, and a line feed.
///
/// A blank line is skipped without a result; every other line gets exactly one. The line may end with a carriage
/// return, a line feed or both.
pub fn write_totals(line: &[u8], out: &mut Vec<u8>) {
    write_result(line, out, preview::calculate_totals);
}

/// [`write_totals`] for `calc --all-in`: the discount that brings each document's total to the target.
pub fn write_all_in_discount(line: &[u8], target: &Number, out: &mut Vec<u8>) {
    write_result(line, out, |text| Ok(all_in::find_discount(&Document::from_json(text)?, target)?));
}

fn write_result<T: Serialize>(
    line: &[u8],
    out: &mut Vec<u8>,
    calculate: impl FnOnce(&str) -> Result<T, InputError>,
) {
    let result = match std::str::from_utf8(line.trim_ascii()) {
        Ok("") => return,
        Ok(text) => calculate(text),
        Err(error) => Err(InputError::Malformed(format!("This is not UTF-8 text: {error}."))),
    };
    match result {
        Ok(value) => json::write(&value, out),
        Err(failure) => json::write(&failure.to_body(), out),
    }
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What [`write_totals`] writes for a line of valid text.
    fn totals_text(line: &str) -> String {
        let mut out = Vec::new();
        write_totals(line.as_bytes(), &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn writes_totals_or_an_error_for_each_line() {
        let totals = preview::calculate_totals_json("{}").unwrap();
        assert_eq!(totals_text("{}"), totals.clone() + "\n");
        assert_eq!(totals_text(" {}\r\n"), totals + "\n");
        for refused in ["{", "1", r#"{"tax":"x"}"#, r#"{"items":1}"#] {
            let error = preview::calculate_totals_json(refused).unwrap_err();
            assert_eq!(totals_text(refused), error + "\n");
        }
    }

    #[test]
    fn writes_nothing_for_a_blank_line() {
        for blank in ["", "\n", "\r\n", " \t\r\n"] {
            assert_eq!(totals_text(blank), "");
        }
    }

    #[test]
    fn a_line_that_is_not_utf_8_gets_an_error() {
        let mut out = Vec::new();
        write_totals(b"{\"tax\":\"\xff\"}\n", &mut out);
        let out = String::from_utf8(out).unwrap();
        let text = r#"{"message":"This is not UTF-8 text: invalid utf-8 sequence of 1 bytes from index 8.","code":"malformed_json","errors":[]}"#;
        assert_eq!(out, format!("{text}\n"));
    }

    #[test]
    fn appends_each_result_to_the_output() {
        let mut out = b"before\n".to_vec();
        write_totals(b"{", &mut out);
        write_totals(b"", &mut out);
        write_totals(b"{}", &mut out);
        let each = [totals_text("{"), totals_text("{}")].concat();
        assert_eq!(String::from_utf8(out).unwrap(), format!("before\n{each}"));
    }
}
