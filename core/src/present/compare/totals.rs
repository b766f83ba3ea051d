//! The totals below the lines.

use super::{ChangedPart, ChangedTotal, DocumentChange, VersionPair};
use crate::document::Vat;
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::present::lines::vat_label;
use crate::present::public::PublicFields;
use crate::present::{TotalKind, TotalRow};

/// The totals of both versions.
pub(super) fn compare_total(pair: &VersionPair<'_>) -> ChangedTotal {
    let (was, is) = (pair.was.total_amount, pair.is.total_amount);
    let more = is - was;
    ChangedTotal {
        before: format_gbp(was),
        after: format_gbp(is),
        difference: match more {
            Pence::ZERO => String::new(),
            more if more > Pence::ZERO => format!("{} more", format_gbp(more)),
            less => format!("{} less", format_gbp(-less)),
        },
    }
}

/// Every row of the totals that changed, except payments, which don't belong to a version.
pub(super) fn compare_rows(pair: &VersionPair<'_>) -> Vec<DocumentChange> {
    let before = version_rows(&pair.before.presentation.totals);
    let after = version_rows(&pair.after.presentation.totals);
    let mut kinds: Vec<TotalKind> = Vec::new();
    for row in after.iter().chain(&before) {
        if !kinds.contains(&row.kind) {
            kinds.push(row.kind);
        }
    }
    let mut changes: Vec<DocumentChange> = compare_vat(pair.was, pair.is).into_iter().collect();
    for kind in kinds {
        let of = |rows: &[&'_ TotalRow]| -> Vec<TotalRow> {
            let rows = rows.iter().filter(|row| row.kind == kind);
            rows.map(|row| (*row).clone()).collect()
        };
        let (was, is) = (of(&before), of(&after));
        match (&was[..], &is[..]) {
            ([was], [is]) => changes.extend(compare_row(was, is)),
            _ => changes.extend(compare_by_label(&was, &is)),
        }
    }
    changes
}

fn version_rows(totals: &[TotalRow]) -> Vec<&TotalRow> {
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
fn compare_vat(was: &PublicFields, is: &PublicFields) -> Option<DocumentChange> {
    let words =
        |fields: &PublicFields| vat_label(&Vat { treatment: fields.vat_treatment, rate: fields.tax.clone() });
    DocumentChange::for_value(ChangedPart::Totals, "VAT", words(was), words(is))
}

/// The change of a row that occurs once in each version. Its label contains the percentage, and its note the reason.
fn compare_row(was: &TotalRow, is: &TotalRow) -> Option<DocumentChange> {
    let says_label = was.label != is.label;
    // The amount on which VAT is calculated follows from the other rows.
    let of_vat = matches!(is.kind, TotalKind::Subtotal | TotalKind::Vat | TotalKind::ReverseCharge);
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
    let name = if says_label { kind_label(is.kind) } else { &is.label };
    DocumentChange::for_value(ChangedPart::Totals, name, words(was), words(is))
}

/// The changes of rows that occur several times, matched by their labels.
fn compare_by_label(was: &[TotalRow], is: &[TotalRow]) -> Vec<DocumentChange> {
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
            DocumentChange::for_value(ChangedPart::Totals, label, amount(was, label), amount(is, label))
        })
        .collect()
}

/// The name of a row without its percentage.
fn kind_label(kind: TotalKind) -> &'static str {
    match kind {
        TotalKind::Discount => "Discount",
        TotalKind::Vat | TotalKind::ReverseCharge => "VAT",
        TotalKind::Deposit => "Deposit",
        TotalKind::Cis => "CIS deduction",
        _ => "Total",
    }
}
