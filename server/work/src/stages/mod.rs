//! A job that is invoiced in stages: a deposit, parts of it, and what is left by the final invoice.
//!
//! A stage is an ordinary invoice that asks for a part of an accepted quote. The final one is the
//! invoice that the quote is turned into, and takes them off by treatment and rate of VAT; core says
//! what each comes to (`calculate/stage`). Nothing is invoiced twice: a stage that would ask for more
//! than is left is refused, be it made, edited, or edited after the final one took it off
//! ([`guard`]). What is withdrawn or deleted is left to invoice again.
//!
//! What was paid of the quote counts on the first stage of its job.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::hooks::Hooks;
use plumbline_platform::state::AppState;

mod ask;
mod create;
mod guard;
mod job;
mod preview;

/// The routes below the path of quotes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(job::job, create::make_stage))
        .routes(routes!(preview::preview_stage))
}

/// What stages hang on documents.
pub const HOOKS: Hooks = Hooks {
    changed: Some(guard::changed),
    ..Hooks::NONE
};
