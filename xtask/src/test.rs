//! `cargo xtask test`: every check and every test, on both databases and in a browser.

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::thread::available_parallelism;

use crate::Failure;
use crate::command::{self, Outcome};
use crate::counts::{self, Counts, Results};
use crate::dates::Kept;
use crate::paths::{Paths, on_path};
use crate::postgres::Postgres;
use crate::report::Report;
use crate::types::{self, FEATURES};
use crate::{e2e, engines, poppler, run, schedules, size, wasm, web};

/// What every cargo step compiles. With the same packages and features cargo compiles each
/// dependency once; a step that named one package would compile most of them again.
const WHOLE: [&str; 3] = ["--workspace", "--features", FEATURES];

/// Runs everything, or the steps named, and sums it up; the code tells whether anything failed.
pub fn run(only: Option<&str>) -> Result<ExitCode, Failure> {
    let paths = Paths::find()?;
    let exported = Scratch::new("types");
    let kept = Kept::find(&paths)?;
    let cores = available_parallelism().map_or(1, usize::from);
    let mut report = Report::of(only);

    report.step("Formatting (rustfmt)", || {
        check(cargo(&paths).args(["fmt", "--all", "--check"]))
    });
    report.step("Rules for the browser (WASM build)", || {
        run::prepare(&paths).map(|()| Counts::ONE)
    });
    report.step("Rules for the browser (size)", || wasm::check_size(&paths));
    report.step("Web: types and lints", || {
        check(web::npm(&paths).args(["run", "--silent", "check"]))
    });
    report.step("Web: unit tests", || {
        tests(
            web::npm(&paths)
                .args(["run", "--silent", "test"])
                .env("NO_COLOR", "1"),
        )
    });
    report.step("Web: build", || web::build(&paths).map(|()| Counts::ONE));
    report.step("Customer's page (size)", || size::check_page(&paths));
    report.step("Lints (clippy)", || {
        let mut clippy = cargo(&paths);
        clippy.arg("clippy").args(WHOLE);
        clippy.args(["--all-targets", "--", "-D", "warnings"]);
        check(&mut clippy)
    });
    report.step("Rust tests, on SQLite", || {
        poppler::ensure()?;
        // A test waits now and then: for its mail, for its file.
        let mut tests = rust_tests(&paths, (cores * 3).div_ceil(2), &[]);
        types::export_to(&mut tests, &exported.0);
        self::tests(tests.env_remove("TEST_DATABASE_URL"))
    });
    report.step("Generated types match Rust", || {
        types::check_drift(&paths, &exported.0)
    });
    report.step("HTTP tests, on PostgreSQL", || {
        poppler::ensure()?;
        let database = Postgres::start()?;
        // A test waits for its database to be made and removed longer than it works.
        let mut tests = rust_tests(&paths, cores * 2, &["--test", "http"]);
        self::tests(tests.env("TEST_DATABASE_URL", database.url()))
    });
    // Together with `examples/stripe.rs`, the stand-in that the browser tests pay at.
    report.step("Server binary", || {
        let built = check(
            cargo(&paths)
                .args(["test", "--no-run", "--quiet"])
                .args(WHOLE),
        )?;
        // By now all was compiled, for the lints too.
        if only.is_none() && built == Counts::ONE {
            kept.keep()?;
        }
        Ok(built)
    });
    report.step("Parity: native, WASM and HTTP", || {
        let script = paths.root.join("tests/parity/run.mjs");
        tests(
            Command::new("node")
                .arg(script)
                .current_dir(&paths.root)
                .env("PLUMBLINE_BIN", paths.server(false)),
        )
    });
    report.step("Schedules of faults: two devices and the server", || {
        schedules::test(&paths)
    });
    report.step("End to end in Chromium", || {
        e2e::test(&paths, &paths.server(false))
    });
    report.step("Other engines: Firefox and WebKit", || {
        engines::test(&paths, &paths.server(false))
    });

    Ok(if report.finish() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn cargo(paths: &Paths) -> Command {
    let mut cargo = command::cargo();
    cargo.current_dir(&paths.root);
    cargo
}

/// nextest where it is installed, for its parallel runs, so many at once; else cargo's own runner, which runs the same
/// tests.
fn rust_tests(paths: &Paths, at_once: usize, arguments: &[&str]) -> Command {
    let mut command = cargo(paths);
    if on_path("cargo-nextest").is_some() {
        command.args([
            "nextest",
            "run",
            "--no-fail-fast",
            "--status-level=fail",
            "--cargo-quiet",
            &format!("--test-threads={at_once}"),
        ]);
    } else {
        command.args(["test", "--no-fail-fast", "--quiet"]);
    }
    command.args(WHOLE).args(arguments);
    command
}

fn check(command: &mut Command) -> Result<Counts, Failure> {
    command::watched(command).map(|outcome: Outcome| counts::of_check(&outcome))
}

fn tests(command: &mut Command) -> Result<Results, Failure> {
    counts::of_tests(&command::watched(command)?)
}

/// A temporary folder, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("plumbline-{name}-{}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // It may never have been made.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
