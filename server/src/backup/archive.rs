//! The file, written by a thread of its own, so that reading and packing go on beside each other and
//! no more than a few portions lie in memory.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::manifest::{Entry, MANIFEST, Manifest};
use crate::error::BoxError;

/// How many portions wait for a slow disk.
const AHEAD: usize = 4;

/// What goes into the file, in order.
pub(super) enum Piece {
    /// A part begins: its name, and whether packing it is worth while.
    Begin(String, bool),
    /// Some of the part.
    Bytes(Vec<u8>),
    /// The end: what is in it all.
    End(Box<Manifest>),
}

impl From<Vec<u8>> for Piece {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

/// A file that is being written.
pub(super) struct Writing {
    sender: mpsc::Sender<Piece>,
    thread: JoinHandle<Result<Manifest, BoxError>>,
}

impl Writing {
    /// Begins a file that must not be there yet.
    pub(super) fn begin(path: PathBuf) -> Self {
        let (sender, pieces) = mpsc::channel(AHEAD);
        let thread = tokio::task::spawn_blocking(move || write(&path, pieces));
        Self { sender, thread }
    }

    /// Who takes the portions.
    pub(super) fn taker(&self) -> &mpsc::Sender<Piece> {
        &self.sender
    }

    /// Hands one on; false where the file could not be written, which [`Writing::end`] says.
    pub(super) async fn put(&self, piece: Piece) -> bool {
        self.sender.send(piece).await.is_ok()
    }

    /// Ends the file, which is on the disk then; without a manifest it is given up.
    pub(super) async fn end(self, manifest: Option<Manifest>) -> Result<Manifest, BoxError> {
        if let Some(manifest) = manifest {
            self.put(Piece::End(Box::new(manifest))).await;
        }
        drop(self.sender);
        self.thread.await?
    }
}

fn write(path: &Path, mut pieces: mpsc::Receiver<Piece>) -> Result<Manifest, BoxError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = io::BufWriter::new(options.open(path)?);
    let mut zip = ZipWriter::new(file);
    let mut entries = Vec::new();
    let mut part: Option<(String, Sha256, u64)> = None;
    while let Some(piece) = pieces.blocking_recv() {
        match piece {
            Piece::Begin(name, is_packed) => {
                entries.extend(part.take().map(entry));
                let method = if is_packed {
                    CompressionMethod::Deflated
                } else {
                    CompressionMethod::Stored
                };
                zip.start_file(&name, as_large(method))?;
                part = Some((name, Sha256::new(), 0));
            }
            Piece::Bytes(bytes) => {
                zip.write_all(&bytes)?;
                if let Some((_, hash, length)) = &mut part {
                    hash.update(&bytes);
                    *length += bytes.len() as u64;
                }
            }
            Piece::End(mut manifest) => {
                entries.extend(part.take().map(entry));
                manifest.entries = entries;
                zip.start_file(MANIFEST, as_large(CompressionMethod::Deflated))?;
                zip.write_all(&serde_json::to_vec_pretty(&manifest)?)?;
                let file = zip.finish()?;
                let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                // What is named a backup is on the disk.
                file.sync_all()?;
                return Ok(*manifest);
            }
        }
    }
    Err("it broke off".into())
}

fn entry((name, hash, bytes): (String, Sha256, u64)) -> Entry {
    Entry {
        name,
        bytes,
        sha256: hex::encode(hash.finalize()),
    }
}

/// A part may have more than 4 GB.
fn as_large(method: CompressionMethod) -> SimpleFileOptions {
    let options = SimpleFileOptions::default().large_file(true);
    let options = options.compression_method(method);
    if method == CompressionMethod::Deflated {
        options.compression_level(Some(1))
    } else {
        options
    }
}
