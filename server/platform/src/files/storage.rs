//! Where the bytes are stored.

use std::io;
use std::path::Path;
use std::sync::Arc;

use axum::body::Bytes;
use futures::{Stream, StreamExt as _};
use object_store::local::LocalFileSystem;
use object_store::path::Path as Key;
use object_store::{GetResult, ObjectStore, ObjectStoreExt as _, PutPayload, WriteMultipart};

use crate::error::BoxError;

/// How many parts of a large file are written in parallel.
const PARTS_AT_ONCE: usize = 2;

/// The store of the files' bytes.
#[derive(Clone)]
pub struct FileStorage(Arc<dyn ObjectStore>);

impl FileStorage {
    /// Files in a folder, which is created if it doesn't exist.
    ///
    /// # Errors
    /// When the folder can't be used.
    pub fn open(folder: &Path) -> Result<Self, BoxError> {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("the folder {} cannot be made: {error}", folder.display()))?;
        // A row that refers to a file is only committed once the file is on the disk.
        Ok(Self(Arc::new(LocalFileSystem::new_with_prefix(folder)?.with_fsync(true))))
    }

    /// Stores a file under its id.
    ///
    /// # Errors
    /// When the file can't be written.
    pub async fn put(&self, id: &str, bytes: Bytes) -> Result<(), object_store::Error> {
        self.0.put(&Key::from(id), PutPayload::from_bytes(bytes)).await?;
        Ok(())
    }

    /// Stores a file under its id piece by piece, completely or not at all, and returns its size in bytes. For files
    /// that are too large to be held in memory.
    ///
    /// # Errors
    /// When the file can't be written, or a piece is an error.
    pub async fn put_stream(
        &self,
        id: &str,
        pieces: impl Stream<Item = io::Result<Bytes>>,
    ) -> Result<u64, BoxError> {
        let upload = self.0.put_multipart(&Key::from(id)).await?;
        let mut writer = WriteMultipart::new(upload);
        let mut pieces = std::pin::pin!(pieces);
        let mut size = 0;
        while let Some(piece) = pieces.next().await {
            let piece = match piece {
                Ok(piece) => piece,
                Err(error) => {
                    writer.abort().await?;
                    return Err(error.into());
                }
            };
            size += piece.len() as u64;
            writer.wait_for_capacity(PARTS_AT_ONCE).await?;
            writer.put(piece);
        }
        writer.finish().await?;
        Ok(size)
    }

    /// The file with this id, to be read piece by piece; `None` if there is none.
    ///
    /// # Errors
    /// When the file can't be read.
    pub async fn open_file(&self, id: &str) -> Result<Option<GetResult>, object_store::Error> {
        match self.0.get(&Key::from(id)).await {
            Ok(found) => Ok(Some(found)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The file with this id; `None` if there is none.
    ///
    /// # Errors
    /// When the file can't be read.
    pub async fn get(&self, id: &str) -> Result<Option<Bytes>, object_store::Error> {
        match self.open_file(id).await? {
            Some(found) => found.bytes().await.map(Some),
            None => Ok(None),
        }
    }

    /// Whether there is a file with this id.
    ///
    /// # Errors
    /// When the store can't be read.
    pub async fn exists(&self, id: &str) -> Result<bool, object_store::Error> {
        match self.0.head(&Key::from(id)).await {
            Ok(_) => Ok(true),
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Removes the file with this id; does nothing if there is none.
    ///
    /// # Errors
    /// When the file can't be removed.
    pub async fn remove(&self, id: &str) -> Result<(), object_store::Error> {
        match self.0.delete(&Key::from(id)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }
}
