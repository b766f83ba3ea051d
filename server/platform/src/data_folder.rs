//! The data folder is readable by its owner only: it contains customers' names and addresses, keys, and emails with
//! links, which are no business of the machine's other accounts.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// What the server itself keeps in the folder: the database with its log, the lock of its tables,
/// pictures, written mails. Whatever else lies there is somebody else's.
const OWN: [&str; 8] = [
    "plumbline.db",
    "plumbline.db-wal",
    "plumbline.db-shm",
    "migrate.lock",
    "files",
    "mail",
    "mail-of",
    IN_USE,
];

/// Locked by every server that uses the folder.
const IN_USE: &str = "serving.lock";

/// A folder that is locked until this is dropped.
#[derive(Debug)]
pub struct Locked(File);

impl Drop for Locked {
    /// Closing the file would not do: a program that another thread is starting has a copy of it for a moment, and
    /// with it the lock.
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "the data folder could not be unlocked");
        }
    }
}

/// Notes that a server uses a folder, for as long as what is returned is held; `None` while a restore has it alone.
///
/// # Errors
/// When it cannot be written to.
pub fn use_it(folder: &Path) -> io::Result<Option<Locked>> {
    let file = lock_file(folder)?;
    locked(file.try_lock_shared(), file)
}

/// Has a folder alone, for as long as what is returned is held; `None` while a server uses it.
///
/// # Errors
/// When it cannot be written to.
pub fn have_alone(folder: &Path) -> io::Result<Option<Locked>> {
    let file = lock_file(folder)?;
    locked(file.try_lock(), file)
}

fn locked(result: Result<(), TryLockError>, file: File) -> io::Result<Option<Locked>> {
    match result {
        Ok(()) => Ok(Some(Locked(file))),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn lock_file(folder: &Path) -> io::Result<File> {
    std::fs::create_dir_all(folder)?;
    let mut options = File::options();
    options.create(true).append(true);
    options.open(folder.join(IN_USE))
}

/// Makes what is written from now on readable for its owner only (0700 and 0600), and what is there
/// already. `database` is a database file that lies elsewhere. Where that cannot be done the log
/// says so: whoever may not change the folder may still be meant to use it.
pub fn keep_private(data: &Path, database: Option<&Path>) {
    private::from_now_on();
    let made = std::fs::create_dir_all(data);
    let done = made.and_then(|()| private::folder(data));
    let own = OWN.iter().map(|name| data.join(name));
    let elsewhere = database.into_iter().flat_map(with_log);
    let rest = own.chain(elsewhere).map(|path| private::whole(&path));
    if let Some(error) = std::iter::once(done).chain(rest).find_map(Result::err) {
        tracing::warn!(
            folder = %data.display(),
            %error,
            "the data folder cannot be made its owner's alone: others on this machine may read it"
        );
    }
}

/// A database file and what SQLite writes beside it.
fn with_log(file: &Path) -> impl Iterator<Item = PathBuf> {
    ["", "-wal", "-shm"].into_iter().map(|end| {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    })
}

#[cfg(unix)]
mod private {
    use std::fs::{self, Permissions};
    use std::io::{self, ErrorKind};
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    use rustix::fs::Mode;
    use rustix::process::umask;

    /// In a folder with this bit anybody may write, but remove their own only: `/tmp`.
    const STICKY: u32 = 0o1000;

    pub fn from_now_on() {
        umask(Mode::RWXG | Mode::RWXO);
    }

    /// The folder itself. One that is everybody's is left as it is.
    pub fn folder(path: &Path) -> io::Result<()> {
        if fs::metadata(path)?.permissions().mode() & STICKY != 0 {
            return Err(io::Error::other("it is shared with other users"));
        }
        set(path, 0o700)
    }

    /// A file, or a folder with all that is in it; nothing where it is not there. Links are not
    /// followed.
    pub fn whole(path: &Path) -> io::Result<()> {
        let kind = match fs::symlink_metadata(path) {
            Ok(about) => about.file_type(),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        if kind.is_file() {
            return set(path, 0o600);
        }
        if !kind.is_dir() {
            return Ok(());
        }
        set(path, 0o700)?;
        for entry in fs::read_dir(path)? {
            whole(&entry?.path())?;
        }
        Ok(())
    }

    fn set(path: &Path, mode: u32) -> io::Result<()> {
        if fs::metadata(path)?.permissions().mode() & 0o777 == mode {
            return Ok(());
        }
        fs::set_permissions(path, Permissions::from_mode(mode))
    }
}

/// Elsewhere a folder in a user's own is that user's.
#[cfg(not(unix))]
mod private {
    use std::io;
    use std::path::Path;

    pub fn from_now_on() {}

    pub fn folder(_: &Path) -> io::Result<()> {
        Ok(())
    }

    pub fn whole(_: &Path) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_free_as_soon_as_its_lock_is_dropped_even_while_a_copy_of_the_file_is_open() {
        let folder = tempfile::tempdir().unwrap();
        let alone = have_alone(folder.path()).unwrap().unwrap();
        assert!(use_it(folder.path()).unwrap().is_none());
        // As a program has it between being forked and running.
        let _copy = alone.0.try_clone().unwrap();
        drop(alone);
        let shared = use_it(folder.path()).unwrap().unwrap();
        assert!(have_alone(folder.path()).unwrap().is_none());
        let _copy = shared.0.try_clone().unwrap();
        drop(shared);
        assert!(have_alone(folder.path()).unwrap().is_some());
    }
}
