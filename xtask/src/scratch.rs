//! The temporary files of a run: all in one folder, which goes with the run however it ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::Failure;
use crate::command;
use crate::paths::Paths;
use crate::system;

/// The temporary folders there are, for when the run is interrupted.
static THERE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The folder of this run.
static OWN: OnceLock<PathBuf> = OnceLock::new();

/// Where this run's temporary files go, if it made a place for them.
pub fn own() -> Option<&'static Path> {
    OWN.get().map(PathBuf::as_path)
}

/// Removes every temporary folder of this run.
pub fn remove_all() {
    for folder in there().iter() {
        let _ = fs::remove_dir_all(folder);
    }
}

fn there() -> MutexGuard<'static, Vec<PathBuf>> {
    THERE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A folder that is removed when it is dropped, and when the run is interrupted.
#[derive(Debug)]
pub struct Temporary(PathBuf);

impl Temporary {
    /// Makes it, with the folders above it. One that is there already is somebody else's.
    pub fn make(folder: PathBuf) -> Result<Self, Failure> {
        let above = folder.parent().unwrap_or(Path::new("."));
        let mut there = there();
        fs::create_dir_all(above)
            .and_then(|()| fs::create_dir(&folder))
            .map_err(|e| format!("{} could not be made: {e}", folder.display()))?;
        there.push(folder.clone());
        Ok(Self(folder))
    }

    /// One in memory where the system has room for it, else in the folder of this run.
    pub fn in_memory(scratch: &Scratch) -> Result<Self, Failure> {
        const ROOM_KB: u64 = 1024 * 1024;
        Self::make(match roomy_memory(ROOM_KB) {
            Some(memory) => memory.join(format!("plumbline-run-{}", std::process::id())),
            None => scratch.path().join("memory"),
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Leaves it to somebody else to remove.
    pub fn leave(self) {
        there().retain(|folder| *folder != self.0);
        std::mem::forget(self);
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // What cannot be removed now is removed when the next run begins.
        let _ = fs::remove_dir_all(&self.0);
        there().retain(|folder| *folder != self.0);
    }
}

/// The folder for the temporary files of this run. What an earlier run left that was killed is removed when the next
/// one begins.
pub struct Scratch(Temporary);

impl Scratch {
    /// Makes it.
    pub fn new(paths: &Paths) -> Result<Self, Failure> {
        let all = place(&paths.target);
        remove_abandoned(&all);
        let folder = all.join(std::process::id().to_string());
        // An earlier run's that had our number.
        let _ = fs::remove_dir_all(&folder);
        let folder = Temporary::make(folder)?;
        let _ = OWN.set(folder.path().to_owned());
        Ok(Self(folder))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

/// Beside what is built. Chromium makes a socket 45 letters below, and a socket's path has at most 107: where that would
/// be too long, in the system's own folder.
fn place(target: &Path) -> PathBuf {
    const LONGEST: usize = 107 - 45;
    let here = target.join("tmp-runs");
    let number = "/1234567";
    if here.as_os_str().len() + number.len() <= LONGEST {
        return here;
    }
    let user = system::user_id(None).unwrap_or(0);
    std::env::temp_dir().join(format!("plumbline-{user}"))
}

/// The system's folder in memory, where so much fits into it. None in most containers, which have some megabytes there.
pub fn roomy_memory(room_kb: u64) -> Option<PathBuf> {
    const FOLDER: &str = "/dev/shm";
    let said = command::quiet(std::process::Command::new("df").args(["-Pk", FOLDER])).ok()?;
    let free = said.lines().nth(1)?.split_whitespace().nth(3)?;
    let free: u64 = free.parse().ok()?;
    (free >= room_kb).then(|| PathBuf::from(FOLDER))
}

/// Removes the folders of runs whose process has ended. Where the system does not show processes as files, they stay
/// until `cargo clean`.
fn remove_abandoned(all: &Path) {
    if !Path::new("/proc/self").exists() {
        return;
    }
    for run in fs::read_dir(all).into_iter().flatten().flatten() {
        let is_running = Path::new("/proc").join(run.file_name()).exists();
        if !is_running {
            let _ = fs::remove_dir_all(run.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_folder_goes_and_one_that_is_left_to_somebody_stays() {
        let folder = std::env::temp_dir().join(format!("plumbline-scratch-{}", std::process::id()));
        let made = Temporary::make(folder.clone()).unwrap();
        assert!(folder.is_dir() && there().contains(&folder));
        assert!(Temporary::make(folder.clone()).is_err());
        assert!(folder.is_dir());
        drop(made);
        assert!(!folder.exists() && !there().contains(&folder));

        Temporary::make(folder.clone()).unwrap().leave();
        assert!(folder.is_dir() && !there().contains(&folder));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_socket_fits_below_the_folder() {
        let near = Path::new("/home/ada/plumbline/target");
        assert_eq!(place(near), near.join("tmp-runs"));
        let far = Path::new("/home/ada/a/folder/deep/below/all/others/plumbline/target");
        assert!(place(far).starts_with(std::env::temp_dir()));
    }
}
