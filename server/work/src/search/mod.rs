//! One search over all that an account keeps: documents, contacts, items, expenses,
//! recurring invoices, templates of quotes.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

mod find;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(find::find))
}
