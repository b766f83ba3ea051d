//! `cargo xtask schedules`: random schedules of faults between two devices and the real server.

use std::process::{Command, ExitCode};

use crate::Failure;
use crate::command;
use crate::counts::{self, Results};
use crate::paths::Paths;
use crate::run;

const SCRIPT: &str = "tests/schedules/run.mjs";
/// The whole of it.
const ALL: u32 = 5_000;
/// As many as fit into a test run; each run draws others.
const SOME: u32 = 300;

/// Builds, then runs so many schedules; the code tells whether all of them ended as they should.
pub fn command(count: Option<&str>) -> Result<ExitCode, Failure> {
    let count = count.map_or(Ok(ALL), str::parse).map_err(|_| {
        "say how many schedules, as a whole number: cargo xtask schedules 300.".to_owned()
    })?;
    let server = run::build(false)?;
    let paths = Paths::find()?;
    let outcome = command::watched(node(&paths, count).env("PLUMBLINE_BIN", server))?;
    Ok(if outcome.ok {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A few of them, with a fresh seed, which is printed.
pub fn test(paths: &Paths) -> Result<Results, Failure> {
    let mut node = node(paths, SOME);
    node.env("PLUMBLINE_BIN", paths.server(false));
    counts::of_tests(&command::watched(&mut node)?)
}

fn node(paths: &Paths, count: u32) -> Command {
    let mut node = Command::new("node");
    node.arg(SCRIPT)
        .arg(format!("--schedules={count}"))
        .current_dir(&paths.root);
    node
}
