//! What no customer sees: named to the business alone.

use super::{Change, ChangeDeed, ChangedPart, ChangedValue, Pair};
use crate::document::{CostType, Document, Line};
use crate::money::number::Number;
use crate::money::text::{percent, price};
use crate::time::text::date_long;

/// What a line costs the business, and what it is for CIS.
pub(super) fn of_line((was, is): (&Document, &Document), id: &str) -> Vec<ChangedValue> {
    let find = |document: &'_ Document| document.items.iter().position(|line| line.id == id);
    let (Some(was_at), Some(is_at)) = (find(was), find(is)) else {
        return Vec::new();
    };
    let (was, is) = (&was.items[was_at], &is.items[is_at]);
    [
        ChangedValue::of("Cost to you", cost(was), cost(is)),
        ChangedValue::of("For CIS", for_cis(was), for_cis(is)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn cost(line: &Line) -> String {
    let cost = line.cost.as_ref().filter(|cost| !cost.is_empty());
    cost.map(|cost| price(cost.value())).unwrap_or_default()
}

fn for_cis(line: &Line) -> &'static str {
    match line.cost_type {
        CostType::Materials => "Materials",
        CostType::Labour => "Labour",
    }
}

/// Adds what else of its document the business set otherwise, and where nothing at all was named of what
/// it set, that there is something.
pub(super) fn add(pair: &Pair<'_>, changes: &mut Vec<Change>) {
    let (Some(was), Some(is)) = (pair.before.own, pair.after.own) else {
        return;
    };
    let template = |seen: &super::Seen<'_>| seen.shown.template.clone();
    let rate = |rate: Option<&Number>| rate.map(|rate| percent(rate.value())).unwrap_or_default();
    let day = |document: &Document| document.supply_date.map(date_long).unwrap_or_default();
    let found = [
        Change::of_value(
            ChangedPart::Details,
            "Document style",
            template(&pair.before),
            template(&pair.after),
        ),
        Change::of_value(ChangedPart::Details, "Work complete on", day(was), day(is)),
        Change::of_value(
            ChangedPart::Totals,
            "CIS rate",
            rate(was.cis_rate.as_ref()),
            rate(is.cis_rate.as_ref()),
        ),
        Change::of_value(ChangedPart::Totals, "Prices", prices(was), prices(is)),
        without_values("VAT questions", was.vat_answers != is.vat_answers),
        without_values("How the job was agreed", was.agreement != is.agreement),
    ];
    let already = |change: &Change| {
        let mut named = changes.iter();
        named.any(|it| it.name.starts_with("CIS deduction")) && change.name == "CIS rate"
    };
    let found: Vec<Change> = found
        .into_iter()
        .flatten()
        .filter(|change| !already(change))
        .collect();
    changes.extend(found);
    if changes.is_empty() && unpaid(was) != unpaid(is) {
        changes.extend(without_values("Details your customer doesn’t see", true));
    }
}

fn prices(document: &Document) -> &'static str {
    if document.prices_include_vat {
        "With VAT"
    } else {
        "Without VAT"
    }
}

fn without_values(name: &str, is_other: bool) -> Option<Change> {
    is_other.then(|| Change {
        part: ChangedPart::Details,
        deed: ChangeDeed::Changed,
        name: name.to_owned(),
        values: Vec::new(),
    })
}

fn unpaid(document: &Document) -> Document {
    Document {
        payments: Vec::new(),
        ..document.clone()
    }
}
