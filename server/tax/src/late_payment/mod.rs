//! What a business customer owes for paying an invoice late: interest and a fixed sum, how they are calculated, and the
//! printable letter that asks for them. It is calculated on request and not stored; core decides whether anything is
//! owed, and every amount and text (`plumbline_core::report::interest`).

mod claim;
mod letter;
mod read;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

/// The routes, which are below the path of invoices.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read::late_payment)).routes(routes!(letter::late_payment_letter))
}
