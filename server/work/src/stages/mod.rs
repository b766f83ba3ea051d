//! A job that is invoiced in stages: a deposit, parts of it, and the rest by the final invoice.
//!
//! A stage is an ordinary invoice for a part of an accepted quote. The final invoice is the one that the quote is
//! converted to, and it deducts the stages by VAT treatment and rate; `calculate/stage` in core calculates both.
//! VAT is calculated once for the whole job, because the VAT of several invoices, each rounded by itself, would be
//! some pence out. Nothing is invoiced twice: whenever a stage is made or edited, a hook in the same transaction
//! refuses more than is left ([`guard`]). What is voided or deleted can be invoiced again.
//!
//! Payments of the quote count on the first stage of its job.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::hooks::Hooks;
use plumbline_platform::state::AppState;

mod create;
mod guard;
mod job;
mod preview;
mod request;

/// The routes below the path of quotes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(job::read_job, create::create_stage))
        .routes(routes!(preview::preview_stage))
}

/// The hooks of stages.
pub const HOOKS: Hooks = Hooks { changed: Some(guard::on_changed), ..Hooks::NONE };
