//! Running other programs: show what they say, and keep it where it must be read.

use std::collections::VecDeque;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::Failure;
use crate::children;
use crate::paths;

/// What a program said and whether it succeeded.
pub struct Outcome {
    /// Whether it ended with code 0.
    pub ok: bool,
    /// Everything it wrote, both streams in the order they came.
    pub text: String,
}

/// The cargo that runs us, without what it has told us of our own package: build scripts that look
/// at it (ring's) would be run anew, and all that stands on them, for each clone.
pub fn cargo() -> Command {
    let mut cargo = Command::new(paths::cargo());
    for (name, _) in std::env::vars_os() {
        let of_package = name.to_str().is_some_and(|name| {
            name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
        });
        if of_package {
            cargo.env_remove(name);
        }
    }
    cargo
}

/// Runs a program in sight of the person; its failure is ours.
pub fn run(command: &mut Command) -> Result<(), Failure> {
    let status = ended(command)?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{} failed ({status}).", describe(command)))
    }
}

/// Runs a program in sight of the person to its end, however that is.
pub fn ended(command: &mut Command) -> Result<ExitStatus, Failure> {
    // A group of its own is not the terminal's: a program that reads from there would be halted.
    command.stdin(Stdio::null());
    let (mut child, _group) = children::start(command).map_err(|e| cannot_start(command, &e))?;
    child.wait().map_err(|e| lost(command, &e))
}

/// Runs a program unseen; what it said comes with the failure.
pub fn quiet(command: &mut Command) -> Result<String, Failure> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let (child, _group) = children::start(command).map_err(|e| cannot_start(command, &e))?;
    let output = child.wait_with_output().map_err(|e| lost(command, &e))?;
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        return Ok(said(&output.stdout));
    }
    let words = format!("{}{}", said(&output.stdout), said(&output.stderr));
    Err(format!(
        "{} failed ({}).\n{words}",
        describe(command),
        output.status
    ))
}

/// A program that says nothing for so long hangs, and is stopped. Nothing that works is silent for a tenth of it.
const SILENCE: Duration = Duration::from_secs(900);

/// Runs a program in sight of the person and keeps what it says, so that results can be counted.
pub fn watched(command: &mut Command) -> Result<Outcome, Failure> {
    watched_without(command, |_| false)
}

/// The same, where the lines of a kind are kept but not shown.
///
/// A program that hangs is stopped with all that it started, and the failure ends with what it showed last and with the
/// tests that it said are taking long.
pub fn watched_without(
    command: &mut Command,
    is_hidden: fn(&str) -> bool,
) -> Result<Outcome, Failure> {
    watched_for(command, is_hidden, SILENCE)
}

fn watched_for(
    command: &mut Command,
    is_hidden: fn(&str) -> bool,
    silence: Duration,
) -> Result<Outcome, Failure> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let (mut child, group) = children::start(command).map_err(|e| cannot_start(command, &e))?;
    let (sender, lines) = mpsc::channel();
    for stream in [
        child
            .stdout
            .take()
            .map(|it| Box::new(it) as Box<dyn Read + Send>),
        child
            .stderr
            .take()
            .map(|it| Box::new(it) as Box<dyn Read + Send>),
    ]
    .into_iter()
    .flatten()
    {
        read_lines(stream, sender.clone());
    }
    drop(sender);
    let mut text = String::new();
    let mut latest = Latest::default();
    loop {
        match lines.recv_timeout(silence) {
            Ok(line) => {
                let is_shown = !is_hidden(&line);
                if is_shown {
                    show(&line);
                }
                latest.hear(&line, is_shown);
                text.push_str(&line);
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                group.stop(&mut child);
                let _ = child.wait();
                return Err(format!(
                    "{} said nothing for {} minutes and was stopped. {latest}",
                    describe(command),
                    silence.as_secs() / 60,
                ));
            }
        }
    }
    let status = child.wait().map_err(|e| lost(command, &e))?;
    group.sweep();
    Ok(Outcome {
        ok: status.success(),
        text,
    })
}

/// Hands over what a program writes, line by line.
fn read_lines(stream: impl Read + Send + 'static, lines: mpsc::Sender<String>) {
    std::thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        while stream.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
            let text = String::from_utf8_lossy(&line).into_owned();
            if lines.send(text).is_err() {
                return;
            }
            line.clear();
        }
    });
}

fn show(line: &str) {
    let mut terminal = std::io::stdout().lock();
    // A closed terminal is no reason to stop counting.
    let _ = terminal
        .write_all(line.as_bytes())
        .and_then(|()| terminal.flush());
}

/// What a program showed last, and the tests of which it said that they take long.
#[derive(Default)]
struct Latest {
    shown: VecDeque<String>,
    long: Vec<String>,
}

impl Latest {
    fn hear(&mut self, line: &str, is_shown: bool) {
        const KEPT: usize = 20;
        let line = line.trim_end();
        if let Some((before, _)) = line.split_once(" has been running for ") {
            let name = before.rsplit("test ").next().unwrap_or(before);
            self.long.push(name.to_owned());
        } else if let Some((name, _)) = line
            .strip_prefix("test ")
            .and_then(|tail| tail.split_once(" ... "))
        {
            self.long.retain(|long| long != name);
        }
        if is_shown {
            self.shown.push_back(line.to_owned());
            if self.shown.len() > KEPT {
                self.shown.pop_front();
            }
        }
    }
}

impl fmt::Display for Latest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.long.is_empty() {
            writeln!(f, "Tests that did not end: {}.", self.long.join(", "))?;
        }
        f.write_str("It said last:")?;
        self.shown.iter().try_for_each(|line| write!(f, "\n{line}"))
    }
}

fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program
        .file_name()
        .unwrap_or(program.as_os_str())
        .to_string_lossy();
    let first = command
        .get_args()
        .next()
        .map(|a| format!(" {}", a.to_string_lossy()));
    format!("{name}{}", first.unwrap_or_default())
}

fn lost(command: &Command, error: &std::io::Error) -> Failure {
    format!("{} was lost: {error}.", describe(command))
}

fn cannot_start(command: &Command, error: &std::io::Error) -> Failure {
    format!("{} could not be started: {error}.", describe(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_hangs_is_stopped_and_its_test_named() {
        let says = "echo 'test slow has been running for over 60 seconds'; \
                    echo 'test other has been running for over 60 seconds'; \
                    seq -f 'test quick_%g ... ok' 1 30; echo 'test other ... ok'; sleep 600";
        let mut shell = Command::new("sh");
        shell.args(["-c", says]);
        let is_hidden = |line: &str| line.trim_end().ends_with("... ok");
        let stopped = watched_for(&mut shell, is_hidden, Duration::from_secs(1));
        let sentence = stopped.err().unwrap();
        assert!(
            sentence.contains("Tests that did not end: slow.\nIt said last:\ntest slow has"),
            "{sentence}"
        );
        assert!(!sentence.contains("quick_"), "{sentence}");
    }
}
