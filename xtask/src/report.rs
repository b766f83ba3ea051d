//! Steps, their times and their counts, printed as they happen and added up at the end.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use crate::ErrorText;
use crate::counts::{Counts, Results};

/// The most failed tests of a step that are listed at the end of a run.
const NAMED_MAX: usize = 20;

/// Prints the title, does the work, and prints how long it took.
pub fn run_step<T>(title: &str, work: impl FnOnce() -> Result<T, ErrorText>) -> Result<T, ErrorText> {
    println!("▸ {title}");
    let start = Instant::now();
    let result = work()?;
    println!("  done in {}", format_seconds(start.elapsed()));
    Ok(result)
}

/// The results of a test run by step: a failed step doesn't hide the next one.
#[derive(Default)]
pub struct Report {
    steps: Vec<Step>,
}

struct Step {
    title: String,
    time: Duration,
    counts: Counts,
    failing: Vec<String>,
    failure: Option<ErrorText>,
}

impl Report {
    /// Runs one step and records its counts; a step that can't run counts as one failure.
    pub fn run_step<R: Into<Results>>(&mut self, title: &str, work: impl FnOnce() -> Result<R, ErrorText>) {
        println!("\n▸ {title}");
        let start = Instant::now();
        let result =
            work().map(Into::into).and_then(|results: Results| match results.counts == Counts::default() {
                true => Err("nothing was checked.".to_owned()),
                false => Ok(results),
            });
        let (results, failure) = match result {
            Ok(results) => (results, None),
            Err(sentence) => {
                let failed = Counts { passed: 0, failed: 1 };
                (failed.into(), Some(sentence))
            }
        };
        let Results { counts, failing } = results;
        let time = start.elapsed();
        if let Some(sentence) = &failure {
            println!("  FAILED: {sentence}");
        }
        println!("  {counts} in {}", format_seconds(time));
        self.steps.push(Step { title: title.to_owned(), time, counts, failing, failure });
    }

    /// Prints the table, and the line that tools read; true if nothing failed.
    pub fn finish(self) -> bool {
        let sum = self.steps.iter().fold(Counts::default(), |sum, step| sum + step.counts);
        let time: Duration = self.steps.iter().map(|step| step.time).sum();
        println!("\nWhat ran, in {}:", format_seconds(time));
        for step in &self.steps {
            let mark = if step.counts.failed == 0 { "ok  " } else { "FAIL" };
            println!("  {mark} {:>8}  {:<52} {}", format_seconds(step.time), step.title, step.counts);
        }
        println!("\nThe slowest: {}.", self.describe_slowest());
        // They are listed at the end, because earlier output may have been cut off.
        for step in self.steps.iter().filter(|step| !step.failing.is_empty()) {
            println!("\n{}, failed:", step.title);
            for name in step.failing.iter().take(NAMED_MAX) {
                println!("  {name}");
            }
            if step.failing.len() > NAMED_MAX {
                println!("  and {} more", step.failing.len() - NAMED_MAX);
            }
        }
        for step in &self.steps {
            if let Some(sentence) = &step.failure {
                println!("\n{}: {sentence}", step.title);
            }
        }
        println!("\n{sum}");
        sum.failed == 0
    }

    /// The three slowest steps with their times.
    fn describe_slowest(&self) -> String {
        let mut steps: Vec<&Step> = self.steps.iter().collect();
        steps.sort_by_key(|step| Reverse(step.time));
        let named = steps.iter().take(3);
        let named = named.map(|step| format!("{}, {}", step.title, format_seconds(step.time)));
        named.collect::<Vec<_>>().join("; ")
    }
}

fn format_seconds(time: Duration) -> String {
    let whole = time.as_secs();
    if whole >= 60 {
        format!("{} min {:02} s", whole / 60, whole % 60)
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_seconds_and_minutes() {
        assert_eq!(format_seconds(Duration::from_millis(1_240)), "1.2 s");
        assert_eq!(format_seconds(Duration::from_secs(65)), "1 min 05 s");
    }

    #[test]
    fn a_step_that_checks_nothing_is_a_failure() {
        let mut report = Report::default();
        report.run_step("empty", || Ok(Counts::default()));
        assert!(!report.finish());
    }

    #[test]
    fn a_step_that_cannot_run_is_a_failure() {
        let mut report = Report::default();
        report.run_step("fine", || Ok(Counts::ONE));
        report.run_step("no browser", || Err::<Counts, _>("Install Chromium.".into()));
        assert!(!report.finish());
    }
}
