//! The payment history (docs/product.md, section 4, Payment confirmation).

use super::{PaymentRow, View};
use crate::document::ConfirmationStatus;
use crate::kind::DocumentKind;
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::present::public::PublicPayment;
use crate::status::{Badge, PaymentMethod, Tone};
use crate::time::text::{format_date_time, format_short_date};
use crate::time::wall_clock::WallClock;

/// The payments in the order in which they were made.
pub(super) fn build_rows(view: &View) -> Vec<PaymentRow> {
    let payments = view.document.payments.iter();
    payments.map(|paid| build_row(view, paid)).collect()
}

fn build_row(view: &View, payment: &PublicPayment) -> PaymentRow {
    let timed = view.is_account_document();
    let badge = match payment.confirmation_status {
        // On a credit note these are refunds: what the customer received.
        _ if view.kind == DocumentKind::CreditNote => Badge::new("refunded", "Refunded", Tone::Green),
        _ if payment.disputed => Badge::new("disputed", "Disputed", Tone::Amber),
        _ if payment.refunded > Pence::ZERO => {
            let back = format!("Refunded {}", format_gbp(payment.refunded));
            Badge::new("refunded", &back, Tone::Grey)
        }
        ConfirmationStatus::Confirmed => Badge::new("confirmed", "Confirmed", Tone::Green),
        ConfirmationStatus::Pending => Badge::new("pending", "Pending", Tone::Blue),
    };
    let pending = payment.confirmation_status == ConfirmationStatus::Pending;
    let method = PaymentMethod::parse(&payment.method);
    PaymentRow {
        id: payment.id.clone(),
        date: format_date(&payment.date, timed),
        // An unknown payment method is displayed as it is stored.
        method: method.map_or(payment.method.as_str(), |method| method.label()).into(),
        amount: format_gbp(payment.amount),
        badge,
        // The business's own payments are confirmed at once, and card payments are confirmed by the card provider.
        withdrawable: pending && method != Some(PaymentMethod::Stripe),
        note: String::new(),
    }
}

/// The date, with HH:mm on bills; a text that is not a date is unchanged.
fn format_date(text: &str, timed: bool) -> String {
    match text.parse::<WallClock>() {
        Ok(at) if timed => format_date_time(at),
        Ok(at) => format_short_date(at.date),
        Err(_) => text.into(),
    }
}
