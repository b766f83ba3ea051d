//! The instalments of an invoice as they are shown: date, amount, and how much is paid.

use super::{DetailRow, InstalmentRow, Instalments, View};
use crate::calculate::instalments::{InstalmentState, Part, Standing, standing, standing_of};
use crate::calculate::payments::Credits;
use crate::money::Pence;
use crate::money::text::gbp;
use crate::time::Date;
use crate::time::text::{date_long, date_short};

/// The state of the instalments; `None` if none were agreed.
pub(super) fn of(view: &View, today: Date) -> Option<Standing> {
    // The browser never presents instalments: an invoice that has them is read as the server presents it, which makes
    // the package for the browser smaller.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let fields = view.fields;
    if fields.instalments.is_empty() || !view.is_bill() {
        return None;
    }
    let credits = Credits {
        credited: fields.credited_amount,
        refunded: fields.refunded_amount,
        are_there: fields.credited_amount > Pence::ZERO,
    };
    let now = standing_of(fields.amount_payable, credits, fields.paid_amount);
    Some(standing(&fields.instalments, now, today))
}

/// The table of the instalments, with the dates in the format of public pages.
pub(super) fn shown(standing: &Standing) -> Instalments {
    let many = standing.parts.len();
    let row = |(at, part): (usize, &Part)| InstalmentRow {
        label: format!("{} of {many}", at + 1),
        date: date_short(part.date),
        amount: gbp(part.amount),
        badge: part.state.badge(),
        note: paid_words(part),
    };
    Instalments {
        rows: standing.parts.iter().enumerate().map(row).collect(),
        note: standing.says.clone(),
    }
}

/// How much of an instalment is paid, whatever the day.
fn paid_words(part: &Part) -> String {
    let is_settled = matches!(part.state, InstalmentState::Paid | InstalmentState::Nothing);
    match part.paid {
        _ if is_settled => part.state.badge().label,
        Pence::ZERO => String::new(),
        paid => format!("{} of it is paid", gbp(paid)),
    }
}

/// Writes the dates with the month as text, as on documents.
pub(super) fn write_dates_out(view: &View, shown: &mut Instalments) {
    for (row, agreed) in shown.rows.iter_mut().zip(&view.fields.instalments) {
        row.date = date_long(agreed.date);
    }
}

/// Replaces the due date in the details with the number of instalments.
pub(super) fn in_details(view: &View, rows: &mut [DetailRow], standing: &Standing) {
    let label = view.kind.facts().end_title;
    for row in rows.iter_mut().filter(|row| row.label == label) {
        row.value = format!("In {} instalments", standing.parts.len());
    }
}

/// `£240.00 of it is due now`, `£120.00 of it is due by 01/03/2027`.
pub(super) fn due_words(standing: &Standing) -> String {
    let asked = gbp(standing.asked);
    match standing.next {
        _ if standing.due_now > Pence::ZERO => format!("{asked} of it is due now"),
        Some(day) => format!("{asked} of it is due by {}", date_short(day)),
        None => String::new(),
    }
}

/// The sentence for the customer about the overdue amount.
pub(super) fn overdue_words(standing: &Standing) -> String {
    let day = standing.next.map(date_short).unwrap_or_default();
    let amount = gbp(standing.overdue);
    format!(
        "{amount} of this invoice was due on {day} and is now overdue. Please arrange payment as soon as possible."
    )
}
