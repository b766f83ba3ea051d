//! The input for core's decision, from the stored data of an invoice.

use plumbline_core::kind::DocumentKind;
use plumbline_core::report::interest::{
    CustomerKind, LatePayment, LatePaymentClaim, NoCharge, calculate_charge,
};
use plumbline_core::time::Date;

use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_records::contacts::CustomerType;
use plumbline_records::contacts::store as contacts;
use plumbline_records::documents::store::DocumentStatus;
use plumbline_records::documents::stored::{StoredDocument, parse_date};

/// An invoice, and what can be charged for its late payment as of a day.
pub(super) struct ChargedInvoice {
    pub stored: StoredDocument,
    pub outcome: Result<LatePayment, NoCharge>,
}

/// Calculates what can be charged for the late payment of an invoice by the end of a day.
///
/// # Errors
/// 404 if the account has no such invoice.
pub(super) async fn load_charged_invoice(
    conn: &mut Conn,
    user_id: &str,
    id: &str,
    today: Date,
) -> Result<ChargedInvoice, ApiError> {
    let stored = StoredDocument::find(conn, user_id, DocumentKind::Invoice, id).await?;
    let contact = match &stored.row.contact_id {
        Some(id) => contacts::find(conn, user_id, id).await?,
        None => None,
    };
    let customer = contact.and_then(|row| match row.fields.customer_type {
        CustomerType::Business => Some(CustomerKind::Business),
        CustomerType::Consumer => Some(CustomerKind::Consumer),
        CustomerType::Unknown => None,
    });
    // The customer has had the invoice since the day on which it was first sent, whatever date is on it.
    let sent = parse_date(&stored.row.sent_date);
    let date = stored.issue_date().max(sent).unwrap_or(today);
    let (amount, _) = stored.instalment_sums();
    let claim = LatePaymentClaim {
        is_issued: !stored.is_draft(),
        is_void: stored.row.status == DocumentStatus::Void,
        in_instalments: !stored.instalments.is_empty(),
        customer,
        amount,
        vat: stored.totals.vat_amount,
        due: stored.written_due_date(),
        notified_on: date,
        payments: &stored.document.payments,
    };
    let outcome = calculate_charge(&claim, today);
    Ok(ChargedInvoice { stored, outcome })
}
