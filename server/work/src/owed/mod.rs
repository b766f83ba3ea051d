//! Debts by age: each customer with what they owe, by how late it is. The sums are those of the list of outstanding
//! invoices, and of the dashboard.

mod export;
mod list;
pub mod pack;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list::list_debtors)).routes(routes!(export::export))
}
