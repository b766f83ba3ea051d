//! E-invoices: what is issued as XML of Peppol BIS Billing 3.0, for customers who want it.
//!
//! What one says, and what stands against it, is core's (`plumbline_core::einvoice`). Here it is put together from
//! what is kept ([`source`]), written down as XML ([`xml`]), handed out, and attached to the mail that brings the
//! document. The parties are those of the issued version; the numbers by which they are reached are those of now.

mod check;
pub mod command;
mod file;
mod reference;
mod source;
mod store;
mod xml;

pub use file::attached;

use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::state::AppState;

/// The routes below the path of invoices, and of credit notes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(file::einvoice))
        .routes(routes!(check::einvoice_check))
        .routes(routes!(reference::set_order_reference))
}

/// The order references, for the account's export.
///
/// # Errors
/// When the database fails.
pub async fn export(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::references(conn, user_id).await?;
    let told = rows
        .iter()
        .map(|row| json!({ "documentId": row.document_id, "reference": row.reference }));
    Ok(told.collect())
}
