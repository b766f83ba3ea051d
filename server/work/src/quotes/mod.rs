//! Quotes: offers that a customer accepts or declines, and that are converted to an invoice once.
//!
//! What they share with other documents is in [`plumbline_records::documents`].

use axum::routing::get;
use plumbline_core::kind::Kind;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::jobs::Duty;
use plumbline_platform::state::AppState;

pub mod accept;
mod agree;
mod cancelling;
pub mod certificate;
mod certify;
mod changed;
mod choice;
pub mod convert;
mod copy;
pub mod decline;
pub mod on_the_spot;
mod otherwise;
mod photos;
pub mod recorded;
pub mod sealed;
mod since;
mod versions;

/// The jobs of quotes.
pub const DUTIES: &[Duty] = &[copy::DUTY];

/// The routes below the path of quotes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(convert::convert))
        .routes(routes!(certificate::own))
        .routes(routes!(accept::accept))
        .routes(routes!(on_the_spot::accept))
        .routes(routes!(recorded::mark_accepted))
        .routes(routes!(decline::decline))
        .merge(photos::router())
        .routes(routes!(versions::versions_of))
        .routes(routes!(versions::version))
        .routes(routes!(versions::version_changes))
        .routes(routes!(since::changes_since))
}

/// The routes below the address of a customer's page.
pub fn pages() -> OpenApiRouter<AppState> {
    let letter = Kind::Quote.facts().letter;
    OpenApiRouter::new().route(
        &format!("/{letter}/{{token}}/certificate.pdf"),
        get(certificate::public),
    )
}
