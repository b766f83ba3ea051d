//! `cargo xtask test` and `cargo xtask prove`: the steps, in their order.
//!
//! `test` checks every rule, every capability and every flow once, at the cheapest level that can catch the bug.
//! `prove` runs everything at every size.

use std::process::{Command, ExitCode};
use std::thread::available_parallelism;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::arguments::Arguments;
use crate::counts::{self, Counts, Results};
use crate::paths::Paths;
use crate::report::Report;
use crate::run_lock::RunLock;
use crate::rust_tests::{self, RustTestKind, WORKSPACE_ARGUMENTS, cargo_command};
use crate::scratch::Scratch;
use crate::{
    ErrorText, bench, command, cover, disk, e2e, einvoice, engines, load, package, run, schedules, tools,
    types, web,
};

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
    run: fn(&Run) -> Result<Results, ErrorText>,
}

const STEPS: [Step; 20] = [
    Step::for_both("format", "Rust formatting (rustfmt)", |run| {
        run_check(cargo_command(&run.paths).args(["fmt", "--all", "--check"]))
    }),
    Step::for_both("rules", "Rules for the browser (WASM)", |run| {
        run::prepare(&run.paths)?;
        Ok(Counts::ONE.into())
    }),
    Step::for_both("web", "Web app: types, lints, imports", |run| {
        prepare(run)?;
        run_check(web::npm_command(&run.paths).args(["run", "--silent", "check"]))
    }),
    Step::for_both("components", "Web app: unit and component tests", run_components).with_filter(),
    Step::for_both("site", "Web app: build", |run| {
        prepare(run)?;
        web::build(&run.paths)?;
        web::print_page(&run.paths)?;
        Ok(Counts::ONE.into())
    }),
    Step::for_both("lints", "Rust lints (clippy)", |run| {
        let mut clippy = cargo_command(&run.paths);
        clippy.arg("clippy").args(WORKSPACE_ARGUMENTS);
        run_check(clippy.args(["--all-targets", "--", "-D", "warnings"]))
    }),
    Step::for_both("unit", "Rust unit tests", |run| {
        build_web(run)?;
        tools::ensure()?;
        let folder = run.scratch.path().join("types");
        let mut tests = rust_tests::test_command(&run.paths, RustTestKind::Unit, count_cores(), &run.filter);
        println!("  random cases of the rules, seed {}", run.seed);
        tests.env("PROPTEST_RNG_SEED", run.seed.to_string());
        let results = rust_tests::run(types::export_to(&mut tests, &folder))?;
        if !run.filter.is_empty() {
            return Ok(results);
        }
        Ok(results + rust_tests::run(&mut rust_tests::doc_test_command(&run.paths))?)
    })
    .with_filter(),
    Step::for_both("types", "Generated types match Rust", |run| {
        let folder = run.scratch.path().join("types");
        types::check_drift(&run.paths, &folder).map(Results::from)
    }),
    Step::for_both("http", "HTTP tests, on SQLite", |run| {
        build_web(run)?;
        tools::ensure()?;
        cover::run_on_sqlite(run)
    })
    .with_filter(),
    Step::for_both("postgres", "HTTP tests, on PostgreSQL", |run| {
        build_web(run)?;
        tools::ensure()?;
        cover::run_on_postgres(run)
    })
    .with_filter(),
    Step::for_both("parity", "Parity: native, WASM and HTTP", run_parity),
    Step::for_both("e2e", "Browser tests (Chromium)", |run| {
        build_server(run)?;
        tools::ensure()?;
        let which = e2e::BrowserTests {
            filter: &run.filter,
            last_failed: run.last_failed,
            is_prove: run.mode == Mode::Prove,
        };
        e2e::test(&run.paths, &which)
    })
    .with_filter(),
    Step::for_prove("schedules", "Random faults: two devices and the server", |run| {
        build_server(run)?;
        schedules::test(&run.paths, &run.scratch, run.seed)
    }),
    Step::for_prove("mail", "Random faults: the mail server", |run| {
        rust_tests::run_mail_schedules(&run.paths, run.seed)
    }),
    Step::for_prove("disk", "Faults of the disk: at every write", |run| {
        build_server(run)?;
        disk::test(&run.paths).map(Results::from)
    }),
    Step::for_prove("einvoice", "E-invoices: the official rules", |run| {
        build_server(run)?;
        einvoice::test(&run.paths, &run.scratch).map(Results::from)
    }),
    Step::for_prove("engines", "Other browsers: Firefox and WebKit", |run| {
        build_server(run)?;
        engines::test(&run.paths, &run.paths.server(false))
    }),
    Step::for_prove("bounds", "Bounds of speed in the browser", |run| {
        build_server(run)?;
        bench::run_in_browser(&run.paths)
    }),
    Step::for_prove("bench", "Bounds of speed of the rules and the server (release build)", |run| {
        bench::run_all(&run.paths).map(Results::from)
    }),
    Step::for_prove("load", "Bounds under attack (release build)", |run| {
        load::attack(&run.paths, run.seed).map(Results::from)
    }),
];

impl Step {
    const fn for_both(
        name: &'static str,
        title: &'static str,
        run: fn(&Run) -> Result<Results, ErrorText>,
    ) -> Self {
        Self { name, title, in_test: true, takes_filter: false, run }
    }

    const fn with_filter(mut self) -> Self {
        self.takes_filter = true;
        self
    }

    const fn for_prove(
        name: &'static str,
        title: &'static str,
        run: fn(&Run) -> Result<Results, ErrorText>,
    ) -> Self {
        Self { name, title, in_test: false, takes_filter: false, run }
    }
}

/// Runs the steps of a mode, or the single step that is named, with the filter after it.
pub fn run_mode(mode: Mode, arguments: &Arguments) -> Result<ExitCode, ErrorText> {
    let of_mode = |step: &&Step| step.in_test || mode == Mode::Prove;
    if arguments.list {
        for step in STEPS.iter().filter(of_mode) {
            println!("  {:<11} {}", step.name, step.title);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let wanted: Vec<&Step> = match arguments.positional.split_first() {
        None => STEPS.iter().filter(of_mode).collect(),
        Some((name, filter)) => {
            let step = find_step(mode, name)?;
            check_filter(step, filter)?;
            vec![step]
        }
    };
    if arguments.last_failed && !(wanted.len() == 1 && wanted[0].name == "e2e") {
        return Err("--last-failed is for the browser tests: 'e2e --last-failed'.".to_owned());
    }
    let paths = Paths::find()?;
    let _turn = RunLock::acquire(&paths)?;
    let run = Run {
        mode,
        seed: arguments.seed.unwrap_or_else(|| choose_seed(mode, now())),
        filter: arguments.positional.iter().skip(1).cloned().collect(),
        last_failed: arguments.last_failed,
        scratch: Scratch::new(&paths)?,
        paths,
    };
    let mut report = Report::default();
    for step in wanted {
        report.run_step(step.title, || (step.run)(&run));
    }
    Ok(match report.finish() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// A filter for a step that doesn't take one is an error. A filter that is also the name of a step is used, with a
/// message that it isn't taken as a step.
fn check_filter(step: &Step, filter: &[String]) -> Result<(), ErrorText> {
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
            println!("  ('{word}' is a filter of '{}' here; as a step it is run by itself)", step.name);
        }
    }
    Ok(())
}

fn find_step(mode: Mode, name: &str) -> Result<&'static Step, ErrorText> {
    let found = STEPS.iter().find(|step| step.name == name);
    let found = found.ok_or_else(|| {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        format!("there is no step '{name}'. The steps: {}.", names.join(", "))
    })?;
    if mode == Mode::Test && !found.in_test {
        return Err(format!("'{name}' is a step of 'cargo xtask prove' only: cargo xtask prove {name}."));
    }
    Ok(found)
}

/// Tools, web packages and the rules for the browser; quick if they exist already.
fn prepare(run: &Run) -> Result<(), ErrorText> {
    run::prepare(&run.paths)
}

/// The built web app, which is part of the server.
fn build_web(run: &Run) -> Result<(), ErrorText> {
    prepare(run)?;
    web::build(&run.paths)
}

/// The server and its helper programs (the stand-in for Stripe, the generator of random cases).
fn build_server(run: &Run) -> Result<(), ErrorText> {
    build_web(run)?;
    let mut build = cargo_command(&run.paths);
    build.args(["build", "--quiet", "--bins", "--examples"]);
    command::run(build.args(WORKSPACE_ARGUMENTS))
}

fn run_components(run: &Run) -> Result<Results, ErrorText> {
    prepare(run)?;
    let mut vitest = web::npm_command(&run.paths);
    vitest.args(["run", "--silent", "test", "--"]);
    vitest.args(&run.filter).env("NO_COLOR", "1");
    counts::count_tests(&command::run_watched(&mut vitest)?)
}

/// The current time in seconds since 1970.
fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |since| since.as_secs())
}

/// In `test`, the seed of the day, so that a failure stays reproducible until tomorrow; in `prove`, a new one.
fn choose_seed(mode: Mode, seconds: u64) -> u64 {
    match mode {
        Mode::Test => seconds / 86_400,
        Mode::Prove => seconds,
    }
}

/// Compares documents whose prices include VAT, half as many others, and sequences of edits: a number of random ones in
/// `test`, many more in `prove`. The examples in docs/rules.md, section 9, are run as well.
fn run_parity(run: &Run) -> Result<Results, ErrorText> {
    build_server(run)?;
    let package = package::assemble(&run.paths)?;
    let seed = run.seed;
    let (documents, edits) = match run.mode {
        Mode::Test => (20_000, 10_000),
        Mode::Prove => (100_000, 150_000),
    };
    println!(
        "  {documents} random documents with VAT in their prices, {edits} sequences of edits, seed {seed}"
    );
    let mut node = web::node_command(&run.paths);
    node.arg(run.paths.root.join("tests/parity/run.mjs"))
        .arg(format!("--documents={documents}"))
        .arg(format!("--edits={edits}"))
        .arg(format!("--seed={seed}"))
        .env("PLUMBLINE_BIN", run.paths.server(false))
        .env("PLUMBLINE_NPM", package);
    counts::count_tests(&command::run_watched(&mut node)?)
}

fn run_check(command: &mut Command) -> Result<Results, ErrorText> {
    command::run_watched(command).map(|outcome| counts::count_check(&outcome).into())
}

/// How many tests run in parallel.
pub fn count_cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_found_by_its_name() {
        assert_eq!(find_step(Mode::Test, "e2e").unwrap().name, "e2e");
        assert_eq!(find_step(Mode::Prove, "load").unwrap().name, "load");
        let sentence = find_step(Mode::Test, "load").err().unwrap();
        assert!(sentence.contains("cargo xtask prove load"), "{sentence}");
        assert!(find_step(Mode::Test, "lint").err().unwrap().contains("lints"));
    }

    #[test]
    fn a_filter_that_is_not_taken_is_an_error() {
        let filter = ["VAT".to_owned()];
        for step in &STEPS {
            assert_eq!(check_filter(step, &filter).is_ok(), step.takes_filter);
            assert!(check_filter(step, &[]).is_ok());
        }
        let parity = find_step(Mode::Test, "parity").unwrap();
        let sentence = check_filter(parity, &filter).unwrap_err();
        assert!(sentence.contains("takes no filter 'VAT'"), "{sentence}");
    }

    #[test]
    fn the_seed_is_that_of_the_day_or_a_fresh_one() {
        let noon = 1_795_953_600;
        assert_eq!(choose_seed(Mode::Test, noon), choose_seed(Mode::Test, noon + 3_600));
        assert_ne!(choose_seed(Mode::Test, noon), choose_seed(Mode::Test, noon + 86_400));
        assert_ne!(choose_seed(Mode::Prove, noon), choose_seed(Mode::Prove, noon + 1));
    }

    #[test]
    fn each_step_has_a_unique_name() {
        for step in &STEPS {
            assert_eq!(STEPS.iter().filter(|other| other.name == step.name).count(), 1);
        }
    }
}
