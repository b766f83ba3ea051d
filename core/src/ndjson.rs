//! One document per line (rules.md, section 6): what `plumbline calc` does to each line.

use crate::error::Failure;
use crate::json;

/// Appends the answer to one line of input: its totals, or its error, and a line feed.
///
/// A blank line is passed over and gets no answer; every other line gets exactly one. The line
/// may end with a carriage return, a line feed or both.
pub fn answer(line: &[u8], out: &mut Vec<u8>) {
    let line = line.trim_ascii();
    if line.is_empty() {
        return;
    }
    let result = match std::str::from_utf8(line) {
        Ok(text) => json::totals(text),
        Err(error) => Err(Failure::Malformed(format!(
            "This is not UTF-8 text: {error}."
        ))),
    };
    let start = out.len();
    let written = match &result {
        Ok(totals) => serde_json::to_writer(&mut *out, totals),
        Err(failure) => serde_json::to_writer(&mut *out, &failure.body()),
    };
    // Writing into memory does not fail; if it ever did, half an answer must not stay.
    if written.is_err() {
        out.truncate(start);
    }
    out.push(b'\n');
}

/// [`answer`] for a line that is text already.
#[must_use]
pub fn answer_text(line: &str) -> String {
    let mut out = Vec::new();
    answer(line.as_bytes(), &mut out);
    // An answer is JSON, which is text.
    String::from_utf8(out).unwrap_or_default()
}
