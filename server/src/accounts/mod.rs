//! Accounts: registering, verifying an address, signing in and out.

pub mod passwords;

use utoipa_axum::router::OpenApiRouter;

use crate::state::AppState;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
}
