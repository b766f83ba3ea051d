//! Customers: a contact together with their documents. What each owes, their statement
//! of account, and two that turn out to be one.

mod balances;
mod merge;
mod statement;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(balances::balances))
        .routes(routes!(statement::statement))
        .routes(routes!(merge::merge))
}
