//! Invoices: requests for payment, paid by confirmed payments or voided.
//!
//! What they share with other documents is in [`plumbline_records::documents`].

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

pub mod void;

/// The routes below the path of invoices.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(void::void_invoice))
        .merge(crate::credits::invoice_router())
        .merge(crate::instalments::router())
}
