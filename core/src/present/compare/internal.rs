//! What no customer sees; only the business is shown these changes.

use super::{ChangeKind, ChangedPart, ChangedValue, DocumentChange, VersionPair};
use crate::document::{CostType, Document, Line};
use crate::money::number::Number;
use crate::money::text::{format_percent, format_price};
use crate::time::text::format_long_date;

/// The changes of what a line costs the business, and of its cost type for CIS.
pub(super) fn compare_line((was, is): (&Document, &Document), id: &str) -> Vec<ChangedValue> {
    let find = |document: &'_ Document| document.items.iter().position(|line| line.id == id);
    let (Some(was_at), Some(is_at)) = (find(was), find(is)) else {
        return Vec::new();
    };
    let (was, is) = (&was.items[was_at], &is.items[is_at]);
    [
        ChangedValue::if_different("Cost to you", cost_text(was), cost_text(is)),
        ChangedValue::if_different("For CIS", cis_label(was), cis_label(is)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn cost_text(line: &Line) -> String {
    let cost = line.cost.as_ref().filter(|cost| !cost.is_empty());
    cost.map(|cost| format_price(cost.value())).unwrap_or_default()
}

fn cis_label(line: &Line) -> &'static str {
    match line.cost_type {
        CostType::Materials => "Materials",
        CostType::Labour => "Labour",
    }
}

/// Adds what else the business changed in its document. If that gives no changes at all although the document differs,
/// adds a change that says only that something changed.
pub(super) fn add_internal_changes(pair: &VersionPair<'_>, changes: &mut Vec<DocumentChange>) {
    let (Some(was), Some(is)) = (pair.before.own, pair.after.own) else {
        return;
    };
    let template = |seen: &super::VersionView<'_>| seen.presentation.template.clone();
    let rate = |rate: Option<&Number>| rate.map(|rate| format_percent(rate.value())).unwrap_or_default();
    let day = |document: &Document| document.supply_date.map(format_long_date).unwrap_or_default();
    let found = [
        DocumentChange::for_value(
            ChangedPart::Details,
            "Document style",
            template(&pair.before),
            template(&pair.after),
        ),
        DocumentChange::for_value(ChangedPart::Details, "Work complete on", day(was), day(is)),
        DocumentChange::for_value(
            ChangedPart::Totals,
            "CIS rate",
            rate(was.cis_rate.as_ref()),
            rate(is.cis_rate.as_ref()),
        ),
        DocumentChange::for_value(ChangedPart::Totals, "Prices", price_mode_label(was), price_mode_label(is)),
        change_without_values("VAT questions", was.vat_answers != is.vat_answers),
        change_without_values("How the job was agreed", was.agreement != is.agreement),
    ];
    let already = |change: &DocumentChange| {
        let mut named = changes.iter();
        named.any(|it| it.name.starts_with("CIS deduction")) && change.name == "CIS rate"
    };
    let found: Vec<DocumentChange> = found.into_iter().flatten().filter(|change| !already(change)).collect();
    changes.extend(found);
    if changes.is_empty() && without_payments(was) != without_payments(is) {
        changes.extend(change_without_values("Details your customer doesn’t see", true));
    }
}

fn price_mode_label(document: &Document) -> &'static str {
    if document.prices_include_vat { "With VAT" } else { "Without VAT" }
}

fn change_without_values(name: &str, is_other: bool) -> Option<DocumentChange> {
    is_other.then(|| DocumentChange {
        part: ChangedPart::Details,
        deed: ChangeKind::Changed,
        name: name.to_owned(),
        values: Vec::new(),
    })
}

fn without_payments(document: &Document) -> Document {
    Document { payments: Vec::new(), ..document.clone() }
}
