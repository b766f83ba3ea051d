//! The arguments of `cargo xtask`.

use crate::ErrorText;

/// A command with its switches and other arguments.
#[derive(Debug, Default, PartialEq)]
pub struct Arguments {
    /// The first argument; `help` if there is none.
    pub command: String,
    /// `--release`: an optimised build.
    pub release: bool,
    /// `--list`: list the steps without running any.
    pub list: bool,
    /// `--seed N`: the seed of the random cases, to repeat an earlier run.
    pub seed: Option<u64>,
    /// `--last-failed`: only the browser tests that failed in the previous run.
    pub last_failed: bool,
    /// The other arguments: a step, a filter, a kind of pictures.
    pub positional: Vec<String>,
}

impl Arguments {
    /// Parses the arguments; a switch that the command doesn't know is an error.
    pub fn parse(args: &[String]) -> Result<Self, ErrorText> {
        let mut args = args.iter();
        let command = args.next().map_or("help", String::as_str);
        let mut read = Self { command: command.to_owned(), ..Self::default() };
        while let Some(word) = args.next() {
            match (command, word.as_str()) {
                ("run" | "build", "--release") => read.release = true,
                ("test" | "prove", "--list") => read.list = true,
                ("test" | "prove" | "load", "--seed") => {
                    let seed = args.next().and_then(|seed| seed.parse().ok());
                    read.seed = Some(seed.ok_or("--seed takes a whole number, as a run prints it.")?);
                }
                ("test" | "prove", "--last-failed") => read.last_failed = true,
                ("test" | "prove" | "load" | "pictures", word) if !word.starts_with('-') => {
                    read.positional.push(word.to_owned());
                }
                (_, other) => {
                    return Err(format!("'cargo xtask {command}' does not know '{other}'."));
                }
            }
        }
        Ok(read)
    }

    /// The argument of a command that takes at most one.
    pub fn single_argument(&self) -> Result<Option<&str>, ErrorText> {
        match self.positional.as_slice() {
            [] => Ok(None),
            [word] => Ok(Some(word)),
            [_, more, ..] => {
                Err(format!("'cargo xtask {}' takes one argument, and not '{more}' too.", self.command))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;

    fn parse(args: &[&str]) -> Result<Arguments, String> {
        let args: Vec<String> = args.iter().map(|&word| word.to_owned()).collect();
        Arguments::parse(&args)
    }

    #[test]
    fn refuses_an_option_of_another_command() {
        assert!(parse(&["run", "--release"]).unwrap().release);
        assert!(parse(&["prove", "--list"]).unwrap().list);
        let sentence = parse(&["test", "--release"]).unwrap_err();
        assert_eq!(sentence, "'cargo xtask test' does not know '--release'.");
    }

    #[test]
    fn refuses_a_second_argument_if_only_one_is_allowed() {
        assert_eq!(parse(&["pictures", "site"]).unwrap().single_argument(), Ok(Some("site")));
        assert!(parse(&["pictures", "site", "screens"]).unwrap().single_argument().is_err());
        assert!(parse(&["einvoice", "one"]).is_err());
    }

    #[test]
    fn a_seed_is_a_number() {
        let arguments = parse(&["prove", "parity", "--seed", "20261129"]).unwrap();
        assert_eq!(arguments.seed, Some(20_261_129));
        assert_eq!(arguments.positional, ["parity"]);
        assert!(parse(&["prove", "--seed", "today"]).is_err());
    }
}
