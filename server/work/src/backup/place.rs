//! Where backups are stored: a folder, or a bucket. The result of its verification is next to each.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::BackupError;
use super::s3::Bucket;
use super::take::END;
use plumbline_platform::config::Destination;
use plumbline_platform::error::BoxError;

/// Where backups lie.
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
    /// When a bucket's address is none.
    pub fn of(destination: &Destination) -> Result<Self, BackupError> {
        Ok(match destination {
            Destination::Folder(folder) => Self::Folder(folder.clone()),
            Destination::S3(config) => Self::Bucket(Box::new(
                Bucket::new(config).map_err(|cause| BackupError::Said(cause.to_string()))?,
            )),
        })
    }

    /// As people read it.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::Folder(folder) => folder.display().to_string(),
            Self::Bucket(bucket) => bucket.shown(),
        }
    }

    /// The folder in which a file is written before it is a backup: the place itself, so that it is
    /// one at a stroke, or the data folder, on its way to a bucket.
    pub(super) fn workshop(&self, data: &Path) -> Result<PathBuf, BackupError> {
        let folder = match self {
            Self::Folder(folder) => folder.as_path(),
            Self::Bucket(_) => data,
        };
        // The folder itself and none above it: where a disk is to be mounted is not for this to make.
        match fs::create_dir(folder) {
            Err(_) if folder.is_file() => Err(self.unwritten("it is a file, not a folder".into())),
            Err(error) if !folder.is_dir() => Err(self.unwritten(error.into())),
            _ => Ok(folder.to_path_buf()),
        }
    }

    /// Refuses a folder in which a backup of this name lay, and none lies now: a disk that is not mounted looks
    /// so, and what it is mounted on is on the disk of the data.
    pub(super) fn require_there(&self, newest: &str) -> Result<(), BackupError> {
        let Self::Folder(folder) = self else {
            return Ok(());
        };
        let names = in_folder(folder).map_err(|cause| self.unread(cause.into()))?;
        if names.iter().any(|name| name.ends_with(END)) {
            return Ok(());
        }
        Err(BackupError::Gone {
            place: self.shown(),
            newest: newest.to_owned(),
        })
    }

    /// Has a finished file lie there under this name; the file is gone from where it was. What a bucket
    /// took is read back: its hash must be this.
    pub(super) async fn take(
        &self,
        file: &Path,
        name: &str,
        sha256: &str,
    ) -> Result<(), BackupError> {
        let taken = match self {
            Self::Folder(folder) => move_into(file, folder, name).map_err(BoxError::from),
            Self::Bucket(bucket) => {
                let sent = async {
                    bucket.put_file(name, file).await?;
                    let there = bucket.hash_of(name).await?;
                    if there != sha256 {
                        return Err("what came back is not what was sent".into());
                    }
                    Ok(())
                };
                let sent = sent.await;
                if sent.is_err() {
                    // Best effort: half of it is no backup.
                    let _ = bucket.remove(name).await;
                }
                let _ = fs::remove_file(file);
                sent
            }
        };
        taken.map_err(|cause| self.unwritten(cause))
    }

    /// Writes a short text beside the backups.
    pub(super) async fn note(&self, name: &str, text: String) -> Result<(), BackupError> {
        let noted = match self {
            Self::Folder(folder) => {
                let partial = folder.join(format!(".{name}.partial"));
                write_through(&partial, text.as_bytes())
                    .and_then(|()| move_into(&partial, folder, name))
                    .map_err(BoxError::from)
            }
            Self::Bucket(bucket) => bucket.put(name, text.into_bytes()).await,
        };
        noted.map_err(|cause| self.unwritten(cause))
    }

    /// The names of what lies there.
    ///
    /// # Errors
    /// When the place cannot be read.
    pub async fn names(&self) -> Result<Vec<String>, BackupError> {
        let names = match self {
            Self::Folder(folder) => in_folder(folder).map_err(BoxError::from),
            Self::Bucket(bucket) => bucket.names().await,
        };
        let mut names = names.map_err(|cause| self.unread(cause))?;
        names.sort();
        Ok(names)
    }

    /// Removes what lies there under a name; nothing happens where nothing does.
    pub(super) async fn remove(&self, name: &str) -> Result<(), BackupError> {
        let removed = match self {
            Self::Folder(folder) => match fs::remove_file(folder.join(name)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                other => other.map_err(BoxError::from),
            },
            Self::Bucket(bucket) => bucket.remove(name).await,
        };
        removed.map_err(|cause| self.unwritten(cause))
    }

    /// The text of a note; none where there is none.
    pub(super) async fn read_note(&self, name: &str) -> Result<Option<String>, BackupError> {
        let read = match self {
            Self::Folder(folder) => match fs::read_to_string(folder.join(name)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                other => other.map(Some).map_err(BoxError::from),
            },
            Self::Bucket(bucket) => bucket.text(name).await,
        };
        read.map_err(|cause| self.unread(cause))
    }

    /// A backup as a file to be read: the file of a folder itself, that of a bucket brought into
    /// `data`.
    pub(super) async fn fetch(&self, name: &str, data: &Path) -> Result<PathBuf, BackupError> {
        match self {
            Self::Folder(folder) => Ok(folder.join(name)),
            Self::Bucket(bucket) => {
                let path = data.join(format!("fetched-{name}"));
                let fetched = bucket.fetch(name, &path).await;
                fetched.map_err(|cause| BackupError::Unread {
                    place: format!("{}{name}", self.shown()),
                    cause,
                })?;
                Ok(path)
            }
        }
    }

    pub(super) fn unwritten(&self, cause: BoxError) -> BackupError {
        BackupError::Unwritten {
            place: self.shown(),
            cause,
        }
    }

    fn unread(&self, cause: BoxError) -> BackupError {
        BackupError::Unread {
            place: self.shown(),
            cause,
        }
    }
}

fn in_folder(folder: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let name = |entry: io::Result<fs::DirEntry>| {
        entry.map(|entry| entry.file_name().to_string_lossy().into_owned())
    };
    entries.map(name).collect()
}

fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    io::Write::write_all(&mut file, bytes)?;
    file.sync_all()
}

/// Renames a file that is on the disk, and has its name there too.
fn move_into(file: &Path, folder: &Path, name: &str) -> io::Result<()> {
    fs::rename(file, folder.join(name))?;
    sync_folder(folder)
}

/// Has the names in a folder on the disk.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}
