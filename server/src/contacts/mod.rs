//! The contacts.

use utoipa_axum::router::OpenApiRouter;

use crate::state::AppState;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
}
