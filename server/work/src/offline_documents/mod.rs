//! What a device stores for work without signal: whole documents, read a page at a time, and the ids of those that
//! are gone.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

mod documents;

/// The route of cached documents.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(documents::list_documents))
}
