//! Running other programs: their output is shown, and returned if it is needed.

use std::collections::VecDeque;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::ErrorText;
use crate::children;
use crate::paths;

/// The output of a program, and whether it succeeded.
pub struct Outcome {
    /// Whether its exit code was 0.
    pub ok: bool,
    /// Everything that it wrote, with both streams in the order of arrival.
    pub text: String,
}

/// The cargo that runs this program, without the variables about this package: build scripts that read them (such as
/// ring's) would run again for each clone, with everything that depends on them.
pub fn cargo_command() -> Command {
    let mut cargo = Command::new(paths::cargo_program());
    for (name, _) in std::env::vars_os() {
        let of_package = name
            .to_str()
            .is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"));
        if of_package {
            cargo.env_remove(name);
        }
    }
    cargo
}

/// Runs a program with its output in the terminal; its failure is an error.
pub fn run(command: &mut Command) -> Result<(), ErrorText> {
    let status = run_to_end(command)?;
    if status.success() { Ok(()) } else { Err(format!("{} failed ({status}).", describe(command))) }
}

/// Runs a program with its output in the terminal, and returns its exit status.
pub fn run_to_end(command: &mut Command) -> Result<ExitStatus, ErrorText> {
    // The program has its own process group, which is not the terminal's: it would be stopped if it read from the
    // terminal.
    command.stdin(Stdio::null());
    let (mut child, _group) = children::start(command).map_err(|e| start_error(command, &e))?;
    child.wait().map_err(|e| lost_error(command, &e))
}

/// Runs a program without showing its output; a failure contains the output.
pub fn run_quietly(command: &mut Command) -> Result<String, ErrorText> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (child, _group) = children::start(command).map_err(|e| start_error(command, &e))?;
    let output = child.wait_with_output().map_err(|e| lost_error(command, &e))?;
    let given = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        return Ok(given(&output.stdout));
    }
    let text = format!("{}{}", given(&output.stdout), given(&output.stderr));
    Err(format!("{} failed ({}).\n{text}", describe(command), output.status))
}

/// A program without any output for this long is taken to hang, and is stopped. No working program is silent for a
/// tenth of it.
const SILENCE_LIMIT: Duration = Duration::from_secs(900);

/// Runs a program with its output in the terminal, and also returns the output, so that results can be counted.
pub fn run_watched(command: &mut Command) -> Result<Outcome, ErrorText> {
    run_watched_hiding(command, |_| false)
}

/// The same, but lines for which `is_hidden` is true are returned without being shown.
///
/// A program that hangs is stopped with everything that it started. The error ends with the last output and with the
/// tests that were reported as taking long.
pub fn run_watched_hiding(command: &mut Command, is_hidden: fn(&str) -> bool) -> Result<Outcome, ErrorText> {
    run_watched_for(command, is_hidden, SILENCE_LIMIT)
}

fn run_watched_for(
    command: &mut Command,
    is_hidden: fn(&str) -> bool,
    silence: Duration,
) -> Result<Outcome, ErrorText> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (mut child, group) = children::start(command).map_err(|e| start_error(command, &e))?;
    let (sender, lines) = mpsc::channel();
    for stream in [
        child.stdout.take().map(|it| Box::new(it) as Box<dyn Read + Send>),
        child.stderr.take().map(|it| Box::new(it) as Box<dyn Read + Send>),
    ]
    .into_iter()
    .flatten()
    {
        read_lines(stream, sender.clone());
    }
    drop(sender);
    let mut text = String::new();
    let mut latest = RecentOutput::default();
    loop {
        match lines.recv_timeout(silence) {
            Ok(line) => {
                let is_shown = !is_hidden(&line);
                if is_shown {
                    print_line(&line);
                }
                latest.add_line(&line, is_shown);
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
    let status = child.wait().map_err(|e| lost_error(command, &e))?;
    group.sweep();
    Ok(Outcome { ok: status.success(), text })
}

/// Sends the output of a program, line by line.
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

fn print_line(line: &str) {
    let mut terminal = std::io::stdout().lock();
    // Counting goes on if the terminal has been closed.
    let _ = terminal.write_all(line.as_bytes()).and_then(|()| terminal.flush());
}

/// The last lines that a program printed, and the tests that it reported as taking long.
#[derive(Default)]
struct RecentOutput {
    lines: VecDeque<String>,
    long: Vec<String>,
}

impl RecentOutput {
    fn add_line(&mut self, line: &str, is_shown: bool) {
        const LINES_MAX: usize = 20;
        let line = line.trim_end();
        if let Some((before, _)) = line.split_once(" has been running for ") {
            let name = before.rsplit("test ").next().unwrap_or(before);
            self.long.push(name.to_owned());
        } else if let Some((name, _)) = line.strip_prefix("test ").and_then(|tail| tail.split_once(" ... ")) {
            self.long.retain(|long| long != name);
        }
        if is_shown {
            self.lines.push_back(line.to_owned());
            if self.lines.len() > LINES_MAX {
                self.lines.pop_front();
            }
        }
    }
}

impl fmt::Display for RecentOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.long.is_empty() {
            writeln!(f, "Tests that did not end: {}.", self.long.join(", "))?;
        }
        f.write_str("It said last:")?;
        self.lines.iter().try_for_each(|line| write!(f, "\n{line}"))
    }
}

fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
    let first = command.get_args().next().map(|a| format!(" {}", a.to_string_lossy()));
    format!("{name}{}", first.unwrap_or_default())
}

fn lost_error(command: &Command, error: &std::io::Error) -> ErrorText {
    format!("{} was lost: {error}.", describe(command))
}

fn start_error(command: &Command, error: &std::io::Error) -> ErrorText {
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
        let stopped = run_watched_for(&mut shell, is_hidden, Duration::from_secs(1));
        let sentence = stopped.err().unwrap();
        assert!(
            sentence.contains("Tests that did not end: slow.\nIt said last:\ntest slow has"),
            "{sentence}"
        );
        assert!(!sentence.contains("quick_"), "{sentence}");
    }
}
