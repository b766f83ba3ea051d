//! `cargo xtask bench`: how many documents a second one core calculates, in a release build.

use std::process::{Command, ExitCode};

use crate::Failure;
use crate::command;
use crate::paths::{self, Paths};

/// Runs the benchmarks of the rules.
pub fn command() -> Result<ExitCode, Failure> {
    let paths = Paths::find()?;
    let mut cargo = Command::new(paths::cargo());
    cargo
        .args(["bench", "--package", "plumbline-core", "--bench", "calc"])
        .current_dir(&paths.root);
    command::run(&mut cargo)?;
    Ok(ExitCode::SUCCESS)
}
