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
mod internal;
mod lines;
mod order;
mod parts;
mod photos;
mod totals;

#[cfg(test)]
mod tests;

use serde::Serialize;

use super::Presentation;
use super::public::{PublicDocument, PublicFields};
use crate::document::{Document, PriceDisplay};

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
    changes.extend(photos::compare_job_photos(&pair));
    changes.extend(groups::compare_choices(&pair));
    changes.extend(groups::compare_sections(&pair));
    changes.extend(lines::compare_lines(&pair));
    changes.extend(totals::compare_rows(&pair));
    changes.extend(parts::compare_texts(&pair));
    internal::add_internal_changes(&pair, &mut changes);
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
