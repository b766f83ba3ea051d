//! Variations: an extra, or something left out, that is agreed after a quote was accepted.
//!
//! A variation is a quote with the number of its job (`Q-0012-V1`), which the customer accepts separately. It is
//! written, sent, read, accepted and declined like any other. Once accepted it is chained, by the hashes of the
//! accepted versions, to the quote and to the variation accepted before it (`documents/issuing/variation.rs`). What was
//! agreed is then one document, the quote with its variations (`documents/agreed_job.rs`), and stages and the final
//! invoice are parts of that.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

mod create;

/// The routes below the path of quotes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create::create_variation))
}
