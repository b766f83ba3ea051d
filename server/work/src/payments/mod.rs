//! Payments: of invoices, and of quotes as deposits.
//!
//! What the business records is confirmed at once. What a customer records is pending, for an amount that the
//! server calculates, until the business confirms or rejects it; only confirmed payments reduce the balance. A
//! confirmation can be undone at once, and the payment removed later with a reason. What a customer pays by card is
//! confirmed by the card provider.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

pub mod carry;
pub mod decide;
pub mod pay;
pub mod payment_documents;
pub mod receipt;
pub mod record;
pub mod remove;
pub mod withdraw;

pub use carry::HOOKS;

/// The routes of payments, below each kind's path.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(record::record))
        .routes(routes!(decide::confirm))
        .routes(routes!(decide::reject))
        .routes(routes!(decide::unconfirm))
        .routes(routes!(remove::remove))
        .routes(routes!(receipt::send_receipt))
        .routes(routes!(pay::pay))
        .routes(routes!(withdraw::withdraw))
}
