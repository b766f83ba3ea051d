//! The payment history (docs/product.md, section 4, Payment confirmation).

use super::{PaymentRow, View};
use crate::document::ConfirmationStatus;
use crate::kind::Kind;
use crate::money::Pence;
use crate::money::text::gbp;
use crate::present::public::PublicPayment;
use crate::status::{Badge, Method, Tone};
use crate::time::text::{date_short, date_time};
use crate::time::wall_clock::WallClock;

/// The payments in the order in which they came.
pub(super) fn rows(view: &View) -> Vec<PaymentRow> {
    let payments = view.document.payments.iter();
    payments.map(|paid| row(view, paid)).collect()
}

fn row(view: &View, payment: &PublicPayment) -> PaymentRow {
    let timed = view.is_of_account();
    let badge = match payment.confirmation_status {
        // What a credit note's customer got.
        _ if view.kind == Kind::CreditNote => Badge::new("refunded", "Refunded", Tone::Green),
        _ if payment.disputed => Badge::new("disputed", "Disputed", Tone::Amber),
        _ if payment.refunded > Pence::ZERO => {
            let back = format!("Refunded {}", gbp(payment.refunded));
            Badge::new("refunded", &back, Tone::Grey)
        }
        ConfirmationStatus::Confirmed => Badge::new("confirmed", "Confirmed", Tone::Green),
        ConfirmationStatus::Pending => Badge::new("pending", "Pending", Tone::Blue),
    };
    let pending = payment.confirmation_status == ConfirmationStatus::Pending;
    let method = Method::of(&payment.method);
    PaymentRow {
        id: payment.id.clone(),
        date: date(&payment.date, timed),
        // A name that is not ours shows as it is.
        method: method
            .map_or(payment.method.as_str(), |method| method.label())
            .into(),
        amount: gbp(payment.amount),
        badge,
        // The business's own are confirmed at once, and the card provider tells of a card's.
        withdrawable: pending && method != Some(Method::Stripe),
        note: String::new(),
    }
}

/// With HH:mm on bills; a text that is no date as it is.
fn date(text: &str, timed: bool) -> String {
    match text.parse::<WallClock>() {
        Ok(at) if timed => date_time(at),
        Ok(at) => date_short(at.date),
        Err(_) => text.into(),
    }
}
