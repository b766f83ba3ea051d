//! `cargo xtask`: everything a person does with this repository besides editing it.
//!
//! One file per command, and one per thing that commands share (tools, web build, PostgreSQL, browser).

mod arguments;
mod bench;
mod children;
#[cfg(test)]
mod citations;
mod command;
mod counts;
mod cover;
mod disk;
mod e2e;
mod einvoice;
mod engines;
mod load;
mod package;
mod paths;
mod postgres;
mod report;
mod run;
mod run_lock;
mod rust_tests;
mod schedules;
mod scratch;
mod stamp;
mod statements;
mod steps;
mod system;
mod tools;
mod types;
mod wasm;
mod web;

use std::process::ExitCode;

use arguments::Arguments;
use steps::Mode;

const HELP: &str = "\
Plumbline's own commands:

  cargo xtask run [--release]     set up, build and start on 127.0.0.1:8080 with the data in ./data
  cargo xtask build [--release]   set up and build, without starting
  cargo xtask test                every rule, every capability and every flow, once
  cargo xtask test STEP [FILTER]  one step of it, or the tests of a step whose names contain the filter, of several words
                                  any: 'test e2e choices', 'test http expenses::', 'test components LoginPage';
                                  'test e2e --last-failed'
  cargo xtask test --list         the steps
  cargo xtask prove [STEP]        everything at every size: both databases in full, both screen sizes, more and fresh
                                  random cases, the other browser engines, bounds of speed and memory; before a release
  cargo xtask prove --list        the steps; --seed N repeats the random cases of an earlier run
  cargo xtask load attack         the step 'load' of 'prove': a bounded attack on a release build, while others work
  cargo xtask postgres            a PostgreSQL for tests until Ctrl-C; prints the TEST_DATABASE_URL for it
  cargo xtask pictures WHICH      pictures by the browser: 'screens' (every screen, in target/screens), 'manifest' (the
                                  installed app's icons), 'site' (the marketing pages' pictures of the product)
  cargo xtask types               write the generated TypeScript types again
  cargo xtask package             the rules as an npm package, in target/npm
  cargo xtask bench               the benchmarks, with what they are compared to (release build)
  cargo xtask deps                licences and advisories of the dependencies (cargo-deny)
";

/// An error message for the person at the terminal.
type ErrorText = String;

fn main() -> ExitCode {
    children::stop_when_interrupted();
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(code) => code,
        Err(sentence) => {
            eprintln!("\nxtask: {sentence}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(args: &[String]) -> Result<ExitCode, ErrorText> {
    let arguments = Arguments::parse(args)?;
    match arguments.command.as_str() {
        "run" => run::run(arguments.release),
        "build" => run::build_only(arguments.release),
        "test" => steps::run_mode(Mode::Test, &arguments),
        "prove" => steps::run_mode(Mode::Prove, &arguments),
        "load" => load::run_load_tests(&arguments),
        "postgres" => postgres::run_until_stopped(),
        "pictures" => e2e::make_pictures(arguments.single_argument()?),
        "types" => types::write_types(),
        "package" => package::make_package(),
        "bench" => bench::run_benches(),
        "deps" => tools::check_dependencies(),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(ExitCode::SUCCESS)
        }
        other => Err(format!("there is no command '{other}'.\n\n{HELP}")),
    }
}
