//! What the customer's payment history shows besides the payments that count.

use plumbline_core::kind::{DocumentKind, RequestedPayment};
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::present::PaymentRow as Shown;
use plumbline_core::status::{Badge, Tone};
use plumbline_core::time::text::{format_date_time, format_short_date};
use plumbline_core::time::wall_clock::WallClock;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_records::documents::reading::view::payment_time;
use plumbline_records::documents::store::payments::{self, PaymentRow};
use plumbline_records::documents::stored::StoredDocument;

/// Adds the rejected and removed payments after those that count. They change no amount, but the customer who sent them
/// has to know.
pub(super) async fn add_uncounted(
    conn: &mut Conn,
    stored: &StoredDocument,
    rows: &mut Vec<Shown>,
) -> DbResult<()> {
    if stored.kind.facts().asks == RequestedPayment::Nothing {
        // A refund that was recorded by mistake never left the business.
        return Ok(());
    }
    let missing = payments::list_not_received(conn, &stored.row.id).await?;
    let not_received = |payment| to_row(stored.kind, payment, "not_received", "Not received");
    rows.extend(missing.iter().map(not_received));
    let removed = payments::list_removed(conn, &stored.row.id).await?;
    let removed = removed.iter().map(|payment| Shown {
        note: payment.removed_reason.clone().unwrap_or_default(),
        ..to_row(stored.kind, payment, "removed", "Removed")
    });
    rows.extend(removed);
    Ok(())
}

fn to_row(kind: DocumentKind, payment: &PaymentRow, code: &str, label: &str) -> Shown {
    let at = payment_time(payment);
    // Times of day are shown for documents other than quotes, as in core.
    let timed = kind.facts().asks != RequestedPayment::Deposit;
    let date = match at.parse::<WallClock>() {
        Ok(at) if timed => format_date_time(at),
        Ok(at) => format_short_date(at.date),
        Err(_) => at,
    };
    Shown {
        id: payment.id.to_string(),
        date,
        method: payment.method.label().to_owned(),
        amount: format_gbp(Pence(payment.amount)),
        badge: Badge::new(code, label, Tone::Red),
        withdrawable: false,
        note: String::new(),
    }
}
