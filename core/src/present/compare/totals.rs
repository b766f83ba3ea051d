//! The figures at the foot.

use super::{Change, ChangedPart, ChangedTotal, Pair};
use crate::document::Vat;
use crate::money::Pence;
use crate::money::text::gbp;
use crate::present::lines::vat_words;
use crate::present::public::PublicFields;
use crate::present::{TotalKind, TotalRow};

/// The totals of both versions.
pub(super) fn total(pair: &Pair<'_>) -> ChangedTotal {
    let (was, is) = (pair.was.total_amount, pair.is.total_amount);
    let more = is - was;
    ChangedTotal {
        before: gbp(was),
        after: gbp(is),
        difference: match more {
            Pence::ZERO => String::new(),
            more if more > Pence::ZERO => format!("{} more", gbp(more)),
            less => format!("{} less", gbp(-less)),
        },
    }
}

/// Every row of the totals that changed, except payments, which don't belong to a version.
pub(super) fn changes(pair: &Pair<'_>) -> Vec<Change> {
    let before = rows(&pair.before.shown.totals);
    let after = rows(&pair.after.shown.totals);
    let mut kinds: Vec<TotalKind> = Vec::new();
    for row in after.iter().chain(&before) {
        if !kinds.contains(&row.kind) {
            kinds.push(row.kind);
        }
    }
    let mut changes: Vec<Change> = of_vat(pair.was, pair.is).into_iter().collect();
    for kind in kinds {
        let of = |rows: &[&'_ TotalRow]| -> Vec<TotalRow> {
            let rows = rows.iter().filter(|row| row.kind == kind);
            rows.map(|row| (*row).clone()).collect()
        };
        let (was, is) = (of(&before), of(&after));
        match (&was[..], &is[..]) {
            ([was], [is]) => changes.extend(of_pair(was, is)),
            _ => changes.extend(by_label(&was, &is)),
        }
    }
    changes
}

fn rows(totals: &[TotalRow]) -> Vec<&TotalRow> {
    let is_paid = |kind| {
        matches!(
            kind,
            // This row follows from the others, and versions stored before it existed don't have it.
            TotalKind::Net
                | TotalKind::Credited
                | TotalKind::Paid
                | TotalKind::Refunded
                | TotalKind::Pending
                | TotalKind::BalanceDue
        )
    };
    totals.iter().filter(|row| !is_paid(row.kind)).collect()
}

/// The change of the document's own VAT, which the totals show only if there is some.
fn of_vat(was: &PublicFields, is: &PublicFields) -> Option<Change> {
    let words = |fields: &PublicFields| {
        vat_words(&Vat {
            treatment: fields.vat_treatment,
            rate: fields.tax.clone(),
        })
    };
    Change::of_value(ChangedPart::Totals, "VAT", words(was), words(is))
}

/// The change of a row that occurs once in each version. Its label contains the percentage, and its note the reason.
fn of_pair(was: &TotalRow, is: &TotalRow) -> Option<Change> {
    let says_label = was.label != is.label;
    // The amount on which VAT is calculated follows from the other rows.
    let of_vat = matches!(
        is.kind,
        TotalKind::Subtotal | TotalKind::Vat | TotalKind::ReverseCharge
    );
    let says_note = was.note != is.note && !of_vat;
    let words = |row: &TotalRow| {
        let mut words = row.amount.clone();
        if says_label {
            words = format!("{}: {words}", row.label);
        }
        match &row.note {
            Some(note) if says_note => format!("{words}, {note}"),
            _ => words,
        }
    };
    let name = if says_label {
        common(is.kind)
    } else {
        &is.label
    };
    Change::of_value(ChangedPart::Totals, name, words(was), words(is))
}

/// The changes of rows that occur several times, matched by their labels.
fn by_label(was: &[TotalRow], is: &[TotalRow]) -> Vec<Change> {
    let amount = |rows: &[TotalRow], label: &str| {
        let row = rows.iter().find(|row| row.label == label);
        row.map(|row| row.amount.clone()).unwrap_or_default()
    };
    let known = |label: &str| is.iter().any(|row| row.label == label);
    let gone = was.iter().filter(|row| !known(&row.label));
    is.iter()
        .chain(gone)
        .filter_map(|row| {
            let label = &row.label;
            Change::of_value(
                ChangedPart::Totals,
                label,
                amount(was, label),
                amount(is, label),
            )
        })
        .collect()
}

/// The name of a row without its percentage.
fn common(kind: TotalKind) -> &'static str {
    match kind {
        TotalKind::Discount => "Discount",
        TotalKind::Vat | TotalKind::ReverseCharge => "VAT",
        TotalKind::Deposit => "Deposit",
        TotalKind::Cis => "CIS deduction",
        _ => "Total",
    }
}
