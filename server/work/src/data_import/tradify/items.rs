//! Tradify's price list: Item Code, Description, Unit of Measure, Buy Price, Category, Sales Tax
//! Rate, Includes Tax, Archived, and a column for each level of prices, the first of which is called
//! Standard.

use csv::StringRecord;
use plumbline_core::document::{Treatment, Vat};
use plumbline_core::money::number::Number;
use rust_decimal::Decimal;

use super::columns::{CURRENCY, WITH_TAX, is_inclusive};
use super::documents::parse_pounds;
use crate::data_import::parsed::{split_name, to_decimals};
use plumbline_platform::table_import::table::Headings;
use plumbline_platform::table_import::{cells, currency, is_yes, to_one_line};
use plumbline_records::items::ItemFields;

const CODE: &[&str] = &["itemcode", "code", "productcode", "sku"];
const COST: &[&str] = &["buyprice", "cost", "costprice"];
const PRICE: &[&str] = &["standard", "standardprice", "sellprice", "price"];

const NAME: &[&str] = &["description", "name", "itemname"];
const RATE: &[&str] = &["salestaxrate", "taxrate", "vatrate"];
const UNIT: &[&str] = &["unitofmeasure", "unit", "uom"];
const CATEGORY: &[&str] = &["category", "group"];
const ARCHIVED: &[&str] = &["archived"];

/// All columns that are read in a price list.
pub(super) const NAMES: &[&[&str]] =
    &[CODE, COST, PRICE, NAME, RATE, WITH_TAX, UNIT, CATEGORY, ARCHIVED, CURRENCY];

/// Whether a table is a price list.
pub(super) fn is_item_table(table: &Headings) -> bool {
    table.has_column(CODE) && (table.has_column(COST) || table.has_column(PRICE))
}

/// The item of a row, and a remark on each of its numbers that was rounded; `None` if it was archived.
pub(super) fn read_item(table: &Headings, row: &StringRecord) -> Option<(ItemFields, Vec<String>)> {
    if is_yes(table.cell(row, ARCHIVED)) {
        return None;
    }
    let read_cell = |names: &[&str]| table.cell(row, names);
    let (name, description) = split_name(read_cell(NAME));
    let rate = cells::parse_vat_rate(read_cell(RATE));
    let is_with_tax = is_inclusive(read_cell(WITH_TAX));
    let vat_factor = match &rate {
        Some(Number::Value(rate)) if is_with_tax && !rate.is_sign_negative() => {
            Decimal::ONE + rate / Decimal::ONE_HUNDRED
        }
        _ => Decimal::ONE,
    };
    let mut rounded = Vec::new();
    let mut number = |names: &[&str], name: &str| match parse_pounds(read_cell(names)) {
        Some(amount) => to_decimals(amount, 4, name, &mut rounded),
        // A text that is not a number is preserved, so that the import reports it.
        None => cells::pounds(read_cell(names)),
    };
    let (cost, price) = (number(COST, "cost"), number(PRICE, "price"));
    let price = match parse_pounds(read_cell(PRICE)) {
        // The price without VAT is calculated, not typed, so its rounding isn't reported.
        Some(with_tax) if vat_factor != Decimal::ONE => {
            to_decimals(with_tax / vat_factor, 4, "price", &mut Vec::new())
        }
        _ => price,
    };
    let code = to_one_line(read_cell(CODE));
    let defaults = ItemFields::empty();
    // Every field is named, so that a new field doesn't compile until somebody decides whether Tradify has it.
    let fields = ItemFields {
        name: if name.is_empty() { code.clone() } else { name },
        description,
        price,
        cost,
        unit: to_one_line(read_cell(UNIT)),
        code,
        category: to_one_line(read_cell(CATEGORY)),
        // A rate that can't be read is preserved too.
        vat: rate.map(|rate| Vat { treatment: Treatment::Taxable, rate }),
        // Tradify has no such fields.
        quantity: defaults.quantity,
        favourite: defaults.favourite,
        include_labour: defaults.include_labour,
        labour_hours: defaults.labour_hours,
        labour_rate: defaults.labour_rate,
        labour_unit_type: defaults.labour_unit_type,
        cost_type: defaults.cost_type,
    };
    Some((fields, rounded))
}

/// The currency of an item's prices, if it is not pounds.
pub(super) fn foreign_currency(table: &Headings, row: &StringRecord) -> Option<String> {
    let by_column = currency::find_foreign_currency(table.cell(row, CURRENCY));
    by_column.or_else(|| {
        let mut prices = [PRICE, COST].into_iter();
        prices.find_map(|names| table.currency(row, names))
    })
}
