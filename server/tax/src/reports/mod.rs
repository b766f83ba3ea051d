//! Income, spending and profit of a period, by month, customer, profile and category, each amount with the records
//! behind it. Core adds them up (`plumbline_core::report`).

pub mod answer;
mod export;
mod flat_rate;
pub mod names;
pub mod pack;
mod profit;
pub mod query;
mod reclaiming;
pub mod records;
pub mod store;
pub mod summed;
mod sums;
pub mod vehicles;
pub mod year;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

/// The routes of the reports.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(sums::sums))
        .routes(routes!(sums::records))
        .routes(routes!(sums::export))
        .routes(routes!(profit::profit))
        .routes(routes!(profit::export))
}
