//! Income, spending and profit of a period, by month, customer, profile and category, each amount with the records
//! behind it. Core adds them up (`plumbline_core::report`).

pub mod export;
mod flat_rate;
pub mod income_sums;
pub mod names;
mod profit;
pub mod query;
mod reclaiming;
pub mod records;
pub mod response;
pub mod store;
mod sums;
pub mod vehicles;

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
