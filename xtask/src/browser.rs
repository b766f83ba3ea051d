//! Finding a Chromium for the browser tests, or getting one.

use std::path::PathBuf;

use crate::ErrorText;
use crate::paths::find_on_path;
use crate::system;

const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

const SHELLS: [&str; 2] = ["chromium-headless-shell", "chrome-headless-shell"];

/// Finds the browser: `CHROMIUM` if it is set, otherwise one of its usual names, otherwise the system's package is
/// installed. It is never downloaded in any other way.
pub fn find_browser() -> Result<PathBuf, ErrorText> {
    if let Some(set) = std::env::var_os("CHROMIUM") {
        let file = PathBuf::from(set);
        return if file.is_file() {
            Ok(file)
        } else {
            Err(format!("CHROMIUM names {}, where no program is.", file.display()))
        };
    }
    if let Some(found) = find_installed() {
        return Ok(found);
    }
    system::install(&["chromium"], "The browser tests need a Chromium.")?;
    find_installed().ok_or("Chromium was installed but is not on PATH: set CHROMIUM to its program.".into())
}

/// Finds the headless version of the browser, which takes a fifth less time: `CHROMIUM_SHELL` if it is set, otherwise
/// one of its usual names, otherwise the system's package is installed. `None` if `CHROMIUM` names another browser, or
/// there is no such package.
pub fn find_headless_shell() -> Option<PathBuf> {
    if let Some(set) = std::env::var_os("CHROMIUM_SHELL") {
        return Some(PathBuf::from(set)).filter(|file| file.is_file());
    }
    if std::env::var_os("CHROMIUM").is_some() {
        return None;
    }
    let installed = || SHELLS.iter().find_map(|name| find_on_path(name));
    installed().or_else(|| {
        // Without such a package, an ordinary Chromium is used.
        if !system::has_package("chromium-headless-shell") {
            return None;
        }
        let why = "The browser tests run faster in a headless Chromium.";
        system::install(&["chromium-headless-shell"], why).ok()?;
        installed()
    })
}

fn find_installed() -> Option<PathBuf> {
    let mac = PathBuf::from("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
    NAMES.iter().find_map(|name| find_on_path(name)).or_else(|| mac.is_file().then_some(mac))
}
