//! Writing the file, in a thread of its own: reading and compressing happen at the same time, and only a few
//! portions are in memory.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::manifest::{BackupEntry, MANIFEST, Manifest};
use plumbline_platform::error::BoxError;

/// How many portions may wait for a slow disk.
const QUEUE_SIZE: usize = 4;

/// The parts of the file, in order.
pub(super) enum ArchivePart {
    /// A part begins: its name, and whether compressing it is worth while.
    Begin(String, bool),
    /// Some bytes of the part.
    Bytes(Vec<u8>),
    /// The end, with the manifest of the whole file.
    End(Box<Manifest>),
}

impl From<Vec<u8>> for ArchivePart {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

/// A file that is being written.
pub(super) struct ArchiveWriter {
    sender: mpsc::Sender<ArchivePart>,
    thread: JoinHandle<Result<Manifest, BoxError>>,
}

impl ArchiveWriter {
    /// Begins a file, which must not exist yet.
    pub(super) fn start(path: PathBuf) -> Self {
        let (sender, pieces) = mpsc::channel(QUEUE_SIZE);
        let thread = tokio::task::spawn_blocking(move || write_archive(&path, pieces));
        Self { sender, thread }
    }

    /// The channel to which portions are sent.
    pub(super) fn sender(&self) -> &mpsc::Sender<ArchivePart> {
        &self.sender
    }

    /// Adds a portion. Returns false if the file could not be written; [`ArchiveWriter::finish`] returns the reason.
    pub(super) async fn send(&self, piece: ArchivePart) -> bool {
        self.sender.send(piece).await.is_ok()
    }

    /// Ends the file and flushes it to the disk; without a manifest it is abandoned.
    pub(super) async fn finish(self, manifest: Option<Manifest>) -> Result<Manifest, BoxError> {
        if let Some(manifest) = manifest {
            self.send(ArchivePart::End(Box::new(manifest))).await;
        }
        drop(self.sender);
        self.thread.await?
    }
}

fn write_archive(path: &Path, mut pieces: mpsc::Receiver<ArchivePart>) -> Result<Manifest, BoxError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut zip = ZipWriter::new(FailOnceFile::new(options.open(path)?));
    let mut entries = Vec::new();
    let mut part: Option<(String, Sha256, u64)> = None;
    while let Some(piece) = pieces.blocking_recv() {
        match piece {
            ArchivePart::Begin(name, is_packed) => {
                entries.extend(part.take().map(to_entry));
                let method = if is_packed { CompressionMethod::Deflated } else { CompressionMethod::Stored };
                zip.start_file(&name, file_options(method))?;
                part = Some((name, Sha256::new(), 0));
            }
            ArchivePart::Bytes(bytes) => {
                zip.write_all(&bytes)?;
                if let Some((_, hash, length)) = &mut part {
                    hash.update(&bytes);
                    *length += bytes.len() as u64;
                }
            }
            ArchivePart::End(mut manifest) => {
                entries.extend(part.take().map(to_entry));
                manifest.entries = entries;
                zip.start_file(MANIFEST, file_options(CompressionMethod::Deflated))?;
                zip.write_all(&serde_json::to_vec_pretty(&manifest)?)?;
                let file = zip.finish()?;
                let file = file.file.into_inner().map_err(io::IntoInnerError::into_error)?;
                // The data is on the disk before the file gets the name of a backup.
                file.sync_all()?;
                return Ok(*manifest);
            }
        }
    }
    Err("it broke off".into())
}

/// A file that reports only its first error. The zip writer finishes its file when it is dropped, and would print
/// another error to the operator's log although the first was reported, so after an error it is made to believe that
/// everything succeeds.
struct FailOnceFile {
    file: BufWriter<File>,
    has_failed: bool,
    at: u64,
    end: u64,
}

impl FailOnceFile {
    fn new(file: File) -> Self {
        Self { file: BufWriter::new(file), has_failed: false, at: 0, end: 0 }
    }

    fn run_unless_failed<T>(
        &mut self,
        believed: T,
        done: impl FnOnce(&mut BufWriter<File>) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.has_failed {
            return Ok(believed);
        }
        let done = done(&mut self.file);
        self.has_failed = done.is_err();
        done
    }
}

impl Write for FailOnceFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.run_unless_failed(bytes.len(), |file| file.write(bytes))?;
        self.at += written as u64;
        self.end = self.end.max(self.at);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.run_unless_failed((), BufWriter::flush)
    }
}

impl Seek for FailOnceFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let believed = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::Current(by) => self.at.saturating_add_signed(by),
            SeekFrom::End(by) => self.end.saturating_add_signed(by),
        };
        self.at = self.run_unless_failed(believed, |file| file.seek(to))?;
        Ok(self.at)
    }
}

fn to_entry((name, hash, bytes): (String, Sha256, u64)) -> BackupEntry {
    BackupEntry { name, bytes, sha256: hex::encode(hash.finalize()) }
}

/// Options that allow a part of more than 4 GB.
fn file_options(method: CompressionMethod) -> SimpleFileOptions {
    let options = SimpleFileOptions::default().large_file(true);
    let options = options.compression_method(method);
    if method == CompressionMethod::Deflated { options.compression_level(Some(1)) } else { options }
}
