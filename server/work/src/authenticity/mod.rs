//! Is this invoice genuine? The page that the code on an invoice opens, for anybody who has it on paper.
//!
//! There is no log-in, and the code is not a link: nothing can be replied to or paid there. Somebody with the code
//! has the paper, or a copy of it, so the page says what is printed there and little more: number, date, business,
//! total and balance and, for an open invoice, the full account that it is paid into, because that is what should
//! be compared. It does not show the customer, the address, the job or the texts of the lines. The browser gets the
//! amounts without texts and calculates the total again by the same rules.

mod lookup;
mod page;
mod read;

use axum::routing;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

/// The routes of the check.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read::read_check))
        .route("/check", routing::get(page::show_form))
        .route("/check/", routing::get(page::show_form))
        .route("/check/{code}", routing::get(page::show_result))
}
