//! POST /expenses/shared: photos that another app shares with the installed one.
//!
//! Its service worker takes them, so that no server sees them. If there is no worker, for example after the browser
//! cleaned up, the form opens and says so.

use axum::body::Body;
use axum::response::Redirect;
use futures::StreamExt as _;

use plumbline_platform::http::form::FRAME_MAX;

/// Where the form is, and what it says: nothing was kept.
const NOT_KEPT: &str = "/expenses/create?shared=not-kept";
/// As much as the worker would take.
const MOST: usize = 20 * 1024 * 1024 + FRAME_MAX;

/// The form, without the photos. They are read to their end: a browser that is answered amid its
/// sending shows a broken connection instead of the answer.
pub async fn shared(body: Body) -> Redirect {
    let mut pieces = body.into_data_stream();
    let mut size = 0;
    while let Some(Ok(piece)) = pieces.next().await {
        size += piece.len();
        if size > MOST {
            break;
        }
    }
    Redirect::to(NOT_KEPT)
}

/// The form, for whoever comes here by hand.
pub async fn by_hand() -> Redirect {
    Redirect::to("/expenses/create")
}
