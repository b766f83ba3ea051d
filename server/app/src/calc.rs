//! `plumbline calc`: one document per line on standard input, its totals or its error per line on standard output
//! (docs/rules.md, section 6). Blank lines are skipped. With `--all-in`, the discount that brings each document to
//! that total (section 7).

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};

use plumbline_core::money::number::Number;
use plumbline_core::ndjson;

/// The size of the buffers in bytes: large enough that reading and writing cost little compared with the calculation.
const BUFFER: usize = 256 * 1024;

/// Calculates every document on standard input until the input ends.
///
/// # Errors
/// If standard input or output fails. It is not an error if the reader of the output stops early, as `head` does.
pub fn run(all_in: Option<&str>) -> io::Result<()> {
    let target = all_in.map(Number::from_text);
    match calculate_all(io::stdin().lock(), io::stdout().lock(), target.as_ref()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Writes a result for every line of the input.
fn calculate_all(input: impl Read, mut output: impl Write, all_in: Option<&Number>) -> io::Result<()> {
    let mut input = BufReader::with_capacity(BUFFER, input);
    let mut line = Vec::new();
    let mut answers = Vec::with_capacity(BUFFER);
    while input.read_until(b'\n', &mut line)? > 0 {
        match all_in {
            Some(target) => ndjson::write_all_in_discount(&line, target, &mut answers),
            None => ndjson::write_totals(&line, &mut answers),
        }
        line.clear();
        // A caller that writes one line at a time gets the result before its next line.
        let is_waiting = input.buffer().is_empty();
        if is_waiting || answers.len() >= BUFFER {
            output.write_all(&answers)?;
            answers.clear();
        }
        if is_waiting {
            output.flush()?;
        }
    }
    output.write_all(&answers)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calculate_text(input: &[u8]) -> String {
        let mut output = Vec::new();
        calculate_all(input, &mut output, None).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn writes_one_result_for_each_line_except_blank_ones() {
        let text = calculate_text(b"{}\n\n  \r\nnonsense\n\xff\n{\"tax\":\"x\"}");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[0].starts_with(r#"{"items":[],"labourTotal":"0.00""#));
        assert!(lines[1].contains(r#""code":"malformed_json""#));
        assert!(lines[2].contains("not UTF-8"));
        assert!(lines[3].contains(r#""path":"tax","code":"not_a_number""#));
        assert!(text.ends_with('\n'));
    }

    #[test]
    fn with_an_all_in_target_every_line_has_its_discount() {
        let input = b"{\"items\":[{\"quantity\":1,\"price\":10}],\"tax\":20}\n{}\n";
        let mut output = Vec::new();
        calculate_all(&input[..], &mut output, Some(&"9.99".into())).unwrap();
        let text = String::from_utf8(output).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let found = r#"{"discount":"1.67","totalAmount":"10.00","exact":false}"#;
        assert_eq!(lines[0], found);
        assert!(lines[1].contains(r#""path":"target","code":"above_total""#));
    }

    #[test]
    fn writes_each_result_before_it_reads_the_next_line() {
        struct Slow(Vec<&'static [u8]>, std::rc::Rc<std::cell::Cell<usize>>);
        impl Read for Slow {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                // All lines so far have a result.
                assert_eq!(self.1.get() + self.0.len(), 2);
                let Some(line) = self.0.pop() else {
                    return Ok(0);
                };
                buffer[..line.len()].copy_from_slice(line);
                Ok(line.len())
            }
        }
        struct Count(std::rc::Rc<std::cell::Cell<usize>>);
        impl Write for Count {
            fn write(&mut self, text: &[u8]) -> io::Result<usize> {
                self.0.set(self.0.get() + text.split_inclusive(|b| *b == b'\n').count());
                Ok(text.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let answered = std::rc::Rc::default();
        let input = Slow(vec![b"{}\n", b"{}\n"], std::rc::Rc::clone(&answered));
        calculate_all(input, Count(answered), None).unwrap();
    }
}
