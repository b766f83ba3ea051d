//! `cargo xtask load attack`: the real binary, in a release build, under a bounded attack.

use std::process::{Command, ExitCode};

use crate::Failure;
use crate::command;
use crate::paths::Paths;
use crate::run;

const ATTACK: &str = "tests/load/attack.mjs";

/// Runs the load of this name; the code tells whether every figure was within its bound.
pub fn command(name: Option<&str>) -> Result<ExitCode, Failure> {
    let Some("attack") = name else {
        return Err("say which load: cargo xtask load attack.".to_owned());
    };
    let server = run::build(true)?;
    let paths = Paths::find()?;
    let mut node = Command::new("node");
    node.arg(ATTACK)
        .current_dir(&paths.root)
        .env("PLUMBLINE_BIN", server);
    let outcome = command::watched(&mut node)?;
    Ok(if outcome.ok {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
