//! The benchmarks: what a keystroke costs in the rules' package, how many documents a second one core calculates, how
//! many public answers it serves, how long lists, searches and a PDF take, and what a keystroke and a long list cost in
//! the browser. What has a bound has it as a multiple of a yardstick that is measured in the same run; the rest is only
//! printed.

use std::process::{Command, ExitCode};

use crate::Failure;
use crate::command;
use crate::counts::{Counts, Results};
use crate::e2e;
use crate::paths::Paths;
use crate::postgres::Postgres;
use crate::run;
use crate::scratch::Scratch;
use crate::turn::Turn;

/// The package and the name of each Rust benchmark.
const BENCHES: [(&str, &str); 4] = [
    ("plumbline-core", "calc"),
    ("plumbline", "public"),
    ("plumbline", LISTS),
    ("plumbline", "pdf"),
];
/// The benchmark that runs on both databases.
const LISTS: &str = "lists";

const KEYSTROKE: &str = "tests/bench/keystroke.mjs";

/// `cargo xtask bench`: runs all benchmarks.
pub fn command() -> Result<ExitCode, Failure> {
    let paths = Paths::find()?;
    let _turn = Turn::wait_for(&paths)?;
    let _scratch = Scratch::new(&paths)?;
    all(&paths)?;
    run::build(false)?;
    in_browser(&paths)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the benchmarks without a browser, beginning with those of the rules, which build fastest.
pub fn all(paths: &Paths) -> Result<Counts, Failure> {
    run::prepare(paths)?;
    println!();
    let mut keystroke = Command::new("node");
    within_bounds(keystroke.arg(KEYSTROKE).current_dir(&paths.root))?;
    for (package, name) in BENCHES {
        let cargo = || {
            let mut cargo = command::cargo();
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
        within_bounds(&mut bench)?;
    }
    Ok(Counts {
        passed: 1 + BENCHES.len() as u64,
        failed: 0,
    })
}

/// Runs a benchmark, and stops it if it hangs.
fn within_bounds(command: &mut Command) -> Result<(), Failure> {
    match command::watched(command)?.ok {
        true => Ok(()),
        false => Err("a benchmark is not within its bounds: see what it printed.".to_owned()),
    }
}

/// Runs the benchmarks in the browser: key presses and long lists, as multiples of the yardstick.
pub fn in_browser(paths: &Paths) -> Result<Results, Failure> {
    e2e::run_config(paths, "playwright.bench.config.ts")
}
