//! Quotes: offers that a customer accepts or declines, and that are converted to an invoice once.
//!
//! What they share with other documents is in [`plumbline_records::documents`].

use axum::routing::get;
use plumbline_core::kind::DocumentKind;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::jobs::JobHandler;
use plumbline_platform::state::AppState;

pub mod accept;
mod acceptance;
mod acceptance_record;
mod cancellation_right;
pub mod certificate;
pub mod convert;
pub mod decline;
mod differences;
pub mod mark_accepted;
pub mod offline_signature;
pub mod on_the_spot;
mod photos;
mod selection;
mod versions;

/// The jobs of quotes.
pub const JOB_HANDLERS: &[JobHandler] = &[certificate::JOB_HANDLER];

/// The routes below the path of quotes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(convert::convert_to_invoice))
        .routes(routes!(certificate::download_certificate))
        .routes(routes!(accept::accept_by_link))
        .routes(routes!(on_the_spot::accept_on_the_spot))
        .routes(routes!(mark_accepted::mark_accepted))
        .routes(routes!(decline::decline))
        .merge(photos::router())
        .routes(routes!(versions::list_versions))
        .routes(routes!(versions::read_version))
        .routes(routes!(versions::read_version_changes))
        .routes(routes!(differences::read_changes))
}

/// The routes below the address of a customer's page.
pub fn page_router() -> OpenApiRouter<AppState> {
    let prefix = DocumentKind::Quote.facts().letter;
    OpenApiRouter::new()
        .route(&format!("/{prefix}/{{token}}/certificate.pdf"), get(certificate::download_public_certificate))
}
