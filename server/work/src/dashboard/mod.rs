//! The dashboard: what is owed, what is late, what was received, what is waiting.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

mod first_week;
mod months;
pub mod read;

/// The route of the dashboard.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read::read_dashboard))
}
