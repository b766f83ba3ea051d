//! The result of an import: what is new, what is known already, and what changes.

use std::collections::HashMap;

use plumbline_core::money::number::Number;
use plumbline_core::money::text;

use super::ItemImportRow;
use super::price_list::PriceListRow;
use crate::items::{Item, ItemFields};
use plumbline_platform::db::words;
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::ids::ItemId;
use plumbline_platform::table_import::RowOutcome;
use plumbline_platform::table_import::budget::{BudgetExceeded, ReadBudget};

/// A change to an existing item.
#[derive(Debug)]
pub struct ItemChange {
    /// The item's id.
    pub id: ItemId,
    /// The version that was checked.
    pub version: i64,
    /// The item's fields after the change.
    pub fields: ItemFields,
}

/// What is to be written, and the report on each row.
#[derive(Debug, Default)]
pub struct ItemImportPlan {
    /// The new items.
    pub new: Vec<ItemFields>,
    /// The changes to existing items.
    pub changes: Vec<ItemChange>,
    /// The report on each row.
    pub rows: Vec<ItemImportRow>,
}

/// The keys by which an item is recognised: its code, otherwise its name. Two items with the same name and different
/// codes are different items.
#[derive(Debug, PartialEq, Eq, Hash)]
enum ItemKey {
    Code(String),
    /// The name of an item, with or without a code.
    Name(String),
    /// The name of an item without a code.
    NameAlone(String),
}

/// The item that a row may match: one of the account's, or one from an earlier row.
#[derive(Debug, Clone, Copy)]
enum KnownItem {
    Existing(usize),
    Row(usize),
}

/// Compares every row with the account's items and the earlier rows.
///
/// # Errors
/// If that takes too much memory or time.
pub(super) fn plan_rows(
    mut items: Vec<Item>,
    rows: Vec<PriceListRow>,
    mut allowance: ReadBudget,
) -> Result<ItemImportPlan, BudgetExceeded> {
    let mut known: HashMap<ItemKey, KnownItem> = HashMap::new();
    for (at, item) in items.iter().enumerate() {
        allowance.check_time()?;
        for key in all_keys(&item.fields) {
            known.entry(key).or_insert(KnownItem::Existing(at));
        }
    }
    let mut plan = ItemImportPlan::default();
    for found in rows {
        // The row in the report, and the key by which it is found.
        allowance.spend(2 * size_of::<ItemImportRow>() + 2 * found.fields.name.len())?;
        let reasons = match &found.refused {
            Some(why) => vec![why.clone()],
            None => problems(&found.fields),
        };
        if !reasons.is_empty() {
            let item_import_row = to_import_row(&found, RowOutcome::Unreadable, reasons.join(" "));
            plan.rows.push(item_import_row);
            continue;
        }
        let (goes_by, keys) = (lookup_keys(&found.fields), all_keys(&found.fields));
        let one = goes_by.iter().find_map(|key| known.get(key).copied());
        let row = match one {
            Some(KnownItem::Row(row)) => to_import_row(&found, RowOutcome::Same, format!("as row {row}")),
            Some(KnownItem::Existing(at)) => plan_change(&mut plan, &mut items[at], &found),
            None => {
                let says = with_rounding(describe_new(&found.fields), &found);
                let item_import_row = to_import_row(&found, RowOutcome::New, says);
                plan.new.push(found.fields);
                item_import_row
            }
        };
        let seen = KnownItem::Row(row.row);
        // A second row for the same item is reported as a duplicate, whatever it contains.
        for key in goes_by {
            known.remove(&key);
        }
        known.extend(keys.into_iter().map(|key| (key, seen)));
        plan.rows.push(row);
    }
    Ok(plan)
}

fn code_and_name(fields: &ItemFields) -> (Option<String>, String) {
    let code = words::sort_key(&fields.code);
    ((!code.is_empty()).then_some(code), words::sort_key(&fields.name))
}

/// The keys by which an item is looked up, the most reliable first.
fn lookup_keys(fields: &ItemFields) -> Vec<ItemKey> {
    match code_and_name(fields) {
        (Some(code), name) => vec![ItemKey::Code(code), ItemKey::NameAlone(name)],
        (None, name) => vec![ItemKey::Name(name)],
    }
}

/// All keys by which an item is known.
fn all_keys(fields: &ItemFields) -> Vec<ItemKey> {
    match code_and_name(fields) {
        (Some(code), name) => vec![ItemKey::Code(code), ItemKey::Name(name)],
        (None, name) => vec![ItemKey::Name(name.clone()), ItemKey::NameAlone(name)],
    }
}

/// Costs and prices come from the file, and empty fields are filled in; everything else stays as in the account.
fn plan_change(plan: &mut ItemImportPlan, item: &mut Item, found: &PriceListRow) -> ItemImportRow {
    let (mine, theirs) = (&mut item.fields, &found.fields);
    // Every field is named, so that a new one doesn't compile until somebody decides how it is updated.
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
    for (name, mine, theirs) in
        [("cost", &mut mine.cost, &theirs.cost), ("price", &mut mine.price, &theirs.price)]
    {
        if theirs.is_empty() || (!mine.is_empty() && theirs.value() == mine.value()) {
            continue;
        }
        says.push(if mine.is_empty() {
            format!("{name} {}", format_number(theirs))
        } else {
            format!("{name} {} → {}", format_number(mine), format_number(theirs))
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
        let same = if found.rounded.is_empty() { "" } else { "as in your price list" };
        return to_import_row(found, RowOutcome::Same, with_rounding(same.to_owned(), found));
    }
    let was = (was.value() != item.fields.price.value()).then_some(was);
    plan.changes.push(ItemChange { id: item.id.clone(), version: item.version, fields: item.fields.clone() });
    ItemImportRow {
        item_id: Some(item.id.clone()),
        was,
        ..to_import_row(found, RowOutcome::Update, with_rounding(says.join(", "), found))
    }
}

/// What was read for a new item: a person can check that the columns were understood before anything is saved.
fn describe_new(fields: &ItemFields) -> String {
    let figures = [("price", &fields.price), ("cost", &fields.cost)];
    let figures = figures.into_iter().map(|(name, figure)| {
        if figure.is_empty() { format!("no {name}") } else { format!("{name} {}", format_number(figure)) }
    });
    let texts = [&fields.code, &fields.category, &fields.unit];
    let texts = texts.into_iter().filter(|text| !text.trim().is_empty());
    figures.chain(texts.cloned()).collect::<Vec<_>>().join(", ")
}

/// A row's message, with the numbers that were rounded.
fn with_rounding(says: String, found: &PriceListRow) -> String {
    std::iter::once(says).chain(found.rounded.iter().cloned()).collect::<Vec<_>>().join(", ")
}

fn format_number(number: &Number) -> String {
    text::format_price(number.value())
}

/// Why a row can't be saved; empty if it can.
fn problems(fields: &ItemFields) -> Vec<String> {
    let mut checks = FieldChecks::new();
    fields.check(&mut checks);
    let errors = checks.into_errors().into_iter();
    errors
        .map(|error| match &*error.path {
            "name" if error.code == "required" => "It has no name.".to_owned(),
            path => format!("{}: {}", field_label(path), error.msg),
        })
        .collect()
}

fn field_label(path: &str) -> &str {
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

fn to_import_row(found: &PriceListRow, outcome: RowOutcome, says: String) -> ItemImportRow {
    let PriceListRow { row, fields, .. } = found;
    let name = if fields.name.is_empty() { &fields.code } else { &fields.name };
    ItemImportRow {
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
    fn planning_an_import_stops_at_its_memory_and_time_limit() {
        let rows = || {
            let row = |row| {
                let fields = ItemFields { name: format!("Tap {row}"), ..ItemFields::empty() };
                PriceListRow::new(row, fields)
            };
            (0..100).map(row).collect::<Vec<_>>()
        };
        let result = |allowance| plan_rows(Vec::new(), rows(), allowance).map(|it| it.new.len());
        assert_eq!(result(ReadBudget::new(1 << 20)), Ok(100));
        assert_eq!(result(ReadBudget::new(2_000)), Err(BudgetExceeded::Memory));
        assert_eq!(result(ReadBudget::expired(1 << 20)), Err(BudgetExceeded::Time));
    }

    #[test]
    fn the_report_names_numbers_that_were_rounded() {
        let row = |row, price: &str| {
            let price = Number::from_text(price);
            let fields = ItemFields { name: "Tap".to_owned(), price, ..ItemFields::empty() };
            PriceListRow {
                rounded: vec!["price rounded from 12.34567".to_owned()],
                ..PriceListRow::new(row, fields)
            }
        };
        let says = |items, price| {
            let plan = plan_rows(items, vec![row(2, price)], ReadBudget::new(1 << 20)).expect("a plan");
            plan.rows[0].says.clone()
        };
        assert_eq!(says(Vec::new(), "12.3457"), "price £12.3457, no cost, price rounded from 12.34567");
        let fields = row(2, "12.3457").fields;
        let id = uuid::Uuid::now_v7().into();
        let item = Item { id, version: 1, fields, created_at: 0, updated_at: 0 };
        let same = "as in your price list, price rounded from 12.34567";
        assert_eq!(says(vec![item], "12.3457"), same);
    }
}
