//! Lines that came, went, moved or say something else.

use std::collections::HashMap;

use super::{
    Change, ChangeDeed, ChangedPart, ChangedValue, Pair, Seen, order, own, photos, yes_no,
};
use crate::document::Vat;
use crate::present::lines::vat_words;
use crate::present::public::{PublicFields, PublicItem};
use crate::present::{LineRow, labour_text};

/// A displayed line and the item behind it; the document's own labour has no item.
struct Line<'a> {
    row: &'a LineRow,
    item: Option<&'a PublicItem>,
    seen: &'a Seen<'a>,
    fields: &'a PublicFields,
}

/// Every line that changed: first those of the later version in order, then those that were removed.
pub(super) fn changes(pair: &Pair<'_>) -> Vec<Change> {
    let before = lines(&pair.before, pair.was);
    let after = lines(&pair.after, pair.is);
    let known = by_id(&before);
    let there = by_id(&after);
    let ids = |lines: &[Line<'_>]| -> Vec<String> {
        lines.iter().map(|line| line.row.id.clone()).collect()
    };
    let (was_ids, ids) = (ids(&before), ids(&after));
    let moved = order::moved(&was_ids, &ids);
    let mut changes = Vec::new();
    for line in &after {
        let name = name(line.row);
        match known.get(line.row.id.as_str()) {
            None => changes.push(came_or_went(line, ChangeDeed::Added)),
            Some(was) => {
                let values = values(pair, was, line);
                if !values.is_empty() {
                    changes.push(Change {
                        part: ChangedPart::Lines,
                        deed: ChangeDeed::Changed,
                        name,
                        values,
                    });
                } else if moved.contains(line.row.id.as_str()) {
                    changes.push(Change::moved(ChangedPart::Lines, &name));
                }
            }
        }
    }
    let gone = before
        .iter()
        .filter(|line| !there.contains_key(line.row.id.as_str()));
    changes.extend(gone.map(|line| came_or_went(line, ChangeDeed::Removed)));
    changes
}

fn lines<'a>(seen: &'a Seen<'a>, fields: &'a PublicFields) -> Vec<Line<'a>> {
    let items = &seen.answer.items;
    let rows = seen.shown.lines.iter().enumerate();
    rows.map(|(at, row)| Line {
        row,
        item: items.get(at).filter(|item| item.id == row.id),
        seen,
        fields,
    })
    .collect()
}

fn by_id<'a, 'b>(lines: &'b [Line<'a>]) -> HashMap<&'b str, &'b Line<'a>> {
    let of = |line: &'b Line<'a>| (line.row.id.as_str(), line);
    lines.iter().map(of).collect()
}

/// The name of a line, or a description of a line without one.
fn name(row: &LineRow) -> String {
    match row.name.trim() {
        "" => "A line without a name".to_owned(),
        name => name.to_owned(),
    }
}

/// The change for a line that is in only one of the two versions, with its content.
fn came_or_went(line: &Line<'_>, deed: ChangeDeed) -> Change {
    let row = line.row;
    let said = [
        ("Description", row.description.join("\n")),
        ("Quantity", row.quantity.clone()),
        ("Price", row.rate.clone()),
        ("Labour", row.labour.clone().map(bare).unwrap_or_default()),
        ("Choice", choice(line)),
        ("Section", section(line)),
        ("Optional", said_if(row.optional)),
        ("Amount", row.amount.clone()),
    ];
    let said = said.into_iter().filter(|(_, text)| !text.is_empty());
    let values = said.map(|(label, text)| match deed {
        ChangeDeed::Removed => ChangedValue::new(label, text, ""),
        _ => ChangedValue::new(label, "", text),
    });
    Change {
        part: ChangedPart::Lines,
        deed,
        name: name(row),
        values: values.collect(),
    }
}

fn said_if(yes: bool) -> String {
    if yes {
        yes_no(yes).to_owned()
    } else {
        String::new()
    }
}

/// The values of a line that differ.
fn values(pair: &Pair<'_>, was: &Line<'_>, is: &Line<'_>) -> Vec<ChangedValue> {
    let (before, after) = (was.row, is.row);
    let hides = pair.hides_prices();
    let labour = |row: &LineRow| match &row.labour {
        None => String::new(),
        // If a labour rate is hidden in either version, only the presence of labour is shown.
        Some(_) if hides => "Included".to_owned(),
        Some(words) => bare(words.clone()),
    };
    let price = |text: &str| {
        if hides {
            String::new()
        } else {
            text.to_owned()
        }
    };
    // The amount of an optional line is always shown; any other only if both versions show it.
    let amounts = (!before.amount.is_empty() && !after.amount.is_empty())
        .then(|| ChangedValue::of("Amount", &before.amount, &after.amount));
    let mut values: Vec<ChangedValue> = [
        ChangedValue::of("Name", &before.name, &after.name),
        ChangedValue::of(
            "Description",
            before.description.join("\n"),
            after.description.join("\n"),
        ),
        ChangedValue::of("Quantity", &before.quantity, &after.quantity),
        ChangedValue::of("Price", price(&before.rate), price(&after.rate)),
        ChangedValue::of("Labour", labour(before), labour(after)),
        vat(was, is),
        ChangedValue::of("Choice", choice(was), choice(is)),
        ChangedValue::of("Section", section(was), section(is)),
        ChangedValue::of("Optional", yes_no(before.optional), yes_no(after.optional)),
        taken(before, after),
        photos::of_line(&before.photos, &after.photos),
    ]
    .into_iter()
    .flatten()
    .collect();
    if let (Some(was), Some(is)) = (was.seen.own, is.seen.own) {
        values.extend(own::of_line((was, is), &after.id));
    }
    values.extend(amounts.flatten());
    values
}

/// Whether an optional line is ticked, if it is optional in both versions.
fn taken(before: &LineRow, after: &LineRow) -> Option<ChangedValue> {
    let both = before.optional && after.optional;
    let value = ChangedValue::of("Ticked", yes_no(before.selected), yes_no(after.selected));
    value.filter(|_| both)
}

/// A line's VAT, unless it is the document's VAT in both versions, which is reported once elsewhere.
fn vat(was: &Line<'_>, is: &Line<'_>) -> Option<ChangedValue> {
    let (before, after) = (was.item?, is.item?);
    let is_documents = |line: &Line<'_>, vat: &Vat| {
        line.fields.vat_treatment == vat.treatment && line.fields.tax.value() == vat.rate.value()
    };
    if is_documents(was, &before.vat) && is_documents(is, &after.vat) {
        return None;
    }
    ChangedValue::of("VAT", vat_words(&before.vat), vat_words(&after.vat))
}

/// The name of the choice that a line belongs to; empty if it is in every choice.
fn choice(line: &Line<'_>) -> String {
    let mut choices = line.fields.choices.iter();
    let id = line.item.and_then(|item| item.choice.as_ref());
    let found = id.and_then(|id| choices.find(|choice| choice.id == *id));
    found.map(|choice| choice.name.clone()).unwrap_or_default()
}

/// The name of the section that a line is in; empty if it is in none.
fn section(line: &Line<'_>) -> String {
    let mut sections = line.fields.sections.iter();
    let id = line.item.and_then(|item| item.section.as_ref());
    let found = id.and_then(|id| sections.find(|section| section.id == *id));
    found
        .map(|section| section.name.clone())
        .unwrap_or_default()
}

/// Shortens `Labour: 3 hours at £45.00 per hour` to `3 hours at £45.00 per hour`.
fn bare(words: String) -> String {
    let start = format!("{}: ", labour_text::LABOUR);
    match words.strip_prefix(&start) {
        Some(rest) => rest.to_owned(),
        None => words,
    }
}
