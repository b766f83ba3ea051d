//! Is this invoice genuine? What the code on an invoice opens, for whoever holds the paper.
//!
//! There is no log-in, and the code is no link: nothing can be answered or paid behind it. Whoever has it has
//! the paper, or a copy of it, so that the page says what is printed there and no more: number, date, business,
//! total and balance, and of an invoice that is open where it is paid, whole, since that is what is compared.
//! The customer, the address, the job and the words of the lines stay where they are. A browser is handed the
//! figures without words, to work the total out again by the same rules.

mod answer;
mod get;
mod page;

use axum::routing;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get::check))
        .route("/check", routing::get(page::ask))
        .route("/check/", routing::get(page::ask))
        .route("/check/{code}", routing::get(page::page))
}
