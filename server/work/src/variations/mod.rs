//! Variations: an extra, or something left out, that is agreed after a quote was accepted.
//!
//! A variation is a quote with a customer's yes of its own, and with the number of the quote whose job it
//! varies (`Q-0012-V1`). It is written, sent, read, accepted and declined like any other; once it is
//! accepted it is chained, by the hashes of the accepted versions, to the quote and to the variation that
//! was accepted before it (`documents/issuing/vary.rs`), and what was agreed of the job is the quote with
//! it (`documents/agreed.rs`). Stages and the final invoice ask for parts of that.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

mod create;

/// The routes below the path of quotes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create::vary))
}
