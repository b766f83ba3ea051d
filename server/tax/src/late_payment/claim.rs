//! The input of core's decision, from what is stored of an invoice.

use plumbline_core::kind::Kind;
use plumbline_core::report::interest::{Claim, Customer, LatePayment, NoCharge, charge};
use plumbline_core::time::Date;

use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_records::contacts::CustomerType;
use plumbline_records::contacts::store as contacts;
use plumbline_records::documents::store::Status;
use plumbline_records::documents::stored::{Stored, date};

/// An invoice, and what can be charged for its late payment as of a day.
pub(super) struct Charged {
    pub stored: Stored,
    pub outcome: Result<LatePayment, NoCharge>,
}

/// Calculates what can be charged for the late payment of an invoice by the end of a day.
///
/// # Errors
/// 404 if the account has no such invoice.
pub(super) async fn of(
    conn: &mut Conn,
    user_id: &str,
    id: &str,
    today: Date,
) -> Result<Charged, ApiError> {
    let stored = Stored::find(conn, user_id, Kind::Invoice, id).await?;
    let contact = match &stored.row.contact_id {
        Some(id) => contacts::find(conn, user_id, id).await?,
        None => None,
    };
    let customer = contact.and_then(|row| match row.fields.customer_type {
        CustomerType::Business => Some(Customer::Business),
        CustomerType::Consumer => Some(Customer::Consumer),
        CustomerType::Unknown => None,
    });
    // The customer has had the invoice since the day on which it was first sent, whatever date is on it.
    let sent = date(&stored.row.sent_date);
    let told = stored.issue_date().max(sent).unwrap_or(today);
    let (amount, _) = stored.to_instalments();
    let claim = Claim {
        is_issued: !stored.is_draft(),
        is_void: stored.row.status == Status::Void,
        in_instalments: !stored.instalments.is_empty(),
        customer,
        amount,
        vat: stored.totals.vat_amount,
        due: stored.written_due_date(),
        told,
        payments: &stored.document.payments,
    };
    let outcome = charge(&claim, today);
    Ok(Charged { stored, outcome })
}
