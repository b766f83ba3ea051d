//! Running other programs: show what they say, and keep it where it must be read.

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
/// A program that hangs is stopped with all that it started, and the failure ends with what it said last: test
/// runners name there which test is taking long.
pub fn watched_without(
    command: &mut Command,
    is_hidden: fn(&str) -> bool,
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
    loop {
        match lines.recv_timeout(SILENCE) {
            Ok(line) => {
                if !is_hidden(&line) {
                    show(&line);
                }
                text.push_str(&line);
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                group.stop();
                let _ = child.wait();
                return Err(format!(
                    "{} said nothing for {} minutes and was stopped. It said last:\n{}",
                    describe(command),
                    SILENCE.as_secs() / 60,
                    last_lines(&text)
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

fn last_lines(text: &str) -> String {
    const SHOWN: usize = 20;
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(SHOWN)..].join("\n")
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
