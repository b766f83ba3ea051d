//! Finding a Chromium for the browser tests, or getting one.

use std::path::PathBuf;
use std::process::Command;

use crate::Failure;
use crate::command;
use crate::paths::{Paths, on_path};
use crate::system;

const NAMES: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

const SHELLS: [&str; 2] = ["chromium-headless-shell", "chrome-headless-shell"];

/// The browser: `CHROMIUM` where set, else by its usual names, else playwright's own, else the system's package.
pub fn find(paths: &Paths) -> Result<PathBuf, Failure> {
    if let Some(set) = std::env::var_os("CHROMIUM") {
        let file = PathBuf::from(set);
        return if file.is_file() {
            Ok(file)
        } else {
            Err(format!(
                "CHROMIUM names {}, where no program is.",
                file.display()
            ))
        };
    }
    if let Some(found) = installed().or_else(|| playwrights(paths)) {
        return Ok(found);
    }
    println!("  no Chromium here: asking playwright for one");
    let mut playwright = Command::new(paths.npm_bin("playwright"));
    playwright
        .args(["install", "chromium"])
        .current_dir(paths.web());
    let fetched = command::run(&mut playwright);
    if let (Ok(()), Some(found)) = (fetched, playwrights(paths)) {
        return Ok(found);
    }
    system::install(&["chromium"], "The browser tests need a Chromium.")?;
    installed()
        .ok_or("Chromium was installed but is not on PATH: set CHROMIUM to its program.".into())
}

/// The same browser without windows of its own, which costs a fifth less: `CHROMIUM_SHELL` where set, else by its names,
/// else the system's package. None where `CHROMIUM` names the one to use, and where there is none to be had.
pub fn shell() -> Option<PathBuf> {
    if let Some(set) = std::env::var_os("CHROMIUM_SHELL") {
        return Some(PathBuf::from(set)).filter(|file| file.is_file());
    }
    if std::env::var_os("CHROMIUM").is_some() {
        return None;
    }
    let installed = || SHELLS.iter().find_map(|name| on_path(name));
    installed().or_else(|| {
        let why = "The browser tests run faster in a headless Chromium.";
        system::install(&["chromium-headless-shell"], why).ok()?;
        installed()
    })
}

fn installed() -> Option<PathBuf> {
    let mac = PathBuf::from("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
    NAMES
        .iter()
        .find_map(|name| on_path(name))
        .or_else(|| mac.is_file().then_some(mac))
}

/// The browser that playwright downloaded, when it did.
fn playwrights(paths: &Paths) -> Option<PathBuf> {
    let script = "process.stdout.write(require('@playwright/test').chromium.executablePath())";
    let said = command::quiet(
        Command::new("node")
            .args(["-e", script])
            .current_dir(paths.web()),
    )
    .ok()?;
    let file = PathBuf::from(said.trim());
    file.is_file().then_some(file)
}
