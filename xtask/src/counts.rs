//! Counting tests from what the runners print.

use std::fmt;
use std::ops::Add;

use crate::ErrorText;
use crate::command::Outcome;

/// How many checks passed and failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Checks that passed.
    pub passed: u64,
    /// Checks that failed or were skipped.
    pub failed: u64,
}

impl Counts {
    /// One passed check, such as a run of a linter.
    pub const ONE: Self = Self { passed: 1, failed: 0 };
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { passed: self.passed + other.passed, failed: self.failed + other.failed }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// The results of a step: its counts, and which tests failed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Results {
    /// How many passed and failed.
    pub counts: Counts,
    /// The names of the failed tests, as their runner writes them, each once.
    pub failing: Vec<String>,
}

impl From<Counts> for Results {
    fn from(counts: Counts) -> Self {
        Self { counts, failing: Vec::new() }
    }
}

impl Add for Results {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self.failing.extend(other.failing);
        Self { counts: self.counts + other.counts, ..self }
    }
}

/// Counts the tests in the output of a test runner, and reads which failed. A run that counted nothing, skipped
/// something, or ended badly is a failure.
pub fn count_tests(outcome: &Outcome) -> Result<Results, ErrorText> {
    let text = strip_colours(&outcome.text);
    let counts = count_results(outcome.ok, &text)?;
    let failing = if counts.failed == 0 { Vec::new() } else { find_failing(&text) };
    Ok(Results { counts, failing })
}

fn count_results(ok: bool, text: &str) -> Result<Counts, ErrorText> {
    let mut sum = Counts::default();
    let mut skipped = 0;
    for line in text.lines() {
        let Some(tail) = find_summary(line) else {
            continue;
        };
        sum.passed += parse_number_before(tail, "passed");
        sum.failed += parse_number_before(tail, "failed");
        skipped +=
            ["skipped", "ignored", "todo"].iter().map(|word| parse_number_before(tail, word)).sum::<u64>();
    }
    sum.passed += parse_node_total(text, "pass");
    // Tests that took too long are reported as cancelled.
    sum.failed += parse_node_total(text, "fail") + parse_node_total(text, "cancelled");
    skipped += parse_node_total(text, "skipped");
    if skipped > 0 {
        println!("  {skipped} skipped, which counts as failed: a test either runs or goes.");
        sum.failed += skipped;
    }
    match (ok, sum) {
        (true, Counts { passed: 0, failed: 0 }) => Err("no test ran.".to_owned()),
        (false, Counts { failed: 0, .. }) => Ok(Counts { failed: 1, ..sum }),
        _ => Ok(sum),
    }
}

/// Counts one check for a program that only has to succeed.
pub fn count_check(outcome: &Outcome) -> Counts {
    if outcome.ok { Counts::ONE } else { Counts { passed: 0, failed: 1 } }
}

/// The part of a line that contains totals: from cargo, vitest, or our own programs.
fn find_summary(line: &str) -> Option<&str> {
    let line = line.trim();
    if let Some(tail) = line.strip_prefix("test result:") {
        return Some(tail);
    }
    if let Some(tail) = line.strip_prefix("Tests ") {
        return Some(tail);
    }
    line.split_once(" passed, ").and_then(|(before, after)| {
        let is_number = |text: &str| text.parse::<u64>().is_ok();
        (is_number(before) && after.strip_suffix(" failed").is_some_and(is_number)).then_some(line)
    })
}

/// The number directly before a word, as in `3 passed`.
fn parse_number_before(text: &str, word: &str) -> u64 {
    let Some(at) = text.find(&format!(" {word}")) else {
        return 0;
    };
    let digits = text[..at].rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    digits.parse().unwrap_or(0)
}

/// The names of failed tests in the runners' output: vitest's `FAIL file > test`, Node's `not ok n - test`, cargo's
/// `test name ... FAILED`.
fn find_failing(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim) {
        let name = if let Some(tail) = line.strip_prefix("not ok ") {
            tail.split_once(" - ").map(|(_, name)| name)
        } else if let Some(name) = line.strip_prefix("FAIL ") {
            Some(name)
        } else {
            line.strip_prefix("test ").and_then(|tail| tail.strip_suffix(" ... FAILED"))
        };
        let Some(name) = name.map(str::trim) else {
            continue;
        };
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// One of the totals at the end of the output of Node's runner: `# pass 3` or `ℹ pass 3`.
fn parse_node_total(text: &str, word: &str) -> u64 {
    let total = |line: &str| {
        let tail = line.strip_prefix("# ").or_else(|| line.strip_prefix("ℹ "))?;
        tail.strip_prefix(word)?.strip_prefix(' ')?.parse::<u64>().ok()
    };
    text.lines().filter_map(total).sum()
}

/// The text without terminal colours.
fn strip_colours(text: &str) -> String {
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
mod tests;
