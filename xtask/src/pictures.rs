//! `cargo xtask pictures`: pictures of the product, made by the browser.

use std::process::{Command, ExitCode};

use crate::Failure;
use crate::command;
use crate::e2e;
use crate::paths::Paths;
use crate::run;
use crate::scratch::Scratch;
use crate::turn::Turn;

const WHICH: [&str; 3] = ["screens", "manifest", "site"];

/// Builds the app, and makes the pictures of this kind.
pub fn command(which: Option<&str>) -> Result<ExitCode, Failure> {
    let which = which
        .filter(|which| WHICH.contains(which))
        .ok_or_else(|| format!("say which pictures: {}.", WHICH.join(", ")))?;
    let paths = Paths::find()?;
    let _turn = Turn::wait_for(&paths)?;
    let _scratch = Scratch::new(&paths)?;
    run::build(false)?;
    let mut playwright: Command = e2e::playwright(&paths)?;
    playwright.args(["--config", "playwright.pictures.config.ts", which]);
    command::run(&mut playwright)?;
    Ok(ExitCode::SUCCESS)
}
