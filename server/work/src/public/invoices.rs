//! The invoices of a quote, for the customer with the quote's link: what was agreed there is paid here.

use plumbline_core::kind::DocumentKind;
use serde::Serialize;
use utoipa::ToSchema;

use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::response::customer_link;
use plumbline_records::documents::store::{self, DocumentRow, DocumentStatus, stages};
use plumbline_records::documents::stored::StoredDocument;

/// Another document of the same customer, with its own link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct LinkedDocument {
    /// `Invoice INV-0004`.
    pub heading: String,
    /// The address at which the customer reads and pays it.
    pub url: String,
}

/// The issued invoices of a quote: its stages in order and then its own invoice. Empty for any other document. Invoices
/// that were voided and those for another customer are left out.
pub(super) async fn list_for_quote(
    state: &AppState,
    conn: &mut Conn,
    quote: &StoredDocument,
) -> Result<Vec<LinkedDocument>, ApiError> {
    if quote.kind != DocumentKind::Quote {
        return Ok(Vec::new());
    }
    let mut rows = match quote.row.stages {
        0 => Vec::new(),
        _ => stages::list_invoices(conn, &quote.row.id).await?,
    };
    if let Some(id) = &quote.row.converted_invoice_id {
        rows.extend(store::find_by_id(conn, id).await?);
    }
    let linked = rows.iter().filter(|row| is_visible(quote, row));
    let linked = linked.filter_map(|row| {
        let (token, number) = (row.public_token.as_deref()?, row.number.as_deref()?);
        Some(LinkedDocument {
            heading: format!("{} {number}", row.kind.title()),
            url: customer_link(state, row.kind, token),
        })
    });
    Ok(linked.collect())
}

/// Whether the holder of the quote's link may see this invoice: it was issued, is not void, and is for the same
/// customer.
fn is_visible(quote: &StoredDocument, row: &DocumentRow) -> bool {
    row.issued_version > 0
        && row.status != DocumentStatus::Void
        && row.user_id == quote.row.user_id
        && row.contact_id == quote.row.contact_id
}
