//! What was earned and spent in a period, and what is left of it: by month, customer, profile and category, each figure
//! with the records behind it. The sums are core's (`plumbline_core::report`).

mod answer;
mod expenses;
mod export;
mod income;
mod names;
mod profit;
mod query;
mod records;
mod store;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(income::income))
        .routes(routes!(income::records))
        .routes(routes!(expenses::expenses))
        .routes(routes!(expenses::records))
        .routes(routes!(profit::profit))
        .routes(routes!(export::income))
        .routes(routes!(export::expenses))
        .routes(routes!(export::profit))
}
