//! `cargo xtask pictures`: pictures of the product, made by the browser.

use std::process::{Command, ExitCode};

use crate::ErrorText;
use crate::command;
use crate::e2e;
use crate::paths::Paths;
use crate::run;
use crate::run_lock::RunLock;
use crate::scratch::Scratch;

const KINDS: [&str; 3] = ["screens", "manifest", "site"];

/// Builds the app, and makes the pictures of this kind.
pub fn make_pictures(which: Option<&str>) -> Result<ExitCode, ErrorText> {
    let which = which
        .filter(|which| KINDS.contains(which))
        .ok_or_else(|| format!("say which pictures: {}.", KINDS.join(", ")))?;
    let paths = Paths::find()?;
    let _turn = RunLock::acquire(&paths)?;
    let _scratch = Scratch::new(&paths)?;
    run::build(false)?;
    let mut playwright: Command = e2e::playwright_command(&paths)?;
    playwright.args(["--config", "playwright.pictures.config.ts", which]);
    command::run(&mut playwright)?;
    Ok(ExitCode::SUCCESS)
}
