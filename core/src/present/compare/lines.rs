//! Lines that were added, removed, moved or changed.

use std::collections::HashMap;

use super::{ChangeKind, ChangedPart, ChangedValue, DocumentChange, VersionPair, VersionView, parts, yes_no};
use crate::document::Vat;
use crate::present::LineRow;
use crate::present::lines::{self, vat_label};
use crate::present::public::{PublicFields, PublicItem};

/// A displayed line and the item behind it; the document's own labour has no item.
struct ComparedLine<'a> {
    row: &'a LineRow,
    item: Option<&'a PublicItem>,
    seen: &'a VersionView<'a>,
    fields: &'a PublicFields,
}

/// Every line that changed: first those of the later version in order, then those that were removed.
pub(super) fn compare_lines(pair: &VersionPair<'_>) -> Vec<DocumentChange> {
    let before = collect_lines(&pair.before, pair.was);
    let after = collect_lines(&pair.after, pair.is);
    let known = by_id(&before);
    let there = by_id(&after);
    let ids = |lines: &[ComparedLine<'_>]| -> Vec<String> {
        lines.iter().map(|line| line.row.id.clone()).collect()
    };
    let (was_ids, ids) = (ids(&before), ids(&after));
    let moved = super::find_moved(&was_ids, &ids);
    let mut changes = Vec::new();
    for line in &after {
        let name = line_name(line.row);
        match known.get(line.row.id.as_str()) {
            None => changes.push(build_added_or_removed(line, ChangeKind::Added)),
            Some(was) => {
                let values = find_changed_values(pair, was, line);
                if !values.is_empty() {
                    changes.push(DocumentChange {
                        part: ChangedPart::Lines,
                        deed: ChangeKind::Changed,
                        name,
                        values,
                    });
                } else if moved.contains(line.row.id.as_str()) {
                    changes.push(DocumentChange::for_moved(ChangedPart::Lines, &name));
                }
            }
        }
    }
    let gone = before.iter().filter(|line| !there.contains_key(line.row.id.as_str()));
    changes.extend(gone.map(|line| build_added_or_removed(line, ChangeKind::Removed)));
    changes
}

fn collect_lines<'a>(seen: &'a VersionView<'a>, fields: &'a PublicFields) -> Vec<ComparedLine<'a>> {
    let items = &seen.answer.items;
    let rows = seen.presentation.lines.iter().enumerate();
    rows.map(|(at, row)| ComparedLine {
        row,
        item: items.get(at).filter(|item| item.id == row.id),
        seen,
        fields,
    })
    .collect()
}

fn by_id<'a, 'b>(lines: &'b [ComparedLine<'a>]) -> HashMap<&'b str, &'b ComparedLine<'a>> {
    let of = |line: &'b ComparedLine<'a>| (line.row.id.as_str(), line);
    lines.iter().map(of).collect()
}

/// The name of a line, or a description of a line without one.
fn line_name(row: &LineRow) -> String {
    match row.name.trim() {
        "" => "A line without a name".to_owned(),
        name => name.to_owned(),
    }
}

/// The change for a line that is in only one of the two versions, with its content.
fn build_added_or_removed(line: &ComparedLine<'_>, change_kind: ChangeKind) -> DocumentChange {
    let row = line.row;
    let input = [
        ("Description", row.description.join("\n")),
        ("Quantity", row.quantity.clone()),
        ("Price", row.rate.clone()),
        ("Labour", row.labour.clone().map(strip_label).unwrap_or_default()),
        ("Choice", choice_name(line)),
        ("Section", section_name(line)),
        ("Optional", yes_or_empty(row.optional)),
        ("Amount", row.amount.clone()),
    ];
    let given = input.into_iter().filter(|(_, text)| !text.is_empty());
    let values = given.map(|(label, text)| match change_kind {
        ChangeKind::Removed => ChangedValue::new(label, text, ""),
        _ => ChangedValue::new(label, "", text),
    });
    DocumentChange {
        part: ChangedPart::Lines,
        deed: change_kind,
        name: line_name(row),
        values: values.collect(),
    }
}

fn yes_or_empty(yes: bool) -> String {
    if yes { yes_no(yes).to_owned() } else { String::new() }
}

/// The values of a line that differ.
fn find_changed_values(
    pair: &VersionPair<'_>,
    was: &ComparedLine<'_>,
    is: &ComparedLine<'_>,
) -> Vec<ChangedValue> {
    let (before, after) = (was.row, is.row);
    let hides = pair.hides_prices();
    let labour = |row: &LineRow| match &row.labour {
        None => String::new(),
        // If a labour rate is hidden in either version, only the presence of labour is shown.
        Some(_) if hides => "Included".to_owned(),
        Some(texts) => strip_label(texts.clone()),
    };
    let price = |text: &str| {
        if hides { String::new() } else { text.to_owned() }
    };
    // The amount of an optional line is always shown; any other only if both versions show it.
    let amounts = (!before.amount.is_empty() && !after.amount.is_empty())
        .then(|| ChangedValue::if_different("Amount", &before.amount, &after.amount));
    let mut values: Vec<ChangedValue> = [
        ChangedValue::if_different("Name", &before.name, &after.name),
        ChangedValue::if_different(
            "Description",
            before.description.join("\n"),
            after.description.join("\n"),
        ),
        ChangedValue::if_different("Quantity", &before.quantity, &after.quantity),
        ChangedValue::if_different("Price", price(&before.rate), price(&after.rate)),
        ChangedValue::if_different("Labour", labour(before), labour(after)),
        compare_vat(was, is),
        ChangedValue::if_different("Choice", choice_name(was), choice_name(is)),
        ChangedValue::if_different("Section", section_name(was), section_name(is)),
        ChangedValue::if_different("Optional", yes_no(before.optional), yes_no(after.optional)),
        compare_selected(before, after),
        parts::compare_line_photos(&before.photos, &after.photos),
    ]
    .into_iter()
    .flatten()
    .collect();
    if let (Some(was), Some(is)) = (was.seen.own, is.seen.own) {
        values.extend(super::compare_line((was, is), &after.id));
    }
    values.extend(amounts.flatten());
    values
}

/// Whether an optional line is ticked, if it is optional in both versions.
fn compare_selected(before: &LineRow, after: &LineRow) -> Option<ChangedValue> {
    let both = before.optional && after.optional;
    let value = ChangedValue::if_different("Ticked", yes_no(before.selected), yes_no(after.selected));
    value.filter(|_| both)
}

/// A line's VAT, unless it is the document's VAT in both versions, which is reported once elsewhere.
fn compare_vat(was: &ComparedLine<'_>, is: &ComparedLine<'_>) -> Option<ChangedValue> {
    let (before, after) = (was.item?, is.item?);
    let is_documents = |line: &ComparedLine<'_>, vat: &Vat| {
        line.fields.vat_treatment == vat.treatment && line.fields.tax.value() == vat.rate.value()
    };
    if is_documents(was, &before.vat) && is_documents(is, &after.vat) {
        return None;
    }
    ChangedValue::if_different("VAT", vat_label(&before.vat), vat_label(&after.vat))
}

/// The name of the choice that a line belongs to; empty if it is in every choice.
fn choice_name(line: &ComparedLine<'_>) -> String {
    let mut choices = line.fields.choices.iter();
    let id = line.item.and_then(|item| item.choice.as_ref());
    let found = id.and_then(|id| choices.find(|choice| choice.id == *id));
    found.map(|choice| choice.name.clone()).unwrap_or_default()
}

/// The name of the section that a line is in; empty if it is in none.
fn section_name(line: &ComparedLine<'_>) -> String {
    let mut sections = line.fields.sections.iter();
    let id = line.item.and_then(|item| item.section.as_ref());
    let found = id.and_then(|id| sections.find(|section| section.id == *id));
    found.map(|section| section.name.clone()).unwrap_or_default()
}

/// Shortens `Labour: 3 hours at £45.00 per hour` to `3 hours at £45.00 per hour`.
fn strip_label(text: String) -> String {
    let start = format!("{}: ", lines::LABOUR_NAME);
    match text.strip_prefix(&start) {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}
