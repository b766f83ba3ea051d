//! The browser tests: Playwright Test in `web/`, against the real server.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use serde_json::Value;

use crate::counts::{Counts, Results};
use crate::paths::{Paths, find_on_path};
use crate::run_lock::RunLock;
use crate::scratch::Scratch;
use crate::{ErrorText, command, run, system};

/// Which browser tests to run.
pub struct BrowserTests<'a> {
    /// Tests whose file or title contains one of these words; all tests if there are none.
    pub filter: &'a [String],
    /// Only those of them that failed in the previous run.
    pub last_failed: bool,
    /// All sizes: flows at the sizes of a phone and a desktop, and the tests with thousands of documents.
    pub is_prove: bool,
}

/// Runs the browser tests.
pub fn test(paths: &Paths, which: &BrowserTests) -> Result<Results, ErrorText> {
    let BrowserTests { filter, last_failed, is_prove: proves } = *which;
    let mut playwright = playwright_command(paths)?;
    if let Some(pattern) = grep_pattern(filter) {
        playwright.args(["--grep", &pattern]);
    }
    if last_failed {
        playwright.arg("--last-failed");
    }
    if proves {
        playwright.env("PLUMBLINE_PROVE", "1");
    }
    run_reported(paths, &mut playwright)
}

/// Runs the tests of another Playwright configuration.
pub fn run_config(paths: &Paths, config: &str) -> Result<Results, ErrorText> {
    let mut playwright = playwright_command(paths)?;
    playwright.args(["--config", config]);
    run_reported(paths, &mut playwright)
}

/// The pattern for Playwright to search in each test's text, which is its file with its titles. Plain words would also
/// be searched in the path of the file, and the path of a clone may contain any word.
fn grep_pattern(filter: &[String]) -> Option<String> {
    let words: Vec<String> = filter.iter().map(|word| regex::escape(word)).collect();
    // In brackets, because Playwright treats a pattern between slashes differently.
    (!words.is_empty()).then(|| format!("(?:{})", words.join("|")))
}

fn run_reported(paths: &Paths, playwright: &mut Command) -> Result<Results, ErrorText> {
    let report = paths.target.join("e2e/report.json");
    // An old report must not be mistaken for that of this run.
    let _ = fs::remove_file(&report);
    let outcome = command::run_watched(playwright)?;
    let text =
        fs::read_to_string(&report).map_err(|_| "the browser tests ended without a report.".to_owned())?;
    let read: Value =
        serde_json::from_str(&text).map_err(|e| format!("{} cannot be read: {e}", report.display()))?;
    parse_results(&read, outcome.ok)
}

/// Playwright Test in the web app's folder, with the browser and the server to use.
pub fn playwright_command(paths: &Paths) -> Result<Command, ErrorText> {
    let mut command = Command::new(paths.npm_bin("playwright"));
    command
        .arg("test")
        .current_dir(paths.web())
        .env("CHROMIUM", find_browser()?)
        .env("CHROMIUM_SHELL", find_headless_shell().unwrap_or_default())
        .env("PLUMBLINE_BIN", paths.server(false))
        .env("PLUMBLINE_OUT", &paths.target)
        // Playwright's cache of transformed sources is not a temporary file: the next run uses it.
        .env(
            "PLAYWRIGHT_TRANSFORM_CACHE_DIR",
            paths.target.join("e2e/transformed"),
        );
    Ok(command)
}

/// Counts the tests in a Playwright report. A test that was skipped, or passed only on a retry, counts as failed.
fn parse_results(report: &Value, ok: bool) -> Result<Results, ErrorText> {
    let count = |what: &str| report["stats"][what].as_u64().unwrap_or(0);
    let mut counts =
        Counts { passed: count("expected"), failed: count("unexpected") + count("flaky") + count("skipped") };
    if counts == Counts::default() {
        let errors = report["errors"].as_array().into_iter().flatten();
        let texts: Vec<&str> = errors.filter_map(|error| error["message"].as_str()).collect();
        return Err(match texts.is_empty() {
            true => "no test ran.".to_owned(),
            false => texts.join("\n"),
        });
    }
    if !ok && counts.failed == 0 {
        counts.failed = 1;
    }
    let mut failing = Vec::new();
    for suite in list(&report["suites"]) {
        collect_failing(suite, &mut failing);
    }
    Ok(Results { counts, failing })
}

/// The tests in a suite and its nested suites that did not pass: `file › title`.
fn collect_failing(suite: &Value, failing: &mut Vec<String>) {
    for spec in list(&suite["specs"]) {
        if spec["ok"].as_bool() == Some(true) {
            continue;
        }
        let text = |name: &str| spec[name].as_str().unwrap_or_default().to_owned();
        failing.push(format!("{} › {}", text("file"), text("title")));
    }
    for inner in list(&suite["suites"]) {
        collect_failing(inner, failing);
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

// `cargo xtask pictures`: pictures of the product, made by the browser.

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
    let mut playwright: Command = playwright_command(&paths)?;
    playwright.args(["--config", "playwright.pictures.config.ts", which]);
    command::run(&mut playwright)?;
    Ok(ExitCode::SUCCESS)
}

// Finding a Chromium for the browser tests, or getting one.

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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn searches_for_a_filter_literally() {
        let of = |words: &[&str]| grep_pattern(&words.iter().map(|&it| it.to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&[]), None);
        assert_eq!(of(&["choices"]).unwrap(), "(?:choices)");
        assert_eq!(of(&["£1.50", "a (b)"]).unwrap(), r"(?:£1\.50|a \(b\))");
    }

    #[test]
    fn a_report_is_counted_and_names_what_failed() {
        let report = json!({
            "stats": { "expected": 3, "unexpected": 1, "flaky": 0, "skipped": 1 },
            "suites": [{ "specs": [], "suites": [{ "specs": [
                { "file": "card.spec.ts", "title": "pays", "ok": true },
                { "file": "card.spec.ts", "title": "refunds", "ok": false },
            ] }] }],
        });
        let Results { counts, failing } = parse_results(&report, false).unwrap();
        assert_eq!((counts.passed, counts.failed), (3, 2));
        assert_eq!(failing, ["card.spec.ts › refunds"]);
    }

    #[test]
    fn a_report_without_a_test_is_a_failure() {
        let empty = json!({ "stats": { "expected": 0 }, "errors": [{ "message": "No tests found" }] });
        assert_eq!(parse_results(&empty, false).unwrap_err(), "No tests found");
        assert!(parse_results(&json!({}), true).is_err());
    }

    #[test]
    fn a_run_that_ended_badly_has_failed() {
        let report = json!({ "stats": { "expected": 3 } });
        assert_eq!(parse_results(&report, false).unwrap().counts.failed, 1);
    }
}
