//! Where backups are stored: a folder, or a bucket. The result of its verification is next to each.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::BackupError;
use super::s3::Bucket;
use super::take::NAME_SUFFIX;
use plumbline_platform::config::Destination;
use plumbline_platform::error::BoxError;

/// Where backups are stored.
pub enum Place {
    /// A folder.
    Folder(PathBuf),
    /// A bucket.
    Bucket(Box<Bucket>),
}

impl Place {
    /// The place of a configuration.
    ///
    /// # Errors
    /// If the address of a bucket is not valid.
    pub fn from_destination(destination: &Destination) -> Result<Self, BackupError> {
        Ok(match destination {
            Destination::Folder(folder) => Self::Folder(folder.clone()),
            Destination::S3(config) => Self::Bucket(Box::new(
                Bucket::new(config).map_err(|cause| BackupError::Message(cause.to_string()))?,
            )),
        })
    }

    /// The place for people to read.
    #[must_use]
    pub fn display_name(&self) -> String {
        match self {
            Self::Folder(folder) => folder.display().to_string(),
            Self::Bucket(bucket) => bucket.display_name(),
        }
    }

    /// The folder in which a file is written before it counts as a backup: the place itself, so that one rename is
    /// enough, or the data folder if it is uploaded to a bucket.
    pub(super) fn working_folder(&self, data: &Path) -> Result<PathBuf, BackupError> {
        let folder = match self {
            Self::Folder(folder) => folder.as_path(),
            Self::Bucket(_) => data,
        };
        // Creates the folder itself but not those above it: the folder on which a disk should be mounted must not be
        // created here.
        match fs::create_dir(folder) {
            Err(_) if folder.is_file() => Err(self.write_error("it is a file, not a folder".into())),
            Err(error) if !folder.is_dir() => Err(self.write_error(error.into())),
            _ => Ok(folder.to_path_buf()),
        }
    }

    /// Refuses a folder in which a backup of this name was stored and none is there now. A disk that is not mounted
    /// looks like that, and the folder is then on the disk of the data.
    pub(super) fn require_present(&self, newest: &str) -> Result<(), BackupError> {
        let Self::Folder(folder) = self else {
            return Ok(());
        };
        let names = list_folder(folder).map_err(|cause| self.read_error(cause.into()))?;
        if names.iter().any(|name| name.ends_with(NAME_SUFFIX)) {
            return Ok(());
        }
        Err(BackupError::Gone { place: self.display_name(), newest: newest.to_owned() })
    }

    /// Moves a finished file to the place under this name. A file in a bucket is read back: its hash must be this one.
    pub(super) async fn store(&self, file: &Path, name: &str, sha256: &str) -> Result<(), BackupError> {
        let taken = match self {
            Self::Folder(folder) => move_into(file, folder, name).map_err(BoxError::from),
            Self::Bucket(bucket) => {
                let sent = async {
                    bucket.put_file(name, file).await?;
                    let there = bucket.hash_stored(name).await?;
                    if there != sha256 {
                        return Err("what came back is not what was sent".into());
                    }
                    Ok(())
                };
                let sent = sent.await;
                if sent.is_err() {
                    // Best effort: half of a file is not a backup.
                    let _ = bucket.remove(name).await;
                }
                let _ = fs::remove_file(file);
                sent
            }
        };
        taken.map_err(|cause| self.write_error(cause))
    }

    /// Writes a short text beside the backups.
    pub(super) async fn write_note(&self, name: &str, text: String) -> Result<(), BackupError> {
        let noted = match self {
            Self::Folder(folder) => {
                let partial = folder.join(format!(".{name}.partial"));
                write_through(&partial, text.as_bytes())
                    .and_then(|()| move_into(&partial, folder, name))
                    .map_err(BoxError::from)
            }
            Self::Bucket(bucket) => bucket.put_text(name, text.into_bytes()).await,
        };
        noted.map_err(|cause| self.write_error(cause))
    }

    /// The names of the files there.
    ///
    /// # Errors
    /// If the place can't be read.
    pub async fn names(&self) -> Result<Vec<String>, BackupError> {
        let names = match self {
            Self::Folder(folder) => list_folder(folder).map_err(BoxError::from),
            Self::Bucket(bucket) => bucket.names().await,
        };
        let mut names = names.map_err(|cause| self.read_error(cause))?;
        names.sort();
        Ok(names)
    }

    /// Removes a file; does nothing if it does not exist.
    pub(super) async fn remove(&self, name: &str) -> Result<(), BackupError> {
        let removed = match self {
            Self::Folder(folder) => match fs::remove_file(folder.join(name)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                other => other.map_err(BoxError::from),
            },
            Self::Bucket(bucket) => bucket.remove(name).await,
        };
        removed.map_err(|cause| self.write_error(cause))
    }

    /// The text of a note; `None` if it does not exist.
    pub(super) async fn read_note(&self, name: &str) -> Result<Option<String>, BackupError> {
        let read = match self {
            Self::Folder(folder) => match fs::read_to_string(folder.join(name)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                other => other.map(Some).map_err(BoxError::from),
            },
            Self::Bucket(bucket) => bucket.read_text(name).await,
        };
        read.map_err(|cause| self.read_error(cause))
    }

    /// A backup as a local file: in a folder the file itself, from a bucket downloaded into `data`.
    pub(super) async fn fetch(&self, name: &str, data: &Path) -> Result<PathBuf, BackupError> {
        match self {
            Self::Folder(folder) => Ok(folder.join(name)),
            Self::Bucket(bucket) => {
                let path = data.join(format!("fetched-{name}"));
                let fetched = bucket.download(name, &path).await;
                fetched.map_err(|cause| BackupError::Unread {
                    place: format!("{}{name}", self.display_name()),
                    cause,
                })?;
                Ok(path)
            }
        }
    }

    pub(super) fn write_error(&self, cause: BoxError) -> BackupError {
        BackupError::Unwritten { place: self.display_name(), cause }
    }

    fn read_error(&self, cause: BoxError) -> BackupError {
        BackupError::Unread { place: self.display_name(), cause }
    }
}

fn list_folder(folder: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let name =
        |entry: io::Result<fs::DirEntry>| entry.map(|entry| entry.file_name().to_string_lossy().into_owned());
    entries.map(name).collect()
}

fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    io::Write::write_all(&mut file, bytes)?;
    file.sync_all()
}

/// Renames a file that is on the disk, and flushes the new name too.
fn move_into(file: &Path, folder: &Path, name: &str) -> io::Result<()> {
    fs::rename(file, folder.join(name))?;
    sync_folder(folder)
}

/// Flushes the names in a folder to the disk.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}
