//! The Rust tests, run by cargo's own runner: the tests of a target share one process, and so everything that is
//! expensive to set up.

use std::process::Command;

use crate::ErrorText;
use crate::command::{self, Outcome};
use crate::counts::{self, Results};
use crate::paths::Paths;
use crate::types::FEATURES;

/// What every cargo step compiles. With the same packages and features, cargo compiles each dependency once; a step for
/// one package would compile most of them again.
pub const WORKSPACE_ARGUMENTS: [&str; 3] = ["--workspace", "--features", FEATURES];

/// Which tests to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RustTestKind {
    /// Those inside the crates, and those in `tests/` next to them except the HTTP tests and the examples in comments.
    Unit,
    /// Those of the HTTP API, `server/app/tests/http`.
    Http,
}

/// cargo, at the root of the clone.
pub fn cargo_command(paths: &Paths) -> Command {
    let mut cargo = command::cargo_command();
    cargo.current_dir(&paths.root);
    cargo
}

/// The cargo command for these tests, with this many in parallel.
pub fn test_command(paths: &Paths, which: RustTestKind, threads: usize, names: &[String]) -> Command {
    let mut cargo = cargo_command(paths);
    cargo.args(["test", "--no-fail-fast"]).args(WORKSPACE_ARGUMENTS);
    match which {
        RustTestKind::Unit => {
            cargo.args(["--lib", "--bins", "--examples"]).args(integration_test_arguments(paths))
        }
        RustTestKind::Http => cargo.args(["--test", "http"]),
    };
    cargo.arg("--").args(names);
    cargo.arg(format!("--test-threads={threads}"));
    cargo.env_remove("TEST_DATABASE_URL");
    cargo
}

/// The cargo command for the examples in doc comments, which cargo runs only by themselves.
pub fn doc_test_command(paths: &Paths) -> Command {
    let mut cargo = cargo_command(paths);
    cargo.args(["test", "--no-fail-fast", "--doc"]).args(WORKSPACE_ARGUMENTS);
    cargo
}

/// `--test NAME` for each test file next to a crate except that of the HTTP API: cargo can name targets, but not
/// exclude any.
fn integration_test_arguments(paths: &Paths) -> Vec<String> {
    let folders = ["core/tests", "server/app/tests"].map(|folder| paths.root.join(folder));
    let files = folders.iter().flat_map(std::fs::read_dir).flatten().flatten();
    let names = files.filter_map(|file| {
        let path = file.path();
        let is_test = path.extension().is_some_and(|end| end == "rs");
        is_test.then(|| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    names.into_iter().flat_map(|name| ["--test".to_owned(), name]).collect()
}

/// A thousand schedules of a mail server's faults, from this seed; an ordinary test run has a few dozen.
pub fn run_mail_schedules(paths: &Paths, seed: u64) -> Result<Results, ErrorText> {
    println!("  1000 schedules, seed {seed}");
    let names = ["smtp::random".to_owned()];
    let mut tests = test_command(paths, RustTestKind::Http, 1, &names);
    tests.env("MAIL_SCHEDULES", "1000");
    run(tests.env("MAIL_SEED", seed.to_string()))
}

/// Runs such a command, and counts its tests.
pub fn run(command: &mut Command) -> Result<Results, ErrorText> {
    counts::count_tests(&run_watched(command)?)
}

/// Shows the output of a run, except the line of each passed test.
fn run_watched(command: &mut Command) -> Result<Outcome, ErrorText> {
    command::run_watched_hiding(command, |line| {
        line.starts_with("test ") && line.trim_end().ends_with("... ok")
    })
}
