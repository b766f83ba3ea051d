//! What changed from one version of a document to another, as texts.
//!
//! Two presentations ([`crate::present`]) are compared, not two documents: so the comparison uses the texts and amounts
//! that its reader saw, and a price that is hidden from a customer stays hidden. What only the business knows (what a
//! line costs it) is compared only if its own document is given as well ([`VersionView::own`]).
//!
//! ```text
//! parts      what is around the lines: parties, details, texts
//! photos     the photos of the job, and those of a line
//! lines      lines that were added, removed, moved or changed
//! groups     the choices, and the sections
//! totals     the totals below the lines
//! internal   what no customer sees
//! order      which entries of a list have moved
//! ```

mod groups;
mod lines;
mod parts;
mod totals;

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::Presentation;
use super::public::{PublicDocument, PublicFields};
use crate::document::{CostType, Document, Line, PriceDisplay};
use crate::money::number::Number;
use crate::money::text::{format_percent, format_price};
use crate::time::text::format_long_date;

/// A version as one reader sees it.
#[derive(Clone, Copy, Debug)]
pub struct VersionView<'a> {
    /// The public response.
    pub answer: &'a PublicDocument,
    /// Its presentation.
    pub presentation: &'a Presentation,
    /// The business's own document, with what customers don't see; `None` for a customer. If it is set, the other two
    /// must be made without hiding prices.
    pub own: Option<&'a Document>,
}

/// The changes from one version to another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Comparison {
    /// The totals of both versions.
    pub total: ChangedTotal,
    /// The changes, in reading order; empty if there are none.
    pub changes: Vec<DocumentChange>,
}

/// The totals of two versions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ChangedTotal {
    /// The total of the earlier version.
    pub before: String,
    /// The total of the later version.
    pub after: String,
    /// `£120.00 more`, `£40.00 less`; empty if they are the same.
    pub difference: String,
}

/// One thing that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct DocumentChange {
    /// The part of the document that contains it.
    pub part: ChangedPart,
    /// The type of the change.
    pub deed: ChangeKind,
    /// What changed: `Valid Until`, or the name of a line.
    pub name: String,
    /// The values before and after; empty if there is nothing to show except that it changed.
    pub values: Vec<ChangedValue>,
}

/// A value before and after a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ChangedValue {
    /// The label of the value: `Quantity`; empty if there is only one value.
    pub label: String,
    /// The earlier value; empty if there was none.
    pub before: String,
    /// The later value; empty if there is none.
    pub after: String,
}

/// A part of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum ChangedPart {
    /// The sender and recipient, dates, and the address of the job.
    Details,
    /// The job's description and its photos.
    Job,
    /// A choice.
    Choices,
    /// A section.
    Sections,
    /// A line.
    Lines,
    /// A row of the totals.
    Totals,
    /// Notes and terms.
    Words,
}

/// The type of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum ChangeKind {
    /// Something was added.
    Added,
    /// Something was removed.
    Removed,
    /// The content changed.
    Changed,
    /// The position changed, but not the content.
    Moved,
}

/// The changes from `before` to `after`; empty if either contains no document.
#[must_use]
pub fn compare(before: VersionView<'_>, after: VersionView<'_>) -> Comparison {
    let (Some((_, was)), Some((_, is))) = (before.answer.fields(), after.answer.fields()) else {
        return Comparison::default();
    };
    let pair = VersionPair { before, after, was, is };
    let mut changes = parts::compare_details(&pair);
    changes.extend(parts::compare_job(&pair));
    changes.extend(parts::compare_job_photos(&pair));
    changes.extend(groups::compare_choices(&pair));
    changes.extend(groups::compare_sections(&pair));
    changes.extend(lines::compare_lines(&pair));
    changes.extend(totals::compare_rows(&pair));
    changes.extend(parts::compare_texts(&pair));
    add_internal_changes(&pair, &mut changes);
    Comparison { total: totals::compare_total(&pair), changes }
}

/// The two versions with their fields.
struct VersionPair<'a> {
    before: VersionView<'a>,
    after: VersionView<'a>,
    was: &'a PublicFields,
    is: &'a PublicFields,
}

impl VersionPair<'_> {
    /// Whether either version hides the prices of lines, in which case neither's are shown.
    fn hides_prices(&self) -> bool {
        !(self.was.price_display.is_lines() && self.is.price_display.is_lines())
    }

    /// The price display of each version for its customer.
    fn displays(&self) -> [PriceDisplay; 2] {
        let of = |seen: &VersionView<'_>, fields: &PublicFields| {
            seen.own.map_or(fields.price_display, |own| own.price_display)
        };
        [of(&self.before, self.was), of(&self.after, self.is)]
    }
}

impl ChangedValue {
    fn new(label: &str, before: impl Into<String>, after: impl Into<String>) -> Self {
        Self { label: label.to_owned(), before: before.into(), after: after.into() }
    }

    /// `None` if both values are the same.
    fn if_different(label: &str, before: impl Into<String>, after: impl Into<String>) -> Option<Self> {
        let value = Self::new(label, before, after);
        (value.before != value.after).then_some(value)
    }
}

impl DocumentChange {
    /// The change of something with one value, which was added, removed or changed; `None` if it is the same.
    fn for_value(
        part: ChangedPart,
        name: &str,
        before: impl Into<String>,
        after: impl Into<String>,
    ) -> Option<Self> {
        let value = ChangedValue::if_different("", before, after)?;
        let change_kind = match (value.before.is_empty(), value.after.is_empty()) {
            (true, _) => ChangeKind::Added,
            (_, true) => ChangeKind::Removed,
            _ => ChangeKind::Changed,
        };
        Some(Self { part, deed: change_kind, name: name.to_owned(), values: vec![value] })
    }

    /// A change of position.
    fn for_moved(part: ChangedPart, name: &str) -> Self {
        Self { part, deed: ChangeKind::Moved, name: name.to_owned(), values: Vec::new() }
    }
}

fn yes_no(yes: bool) -> &'static str {
    if yes { "Yes" } else { "No" }
}

// What no customer sees; only the business is shown these changes.

/// The changes of what a line costs the business, and of its cost type for CIS.
fn compare_line((was, is): (&Document, &Document), id: &str) -> Vec<ChangedValue> {
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
fn add_internal_changes(pair: &VersionPair<'_>, changes: &mut Vec<DocumentChange>) {
    let (Some(was), Some(is)) = (pair.before.own, pair.after.own) else {
        return;
    };
    let template = |seen: &VersionView<'_>| seen.presentation.template.clone();
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

/// The entries of `after` that are also in `before` but have moved: the smallest set whose removal leaves the rest in
/// the old order.
fn find_moved<'a>(before: &[String], after: &'a [String]) -> HashSet<&'a str> {
    let places = before.iter().enumerate();
    let places: HashMap<&str, usize> = places.map(|(at, id)| (id.as_str(), at)).collect();
    let common: Vec<(&'a str, usize)> =
        after.iter().filter_map(|id| Some((id.as_str(), *places.get(id.as_str())?))).collect();
    // The longest subsequence in the old order: `ends[k]` is the last entry of the best one of length k + 1 so far.
    let mut ends: Vec<usize> = Vec::new();
    let mut earlier: Vec<Option<usize>> = Vec::with_capacity(common.len());
    for (at, (_, place)) in common.iter().enumerate() {
        let length = ends.partition_point(|end| common[*end].1 < *place);
        earlier.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut stay = HashSet::new();
    let mut next = ends.last().copied();
    while let Some(at) = next {
        stay.insert(at);
        next = earlier[at];
    }
    let others = common.iter().enumerate();
    others.filter(|(at, _)| !stay.contains(at)).map(|(_, (id, _))| *id).collect()
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod order_tests {
    use super::*;

    fn split_letters(text: &str) -> Vec<String> {
        text.chars().map(String::from).collect()
    }

    fn moved_letters(before: &str, after: &str) -> String {
        let (before, after) = (split_letters(before), split_letters(after));
        let mut found: Vec<&str> = find_moved(&before, &after).into_iter().collect();
        found.sort_unstable();
        found.concat()
    }

    #[test]
    fn finds_the_fewest_moved_lines() {
        for (before, after, moved) in [
            ("", "", ""),
            ("abc", "abc", ""),
            ("abcd", "bcda", "a"),
            ("abcd", "dabc", "d"),
            ("abcdef", "afbcde", "f"),
            // What came and what went moves nothing.
            ("abcd", "axd", ""),
        ] {
            assert_eq!(moved_letters(before, after), moved, "{before} → {after}");
        }
        // Of two that changed places either may be said to have moved.
        assert_eq!(moved_letters("abc", "acb").len(), 1);
    }
}
