//! `cargo xtask e2e`: the whole job in a real browser, against the real binary.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread::available_parallelism;

use crate::Failure;
use crate::browser;
use crate::command;
use crate::counts::{self, Results};
use crate::paths::Paths;
use crate::report::step;
use crate::run;

const FOLDER: &str = "tests/e2e";
/// So many browsers fit beside each other into the memory of an ordinary machine.
const MOST_AT_ONCE: usize = 4;

/// Builds, then runs the browser tests, or makes pictures of every screen.
pub fn command(screens: bool) -> Result<ExitCode, Failure> {
    let server = run::build(false)?;
    let paths = Paths::find()?;
    if screens {
        let mut node = node(&paths, &server)?;
        command::run(node.arg(paths.root.join(FOLDER).join("screens.mjs")))?;
        return Ok(ExitCode::SUCCESS);
    }
    step("Stand-ins", || {
        let mut cargo = command::cargo();
        cargo
            .args(["build", "--package", "plumbline", "--example", "stripe"])
            .current_dir(&paths.root);
        command::run(&mut cargo)
    })?;
    let counts = test(&paths, &server)?.counts;
    println!("\n{counts}");
    Ok(if counts.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Runs every `*.test.mjs`, a few files side by side: each has a server and a browser of its own,
/// and spends half its time waiting.
pub fn test(paths: &Paths, server: &Path) -> Result<Results, Failure> {
    let cores = available_parallelism().map_or(1, usize::from);
    let mut node = node(paths, server)?;
    node.arg("--test")
        .arg(format!("--test-concurrency={}", cores.min(MOST_AT_ONCE)))
        .args(test_files(paths)?);
    counts::of_tests(&command::watched(&mut node)?)
}

fn node(paths: &Paths, server: &Path) -> Result<Command, Failure> {
    let mut node = Command::new("node");
    node.current_dir(&paths.root)
        .env("CHROMIUM", browser::find(paths)?)
        .env("PLUMBLINE_BIN", server)
        .env("PLUMBLINE_OUT", &paths.target);
    Ok(node)
}

/// The longest first, so that no long one is left over when the others have ended.
fn test_files(paths: &Paths) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(paths.root.join(FOLDER))
        .map_err(|e| format!("{FOLDER} could not be read: {e}"))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    files.sort_by_cached_key(|file| {
        let length = fs::metadata(file).map_or(0, |about| about.len());
        (Reverse(length), file.clone())
    });
    Ok(files)
}
