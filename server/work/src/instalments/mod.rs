//! Instalments of an invoice: the dates on which it is paid, and how much on each.
//!
//! They are stored with the invoice, not with what was issued: like payments they may be agreed, changed and
//! removed without a new version, as long as something is unpaid. Core checks them and says what is due
//! (`calculate::instalments`). The due date written on the invoice stays as it was issued, but lists, filters,
//! 'overdue' and reminders use the date of the earliest unpaid instalment
//! ([`plumbline_records::documents::stored::StoredDocument::instalment_schedule`]). A payment request names the amount
//! that the customer believes to be open, since two instalments may be of the same amount.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

mod agree;

/// The routes below the path of invoices.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(agree::agree_instalments))
}
