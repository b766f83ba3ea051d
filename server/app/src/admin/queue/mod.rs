//! The questions to support, of all accounts, in the order in which they should be answered.

mod answer;
mod list;
mod one;
mod picture;
mod status;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

/// The routes.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(one::read))
        .routes(routes!(picture::read))
        .routes(routes!(answer::answer))
        .routes(routes!(answer::again))
        .routes(routes!(answer::arrived))
        .routes(routes!(status::set))
}
