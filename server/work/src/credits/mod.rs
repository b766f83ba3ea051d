//! Credit notes: what is taken off an issued invoice afterwards, and what is refunded for it.
//!
//! A credit note is a document like the others ([`plumbline_records::documents`]), with a number sequence of its
//! own. It is made from an invoice, and core calculates it (`calculate::credit`): of no VAT group more than is left
//! after the credit notes before it, drafts included, so that two windows can't credit the same twice. Its totals
//! are stored as they were made and not calculated again. Once it is issued, its invoice asks for less, in the same
//! transaction; if more was already paid, the refund is recorded on the credit note like a payment.
//!
//! To avoid deadlocks, code that locks both rows takes the credit note first and its invoice second.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

pub mod create;
pub mod input;
pub mod preview;
pub mod refund;
mod update_invoice;
pub mod void;

pub use update_invoice::HOOKS;

/// The routes below the path of credit notes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(void::void_credit_note))
        .routes(routes!(refund::record_refund))
        .routes(routes!(refund::remove_refund))
}

/// The routes below the path of invoices.
pub fn invoice_router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(create::create_credit_note))
        .routes(routes!(preview::preview_credit_note))
}
