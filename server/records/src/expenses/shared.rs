//! POST /expenses/shared: photos that another app shares with the installed one.
//!
//! Its service worker takes them, so that no server sees them. If there is no worker, for example after the browser
//! cleaned up, the form opens and says so.

use axum::body::Body;
use axum::response::Redirect;
use futures::StreamExt as _;

use plumbline_platform::http::form::FRAME_MAX;

/// The form's address, with a parameter that says nothing was stored.
const NOT_KEPT: &str = "/expenses/create?shared=not-kept";
/// As much as the service worker would accept.
const MOST: usize = 20 * 1024 * 1024 + FRAME_MAX;

/// Redirects to the form, without the photos. The body is read to its end, because a browser that gets a response while
/// it is still sending shows a broken connection instead.
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

/// Redirects to the form if somebody opens the address directly.
pub async fn by_hand() -> Redirect {
    Redirect::to("/expenses/create")
}
