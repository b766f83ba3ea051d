//! POST /expenses/shared: photos that another app shares with the installed one.
//!
//! Its service worker takes them, so that no server sees them. If there is no worker, for example after the browser
//! cleaned up, the form opens and says so.

use axum::body::Body;
use axum::response::Redirect;
use futures::StreamExt as _;

use plumbline_platform::http::form::FRAME_MAX;

/// The form's address, with a parameter that says nothing was stored.
const FORM_WITHOUT_PHOTOS: &str = "/expenses/create?shared=not-kept";
/// As much as the service worker would accept.
const BYTES_MAX: usize = 20 * 1024 * 1024 + FRAME_MAX;

/// Redirects to the form, without the photos. The body is read to its end, because a browser that gets a response while
/// it is still sending shows a broken connection instead.
pub async fn redirect_shared(body: Body) -> Redirect {
    let mut pieces = body.into_data_stream();
    let mut size = 0;
    while let Some(Ok(piece)) = pieces.next().await {
        size += piece.len();
        if size > BYTES_MAX {
            break;
        }
    }
    Redirect::to(FORM_WITHOUT_PHOTOS)
}

/// Redirects to the form if somebody opens the address directly.
pub async fn redirect_to_form() -> Redirect {
    Redirect::to("/expenses/create")
}
