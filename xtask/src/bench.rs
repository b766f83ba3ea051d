//! The benchmarks: what a keystroke costs in the rules' package, how many documents one core calculates in a second,
//! how many public responses it serves, how long lists, searches and a PDF take, and what a keystroke and a long list
//! cost in the browser. A result with a limit is compared with a multiple of a yardstick that is measured in the same
//! run; the others are only printed.

use std::process::{Command, ExitCode};

use crate::ErrorText;
use crate::command;
use crate::counts::{Counts, Results};
use crate::e2e;
use crate::paths::Paths;
use crate::postgres::Postgres;
use crate::run;
use crate::run_lock::RunLock;
use crate::scratch::Scratch;

/// The package and the name of each Rust benchmark.
const BENCHES: [(&str, &str); 4] =
    [("plumbline-core", "calc"), ("plumbline", "public"), ("plumbline", LISTS), ("plumbline", "pdf")];
/// The benchmark that runs on both databases.
const LISTS: &str = "lists";

const KEYSTROKE: &str = "tests/bench/keystroke.mjs";

/// `cargo xtask bench`: runs all benchmarks.
pub fn run_benches() -> Result<ExitCode, ErrorText> {
    let paths = Paths::find()?;
    let _turn = RunLock::acquire(&paths)?;
    let _scratch = Scratch::new(&paths)?;
    run_all(&paths)?;
    run::build(false)?;
    run_in_browser(&paths)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the benchmarks without a browser, beginning with those of the rules, which build fastest.
pub fn run_all(paths: &Paths) -> Result<Counts, ErrorText> {
    run::prepare(paths)?;
    println!();
    let mut keystroke = Command::new("node");
    run_with_timeout(keystroke.arg(KEYSTROKE).current_dir(&paths.root))?;
    for (package, name) in BENCHES {
        let cargo = || {
            let mut cargo = command::cargo_command();
            cargo.args(["bench", "--package", package, "--bench", name]);
            cargo.current_dir(&paths.root);
            cargo
        };
        // Built first, because an optimised build may print nothing for longer than a working benchmark.
        command::run(cargo().arg("--no-run"))?;
        let database = match name {
            LISTS => Some(Postgres::start()?),
            _ => None,
        };
        let mut bench = cargo();
        bench.env_remove("TEST_DATABASE_URL");
        if let Some(database) = &database {
            bench.env("TEST_DATABASE_URL", database.url());
        }
        run_with_timeout(&mut bench)?;
    }
    Ok(Counts { passed: 1 + BENCHES.len() as u64, failed: 0 })
}

/// Runs a benchmark, and stops it if it hangs.
fn run_with_timeout(command: &mut Command) -> Result<(), ErrorText> {
    match command::run_watched(command)?.ok {
        true => Ok(()),
        false => Err("a benchmark is not within its bounds: see what it printed.".to_owned()),
    }
}

/// Runs the benchmarks in the browser: key presses and long lists, as multiples of the yardstick.
pub fn run_in_browser(paths: &Paths) -> Result<Results, ErrorText> {
    e2e::run_config(paths, "playwright.bench.config.ts")
}
