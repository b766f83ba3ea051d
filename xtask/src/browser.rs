//! Finding a Chromium for the browser tests, or getting one.

use std::path::PathBuf;

use crate::Failure;
use crate::paths::on_path;
use crate::system;

const NAMES: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

const SHELLS: [&str; 2] = ["chromium-headless-shell", "chrome-headless-shell"];

/// The browser: `CHROMIUM` where set, else by its usual names, else the system's package. None is downloaded by other means.
pub fn find() -> Result<PathBuf, Failure> {
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
    if let Some(found) = installed() {
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
        // A plain Chromium is enough where the system has no such package.
        if !system::offers("chromium-headless-shell") {
            return None;
        }
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
