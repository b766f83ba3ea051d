//! Photos for PDFs: smaller than on a screen, where they can be enlarged. A quote with twenty large photos could
//! not be emailed.

use std::sync::LazyLock;

use axum::body::Bytes;

use super::picture::{self, Frame};
use crate::ids::UserId;
use crate::ready::Ready;
use crate::state::AppState;

/// A third of a sheet's width, at some 300 dots an inch across and less up and down.
const PAPER: Frame = Frame {
    side_kept: 720,
    quality: 78,
    ..picture::PHOTO
};

/// How many bytes of them are kept ready, in each of two halves: the same quote is asked for by its
/// customer, by the business and by their mails.
const KEPT_READY: usize = 8 * 1024 * 1024;

/// Those that were made, by their ids: a photo's bytes never change.
static MADE: LazyLock<Ready<()>> = LazyLock::new(|| Ready::with_room(KEPT_READY));

/// A photo as a PDF shows it, a JPEG; none where it is not there or cannot be read: a paper without it is
/// better than none. It is made for the account whose paper it is, which takes turns with the others.
pub async fn on_paper(state: &AppState, user_id: &UserId, id: &str) -> Option<Bytes> {
    if let Some(made) = MADE.get(id, &()) {
        return Some(made);
    }
    let bytes = match state.files.get(id).await {
        Ok(found) => found?,
        Err(error) => {
            tracing::warn!(%error, file = %id, "a photo could not be read");
            return None;
        }
    };
    let renew = move || picture::renew(&bytes, &PAPER);
    match state.pictures.work(user_id, renew).await {
        Ok(Ok(picture)) => {
            let made = Bytes::from(picture.bytes);
            MADE.put(id, (), made.clone());
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
