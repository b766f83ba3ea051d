//! Instalments agreed on an invoice: on which days it is paid, and how much on each.
//!
//! They stand with the invoice, not in what is issued of it: like payments they may be agreed, changed and
//! taken away while its version stays, as long as something is open. Core judges them and says how they stand
//! (`calculate::instalments`); what is due, overdue and next follows everywhere from that
//! ([`plumbline_records::documents::stored::Stored::standing`]).

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

mod agree;

/// The routes below the path of invoices.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(agree::agree_instalments))
}
