//! The input of an e-invoice, from what is stored.

use plumbline_core::einvoice::{CreditedInvoice, EinvoiceBuyer, EinvoiceSeller, EinvoiceSource};
use plumbline_core::kind::DocumentKind;

use super::store;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_records::contacts::store as contacts;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::store as documents;
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::profiles::store as profiles;

/// What is known for the e-invoice of a document.
pub(super) struct EinvoiceInput {
    /// The input for core.
    pub source: EinvoiceSource,
    /// Whether its customer wants e-invoices.
    pub is_wanted: bool,
}

/// Reads everything that a document's e-invoice may contain.
pub(super) async fn load(conn: &mut Conn, stored: &StoredDocument) -> Result<EinvoiceInput, ApiError> {
    let row = &stored.row;
    let parties = Parties::for_document(conn, row).await?;
    let contact = match &row.contact_id {
        Some(id) => contacts::find(conn, &row.user_id, id).await?,
        None => None,
    };
    let contact = contact.map(|row| row.fields).unwrap_or_default();
    let profile = match &row.business_profile_id {
        Some(id) => profiles::find_by_id(conn, id).await?,
        None => None,
    };
    // The number written on the document takes precedence over one that was stored later. A credit note is for the same
    // order as its invoice.
    let ordered = row.credited_invoice_id.as_ref().unwrap_or(&row.id);
    let mut reference = row.order_number.clone();
    if reference.is_empty() {
        reference = store::find_reference(conn, &row.user_id, &row.id).await?;
    }
    if reference.is_empty() {
        reference = store::find_reference(conn, &row.user_id, ordered).await?;
    }
    Ok(EinvoiceInput {
        is_wanted: contact.wants_einvoices,
        source: EinvoiceSource {
            kind: stored.kind,
            number: row.number.clone().unwrap_or_default(),
            issue_date: stored.issue_date(),
            due_date: stored.written_due_date(),
            job_description: row.job_description.clone(),
            job_address: row.job_address.clone(),
            notes: row.notes.clone(),
            order_reference: reference,
            credited: find_credited(conn, stored).await?,
            document: stored.document.clone(),
            totals: stored.totals.clone(),
            seller: EinvoiceSeller {
                profile: parties.profile,
                peppol_id: profile.map(|row| row.peppol_id).unwrap_or_default(),
            },
            buyer: EinvoiceBuyer {
                contact: parties.contact,
                vat_number: contact.vat_number,
                peppol_id: contact.peppol_id,
                reference: contact.buyer_reference,
            },
        },
    })
}

/// The invoice that a credit note credits.
async fn find_credited(
    conn: &mut Conn,
    stored: &StoredDocument,
) -> Result<Option<CreditedInvoice>, ApiError> {
    let row = &stored.row;
    let Some(id) = &row.credited_invoice_id else {
        return Ok(None);
    };
    let invoice = documents::find(conn, &row.user_id, DocumentKind::Invoice, id).await?;
    Ok(invoice.map(|invoice| CreditedInvoice {
        issue_date: invoice.issue_date,
        number: invoice.number.unwrap_or_default(),
    }))
}
