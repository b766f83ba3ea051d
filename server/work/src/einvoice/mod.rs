//! E-invoices: issued documents as XML of Peppol BIS Billing 3.0, for customers who want it.
//!
//! Core decides what an e-invoice says and what is missing for it (`plumbline_core::einvoice`). This module
//! collects what is stored ([`source`]), writes the XML ([`xml`]), serves it and attaches it to the email of the
//! document. The parties are those of the issued version, but their Peppol address, VAT number and reference are
//! today's. A customer's order number that comes in after the issue is stored separately, so that the invoice need not
//! change. Tests check the XML against the rules of the standard, and `cargo xtask prove einvoice`
//! against the published ones.

mod check;
pub mod command;
mod file;
mod reference;
mod source;
mod store;
mod xml;

pub use file::build_attachment;

use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::state::AppState;
use store::OrderReferenceRow;

/// The routes below the path of invoices, and of credit notes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(file::download_einvoice))
        .routes(routes!(check::check_einvoice))
        .routes(routes!(reference::set_order_reference))
}

/// The order references, for the account's export.
pub async fn export(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::list_references(conn, user_id).await?;
    let result = rows.iter().map(|row| {
        let OrderReferenceRow {
            document_id,
            user_id: _, // the account, which is the same for the whole export
            reference,
            updated_at,
        } = row;
        json!({ "documentId": document_id, "reference": reference, "updatedAt": updated_at })
    });
    Ok(result.collect())
}
