//! What the customer's payment history shows beside the payments that stand.

use plumbline_core::kind::{Asks, Kind};
use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;
use plumbline_core::present::PaymentRow as Shown;
use plumbline_core::status::{Badge, Tone};
use plumbline_core::time::text::{date_short, date_time};
use plumbline_core::time::wall_clock::WallClock;

use crate::db::{Conn, DbResult};
use crate::documents::reading::view::when;
use crate::documents::store::payments::{self, PaymentRow};
use crate::documents::stored::Stored;

/// Puts what the business did not receive after the payments that stand: it counts for nothing, and
/// whoever sent it has to know.
pub(super) async fn with_not_received(
    conn: &mut Conn,
    stored: &Stored,
    rows: &mut Vec<Shown>,
) -> DbResult<()> {
    let missing = payments::not_received(conn, &stored.row.id).await?;
    rows.extend(missing.iter().map(|payment| row(stored.kind, payment)));
    Ok(())
}

fn row(kind: Kind, payment: &PaymentRow) -> Shown {
    let at = when(payment);
    // With hours on what is read as a bill, as core has it.
    let timed = kind.facts().asks == Asks::Balance;
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
        badge: Badge {
            label: "Not received".to_owned(),
            tone: Tone::Red,
        },
        withdrawable: false,
    }
}
