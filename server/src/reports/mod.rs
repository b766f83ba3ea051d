//! What was earned and spent in a period, and what is left of it: by month, customer, profile and category, each figure
//! with the records behind it. The sums are core's (`plumbline_core::report`).

pub(crate) mod answer;
mod export;
mod flat_rate;
pub(crate) mod names;
pub(crate) mod pack;
mod profit;
pub(crate) mod query;
mod reclaiming;
pub(crate) mod records;
pub(crate) mod store;
pub(crate) mod summed;
mod sums;
pub(crate) mod vehicles;
pub(crate) mod year;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(sums::sums))
        .routes(routes!(sums::records))
        .routes(routes!(sums::export))
        .routes(routes!(profit::profit))
        .routes(routes!(profit::export))
}
