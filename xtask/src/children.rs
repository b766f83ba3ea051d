//! The programs that are running now, each in a process group of its own with everything that it starts, so that an
//! interrupted run leaves nothing behind.

use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{io, os::unix::process::CommandExt as _};

use crate::postgres;
use crate::scratch;

/// How long a process group may take to end after SIGTERM.
const GRACE: Duration = Duration::from_secs(5);

static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program. Its temporary files go to the folder of this run, unless the command sets another one.
pub fn start(command: &mut Command) -> io::Result<(Child, Group)> {
    let says_where = command.get_envs().any(|(name, _)| name == "TMPDIR");
    if let Some(folder) = scratch::run_folder().filter(|_| !says_where) {
        command.env("TMPDIR", folder);
    }
    // The lock is held so that an interrupt either comes before the start, or finds the program in the list.
    let mut running = running();
    let child = command.process_group(0).spawn()?;
    running.push(child.id());
    let group = Group(child.id());
    Ok((child, group))
}

/// A program and every process that it started; dropped when the program has ended.
#[derive(Debug)]
pub struct Group(u32);

impl Group {
    /// Ends the whole group, including the program itself.
    pub fn stop(&self, child: &mut Child) {
        // A process counts as running until its exit status has been read.
        stop(&[self.0], || drop(child.try_wait()));
    }

    /// Ends any process that the program left behind when it ended.
    pub fn sweep(&self) {
        signal(&[self.0], "-KILL");
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // While an interrupted run stops its programs, this waits, and so does the run, which must not end before.
        running().retain(|group| *group != self.0);
    }
}

/// When the run is interrupted, stops what it started, removes its temporary files and ends.
pub fn stop_when_interrupted() {
    let interrupted = || {
        // The lock is held to the end, so that nothing else is started.
        let running = running();
        stop(&running, || {});
        postgres::stop_all();
        scratch::remove_all();
        std::process::exit(130);
    };
    // If the handler can't be set, an interrupted run ends at once without cleaning up.
    let _ = ctrlc::set_handler(interrupted);
}

/// Asks process groups to end, and kills those that don't.
fn stop(groups: &[u32], mut meanwhile: impl FnMut()) {
    if groups.is_empty() {
        return;
    }
    signal(groups, "-TERM");
    let give_up = Instant::now() + GRACE;
    while groups.iter().any(|group| signal(&[*group], "-0")) && Instant::now() < give_up {
        sleep(Duration::from_millis(50));
        meanwhile();
    }
    signal(groups, "-KILL");
}

/// Sends a signal; true if any process received it.
fn signal(groups: &[u32], signal: &str) -> bool {
    let mut kill = Command::new("kill");
    kill.args([signal, "--"]);
    kill.args(groups.iter().map(|group| format!("-{group}")));
    let ended = kill.stdout(Stdio::null()).stderr(Stdio::null()).status();
    ended.is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};

    use super::*;

    #[test]
    fn a_program_is_stopped_with_what_it_started() {
        let mut shell = Command::new("sh");
        shell.args(["-c", "sleep 600 & echo $!; wait"]);
        let (mut child, group) = start(shell.stdout(Stdio::piped())).unwrap();
        let mut sleeper = String::new();
        let mut buf_reader = BufReader::new(child.stdout.take().unwrap());
        buf_reader.read_line(&mut sleeper).unwrap();
        assert!(running().contains(&child.id()));

        group.stop(&mut child);
        assert!(!child.wait().unwrap().success());
        // Its output ends only when nobody holds it any more.
        assert_eq!(buf_reader.read_line(&mut sleeper).unwrap(), 0);
        let id = group.0;
        drop(group);
        assert!(!running().contains(&id));
    }
}
