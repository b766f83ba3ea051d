//! The main flows in Firefox and in WebKit, through WebDriver: Chromium's tests don't cover these engines.

use std::fs;
use std::path::{Path, PathBuf};

use crate::ErrorText;
use crate::command;
use crate::counts::{self, Results};
use crate::paths::{Paths, find_on_path};
use crate::system;
use crate::tools::{self, GECKODRIVER};
use crate::web;

const FOLDER: &str = "tests/engines";
const INSTALL_REASON: &str = "The tests in other engines need Firefox, WebKitGTK with its driver, and Xvfb.";
/// Debian's name comes first: there it is the version with long-term support.
const FIREFOX: [&str; 2] = ["firefox-esr", "firefox"];
/// Where systems install the browser of WebKitGTK, which is never on PATH.
const LIBRARIES: [&str; 4] = ["/usr/lib", "/usr/libexec", "/usr/lib64", "/usr/local/lib"];

/// Runs every `*.test.mjs` for the other engines; each file uses both engines in parallel.
pub fn test(paths: &Paths, server: &Path) -> Result<Results, ErrorText> {
    tools::install(paths, &GECKODRIVER)?;
    let programs = Programs::prepare()?;
    let mut node = web::node_command(paths);
    node.env("PLUMBLINE_BIN", server)
        .env("GECKODRIVER", paths.tools().join("bin/geckodriver"))
        .env("FIREFOX", &programs.firefox)
        .env("WEBKIT_DRIVER", &programs.webkit_driver)
        .env("MINIBROWSER", &programs.minibrowser)
        .env("XVFB", &programs.xvfb);
    // Each file is one job in both engines, and a file that hangs is named.
    node.args(["--test", "--test-timeout=300000"]).args(test_files(&paths.root.join(FOLDER))?);
    counts::count_tests(&command::run_watched(&mut node)?)
}

fn test_files(folder: &Path) -> Result<Vec<PathBuf>, ErrorText> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{} could not be read: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    files.sort();
    Ok(files)
}

/// Programs from the system's packages.
struct Programs {
    firefox: PathBuf,
    webkit_driver: PathBuf,
    minibrowser: PathBuf,
    xvfb: PathBuf,
}

impl Programs {
    /// Finds the programs, and installs those that are missing.
    fn prepare() -> Result<Self, ErrorText> {
        let missing = Self::list_missing();
        if !missing.is_empty() {
            system::install(&missing, INSTALL_REASON)?;
        }
        let found = |program: Option<PathBuf>, name: &str| {
            program.ok_or(format!("{INSTALL_REASON} {name} is not where it should be: put it on PATH."))
        };
        Ok(Self {
            firefox: found(firefox(), "Firefox")?,
            webkit_driver: found(find_on_path("WebKitWebDriver"), "WebKitWebDriver")?,
            minibrowser: found(minibrowser(), "MiniBrowser")?,
            xvfb: found(find_on_path("Xvfb"), "Xvfb")?,
        })
    }

    /// The Debian packages of the programs that are missing.
    fn list_missing() -> Vec<&'static str> {
        let webkit = find_on_path("WebKitWebDriver").is_some() && minibrowser().is_some();
        [
            (firefox().is_some(), "firefox-esr"),
            (webkit, "webkit2gtk-driver"),
            (find_on_path("Xvfb").is_some(), "xvfb"),
        ]
        .into_iter()
        .filter_map(|(here, package)| (!here).then_some(package))
        .collect()
    }
}

fn firefox() -> Option<PathBuf> {
    FIREFOX.iter().find_map(|name| find_on_path(name))
}

/// The browser that WebKitGTK's driver starts: `/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser` on Debian.
fn minibrowser() -> Option<PathBuf> {
    let in_path = find_on_path("MiniBrowser");
    in_path.or_else(|| LIBRARIES.iter().find_map(|folder| find_below(Path::new(folder))))
}

/// Finds it below a folder of libraries. It is in a folder named after the library's version, which on some systems is
/// in one named after the architecture.
fn find_below(libraries: &Path) -> Option<PathBuf> {
    let folders = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let is_webkit = |folder: &PathBuf| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("webkit2gtk-") || name.starts_with("webkitgtk-")
    };
    let is_of_machine = |folder: &PathBuf| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        name.contains("-linux-")
    };
    let own = folders(libraries);
    let mut all: Vec<PathBuf> =
        own.iter().filter(|folder| is_of_machine(folder)).flat_map(|f| folders(f)).collect();
    all.extend(own);
    let browsers = all.into_iter().filter(is_webkit).map(|folder| folder.join("MiniBrowser"));
    // The newest, if there are several.
    browsers.filter(|file| file.is_file()).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_minibrowser_is_found() {
        let root = std::env::temp_dir().join(format!("plumbline-minibrowser-{}", std::process::id()));
        for version in ["webkit2gtk-4.0", "webkit2gtk-4.1"] {
            let folder = root.join("x86_64-linux-gnu").join(version);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("MiniBrowser"), "").unwrap();
        }
        let found = find_below(&root);
        fs::remove_dir_all(&root).unwrap();
        assert_eq!(found, Some(root.join("x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser")));
        assert_eq!(find_below(&root), None);
    }
}
