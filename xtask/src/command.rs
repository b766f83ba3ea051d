//! Running other programs: show what they say, and keep it where it must be read.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use crate::Failure;
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
    let status = command.status().map_err(|e| cannot_start(command, &e))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{} failed ({status}).", describe(command)))
    }
}

/// Runs a program unseen; what it said comes with the failure.
pub fn quiet(command: &mut Command) -> Result<String, Failure> {
    let output = command.output().map_err(|e| cannot_start(command, &e))?;
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

/// Runs a program in sight of the person and keeps what it says, so that results can be counted.
pub fn watched(command: &mut Command) -> Result<Outcome, Failure> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| cannot_start(command, &e))?;
    let kept = Arc::new(Mutex::new(String::new()));
    let readers = [
        child
            .stdout
            .take()
            .map(|stream| echo(stream, Arc::clone(&kept))),
        child
            .stderr
            .take()
            .map(|stream| echo(stream, Arc::clone(&kept))),
    ];
    let status = child
        .wait()
        .map_err(|e| format!("{} was lost: {e}", describe(command)))?;
    for reader in readers.into_iter().flatten() {
        reader
            .join()
            .map_err(|_| "reading a program's output failed.".to_owned())?;
    }
    let text = kept.lock().map(|text| text.clone()).unwrap_or_default();
    Ok(Outcome {
        ok: status.success(),
        text,
    })
}

fn echo(
    stream: impl Read + Send + 'static,
    kept: Arc<Mutex<String>>,
) -> std::thread::JoinHandle<()> {
    std::thread::spawn(move || {
        let mut lines = BufReader::new(stream);
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
            let text = String::from_utf8_lossy(&line).into_owned();
            let mut terminal = std::io::stdout().lock();
            // A closed terminal is no reason to stop counting.
            let _ = terminal
                .write_all(text.as_bytes())
                .and_then(|()| terminal.flush());
            if let Ok(mut kept) = kept.lock() {
                kept.push_str(&text);
            }
            line.clear();
        }
    })
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

fn cannot_start(command: &Command, error: &std::io::Error) -> Failure {
    format!("{} could not be started: {error}.", describe(command))
}
