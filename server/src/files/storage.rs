//! Where the bytes lie.

use std::path::Path;
use std::sync::Arc;

use axum::body::Bytes;
use object_store::local::LocalFileSystem;
use object_store::path::Path as Key;
use object_store::{ObjectStore, ObjectStoreExt as _, PutPayload};

use crate::error::BoxError;

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

    /// The file of that id; `None` when there is none.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn get(&self, id: &str) -> Result<Option<Bytes>, object_store::Error> {
        match self.0.get(&Key::from(id)).await {
            Ok(found) => found.bytes().await.map(Some),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
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
