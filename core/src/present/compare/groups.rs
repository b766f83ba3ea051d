//! The choices and the sections.

use super::{ChangeKind, ChangedPart, ChangedValue, DocumentChange, VersionPair, yes_no};
use crate::document::Section;
use crate::money::text::format_gbp;
use crate::present::DisplayedChoice;
use crate::present::public::PublicFields;
use crate::text::trim_non_empty;

/// The choices that were added, removed, moved or renamed or whose totals changed, and any change of the recommended
/// one.
pub(super) fn compare_choices(pair: &VersionPair<'_>) -> Vec<DocumentChange> {
    let (before, after) = (&pair.before.presentation.choices, &pair.after.presentation.choices);
    let values = |was: Option<&DisplayedChoice>, is: Option<&DisplayedChoice>| {
        let text = |it: Option<&DisplayedChoice>, of: fn(&DisplayedChoice) -> &str| {
            it.map(|it| of(it).to_owned()).unwrap_or_default()
        };
        let value = |label: &str, of: fn(&DisplayedChoice) -> &str| {
            ChangedValue::if_different(label, text(was, of), text(is, of))
        };
        let both = was.is_some() && is.is_some();
        [
            value("Name", |it| &it.name).filter(|_| both),
            value("Total", |it| &it.total),
            value("In the total", |it| yes_no(it.chosen)).filter(|_| both),
        ]
        .into_iter()
        .flatten()
        .collect()
    };
    let ids =
        |all: &'_ [DisplayedChoice]| -> Vec<String> { all.iter().map(|choice| choice.id.clone()).collect() };
    let find = |all: &'_ [DisplayedChoice], id: &str| all.iter().position(|choice| choice.id == id);
    let list = OrderedParts { part: ChangedPart::Choices, before: ids(before), after: ids(after) };
    list.find_changes(
        |id| {
            let (was, is) = (find(before, id), find(after, id));
            values(was.map(|at| &before[at]), is.map(|at| &after[at]))
        },
        |id| {
            let choice = find(after, id).map(|at| &after[at]);
            let choice = choice.or_else(|| find(before, id).map(|at| &before[at]));
            choice
                .and_then(|it| trim_non_empty(&it.name))
                .unwrap_or_else(|| "A choice without a name".to_owned())
        },
    )
}

/// The sections that were added, removed, moved or renamed or whose sums changed.
pub(super) fn compare_sections(pair: &VersionPair<'_>) -> Vec<DocumentChange> {
    let (was, is) = (pair.was, pair.is);
    let ids = |fields: &PublicFields| -> Vec<String> {
        let ids = fields.sections.iter().map(|section| section.id.clone());
        ids.collect()
    };
    let name = |fields: &PublicFields, id: &str| {
        let mut sections = fields.sections.iter();
        let found = sections.find(|section: &&Section| section.id == id);
        found.map(|section| section.name.clone())
    };
    let list = OrderedParts { part: ChangedPart::Sections, before: ids(was), after: ids(is) };
    list.find_changes(
        |id| {
            let (old, new) = (name(was, id), name(is, id));
            let both = old.is_some() && new.is_some();
            let renamed =
                ChangedValue::if_different("Name", old.unwrap_or_default(), new.unwrap_or_default());
            let mut values: Vec<ChangedValue> = renamed.filter(|_| both).into_iter().collect();
            values.extend(compare_section_sums(was, is, id));
            values
        },
        |id| {
            let name = name(is, id).or_else(|| name(was, id));
            name.and_then(|name| trim_non_empty(&name))
                .unwrap_or_else(|| "A section without a name".to_owned())
        },
    )
}

/// The changed sums of a section: for its lines that are in every choice, and for those of each choice. A sum that is
/// hidden in either version is left out.
fn compare_section_sums(was: &PublicFields, is: &PublicFields, id: &str) -> Vec<ChangedValue> {
    let of = |fields: &PublicFields, choice: Option<&String>| {
        let mut sums = fields.section_sums.iter();
        let found = sums.find(|sum| sum.id == id && sum.choice.as_ref() == choice);
        found.and_then(|sum| sum.subtotal).map(format_gbp)
    };
    let choices = std::iter::once(None).chain(is.choices.iter().map(Some));
    choices
        .filter_map(|choice| {
            let by = choice.map(|choice| &choice.id);
            let (before, after) = (of(was, by)?, of(is, by)?);
            let label = match choice {
                None => "Total".to_owned(),
                Some(choice) => format!("Total with “{}”", choice.name),
            };
            ChangedValue::if_different(&label, before, after)
        })
        .collect()
}

/// Two ordered lists of ids.
struct OrderedParts {
    part: ChangedPart,
    before: Vec<String>,
    after: Vec<String>,
}

impl OrderedParts {
    /// The changes between the lists, with the values and the name for each id.
    fn find_changes(
        &self,
        values: impl Fn(&str) -> Vec<ChangedValue>,
        name: impl Fn(&str) -> String,
    ) -> Vec<DocumentChange> {
        let (before, after) = (&self.before, &self.after);
        let moved = super::find_moved(before, after);
        let gone = before.iter().filter(|id| !after.contains(id));
        let mut changes = Vec::new();
        for id in after.iter().chain(gone) {
            let values = values(id);
            let change_kind = match (before.contains(id), after.contains(id)) {
                (false, _) => ChangeKind::Added,
                (_, false) => ChangeKind::Removed,
                _ if !values.is_empty() => ChangeKind::Changed,
                _ if moved.contains(id.as_str()) => ChangeKind::Moved,
                _ => continue,
            };
            changes.push(DocumentChange { part: self.part, deed: change_kind, name: name(id), values });
        }
        changes
    }
}
