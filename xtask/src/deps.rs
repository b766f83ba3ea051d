//! `cargo xtask deps`: licences, advisories and sources of the dependencies.

use std::process::{Command, ExitCode};

use crate::ErrorText;
use crate::command;
use crate::paths::Paths;
use crate::report::run_step;
use crate::tools::{self, CARGO_DENY};

/// Runs cargo-deny with `deny.toml`.
pub fn check_dependencies() -> Result<ExitCode, ErrorText> {
    let paths = Paths::find()?;
    run_step("cargo-deny in target/tools", || tools::install(&paths, &CARGO_DENY))?;
    let check = |what: &[&str]| {
        let mut deny = Command::new(paths.tools().join("bin").join(CARGO_DENY.program));
        command::run(deny.args(["--workspace", "check"]).args(what).current_dir(&paths.root))
    };
    run_step("Licences, bans and sources", || check(&["licenses", "bans", "sources"]))?;
    // This runs last and separately, because only the advisory database needs the network.
    run_step("Advisories", || check(&["advisories"]))?;
    Ok(ExitCode::SUCCESS)
}
