//! Moving the current data aside and back by renaming: the database's files and the pictures, each within its own
//! folder, so that nothing is copied and nothing can be half done.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use super::place::sync_folder;
use plumbline_platform::config::Config;
use plumbline_platform::db::sqlite_file;

/// The prefix of the folders into which data was moved aside.
const PUT_ASIDE_PREFIX: &str = "before-restore-";
/// The folder in which a restore is prepared.
pub(super) const RESTORING: &str = "restoring";

/// The files and folders of one installation.
pub(super) struct LiveData {
    /// The SQLite file; `None` if the database is a server.
    pub(super) database: Option<PathBuf>,
    /// The folder of the pictures.
    pub(super) files: PathBuf,
}

impl LiveData {
    pub(super) fn from_config(config: &Config) -> Self {
        let url = config.database_url.as_deref();
        let is_file = url.is_none_or(|url| url.starts_with("sqlite:"));
        Self { database: is_file.then(|| sqlite_file(url, &config.data)), files: config.data.join("files") }
    }

    /// The folder that the running server locks, and in which moved data is searched for.
    pub(super) fn folder(&self) -> PathBuf {
        parent(self.database.as_ref().unwrap_or(&self.files))
    }

    /// Everything that can be renamed, including SQLite's log, which is part of the database.
    fn paths(&self) -> Vec<PathBuf> {
        let mut all = vec![self.files.clone()];
        for end in ["-wal", "-shm", ""] {
            all.extend(self.database.as_ref().map(|file| {
                let mut name = file.as_os_str().to_owned();
                name.push(end);
                PathBuf::from(name)
            }));
        }
        all
    }

    /// The path of a part in a folder of this name beside it.
    pub(super) fn path_beside(live: &Path, folder: &str) -> PathBuf {
        let name = live.file_name().unwrap_or_default();
        parent(live).join(folder).join(name)
    }

    /// Moves the current data into folders of this name, the database last.
    pub(super) fn put_aside(&self, folder: &str) -> io::Result<()> {
        for live in self.paths() {
            rename(&live, &Self::path_beside(&live, folder))?;
        }
        Ok(())
    }

    /// Moves the data in folders of this name to where it is used, the database last, and removes the folders.
    pub(super) fn bring_in(&self, folder: &str) -> io::Result<()> {
        for live in self.paths() {
            rename(&Self::path_beside(&live, folder), &live)?;
        }
        self.remove_empty(folder)
    }

    /// Removes the folders of this name that are empty.
    fn remove_empty(&self, folder: &str) -> io::Result<()> {
        for live in [Some(&self.files), self.database.as_ref()].into_iter().flatten() {
            let path = parent(live).join(folder);
            match fs::remove_dir(&path) {
                Ok(()) => sync_folder(&parent(live))?,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                // The folder contains something that is not ours, so it remains.
                Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Removes what an unfinished restore prepared.
    pub(super) fn clear_restoring(&self) -> io::Result<()> {
        for live in [Some(&self.files), self.database.as_ref()].into_iter().flatten() {
            match fs::remove_dir_all(parent(live).join(RESTORING)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// A new name for a folder to move data aside into, made from the time.
    pub(super) fn new_folder_name(&self, now: i64) -> String {
        let mut at = now;
        loop {
            let time = DateTime::<Utc>::from_timestamp_millis(at).unwrap_or(DateTime::UNIX_EPOCH);
            let name = format!("{PUT_ASIDE_PREFIX}{}", time.format("%Y%m%d-%H%M%S"));
            if !self.folder().join(&name).exists() {
                return name;
            }
            at += 1_000;
        }
    }

    /// The name of the folder of the last restore; `None` if nothing was moved aside.
    pub(super) fn last_put_aside(&self) -> io::Result<Option<String>> {
        Ok(list_put_aside(&self.folder())?.pop())
    }
}

/// The folders with data that was moved aside, oldest first.
pub(super) fn list_put_aside(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.starts_with(PUT_ASIDE_PREFIX) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// The folder that contains a path.
fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Renames a file or folder, which may not exist, and flushes the changes of names to the disk.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    if !from.exists() {
        return Ok(());
    }
    fs::create_dir_all(parent(to))?;
    fs::rename(from, to)?;
    sync_folder(&parent(from))?;
    sync_folder(&parent(to))
}
