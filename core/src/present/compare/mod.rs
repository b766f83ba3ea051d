//! What changed from one version of a document to another, in words.
//!
//! Two presentations ([`crate::present`]) are compared, not two documents: so the comparison uses the words and
//! figures that its reader saw, and a price that is hidden from a customer stays hidden. What the business alone
//! knows (what a line costs it) is named only if its own document is given as well ([`Seen::own`]).
//!
//! ```text
//! parts    what is around the lines: parties, details, texts
//! photos   those of the job, and those of a line
//! lines    lines that were added, removed, moved or changed
//! groups   the choices, and the sections
//! totals   the figures below the lines
//! own      what no customer sees
//! ```

mod groups;
mod lines;
mod order;
mod own;
mod parts;
mod photos;
mod totals;

#[cfg(test)]
mod tests;

use serde::Serialize;

use super::Presentation;
use super::public::{PublicDocument, PublicFields};
use crate::document::{Document, PriceDisplay};

/// A version as one of its readers sees it.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The answer behind it.
    pub answer: &'a PublicDocument,
    /// What is shown of it.
    pub shown: &'a Presentation,
    /// The business's own document, with what no customer sees; none for a customer. The other two are
    /// then to be made without hiding a price.
    pub own: Option<&'a Document>,
}

/// What changed from one version to another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Comparison {
    /// What it came to, and what it comes to.
    pub total: ChangedTotal,
    /// What changed, in the order in which a document is read; empty where nothing did.
    pub changes: Vec<Change>,
}

/// The totals of the two.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ChangedTotal {
    /// Of the earlier one.
    pub before: String,
    /// Of the later one.
    pub after: String,
    /// `£120.00 more`, `£40.00 less`; empty where they are the same.
    pub difference: String,
}

/// One thing that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Change {
    /// Which part of the document it is in.
    pub part: ChangedPart,
    /// What became of it.
    pub deed: ChangeDeed,
    /// What it is: `Valid Until`, or a line's name.
    pub name: String,
    /// What it says, before and after; empty where there is nothing to say but that it changed.
    pub values: Vec<ChangedValue>,
}

/// What something said, and what it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ChangedValue {
    /// What of it: `Quantity`; empty where it has one value only.
    pub label: String,
    /// In the earlier one; empty where there was nothing.
    pub before: String,
    /// In the later one; empty where there is nothing.
    pub after: String,
}

/// A part of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum ChangedPart {
    /// Whom it is from and to, its dates, its place.
    Details,
    /// The job's description and its photos.
    Job,
    /// A choice.
    Choices,
    /// A section.
    Sections,
    /// A line.
    Lines,
    /// A figure at the foot.
    Totals,
    /// Notes and terms.
    Words,
}

/// What became of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum ChangeDeed {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It says something else.
    Changed,
    /// It stands elsewhere among its like, and says the same.
    Moved,
}

/// What changed from `before` to `after`; nothing of what holds no document.
#[must_use]
pub fn compare(before: Seen<'_>, after: Seen<'_>) -> Comparison {
    let (Some((_, was)), Some((_, is))) = (before.answer.fields(), after.answer.fields()) else {
        return Comparison::default();
    };
    let pair = Pair {
        before,
        after,
        was,
        is,
    };
    let mut changes = parts::details(&pair);
    changes.extend(parts::job(&pair));
    changes.extend(photos::own(&pair));
    changes.extend(groups::choices(&pair));
    changes.extend(groups::sections(&pair));
    changes.extend(lines::changes(&pair));
    changes.extend(totals::changes(&pair));
    changes.extend(parts::words(&pair));
    own::add(&pair, &mut changes);
    Comparison {
        total: totals::total(&pair),
        changes,
    }
}

/// The two that are compared, with their fields.
struct Pair<'a> {
    before: Seen<'a>,
    after: Seen<'a>,
    was: &'a PublicFields,
    is: &'a PublicFields,
}

impl Pair<'_> {
    /// Whether the lines' prices are hidden in either: then neither's are named.
    fn hides_prices(&self) -> bool {
        !(self.was.price_display.is_lines() && self.is.price_display.is_lines())
    }

    /// Which prices the customer of each sees.
    fn displays(&self) -> [PriceDisplay; 2] {
        let of = |seen: &Seen<'_>, fields: &PublicFields| {
            seen.own
                .map_or(fields.price_display, |own| own.price_display)
        };
        [of(&self.before, self.was), of(&self.after, self.is)]
    }
}

impl ChangedValue {
    fn new(label: &str, before: impl Into<String>, after: impl Into<String>) -> Self {
        Self {
            label: label.to_owned(),
            before: before.into(),
            after: after.into(),
        }
    }

    /// None where both say the same.
    fn of(label: &str, before: impl Into<String>, after: impl Into<String>) -> Option<Self> {
        let value = Self::new(label, before, after);
        (value.before != value.after).then_some(value)
    }
}

impl Change {
    /// A thing with one value, which came, went or is another; none where it is the same.
    fn of_value(
        part: ChangedPart,
        name: &str,
        before: impl Into<String>,
        after: impl Into<String>,
    ) -> Option<Self> {
        let value = ChangedValue::of("", before, after)?;
        let deed = match (value.before.is_empty(), value.after.is_empty()) {
            (true, _) => ChangeDeed::Added,
            (_, true) => ChangeDeed::Removed,
            _ => ChangeDeed::Changed,
        };
        Some(Self {
            part,
            deed,
            name: name.to_owned(),
            values: vec![value],
        })
    }

    /// A thing that stands elsewhere.
    fn moved(part: ChangedPart, name: &str) -> Self {
        Self {
            part,
            deed: ChangeDeed::Moved,
            name: name.to_owned(),
            values: Vec::new(),
        }
    }
}

fn yes_no(yes: bool) -> &'static str {
    if yes { "Yes" } else { "No" }
}
