//! `cargo xtask test` and `cargo xtask prove`: the steps, in their order.
//!
//! `test` checks every rule, every capability and every flow once, at the cheapest level that can catch the bug.
//! `prove` runs everything at every size.

use std::process::{Command, ExitCode};
use std::thread::available_parallelism;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::Failure;
use crate::arguments::Arguments;
use crate::bench;
use crate::command;
use crate::counts::{self, Counts, Results};
use crate::cover;
use crate::disk;
use crate::e2e;
use crate::einvoice;
use crate::engines;
use crate::load;
use crate::paths::Paths;
use crate::poppler;
use crate::report::Report;
use crate::run;
use crate::rust_tests::{self, WHOLE, Which, cargo};
use crate::schedules;
use crate::scratch::Scratch;
use crate::size;
use crate::turn::Turn;
use crate::types;
use crate::web;

/// How much to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Everything once.
    Test,
    /// Everything in every size.
    Prove,
}

/// A run of steps.
pub struct Run {
    pub paths: Paths,
    pub mode: Mode,
    /// The seed of the random cases.
    seed: u64,
    /// Which tests of the single step to run; empty for all of them.
    pub filter: Vec<String>,
    /// Whether to run only the browser tests that failed in the previous run.
    last_failed: bool,
    /// The temporary files of the run.
    pub scratch: Scratch,
}

struct Step {
    /// The name on the command line.
    name: &'static str,
    title: &'static str,
    /// Whether `test` runs the step too.
    in_test: bool,
    /// Whether its tests can be selected by parts of their names.
    takes_filter: bool,
    run: fn(&Run) -> Result<Results, Failure>,
}

const STEPS: [Step; 20] = [
    Step::both("format", "Rust formatting (rustfmt)", |run| {
        check(cargo(&run.paths).args(["fmt", "--all", "--check"]))
    }),
    Step::both("rules", "Rules for the browser (WASM)", |run| {
        run::prepare(&run.paths)?;
        Ok(Counts::ONE.into())
    }),
    Step::both("web", "Web app: types, lints, imports", |run| {
        ready(run)?;
        check(web::npm(&run.paths).args(["run", "--silent", "check"]))
    }),
    Step::both(
        "components",
        "Web app: unit and component tests",
        components,
    )
    .filtered(),
    Step::both("site", "Web app: build", |run| {
        ready(run)?;
        web::build(&run.paths)?;
        size::print_page(&run.paths)?;
        Ok(Counts::ONE.into())
    }),
    Step::both("lints", "Rust lints (clippy)", |run| {
        let mut clippy = cargo(&run.paths);
        clippy.arg("clippy").args(WHOLE);
        check(clippy.args(["--all-targets", "--", "-D", "warnings"]))
    }),
    Step::both("unit", "Rust unit tests", |run| {
        built(run)?;
        poppler::ensure()?;
        let folder = run.scratch.path().join("types");
        let mut tests = rust_tests::command(&run.paths, Which::Unit, cores(), &run.filter);
        println!("  random cases of the rules, seed {}", run.seed);
        tests.env("PROPTEST_RNG_SEED", run.seed.to_string());
        rust_tests::run(types::export_to(&mut tests, &folder))
    })
    .filtered(),
    Step::both("types", "Generated types match Rust", |run| {
        let folder = run.scratch.path().join("types");
        types::check_drift(&run.paths, &folder).map(Results::from)
    }),
    Step::both("http", "HTTP tests, on SQLite", |run| {
        built(run)?;
        poppler::ensure()?;
        cover::on_sqlite(run)
    })
    .filtered(),
    Step::both("postgres", "HTTP tests, on PostgreSQL", |run| {
        built(run)?;
        poppler::ensure()?;
        cover::on_postgres(run)
    })
    .filtered(),
    Step::both("parity", "Parity: native, WASM and HTTP", parity),
    Step::both("e2e", "Browser tests (Chromium)", |run| {
        server(run)?;
        poppler::ensure()?;
        let which = e2e::Which {
            filter: &run.filter,
            last_failed: run.last_failed,
            proves: run.mode == Mode::Prove,
        };
        e2e::test(&run.paths, &which)
    })
    .filtered(),
    Step::prove(
        "schedules",
        "Random faults: two devices and the server",
        |run| {
            server(run)?;
            schedules::test(&run.paths, &run.scratch, run.seed)
        },
    ),
    Step::prove("mail", "Random faults: the mail server", |run| {
        rust_tests::schedules_of_mail(&run.paths, run.seed)
    }),
    Step::prove("disk", "Faults of the disk: at every write", |run| {
        server(run)?;
        disk::test(&run.paths).map(Results::from)
    }),
    Step::prove("einvoice", "E-invoices: the official rules", |run| {
        server(run)?;
        einvoice::test(&run.paths, &run.scratch).map(Results::from)
    }),
    Step::prove("engines", "Other browsers: Firefox and WebKit", |run| {
        server(run)?;
        engines::test(&run.paths, &run.paths.server(false))
    }),
    Step::prove("bounds", "Bounds of speed in the browser", |run| {
        server(run)?;
        bench::in_browser(&run.paths)
    }),
    Step::prove(
        "bench",
        "Bounds of speed of the rules and the server (release build)",
        |run| bench::all(&run.paths).map(Results::from),
    ),
    Step::prove("load", "Bounds under attack (release build)", |run| {
        load::attack(&run.paths, run.seed).map(Results::from)
    }),
];

impl Step {
    const fn both(
        name: &'static str,
        title: &'static str,
        run: fn(&Run) -> Result<Results, Failure>,
    ) -> Self {
        Self {
            name,
            title,
            in_test: true,
            takes_filter: false,
            run,
        }
    }

    const fn filtered(mut self) -> Self {
        self.takes_filter = true;
        self
    }

    const fn prove(
        name: &'static str,
        title: &'static str,
        run: fn(&Run) -> Result<Results, Failure>,
    ) -> Self {
        Self {
            name,
            title,
            in_test: false,
            takes_filter: false,
            run,
        }
    }
}

/// Runs the steps of a mode, or the single step that is named, with the filter after it.
pub fn command(mode: Mode, arguments: &Arguments) -> Result<ExitCode, Failure> {
    let of_mode = |step: &&Step| step.in_test || mode == Mode::Prove;
    if arguments.list {
        for step in STEPS.iter().filter(of_mode) {
            println!("  {:<11} {}", step.name, step.title);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let wanted: Vec<&Step> = match arguments.words.split_first() {
        None => STEPS.iter().filter(of_mode).collect(),
        Some((name, filter)) => {
            let step = named(mode, name)?;
            check_filter(step, filter)?;
            vec![step]
        }
    };
    if arguments.last_failed && !(wanted.len() == 1 && wanted[0].name == "e2e") {
        return Err("--last-failed is for the browser tests: 'e2e --last-failed'.".to_owned());
    }
    let paths = Paths::find()?;
    let _turn = Turn::wait_for(&paths)?;
    let run = Run {
        mode,
        seed: arguments.seed.unwrap_or_else(|| seed(mode, now())),
        filter: arguments.words.iter().skip(1).cloned().collect(),
        last_failed: arguments.last_failed,
        scratch: Scratch::new(&paths)?,
        paths,
    };
    let mut report = Report::default();
    for step in wanted {
        report.step(step.title, || (step.run)(&run));
    }
    Ok(match report.finish() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// A filter for a step that doesn't take one is an error. A filter that is also the name of a step is used, with a
/// message that it isn't taken as a step.
fn check_filter(step: &Step, filter: &[String]) -> Result<(), Failure> {
    let Some(first) = filter.first() else {
        return Ok(());
    };
    if !step.takes_filter {
        let takers = STEPS.iter().filter(|step| step.takes_filter);
        let takers: Vec<&str> = takers.map(|step| step.name).collect();
        return Err(format!(
            "'{}' runs as a whole and takes no filter '{first}'. Those that take one: {}.",
            step.name,
            takers.join(", ")
        ));
    }
    println!("  only what is called '{}'", filter.join("' or '"));
    for word in filter {
        if STEPS.iter().any(|step| step.name == word) {
            println!(
                "  ('{word}' is a filter of '{}' here; as a step it is run by itself)",
                step.name
            );
        }
    }
    Ok(())
}

fn named(mode: Mode, name: &str) -> Result<&'static Step, Failure> {
    let found = STEPS.iter().find(|step| step.name == name);
    let found = found.ok_or_else(|| {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        format!(
            "there is no step '{name}'. The steps: {}.",
            names.join(", ")
        )
    })?;
    if mode == Mode::Test && !found.in_test {
        return Err(format!(
            "'{name}' is a step of 'cargo xtask prove' only: cargo xtask prove {name}."
        ));
    }
    Ok(found)
}

/// Tools, web packages and the rules for the browser; quick if they exist already.
fn ready(run: &Run) -> Result<(), Failure> {
    run::prepare(&run.paths)
}

/// The built web app, which is part of the server.
fn built(run: &Run) -> Result<(), Failure> {
    ready(run)?;
    web::build(&run.paths)
}

/// The server and its helper programs (the stand-in for Stripe, the generator of random cases).
fn server(run: &Run) -> Result<(), Failure> {
    built(run)?;
    let mut build = cargo(&run.paths);
    build.args(["build", "--quiet", "--bins", "--examples"]);
    command::run(build.args(WHOLE))
}

fn components(run: &Run) -> Result<Results, Failure> {
    ready(run)?;
    let mut vitest = web::npm(&run.paths);
    vitest.args(["run", "--silent", "test", "--"]);
    vitest.args(&run.filter).env("NO_COLOR", "1");
    counts::of_tests(&command::watched(&mut vitest)?)
}

/// The current time in seconds since 1970.
fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |since| since.as_secs())
}

/// In `test`, the seed of the day, so that a failure stays reproducible until tomorrow; in `prove`, a new one.
fn seed(mode: Mode, seconds: u64) -> u64 {
    match mode {
        Mode::Test => seconds / 86_400,
        Mode::Prove => seconds,
    }
}

/// Compares documents whose prices include VAT, half as many others, and sequences of edits: a number of random ones in
/// `test`, many more in `prove`.
fn parity(run: &Run) -> Result<Results, Failure> {
    server(run)?;
    let seed = run.seed;
    let (documents, edits) = match run.mode {
        Mode::Test => (20_000, 10_000),
        Mode::Prove => (100_000, 150_000),
    };
    println!(
        "  {documents} random documents with VAT in their prices, {edits} sequences of edits, seed {seed}"
    );
    let mut node = web::node(&run.paths);
    node.arg(run.paths.root.join("tests/parity/run.mjs"))
        .arg(format!("--documents={documents}"))
        .arg(format!("--edits={edits}"))
        .arg(format!("--seed={seed}"))
        .env("PLUMBLINE_BIN", run.paths.server(false));
    counts::of_tests(&command::watched(&mut node)?)
}

fn check(command: &mut Command) -> Result<Results, Failure> {
    command::watched(command).map(|outcome| counts::of_check(&outcome).into())
}

/// How many tests run in parallel.
pub fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_found_by_its_name() {
        assert_eq!(named(Mode::Test, "e2e").unwrap().name, "e2e");
        assert_eq!(named(Mode::Prove, "load").unwrap().name, "load");
        let sentence = named(Mode::Test, "load").err().unwrap();
        assert!(sentence.contains("cargo xtask prove load"), "{sentence}");
        assert!(named(Mode::Test, "lint").err().unwrap().contains("lints"));
    }

    #[test]
    fn a_filter_that_is_not_taken_is_an_error() {
        let filter = ["VAT".to_owned()];
        for step in &STEPS {
            assert_eq!(check_filter(step, &filter).is_ok(), step.takes_filter);
            assert!(check_filter(step, &[]).is_ok());
        }
        let parity = named(Mode::Test, "parity").unwrap();
        let sentence = check_filter(parity, &filter).unwrap_err();
        assert!(sentence.contains("takes no filter 'VAT'"), "{sentence}");
    }

    #[test]
    fn the_seed_is_that_of_the_day_or_a_fresh_one() {
        let noon = 1_795_953_600;
        assert_eq!(seed(Mode::Test, noon), seed(Mode::Test, noon + 3_600));
        assert_ne!(seed(Mode::Test, noon), seed(Mode::Test, noon + 86_400));
        assert_ne!(seed(Mode::Prove, noon), seed(Mode::Prove, noon + 1));
    }

    #[test]
    fn names_are_words_of_their_own() {
        for step in &STEPS {
            assert_eq!(
                STEPS.iter().filter(|other| other.name == step.name).count(),
                1
            );
        }
    }
}
