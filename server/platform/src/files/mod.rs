//! Pictures: decoded and encoded again, so that only the pixels survive, and stored through `object_store`: in a
//! folder by default.
//!
//! A logo can be read by anybody who knows its id, which only its documents reveal. A receipt can be read only by its
//! account (through `expenses`), a photo on a quote by its account and through the link of a quote that shows it
//! (through `quotes`). Unused pictures are deleted after a while (`cleanup.rs`).

mod cleanup;
mod jpeg;
mod picture;
mod png_chunks;
mod read;
mod remove;
mod still;
pub mod store;
mod upload;

use std::io;
use std::path::Path;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use futures::{Stream, StreamExt as _};
use object_store::local::LocalFileSystem;
use object_store::path::Path as Key;
use object_store::{GetResult, ObjectStore, ObjectStoreExt as _, PutPayload, WriteMultipart};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::BoxError;
use crate::http::form::{FRAME_MAX, FileLimit};
use crate::ids::FileId;
use crate::jobs::JobHandler;
use crate::state::AppState;
use crate::worker_pool::WorkerPool;

pub use cleanup::schedule_cleanup;
pub use read::{respond_privately, respond_with_own};
pub use remove::enqueue_removal;
pub use still::load_for_print;
pub use store::FileReferences;
pub use upload::store_picture;

/// How many uploaded pictures are in memory at a time, each of up to 12 MB, and how many of them are decoded at a time,
/// which takes more memory. Large pictures are decoded one at a time, so they may wait longer.
const CONCURRENT_MAX: [usize; 2] = [4, 2];

/// How many pictures of one account may wait: browsers upload the photos of a job in parallel.
const WAITING_MAX: usize = 40;

/// The worker pool that decodes pictures.
#[must_use]
pub fn new_worker_pool() -> WorkerPool {
    let [in_memory, decoded] = CONCURRENT_MAX;
    WorkerPool::new(in_memory, decoded, WAITING_MAX)
}

/// The largest picture accepted, in bytes.
const PICTURE_LIMIT: FileLimit = FileLimit(5 * 1024 * 1024, "5 MB");

/// The job handlers of this service.
pub const JOB_HANDLERS: &[JobHandler] = &[remove::JOB_HANDLER, cleanup::JOB_HANDLER];

const PATH: &str = "/api/files/";

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    let (schemas, paths, upload) = routes!(upload::upload);
    let upload = upload.layer(DefaultBodyLimit::max(PICTURE_LIMIT.0 + FRAME_MAX));
    OpenApiRouter::new().routes((schemas, paths, upload)).routes(routes!(read::read))
}

/// The address of a file.
#[must_use]
pub fn file_url(id: &FileId) -> String {
    format!("{PATH}{id}")
}

/// The id of a file from its address; `None` if it isn't the address of a file.
#[must_use]
pub fn parse_file_url(url: &str) -> Option<FileId> {
    let text = url.strip_prefix(PATH)?;
    // Only in its canonical form, because addresses are compared as text.
    text.parse().ok().filter(|id: &FileId| id.as_str() == text)
}

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
            .map_err(|error| format!("the folder {} cannot be created: {error}", folder.display()))?;
        // A row that refers to a file is only committed once the file is on the disk.
        Ok(Self(Arc::new(LocalFileSystem::new_with_prefix(folder)?.with_fsync(true))))
    }

    /// Stores a file under its key.
    ///
    /// # Errors
    /// When the file can't be written.
    pub async fn put(&self, key: &str, bytes: Bytes) -> Result<(), object_store::Error> {
        self.0.put(&Key::from(key), PutPayload::from_bytes(bytes)).await?;
        Ok(())
    }

    /// Stores a file under its key piece by piece, completely or not at all, and returns its size in bytes. For files
    /// that are too large to be held in memory.
    ///
    /// # Errors
    /// When the file can't be written, or a piece is an error.
    pub async fn put_stream(
        &self,
        key: &str,
        pieces: impl Stream<Item = io::Result<Bytes>>,
    ) -> Result<u64, BoxError> {
        let upload = self.0.put_multipart(&Key::from(key)).await?;
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

    /// The file with this key, to be read piece by piece; `None` if there is none.
    ///
    /// # Errors
    /// When the file can't be read.
    pub async fn open_file(&self, key: &str) -> Result<Option<GetResult>, object_store::Error> {
        match self.0.get(&Key::from(key)).await {
            Ok(found) => Ok(Some(found)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The file with this key; `None` if there is none.
    ///
    /// # Errors
    /// When the file can't be read.
    pub async fn get(&self, key: &str) -> Result<Option<Bytes>, object_store::Error> {
        match self.open_file(key).await? {
            Some(found) => found.bytes().await.map(Some),
            None => Ok(None),
        }
    }

    /// Whether there is a file with this key.
    ///
    /// # Errors
    /// When the store can't be read.
    pub async fn exists(&self, key: &str) -> Result<bool, object_store::Error> {
        match self.0.head(&Key::from(key)).await {
            Ok(_) => Ok(true),
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Removes the file with this key; does nothing if there is none.
    ///
    /// # Errors
    /// When the file can't be removed.
    pub async fn remove(&self, key: &str) -> Result<(), object_store::Error> {
        match self.0.delete(&Key::from(key)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }
}
