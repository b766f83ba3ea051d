//! Who owes the business: each customer with what they owe, by how late it is. The sums are those of
//! the list of outstanding invoices, and so of the first screen.

mod export;
mod list;
pub(crate) mod pack;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(export::export))
}
