//! The data folder is readable by its owner only: it contains customers' names and addresses, keys, and emails with
//! links, which are no business of the machine's other accounts.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// What the server itself stores in the folder: the database with its log, the lock for migrations, pictures and
/// written emails. Other files in the folder belong to somebody else.
const OWN_FILES: [&str; 8] = [
    "plumbline.db",
    "plumbline.db-wal",
    "plumbline.db-shm",
    "migrate.lock",
    "files",
    "mail",
    "mail-of",
    LOCK_FILE,
];

/// The lock file, locked by every server that uses the folder.
const LOCK_FILE: &str = "serving.lock";

/// How many bytes are free on the disk of a folder; `None` if the system doesn't say.
#[cfg(unix)]
#[must_use]
pub fn free(folder: &Path) -> Option<u64> {
    let about = rustix::fs::statvfs(folder).ok()?;
    (about.f_blocks > 0).then(|| about.f_bavail.saturating_mul(about.f_frsize))
}

/// How many bytes are free on the disk of a folder: not known here.
#[cfg(not(unix))]
#[must_use]
pub fn free(_: &Path) -> Option<u64> {
    None
}

/// A folder that is locked until this is dropped.
#[derive(Debug)]
pub struct FolderLock(File);

impl Drop for FolderLock {
    /// Unlocks the file. Closing it isn't enough: a program that another thread is starting has a copy of it for a
    /// moment, and the lock with it.
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "the data folder could not be unlocked");
        }
    }
}

/// Marks the folder as used by a server, until the returned lock is dropped; `None` while a restore uses it
/// exclusively.
///
/// # Errors
/// When the folder cannot be written to.
pub fn lock_shared(folder: &Path) -> io::Result<Option<FolderLock>> {
    let file = lock_file(folder)?;
    to_lock(file.try_lock_shared(), file)
}

/// Locks the folder for exclusive use, until the returned lock is dropped; `None` while a server uses it.
///
/// # Errors
/// When the folder cannot be written to.
pub fn lock_exclusive(folder: &Path) -> io::Result<Option<FolderLock>> {
    let file = lock_file(folder)?;
    to_lock(file.try_lock(), file)
}

fn to_lock(result: Result<(), TryLockError>, file: File) -> io::Result<Option<FolderLock>> {
    match result {
        Ok(()) => Ok(Some(FolderLock(file))),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn lock_file(folder: &Path) -> io::Result<File> {
    std::fs::create_dir_all(folder)?;
    let mut options = File::options();
    options.create(true).append(true);
    options.open(folder.join(LOCK_FILE))
}

/// Makes existing files and those written from now on readable for their owner only (0700 and 0600). `database` is a
/// database file outside the folder. If the permissions can't be changed, a warning is logged: the user may still be
/// meant to use the folder.
pub fn make_private(data: &Path, database: Option<&Path>) {
    permissions::restrict_new_files();
    let made = std::fs::create_dir_all(data);
    let done = made.and_then(|()| permissions::restrict_folder(data));
    let own = OWN_FILES.iter().map(|name| data.join(name));
    let elsewhere = database.into_iter().flat_map(database_files);
    let rest = own.chain(elsewhere).map(|path| permissions::restrict_tree(&path));
    if let Some(error) = std::iter::once(done).chain(rest).find_map(Result::err) {
        tracing::warn!(
            folder = %data.display(),
            %error,
            "the data folder cannot be made its owner's alone: others on this machine may read it"
        );
    }
}

/// A database file and the files that SQLite writes beside it.
fn database_files(file: &Path) -> impl Iterator<Item = PathBuf> {
    ["", "-wal", "-shm"].into_iter().map(|end| {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    })
}

#[cfg(unix)]
mod permissions {
    use std::fs::{self, Permissions};
    use std::io::{self, ErrorKind};
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    use rustix::fs::Mode;
    use rustix::process::umask;

    /// In a folder with this bit, such as `/tmp`, anybody may write but only remove their own files.
    const STICKY: u32 = 0o1000;

    pub fn restrict_new_files() {
        umask(Mode::RWXG | Mode::RWXO);
    }

    /// Changes the permissions of the folder itself. One that is shared with other users is left unchanged.
    pub fn restrict_folder(path: &Path) -> io::Result<()> {
        if fs::metadata(path)?.permissions().mode() & STICKY != 0 {
            return Err(io::Error::other("it is shared with other users"));
        }
        set_mode(path, 0o700)
    }

    /// Changes the permissions of a file, or of a folder with everything in it; does nothing if it doesn't exist. Links
    /// are not followed.
    pub fn restrict_tree(path: &Path) -> io::Result<()> {
        let kind = match fs::symlink_metadata(path) {
            Ok(about) => about.file_type(),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        if kind.is_file() {
            return set_mode(path, 0o600);
        }
        if !kind.is_dir() {
            return Ok(());
        }
        set_mode(path, 0o700)?;
        for entry in fs::read_dir(path)? {
            restrict_tree(&entry?.path())?;
        }
        Ok(())
    }

    fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
        if fs::metadata(path)?.permissions().mode() & 0o777 == mode {
            return Ok(());
        }
        fs::set_permissions(path, Permissions::from_mode(mode))
    }
}

/// On other systems a folder within the user's own is private already.
#[cfg(not(unix))]
mod permissions {
    use std::io;
    use std::path::Path;

    pub fn restrict_new_files() {}

    pub fn restrict_folder(_: &Path) -> io::Result<()> {
        Ok(())
    }

    pub fn restrict_tree(_: &Path) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropping_the_lock_frees_the_folder_even_if_its_file_is_still_open() {
        let folder = tempfile::tempdir().unwrap();
        let alone = lock_exclusive(folder.path()).unwrap().unwrap();
        assert!(lock_shared(folder.path()).unwrap().is_none());
        // Like a program between fork and exec, which has a copy of the file.
        let _copy = alone.0.try_clone().unwrap();
        drop(alone);
        let shared = lock_shared(folder.path()).unwrap().unwrap();
        assert!(lock_exclusive(folder.path()).unwrap().is_none());
        let _copy = shared.0.try_clone().unwrap();
        drop(shared);
        assert!(lock_exclusive(folder.path()).unwrap().is_some());
    }
}
