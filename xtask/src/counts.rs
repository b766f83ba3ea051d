//! Counting tests from what the runners print.

use std::fmt;
use std::ops::Add;

use crate::Failure;
use crate::command::Outcome;

/// How many checks passed and failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Checks that held.
    pub passed: u64,
    /// Checks that did not, those skipped included.
    pub failed: u64,
}

impl Counts {
    /// One check that held, such as a linter's run.
    pub const ONE: Self = Self {
        passed: 1,
        failed: 0,
    };
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// Counts what a test runner did. A run that counted nothing, skipped something, or ended badly is a failure.
pub fn of_tests(outcome: &Outcome) -> Result<Counts, Failure> {
    let text = plain(&outcome.text);
    let mut sum = Counts::default();
    let mut skipped = 0;
    for line in text.lines() {
        let Some(tail) = summary(line) else { continue };
        sum.passed += number_before(tail, "passed");
        sum.failed += ["failed", "timed out"]
            .iter()
            .map(|word| number_before(tail, word))
            .sum::<u64>();
        skipped += ["skipped", "ignored", "todo"]
            .iter()
            .map(|word| number_before(tail, word))
            .sum::<u64>();
    }
    for (word, into) in [
        ("pass", &mut sum.passed),
        ("fail", &mut sum.failed),
        ("skipped", &mut skipped),
    ] {
        *into += node_total(&text, word);
    }
    if skipped > 0 {
        println!("  {skipped} skipped, which counts as failed: a test either runs or goes.");
        sum.failed += skipped;
    }
    match (outcome.ok, sum) {
        (
            true,
            Counts {
                passed: 0,
                failed: 0,
            },
        ) => Err("no test ran.".to_owned()),
        (false, Counts { failed: 0, .. }) => Ok(Counts { failed: 1, ..sum }),
        _ => Ok(sum),
    }
}

/// One check per program that must simply succeed.
pub fn of_check(outcome: &Outcome) -> Counts {
    if outcome.ok {
        Counts::ONE
    } else {
        Counts {
            passed: 0,
            failed: 1,
        }
    }
}

/// The part of a line with totals in it: cargo's, nextest's, vitest's, or our own.
fn summary(line: &str) -> Option<&str> {
    let line = line.trim();
    if let Some(tail) = line.strip_prefix("test result:") {
        return Some(tail);
    }
    if line.starts_with("Summary [") {
        return line.split_once("run:").map(|(_, tail)| tail);
    }
    if let Some(tail) = line.strip_prefix("Tests ") {
        return Some(tail);
    }
    line.split_once(" passed, ").and_then(|(before, after)| {
        let is_number = |text: &str| text.parse::<u64>().is_ok();
        (is_number(before) && after.strip_suffix(" failed").is_some_and(is_number)).then_some(line)
    })
}

/// The number that stands right before a word, as in `3 passed`.
fn number_before(text: &str, word: &str) -> u64 {
    let Some(at) = text.find(&format!(" {word}")) else {
        return 0;
    };
    let digits = text[..at]
        .rsplit(|c: char| !c.is_ascii_digit())
        .next()
        .unwrap_or_default();
    digits.parse().unwrap_or(0)
}

/// Node's runner ends with one line per total: `# pass 3` or `ℹ pass 3`.
fn node_total(text: &str, word: &str) -> u64 {
    let total = |line: &str| {
        let tail = line
            .strip_prefix("# ")
            .or_else(|| line.strip_prefix("ℹ "))?;
        tail.strip_prefix(word)?
            .strip_prefix(' ')?
            .parse::<u64>()
            .ok()
    };
    text.lines().filter_map(total).sum()
}

/// The text without the colours a terminal would show.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        if c == '\u{1b}' {
            characters.by_ref().find(char::is_ascii_alphabetic);
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(ok: bool, text: &str) -> Result<Counts, Failure> {
        of_tests(&Outcome {
            ok,
            text: text.to_owned(),
        })
    }

    #[test]
    fn each_runner_is_understood() {
        let cases = [
            (
                "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
                3,
                0,
            ),
            (
                "     Summary [   0.9s] 12 tests run: 11 passed (1 slow), 1 failed, 0 skipped",
                11,
                1,
            ),
            (
                "     Summary [   0.9s] 12 tests run: 10 passed, 1 failed, 1 timed out, 0 skipped",
                10,
                2,
            ),
            (
                "\u{1b}[2m      Tests \u{1b}[22m \u{1b}[31m1 failed\u{1b}[39m | \u{1b}[32m41 passed\u{1b}[39m (42)",
                41,
                1,
            ),
            ("# tests 4\n# pass 3\n# fail 1\n# skipped 0", 3, 1),
            ("ℹ pass 7\nℹ fail 0", 7, 0),
            ("100093 passed, 0 failed", 100_093, 0),
        ];
        for (text, passed, failed) in cases {
            assert_eq!(
                counted(failed == 0, text).unwrap(),
                Counts { passed, failed },
                "{text}"
            );
        }
    }

    #[test]
    fn several_binaries_add_up() {
        let text = "test result: ok. 3 passed; 0 failed; 0 ignored\ntest result: ok. 4 passed; 0 failed; 0 ignored";
        assert_eq!(
            counted(true, text).unwrap(),
            Counts {
                passed: 7,
                failed: 0
            }
        );
    }

    #[test]
    fn nothing_is_skipped_silently() {
        assert_eq!(
            counted(true, "test result: ok. 3 passed; 0 failed; 2 ignored")
                .unwrap()
                .failed,
            2
        );
        assert_eq!(
            counted(true, "# pass 3\n# fail 0\n# skipped 1")
                .unwrap()
                .failed,
            1
        );
        assert!(counted(true, "no tests here").is_err());
        assert_eq!(
            counted(false, "it did not compile").unwrap(),
            Counts {
                passed: 0,
                failed: 1
            }
        );
    }
}
