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

/// How many parts of a large file are written at the same time.
const PARTS_AT_ONCE: usize = 2;

/// Where files lie.
#[derive(Clone)]
pub struct Files(Arc<dyn ObjectStore>);

impl Files {
    /// Files in a folder, made when it is not there.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub fn open(folder: &Path) -> Result<Self, BoxError> {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("the folder {} cannot be made: {error}", folder.display()))?;
        // A row that names a file is only committed after the file is on the disk.
        Ok(Self(Arc::new(
            LocalFileSystem::new_with_prefix(folder)?.with_fsync(true),
        )))
    }

    /// Keeps a file under its id.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn put(&self, id: &str, bytes: Bytes) -> Result<(), object_store::Error> {
        self.0
            .put(&Key::from(id), PutPayload::from_bytes(bytes))
            .await?;
        Ok(())
    }

    /// Keeps a file under its id, piece by piece, whole or not at all; its bytes are counted. For what is too large to
    /// be held in memory.
    ///
    /// # Errors
    /// When it cannot be written, or a piece is an error.
    pub async fn put_pieces(
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

    /// The file of that id, to be read piece by piece; `None` when there is none.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn open_file(&self, id: &str) -> Result<Option<GetResult>, object_store::Error> {
        match self.0.get(&Key::from(id)).await {
            Ok(found) => Ok(Some(found)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The file of that id; `None` when there is none.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn get(&self, id: &str) -> Result<Option<Bytes>, object_store::Error> {
        match self.open_file(id).await? {
            Some(found) => found.bytes().await.map(Some),
            None => Ok(None),
        }
    }

    /// Whether there is a file of that id.
    ///
    /// # Errors
    /// When that cannot be told.
    pub async fn is_there(&self, id: &str) -> Result<bool, object_store::Error> {
        match self.0.head(&Key::from(id)).await {
            Ok(_) => Ok(true),
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Removes the file of that id; nothing happens when there is none.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub async fn remove(&self, id: &str) -> Result<(), object_store::Error> {
        match self.0.delete(&Key::from(id)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }
}
