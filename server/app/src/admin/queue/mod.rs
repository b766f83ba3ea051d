//! The questions to support, of all accounts, in the order in which they should be answered.

mod answer;
mod list;
mod message;
mod picture;
mod status;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

/// The routes.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(message::read_message))
        .routes(routes!(picture::read_picture))
        .routes(routes!(answer::answer_message))
        .routes(routes!(answer::resend_answer))
        .routes(routes!(answer::mark_answer_arrived))
        .routes(routes!(status::set_status))
}
