//! What the customer's payment history shows besides the payments that count.

use plumbline_core::kind::{Asks, Kind};
use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;
use plumbline_core::present::PaymentRow as Shown;
use plumbline_core::status::{Badge, Tone};
use plumbline_core::time::text::{date_short, date_time};
use plumbline_core::time::wall_clock::WallClock;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_records::documents::reading::view::when;
use plumbline_records::documents::store::payments::{self, PaymentRow};
use plumbline_records::documents::stored::Stored;

/// Puts what the business did not receive, and what it took off again, after the payments that stand:
/// it counts for nothing, and whoever sent it has to know.
pub(super) async fn with_what_does_not_count(
    conn: &mut Conn,
    stored: &Stored,
    rows: &mut Vec<Shown>,
) -> DbResult<()> {
    if stored.kind.facts().asks == Asks::Nothing {
        // What was noted as given back by mistake never left the business.
        return Ok(());
    }
    let missing = payments::not_received(conn, &stored.row.id).await?;
    let not_received = |payment| row(stored.kind, payment, "not_received", "Not received");
    rows.extend(missing.iter().map(not_received));
    let removed = payments::removed(conn, &stored.row.id).await?;
    let removed = removed.iter().map(|payment| Shown {
        note: payment.removed_reason.clone().unwrap_or_default(),
        ..row(stored.kind, payment, "removed", "Removed")
    });
    rows.extend(removed);
    Ok(())
}

fn row(kind: Kind, payment: &PaymentRow, code: &str, label: &str) -> Shown {
    let at = when(payment);
    // With hours on what is of an account, as core has it.
    let timed = kind.facts().asks != Asks::Deposit;
    let date = match at.parse::<WallClock>() {
        Ok(at) if timed => date_time(at),
        Ok(at) => date_short(at.date),
        Err(_) => at,
    };
    Shown {
        id: payment.id.to_string(),
        date,
        method: payment.method.label().to_owned(),
        amount: gbp(Pence(payment.amount)),
        badge: Badge::new(code, label, Tone::Red),
        withdrawable: false,
        note: String::new(),
    }
}
