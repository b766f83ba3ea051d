//! The temporary files of a run: all in one folder, which is removed with the run however it ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::ErrorText;
use crate::command;
use crate::paths::Paths;
use crate::system;

/// The temporary folders that exist, for an interrupted run.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The folder of this run.
static RUN_FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// The folder for this run's temporary files, if it has been created.
pub fn run_folder() -> Option<&'static Path> {
    RUN_FOLDER.get().map(PathBuf::as_path)
}

/// Removes every temporary folder of this run.
pub fn remove_all() {
    for folder in folders().iter() {
        let _ = fs::remove_dir_all(folder);
    }
}

fn folders() -> MutexGuard<'static, Vec<PathBuf>> {
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A folder that is removed when it is dropped, and when the run is interrupted.
#[derive(Debug)]
pub struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Creates the folder, with its parents. It is an error if it exists already, because then somebody else uses it.
    pub fn create(folder: PathBuf) -> Result<Self, ErrorText> {
        let above = folder.parent().unwrap_or(Path::new("."));
        let mut there = folders();
        fs::create_dir_all(above)
            .and_then(|()| fs::create_dir(&folder))
            .map_err(|e| format!("{} could not be made: {e}", folder.display()))?;
        there.push(folder.clone());
        Ok(Self(folder))
    }

    /// Creates one in memory if the system has enough space there, otherwise in the folder of this run.
    pub fn in_memory(scratch: &Scratch) -> Result<Self, ErrorText> {
        const ROOM_KB: u64 = 1024 * 1024;
        Self::create(match find_memory_folder(ROOM_KB) {
            Some(memory) => memory.join(format!("plumbline-run-{}", std::process::id())),
            None => scratch.path().join("memory"),
        })
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Leaves the folder for somebody else to remove.
    pub fn release(self) {
        folders().retain(|folder| *folder != self.0);
        std::mem::forget(self);
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // What can't be removed now is removed at the beginning of the next run.
        let _ = fs::remove_dir_all(&self.0);
        folders().retain(|folder| *folder != self.0);
    }
}

/// The folder for the temporary files of this run. What a killed run left behind is removed at the beginning of the
/// next one.
pub struct Scratch(TemporaryFolder);

impl Scratch {
    /// Creates the folder.
    pub fn new(paths: &Paths) -> Result<Self, ErrorText> {
        let all = choose_place(&paths.target);
        remove_abandoned(&all);
        let folder = all.join(std::process::id().to_string());
        // Remove the folder of an earlier run that had the same process id.
        let _ = fs::remove_dir_all(&folder);
        let folder = TemporaryFolder::create(folder)?;
        let _ = RUN_FOLDER.set(folder.path().to_owned());
        Ok(Self(folder))
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

/// Next to the build output. Chromium creates a socket whose path is 45 characters longer, and such a path may have at
/// most 107; if this would be too long, the system's temporary folder is used.
fn choose_place(target: &Path) -> PathBuf {
    const PATH_MAX: usize = 107 - 45;
    let here = target.join("tmp-runs");
    let number = "/1234567";
    if here.as_os_str().len() + number.len() <= PATH_MAX {
        return here;
    }
    let user = system::find_user_id(None).unwrap_or(0);
    std::env::temp_dir().join(format!("plumbline-{user}"))
}

/// The system's folder in memory, if it has this much space. `None` in most containers, where it has only some
/// megabytes.
pub fn find_memory_folder(room_kb: u64) -> Option<PathBuf> {
    const FOLDER: &str = "/dev/shm";
    let text = command::run_quietly(std::process::Command::new("df").args(["-Pk", FOLDER])).ok()?;
    let free = text.lines().nth(1)?.split_whitespace().nth(3)?;
    let free: u64 = free.parse().ok()?;
    (free >= room_kb).then(|| PathBuf::from(FOLDER))
}

/// Removes the folders of runs whose process has ended. On a system that doesn't show processes as files, they stay
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
    fn deletes_a_temporary_folder_on_drop_unless_it_was_released() {
        let folder = std::env::temp_dir().join(format!("plumbline-scratch-{}", std::process::id()));
        let made = TemporaryFolder::create(folder.clone()).unwrap();
        assert!(folder.is_dir() && folders().contains(&folder));
        assert!(TemporaryFolder::create(folder.clone()).is_err());
        assert!(folder.is_dir());
        drop(made);
        assert!(!folder.exists() && !folders().contains(&folder));

        TemporaryFolder::create(folder.clone()).unwrap().release();
        assert!(folder.is_dir() && !folders().contains(&folder));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn chooses_a_folder_short_enough_for_a_socket_path() {
        let near = Path::new("/home/ada/plumbline/target");
        assert_eq!(choose_place(near), near.join("tmp-runs"));
        let far = Path::new("/home/ada/a/folder/deep/below/all/others/plumbline/target");
        assert!(choose_place(far).starts_with(std::env::temp_dir()));
    }
}
