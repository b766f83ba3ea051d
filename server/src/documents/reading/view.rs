//! A document as its customer sees it: the latest issued version, by core's `assemble`.

use plumbline_core::money::Pence;
use plumbline_core::public::{self, Header, PublicDocument, assemble};

use crate::clock::{london_date, london_time};
use crate::db::Conn;
use crate::documents::parties::Parties;
use crate::documents::store::payments::PaymentRow;
use crate::documents::store::versions::{self, VersionRow};
use crate::documents::stored::{Stored, date, totals_of, with_payments};
use crate::error::ApiError;

/// The public answer for an issued document.
///
/// # Errors
/// 500 when what is stored cannot be read.
pub async fn of(conn: &mut Conn, stored: &Stored) -> Result<PublicDocument, ApiError> {
    let version = versions::latest(conn, &stored.row).await?;
    of_version(conn, stored, version).await
}

/// [`of`] with the version at hand.
///
/// # Errors
/// As [`of`].
pub async fn of_version(
    conn: &mut Conn,
    stored: &Stored,
    version: VersionRow,
) -> Result<PublicDocument, ApiError> {
    let row = &stored.row;
    let parties = Parties::of_version(conn, row, &version).await?;
    let mut document = with_payments(serde_json::from_str(&version.input)?, &stored.payments);
    let totals = totals_of(&document)?;
    for (payment, row) in document.payments.iter_mut().zip(&stored.payments) {
        payment.date = when(row);
    }
    let due = version.due_date.parse().ok();
    let header = Header {
        quote_number: row.number.clone(),
        invoice_number: row.number.clone(),
        status: row.status.clone(),
        issue_date: version.issue_date.parse().ok(),
        expiry_date: due,
        accepted_date: date(&row.accepted_date),
        due_date: due,
        paid_date: date(&row.paid_date),
        job_description: version.job_description,
        notes: version.notes,
        template: version.template,
        terms: version.terms,
        ..Header::new(stored.kind)
    };
    let parties = public::Parties {
        contact: parties.contact,
        business: parties.business,
        business_profile: Some(parties.profile),
    };
    let mut answer = assemble(&header, &document, &totals, &parties);
    for (payment, row) in answer.payments.iter_mut().zip(&stored.payments) {
        // The history shows what was paid and what went back; the rules counted what is left.
        payment.amount = Pence(row.amount);
        payment.refunded = Pence(row.amount - row.left());
        payment.disputed = matches!(row.dispute.as_deref(), Some("open" | "lost"));
    }
    Ok(answer)
}

/// The day of a payment, with the London time of its recording when that was the same day: the
/// history shows HH:mm (`spec.md`, section 4), but nobody knows the hour of a payment entered
/// afterwards.
fn when(payment: &PaymentRow) -> String {
    if payment.date == london_date(payment.created_at).to_string() {
        format!("{}T{}", payment.date, london_time(payment.created_at))
    } else {
        payment.date.clone()
    }
}
