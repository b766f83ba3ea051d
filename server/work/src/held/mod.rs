//! What a device keeps to work with while it has no signal: whole documents, read ahead a page at a
//! time, and what of them has gone since.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

mod documents;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(documents::documents))
}
