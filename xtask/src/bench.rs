//! `cargo xtask bench`: what a keystroke costs in the browser's package, how many documents a second one
//! core calculates, how many public answers it serves, how long lists and searches take, and how long a
//! PDF takes, in a release build.

use std::process::{Command, ExitCode};

use crate::Failure;
use crate::command;
use crate::paths::Paths;
use crate::run;

/// Package and name of each benchmark.
const BENCHES: [(&str, &str); 4] = [
    ("plumbline-core", "calc"),
    ("plumbline", "public"),
    ("plumbline", "lists"),
    ("plumbline", "pdf"),
];

const KEYSTROKE: &str = "tests/bench/keystroke.mjs";

/// Runs the benchmarks, those of the rules first: they are built in no time.
pub fn command() -> Result<ExitCode, Failure> {
    let paths = Paths::find()?;
    run::prepare(&paths)?;
    println!();
    let mut keystroke = Command::new("node");
    command::run(keystroke.arg(KEYSTROKE).current_dir(&paths.root))?;
    for (package, name) in BENCHES {
        let mut cargo = command::cargo();
        cargo
            .args(["bench", "--package", package, "--bench", name])
            .current_dir(&paths.root);
        command::run(&mut cargo)?;
    }
    Ok(ExitCode::SUCCESS)
}
