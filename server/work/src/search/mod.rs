//! One search over everything of an account: documents, contacts, items, expenses, recurring invoices, quote
//! templates.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

mod find;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(find::search))
}
