//! Moving the current data aside and back by renaming: the database's files and the pictures, each within its own
//! folder, so that nothing is copied and nothing can be half done.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use super::place::sync_folder;
use plumbline_platform::config::Config;
use plumbline_platform::db::sqlite_file;

/// What the names of folders begin with in which something was put aside.
const BEFORE: &str = "before-restore-";
/// The folder in which a restore is prepared.
pub(super) const RESTORING: &str = "restoring";

/// The files and folders of one installation.
pub(super) struct Live {
    /// Its SQLite; none where the database is a server.
    pub(super) database: Option<PathBuf>,
    /// Its pictures.
    pub(super) files: PathBuf,
}

impl Live {
    pub(super) fn of(config: &Config) -> Self {
        let url = config.database_url.as_deref();
        let is_file = url.is_none_or(|url| url.starts_with("sqlite:"));
        Self {
            database: is_file.then(|| sqlite_file(url, &config.data)),
            files: config.data.join("files"),
        }
    }

    /// The folder that its server locks, and in which what was put aside is looked for.
    pub(super) fn folder(&self) -> PathBuf {
        parent(self.database.as_ref().unwrap_or(&self.files))
    }

    /// All of it that can be renamed: SQLite's log too, which is part of the database.
    fn all(&self) -> Vec<PathBuf> {
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

    /// Where a part of it lies in a folder of this name beside it.
    pub(super) fn beside(live: &Path, folder: &str) -> PathBuf {
        let name = live.file_name().unwrap_or_default();
        parent(live).join(folder).join(name)
    }

    /// Renames what is live into folders of this name, the database last.
    pub(super) fn put_aside(&self, folder: &str) -> io::Result<()> {
        for live in self.all() {
            rename(&live, &Self::beside(&live, folder))?;
        }
        Ok(())
    }

    /// Renames what lies in folders of this name to where it is live, the database last, and removes
    /// the folders.
    pub(super) fn bring(&self, folder: &str) -> io::Result<()> {
        for live in self.all() {
            rename(&Self::beside(&live, folder), &live)?;
        }
        self.forget(folder)
    }

    /// Removes the folders of this name that nothing is left in.
    fn forget(&self, folder: &str) -> io::Result<()> {
        for live in [Some(&self.files), self.database.as_ref()]
            .into_iter()
            .flatten()
        {
            let path = parent(live).join(folder);
            match fs::remove_dir(&path) {
                Ok(()) => sync_folder(&parent(live))?,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                // Something of somebody else's is in it: it stays.
                Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Removes what a restore prepared and did not end.
    pub(super) fn clear(&self) -> io::Result<()> {
        for live in [Some(&self.files), self.database.as_ref()]
            .into_iter()
            .flatten()
        {
            match fs::remove_dir_all(parent(live).join(RESTORING)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// The name of a folder to put aside into, by when that was.
    pub(super) fn fresh(&self, now: i64) -> String {
        let mut at = now;
        loop {
            let time = DateTime::<Utc>::from_timestamp_millis(at).unwrap_or(DateTime::UNIX_EPOCH);
            let name = format!("{BEFORE}{}", time.format("%Y%m%d-%H%M%S"));
            if !self.folder().join(&name).exists() {
                return name;
            }
            at += 1_000;
        }
    }

    /// What was put aside last; none where nothing was.
    pub(super) fn last(&self) -> io::Result<Option<String>> {
        Ok(put_aside_in(&self.folder())?.pop())
    }
}

/// The folders in which something was put aside, the oldest first.
pub(super) fn put_aside_in(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.starts_with(BEFORE) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// The folder of a path.
fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Renames what may not be there; both folders' names are on the disk then.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    if !from.exists() {
        return Ok(());
    }
    fs::create_dir_all(parent(to))?;
    fs::rename(from, to)?;
    sync_folder(&parent(from))?;
    sync_folder(&parent(to))
}
