//! `cargo xtask`: everything a person does with this repository besides editing it.
//!
//! One file per command, and one per thing that commands share (tools, web build, PostgreSQL, browser).

mod bench;
mod browser;
mod command;
mod counts;
mod dates;
mod deps;
mod e2e;
mod einvoice;
mod engines;
mod load;
mod paths;
mod poppler;
mod postgres;
mod report;
mod run;
mod schedules;
mod size;
mod stamp;
mod system;
mod test;
mod tools;
mod types;
mod wasm;
mod web;

use std::process::ExitCode;

const HELP: &str = "\
Plumbline's own commands:

  cargo xtask run [--release]     set up, build and start on 127.0.0.1:8080 with the data in ./data
  cargo xtask build [--release]   set up and build, without starting
  cargo xtask test [STEP]         every check and every test (or the steps whose name has this word);
                                  what cannot run is a failure
  cargo xtask postgres            a PostgreSQL for tests until Ctrl-C; prints the TEST_DATABASE_URL for it
  cargo xtask e2e [--screens]     the browser tests alone; or pictures of every screen in target/screens
  cargo xtask e2e --manifest      the installed app's icons and pictures in web/public, made anew
  cargo xtask e2e --site          the marketing site's pictures of the product, made anew
  cargo xtask types               write the generated TypeScript types again
  cargo xtask bench               a keystroke beside its peers, throughput of the calculation and of public answers,
                                  time of a PDF (release build)
  cargo xtask load attack         a bounded attack on a release build: what it costs, and what others wait for meanwhile
  cargo xtask schedules [N]       N (5,000) random schedules of faults between two devices and the server
  cargo xtask einvoice --rules FOLDER   the golden e-invoices, held against the official rules in a folder
  cargo xtask deps                licences and advisories of the dependencies (cargo-deny)
";

/// What went wrong, as a sentence for the person at the terminal.
type Failure = String;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(code) => code,
        Err(sentence) => {
            eprintln!("\nxtask: {sentence}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<ExitCode, Failure> {
    let command = arguments.first().map_or("help", String::as_str);
    let flags = Flags::parse(command, arguments.get(1..).unwrap_or_default())?;
    match command {
        "run" => run::run(flags.release),
        "build" => run::build(flags.release).map(|_| ExitCode::SUCCESS),
        "test" => test::run(flags.word.as_deref()),
        "postgres" => postgres::until_stopped(),
        "e2e" => e2e::command(flags.pictures),
        "types" => types::command(),
        "bench" => bench::command(),
        "load" => load::command(flags.word.as_deref()),
        "schedules" => schedules::command(flags.word.as_deref()),
        "einvoice" => einvoice::command(flags.word.as_deref()),
        "deps" => deps::command(),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(ExitCode::SUCCESS)
        }
        other => Err(format!("there is no command '{other}'.\n\n{HELP}")),
    }
}

/// The switches a command understands.
#[derive(Debug, Default, PartialEq)]
struct Flags {
    release: bool,
    /// The script that makes pictures, in place of the browser tests.
    pictures: Option<&'static str>,
    /// Which steps of a test run, which load or how many schedules are wanted.
    word: Option<String>,
}

impl Flags {
    fn parse(command: &str, arguments: &[String]) -> Result<Self, Failure> {
        let mut flags = Self::default();
        // What follows a folder's switch is its path, as it is written.
        if let ("einvoice", [switch, folder]) = (command, arguments)
            && switch == "--rules"
        {
            flags.word = Some(folder.clone());
            return Ok(flags);
        }
        for argument in arguments {
            match (command, argument.as_str()) {
                ("run" | "build", "--release") => flags.release = true,
                ("e2e", "--screens") => flags.pictures = Some("screens.mjs"),
                ("e2e", "--manifest") => flags.pictures = Some("manifest-pictures.mjs"),
                ("e2e", "--site") => flags.pictures = Some("site-pictures.mjs"),
                ("test" | "load" | "schedules", word) if !word.starts_with('-') => {
                    flags.word = Some(word.to_lowercase());
                }
                (_, other) => {
                    return Err(format!("'cargo xtask {command}' does not know '{other}'."));
                }
            }
        }
        Ok(flags)
    }
}

#[cfg(test)]
mod tests {
    use super::Flags;

    fn parse(command: &str, argument: &str) -> Result<Flags, String> {
        Flags::parse(command, &[argument.to_owned()])
    }

    #[test]
    fn a_flag_belongs_to_its_command() {
        assert!(parse("run", "--release").unwrap().release);
        assert!(parse("e2e", "--screens").unwrap().pictures.is_some());
        let sentence = parse("test", "--release").unwrap_err();
        assert_eq!(sentence, "'cargo xtask test' does not know '--release'.");
    }
}
