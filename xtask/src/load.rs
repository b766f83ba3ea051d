//! The real server, in a release build, under a bounded attack.

use std::process::ExitCode;

use crate::ErrorText;
use crate::arguments::Arguments;
use crate::command;
use crate::counts::{self, Counts};
use crate::paths::Paths;
use crate::run;
use crate::steps::{self, Mode};
use crate::web;

const SCRIPT: &str = "tests/load/attack.mjs";

/// `cargo xtask load attack`: the same as `cargo xtask prove load`.
pub fn run_load_tests(arguments: &Arguments) -> Result<ExitCode, ErrorText> {
    let step = to_prove_arguments(arguments)?;
    steps::run_mode(Mode::Prove, &step)
}

fn to_prove_arguments(arguments: &Arguments) -> Result<Arguments, ErrorText> {
    match arguments.positional.as_slice() {
        [word] if word == "attack" => Ok(Arguments {
            command: "prove".to_owned(),
            seed: arguments.seed,
            positional: vec!["load".to_owned()],
            ..Arguments::default()
        }),
        _ => Err("say 'cargo xtask load attack'; '--seed N' repeats an earlier run.".to_owned()),
    }
}

/// Runs the attack; every measurement must be within its bound. The seed decides when senders disconnect.
pub fn attack(paths: &Paths, seed: u64) -> Result<Counts, ErrorText> {
    let server = run::build(true)?;
    let mut node = web::node_command(paths);
    node.arg(SCRIPT).arg(format!("--seed={seed}")).env("PLUMBLINE_BIN", server);
    command::run_watched(&mut node).map(|outcome| counts::count_check(&outcome))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_attack_is_a_step_of_prove() {
        let parse = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            Arguments::parse(&words).and_then(|arguments| to_prove_arguments(&arguments))
        };
        let step = parse(&["load", "attack", "--seed", "7"]).unwrap();
        assert_eq!((step.positional, step.seed), (vec!["load".to_owned()], Some(7)));
        for words in [&["load"][..], &["load", "test"], &["load", "attack", "x"]] {
            assert!(parse(words).is_err(), "{words:?}");
        }
    }
}
