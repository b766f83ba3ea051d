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
mod print_photo;
mod read;
mod references;
mod remove;
mod shrink;
mod still;
mod storage;
pub mod store;
mod upload;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::form::{FRAME_MAX, FileLimit};
use crate::ids::FileId;
use crate::jobs::JobHandler;
use crate::state::AppState;
use crate::worker_pool::WorkerPool;

pub use cleanup::schedule_cleanup;
pub use print_photo::load_for_print;
pub use read::{respond_privately, respond_with_own};
pub use references::FileReferences;
pub use remove::enqueue_removal;
pub use storage::FileStorage;
pub use upload::store_picture;

/// How many uploaded pictures are in memory at a time, each of up to 12 MB, and how many of them are decoded at a time,
/// which takes more memory. Of large ones, which wait longer, only one is decoded at a time.
const CONCURRENT_MAX: [usize; 2] = [4, 2];
/// How many pictures of one account may wait: browsers upload the photos of a job in parallel.
const WAITING_MAX: usize = 40;

/// The worker pool that decodes pictures.
#[must_use]
pub fn new_worker_pool() -> WorkerPool {
    let [files, decoded] = CONCURRENT_MAX;
    WorkerPool::new(files, decoded, WAITING_MAX)
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
pub fn file_url(id: &str) -> String {
    format!("{PATH}{id}")
}

/// The id of a file from its address; `None` if it isn't the address of a file.
#[must_use]
pub fn parse_file_url(url: &str) -> Option<FileId> {
    let text = url.strip_prefix(PATH)?;
    // Only in its canonical form, because addresses are compared as text.
    text.parse().ok().filter(|id: &FileId| **id == *text)
}
