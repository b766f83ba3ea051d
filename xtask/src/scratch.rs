//! The temporary files of a run: all in one folder, which goes with the run however it ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::Failure;
use crate::paths::Paths;

/// The folder of this run, for when it is interrupted.
static OWN: OnceLock<PathBuf> = OnceLock::new();

/// Removes the folder of this run, if it made one.
pub fn remove_own() {
    if let Some(folder) = OWN.get() {
        let _ = fs::remove_dir_all(folder);
    }
}

/// A folder for the temporary files of this run, removed when it is dropped. What an earlier run left that was
/// killed is removed when the next one begins.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes it.
    pub fn new(paths: &Paths) -> Result<Self, Failure> {
        let all = paths.target.join("tmp-runs");
        remove_abandoned(&all);
        let folder = all.join(std::process::id().to_string());
        fs::create_dir_all(&folder)
            .map_err(|e| format!("{} could not be made: {e}", folder.display()))?;
        let _ = OWN.set(folder.clone());
        Ok(Self(folder))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed now is removed when the next run begins.
        let _ = fs::remove_dir_all(&self.0);
    }
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
