//! The instalments of an invoice as they are shown: date, amount, and how much is paid.

use super::{DetailRow, InstalmentRow, Instalments, View};
use crate::calculate::instalments::{
    InstalmentPart, InstalmentSchedule, InstalmentState, build_schedule, schedule_amounts,
};
use crate::calculate::payments::Credits;
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::time::Date;
use crate::time::text::{format_long_date, format_short_date};

/// The state of the instalments; `None` if none were agreed.
pub(super) fn find_schedule(view: &View, today: Date) -> Option<InstalmentSchedule> {
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
        has_credit_notes: fields.credited_amount > Pence::ZERO,
    };
    let now = schedule_amounts(fields.amount_payable, credits, fields.paid_amount);
    Some(build_schedule(&fields.instalments, now, today))
}

/// The table of the instalments, with the dates in the format of public pages.
pub(super) fn build_table(instalment_schedule: &InstalmentSchedule) -> Instalments {
    let many = instalment_schedule.parts.len();
    let row = |(at, part): (usize, &InstalmentPart)| InstalmentRow {
        label: format!("{} of {many}", at + 1),
        date: format_short_date(part.date),
        amount: format_gbp(part.amount),
        badge: part.state.badge(),
        note: paid_label(part),
    };
    Instalments {
        rows: instalment_schedule.parts.iter().enumerate().map(row).collect(),
        note: instalment_schedule.says.clone(),
    }
}

/// How much of an instalment is paid, whatever the day.
fn paid_label(part: &InstalmentPart) -> String {
    let is_settled = matches!(part.state, InstalmentState::Paid | InstalmentState::Nothing);
    match part.paid {
        _ if is_settled => part.state.badge().label,
        Pence::ZERO => String::new(),
        paid => format!("{} of it is paid", format_gbp(paid)),
    }
}

/// Writes the dates with the month as text, as on documents.
pub(super) fn format_dates(view: &View, instalments: &mut Instalments) {
    for (row, agreed) in instalments.rows.iter_mut().zip(&view.fields.instalments) {
        row.date = format_long_date(agreed.date);
    }
}

/// Replaces the due date in the details with the number of instalments.
pub(super) fn replace_due_date(
    view: &View,
    rows: &mut [DetailRow],
    instalment_schedule: &InstalmentSchedule,
) {
    let label = view.kind.facts().end_title;
    for row in rows.iter_mut().filter(|row| row.label == label) {
        row.value = format!("In {} instalments", instalment_schedule.parts.len());
    }
}

/// `£240.00 of it is due now`, `£120.00 of it is due by 01/03/2027`.
pub(super) fn due_label(instalment_schedule: &InstalmentSchedule) -> String {
    let query = format_gbp(instalment_schedule.asked);
    match instalment_schedule.next {
        _ if instalment_schedule.due_now > Pence::ZERO => format!("{query} of it is due now"),
        Some(day) => format!("{query} of it is due by {}", format_short_date(day)),
        None => String::new(),
    }
}

/// The sentence for the customer about the overdue amount.
pub(super) fn overdue_label(instalment_schedule: &InstalmentSchedule) -> String {
    let day = instalment_schedule.next.map(format_short_date).unwrap_or_default();
    let amount = format_gbp(instalment_schedule.overdue);
    format!(
        "{amount} of this invoice was due on {day} and is now overdue. Please arrange payment as soon as possible."
    )
}
