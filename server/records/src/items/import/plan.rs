//! The result of an import: what is new, what is known already, and what changes.

use std::collections::HashMap;

use plumbline_core::money::number::Number;
use plumbline_core::money::text;

use super::ItemRow;
use super::price_list::FoundRow;
use crate::items::{Item, ItemFields};
use plumbline_platform::db::words;
use plumbline_platform::http::text::Checks;
use plumbline_platform::ids::ItemId;
use plumbline_platform::sheets::Outcome;
use plumbline_platform::sheets::allowance::{Allowance, Spent};

/// An item that the account has already, as it will be.
#[derive(Debug)]
pub struct Change {
    /// Its id.
    pub id: ItemId,
    /// As it was judged.
    pub version: i64,
    /// What it will say.
    pub fields: ItemFields,
}

/// What is to be written, and what is told of each row.
#[derive(Debug, Default)]
pub struct Plan {
    /// Those that the account will have.
    pub new: Vec<ItemFields>,
    /// Those that it has, and that change.
    pub changes: Vec<Change>,
    /// What the report says about each row.
    pub rows: Vec<ItemRow>,
}

/// By what an item is known: its code, else its name. Two things of one name with two codes are two
/// things.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Key {
    Code(String),
    /// The name of whatever is called so.
    Name(String),
    /// The name of something that has no code.
    NameAlone(String),
}

/// What a row may be: one of the account's, or a row before.
#[derive(Debug, Clone, Copy)]
enum Known {
    Kept(usize),
    Row(usize),
}

/// Judges every row against the account's items and the rows before it.
///
/// # Errors
/// When that takes too much.
pub(super) fn plan(
    mut kept: Vec<Item>,
    rows: Vec<FoundRow>,
    mut allowance: Allowance,
) -> Result<Plan, Spent> {
    let mut known: HashMap<Key, Known> = HashMap::new();
    for (at, item) in kept.iter().enumerate() {
        allowance.on()?;
        for key in known_by(&item.fields) {
            known.entry(key).or_insert(Known::Kept(at));
        }
    }
    let mut plan = Plan::default();
    for found in rows {
        // Its row in the report, and the key it is found by.
        allowance.take(2 * size_of::<ItemRow>() + 2 * found.fields.name.len())?;
        let reasons = match &found.refused {
            Some(why) => vec![why.clone()],
            None => reasons(&found.fields),
        };
        if !reasons.is_empty() {
            let told = told(&found, Outcome::Unreadable, reasons.join(" "));
            plan.rows.push(told);
            continue;
        }
        let (goes_by, keys) = (found_by(&found.fields), known_by(&found.fields));
        let one = goes_by.iter().find_map(|key| known.get(key).copied());
        let row = match one {
            Some(Known::Row(row)) => told(&found, Outcome::Same, format!("as row {row}")),
            Some(Known::Kept(at)) => change(&mut plan, &mut kept[at], &found),
            None => {
                let told = told(&found, Outcome::New, brings(&found.fields));
                plan.new.push(found.fields);
                told
            }
        };
        let seen = Known::Row(row.row);
        // A second row of the same is told to be that, whatever it says.
        for key in goes_by {
            known.remove(&key);
        }
        known.extend(keys.into_iter().map(|key| (key, seen)));
        plan.rows.push(row);
    }
    Ok(plan)
}

fn code_and_name(fields: &ItemFields) -> (Option<String>, String) {
    let code = words::key(&fields.code);
    ((!code.is_empty()).then_some(code), words::key(&fields.name))
}

/// What an item is looked up by, the surest first.
fn found_by(fields: &ItemFields) -> Vec<Key> {
    match code_and_name(fields) {
        (Some(code), name) => vec![Key::Code(code), Key::NameAlone(name)],
        (None, name) => vec![Key::Name(name)],
    }
}

/// All that an item is known by.
fn known_by(fields: &ItemFields) -> Vec<Key> {
    match code_and_name(fields) {
        (Some(code), name) => vec![Key::Code(code), Key::Name(name)],
        (None, name) => vec![Key::Name(name.clone()), Key::NameAlone(name)],
    }
}

/// Costs and prices are the file's; what is empty is filled in; the rest is the account's own.
fn change(plan: &mut Plan, item: &mut Item, found: &FoundRow) -> ItemRow {
    let (mine, theirs) = (&mut item.fields, &found.fields);
    // Every field is named: a new one does not compile until somebody says what becomes of it.
    let ItemFields {
        cost: _, // the file's
        price: _,
        code: _, // filled in
        category: _,
        unit: _,
        description: _,
        name: _, // the account's own
        quantity: _,
        favourite: _,
        include_labour: _,
        labour_hours: _,
        labour_rate: _,
        labour_unit_type: _,
        vat: _,
        cost_type: _,
    } = theirs;
    let was = mine.price.clone();
    let mut says = Vec::new();
    for (name, mine, theirs) in [
        ("cost", &mut mine.cost, &theirs.cost),
        ("price", &mut mine.price, &theirs.price),
    ] {
        if theirs.is_empty() || (!mine.is_empty() && theirs.value() == mine.value()) {
            continue;
        }
        says.push(if mine.is_empty() {
            format!("{name} {}", shown(theirs))
        } else {
            format!("{name} {} → {}", shown(mine), shown(theirs))
        });
        mine.clone_from(theirs);
    }
    for (name, mine, theirs) in [
        ("code", &mut mine.code, &theirs.code),
        ("category", &mut mine.category, &theirs.category),
        ("unit", &mut mine.unit, &theirs.unit),
        ("description", &mut mine.description, &theirs.description),
    ] {
        if mine.trim().is_empty() && !theirs.is_empty() {
            mine.clone_from(theirs);
            says.push(name.to_owned());
        }
    }
    if says.is_empty() {
        return told(found, Outcome::Same, String::new());
    }
    let was = (was.value() != item.fields.price.value()).then_some(was);
    plan.changes.push(Change {
        id: item.id.clone(),
        version: item.version,
        fields: item.fields.clone(),
    });
    ItemRow {
        item_id: Some(item.id.clone()),
        was,
        ..told(found, Outcome::Update, says.join(", "))
    }
}

/// What is read of an item that is new: that the columns were understood is seen before anything is kept.
fn brings(fields: &ItemFields) -> String {
    let figures = [("price", &fields.price), ("cost", &fields.cost)];
    let figures = figures.into_iter().map(|(name, figure)| {
        if figure.is_empty() {
            format!("no {name}")
        } else {
            format!("{name} {}", shown(figure))
        }
    });
    let texts = [&fields.code, &fields.category, &fields.unit];
    let texts = texts.into_iter().filter(|text| !text.trim().is_empty());
    figures.chain(texts.cloned()).collect::<Vec<_>>().join(", ")
}

fn shown(number: &Number) -> String {
    text::price(number.value())
}

/// Why a row cannot be kept; nothing where it can.
fn reasons(fields: &ItemFields) -> Vec<String> {
    let mut checks = Checks::new();
    fields.check(&mut checks);
    let errors = checks.into_errors().into_iter();
    errors
        .map(|error| match &*error.path {
            "name" if error.code == "required" => "It has no name.".to_owned(),
            path => format!("{}: {}", in_words(path), error.msg),
        })
        .collect()
}

fn in_words(path: &str) -> &str {
    match path {
        "name" => "Name",
        "description" => "Description",
        "code" => "Code",
        "category" => "Category",
        "unit" => "Unit",
        "cost" => "Cost",
        "price" => "Price",
        "quantity" => "Quantity",
        "labourHours" => "Labour",
        "labourRate" => "Labour rate",
        path if path.starts_with("vat") => "VAT",
        other => other,
    }
}

fn told(found: &FoundRow, outcome: Outcome, says: String) -> ItemRow {
    let FoundRow { row, fields, .. } = found;
    let name = if fields.name.is_empty() {
        &fields.code
    } else {
        &fields.name
    };
    ItemRow {
        row: *row,
        outcome,
        name: name.chars().take(100).collect(),
        says,
        item_id: None,
        was: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judging_takes_no_more_than_it_is_given() {
        let rows = || {
            let row = |row| {
                let fields = ItemFields {
                    name: format!("Tap {row}"),
                    ..ItemFields::empty()
                };
                FoundRow::of(row, fields)
            };
            (0..100).map(row).collect::<Vec<_>>()
        };
        let told = |allowance| plan(Vec::new(), rows(), allowance).map(|it| it.new.len());
        assert_eq!(told(Allowance::of(1 << 20)), Ok(100));
        assert_eq!(told(Allowance::of(2_000)), Err(Spent::Memory));
        assert_eq!(told(Allowance::late(1 << 20)), Err(Spent::Time));
    }
}
