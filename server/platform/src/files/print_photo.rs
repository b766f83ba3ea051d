//! Photos for PDFs: smaller than on a screen, where they can be enlarged. A quote with twenty large photos could
//! not be emailed.

use std::sync::LazyLock;

use axum::body::Bytes;

use super::picture::{self, PictureSettings};
use crate::ids::UserId;
use crate::response_cache::ResponseCache;
use crate::state::AppState;

/// A third of the page's width, at some 300 dots per inch in width and less in height.
const PRINT_SETTINGS: PictureSettings =
    PictureSettings { stored_side_max: 720, quality: 78, ..picture::PHOTO };

/// The size of the cache in bytes, for each of its two halves: the same quote is requested by its customer, by the
/// business and for emails.
const CACHE_BYTES: usize = 8 * 1024 * 1024;

/// The cached photos, by their ids: a photo's bytes never change.
static CACHE: LazyLock<ResponseCache<()>> = LazyLock::new(|| ResponseCache::with_capacity(CACHE_BYTES));

/// A photo as it is placed in a PDF, as JPEG; `None` if it is missing or can't be read, because a PDF without it is
/// better than no PDF. The work counts towards the account that owns the document, and accounts take turns.
pub async fn load_for_print(state: &AppState, user_id: &UserId, id: &str) -> Option<Bytes> {
    if let Some(made) = CACHE.get(id, &()) {
        return Some(made);
    }
    let bytes = match state.files.get(id).await {
        Ok(found) => found?,
        Err(error) => {
            tracing::warn!(%error, file = %id, "a photo could not be read");
            return None;
        }
    };
    let renew = move || picture::open(bytes, &PRINT_SETTINGS)?.renewed();
    match state.pictures.run(user_id, renew).await {
        Ok(Ok(picture)) => {
            let made = Bytes::from(picture.bytes);
            CACHE.put(id, (), made.clone());
            Some(made)
        }
        Ok(Err(error)) => {
            tracing::warn!(%error, file = %id, "a photo could not be made small");
            None
        }
        Err(error) => {
            tracing::warn!(?error, file = %id, "making a photo small broke off");
            None
        }
    }
}
