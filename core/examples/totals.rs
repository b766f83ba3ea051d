//! Totals of NDJSON documents on standard input: what `plumbline calc` writes, for development.

use std::io::{BufRead, BufWriter, Write, stdin, stdout};

fn main() -> std::io::Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    let mut answer = Vec::new();
    for line in stdin().lock().split(b'\n') {
        answer.clear();
        plumbline_core::ndjson::answer(&line?, &mut answer);
        out.write_all(&answer)?;
    }
    out.flush()
}
