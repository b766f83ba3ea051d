//! `cargo xtask e2e`: the whole job in a real browser, against the real binary.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread::available_parallelism;

use crate::Failure;
use crate::browser;
use crate::command::{self, Outcome};
use crate::counts::{self, Counts, Results};
use crate::paths::Paths;
use crate::report::step;
use crate::run;

const FOLDER: &str = "tests/e2e";
/// So many browsers fit beside each other into the memory of an ordinary machine.
const MOST_AT_ONCE: usize = 4;
/// With more failures than these the product is at fault, not the hour.
const MOST_AGAIN: usize = 3;

/// Builds, then runs the browser tests, or a script that makes pictures.
pub fn command(pictures: Option<&str>) -> Result<ExitCode, Failure> {
    let server = run::build(false)?;
    let paths = Paths::find()?;
    if let Some(script) = pictures {
        let mut node = node(&paths, &server)?;
        command::run(node.arg(paths.root.join(FOLDER).join(script)))?;
        return Ok(ExitCode::SUCCESS);
    }
    step("Stand-ins", || {
        let mut cargo = command::cargo();
        cargo
            .args(["build", "--package", "plumbline", "--example", "stripe"])
            .current_dir(&paths.root);
        command::run(&mut cargo)
    })?;
    let counts = test(&paths, &server)?.counts;
    println!("\n{counts}");
    Ok(if counts.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Runs every `*.test.mjs`, a few files side by side: each has a server and a browser of its own.
pub fn test(paths: &Paths, server: &Path) -> Result<Results, Failure> {
    let files = test_files(&paths.root.join(FOLDER))?;
    steadied(&files, at_once(), |files, at_once| {
        run_files(paths, server, files, at_once)
    })
}

/// How many files run side by side.
pub fn at_once() -> usize {
    let cores = available_parallelism().map_or(1, usize::from);
    cores.min(MOST_AT_ONCE)
}

/// Runs test files, so many at once. On a busy machine one of some two hundred tests may come too late:
/// the files of a few that failed run once more, by themselves, and who passes one of both times is named.
pub fn steadied(
    files: &[PathBuf],
    at_once: usize,
    run: impl Fn(&[PathBuf], usize) -> Result<Outcome, Failure>,
) -> Result<Results, Failure> {
    let first = run(files, at_once)?;
    let results = counts::of_tests(&first)?;
    let again = files_to_try_again(&first.text, files);
    if results.failing.is_empty() || results.failing.len() > MOST_AGAIN || again.is_empty() {
        return Ok(results);
    }
    println!(
        "\n  Once more, by themselves: {}",
        results.failing.join("; ")
    );
    let second = counts::of_tests(&run(&again, 1)?)?;
    if !passed_once(&results, &second) {
        return Ok(results);
    }
    let unsteady = [results.failing.as_slice(), second.failing.as_slice()].concat();
    println!(
        "\n  Unsteady, passed the other time: {}",
        unsteady.join("; ")
    );
    Ok(Results::from(Counts {
        passed: results.counts.passed + results.counts.failed,
        failed: 0,
    }))
}

/// Whether each test passed the first time or the second: none failed twice, and each that failed has a name.
fn passed_once(first: &Results, second: &Results) -> bool {
    let has_names = second.counts.failed == second.failing.len() as u64;
    has_names
        && !second
            .failing
            .iter()
            .any(|name| first.failing.contains(name))
}

fn run_files(
    paths: &Paths,
    server: &Path,
    files: &[PathBuf],
    at_once: usize,
) -> Result<Outcome, Failure> {
    let mut node = node(paths, server)?;
    node.arg("--test")
        .arg(format!("--test-concurrency={at_once}"))
        .args(files);
    command::watched(&mut node)
}

/// The files in which a test failed, as Node's runner says where: `location: 'file:line:column'`.
fn files_to_try_again(text: &str, files: &[PathBuf]) -> Vec<PathBuf> {
    let places: Vec<&str> = text
        .split("not ok ")
        .skip(1)
        .filter_map(|told| told.lines().find(|line| line.contains("location: '")))
        .collect();
    let failed = |file: &&PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        places
            .iter()
            .any(|place| place.contains(&format!("/{name}:")))
    };
    files.iter().filter(failed).cloned().collect()
}

fn node(paths: &Paths, server: &Path) -> Result<Command, Failure> {
    let mut node = Command::new("node");
    node.current_dir(&paths.root)
        .env("CHROMIUM", browser::find(paths)?)
        .env("CHROMIUM_SHELL", browser::shell().unwrap_or_default())
        .env("PLUMBLINE_BIN", server)
        .env("PLUMBLINE_OUT", &paths.target);
    Ok(node)
}

/// The tests of a folder, the longest first, so that no long one is left over when the others have ended.
pub fn test_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries =
        fs::read_dir(folder).map_err(|e| format!("{} could not be read: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    files.sort_by_cached_key(|file| {
        let length = fs::metadata(file).map_or(0, |about| about.len());
        (Reverse(length), file.clone())
    });
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(failed: u64, failing: &[&str]) -> Results {
        Results {
            counts: Counts { passed: 9, failed },
            failing: failing.iter().map(|&name| name.to_owned()).collect(),
        }
    }

    #[test]
    fn a_test_that_fails_twice_or_without_a_name_has_failed() {
        let first = results(1, &["a key shows at once (phone)"]);
        assert!(passed_once(&first, &results(0, &[])));
        assert!(passed_once(
            &first,
            &results(1, &["a key shows at once (desktop)"])
        ));
        assert!(!passed_once(
            &first,
            &results(
                2,
                &[
                    "a key shows at once (desktop)",
                    "a key shows at once (phone)"
                ]
            )
        ));
        assert!(!passed_once(&first, &results(1, &[])));
    }

    #[test]
    fn the_files_of_those_that_failed_are_found() {
        let text = "\
ok 1 - pays
  ---
  location: '/clone/tests/e2e/card.test.mjs:4:1'
not ok 2 - taps (phone)
  ---
  duration_ms: 7158.1
  location: '/clone/tests/e2e/colour.test.mjs:19:3'
ok 3 - reads";
        let files = ["tests/e2e/card.test.mjs", "tests/e2e/colour.test.mjs"].map(PathBuf::from);
        assert_eq!(files_to_try_again(text, &files), [files[1].clone()]);
        assert!(files_to_try_again("ok 1 - pays", &files).is_empty());
    }
}
