//! A CSV file of items: our own, a merchant's price list, or a spreadsheet.

use plumbline_core::calculate::margin;
use plumbline_core::document::{CostType, LabourUnit, Treatment, Vat};
use plumbline_core::money::number::Number;
use plumbline_core::tax::{VAT_RATES, VatRate};

use super::{ImportedPrices, ItemFileError, ROWS_MAX};
use crate::items::ItemFields;
use plumbline_platform::csv::as_typed;
use plumbline_platform::table_import::budget::ReadBudget;
use plumbline_platform::table_import::columns::{ColumnChoices, TableColumn};
use plumbline_platform::table_import::layout::{TableLayout, detect_layout};
use plumbline_platform::table_import::{
    self, TableRow, cells, count_bytes, currency, fill_if_empty, is_yes, list_unread_headings,
    normalise_heading, strip_apostrophe, to_one_line,
};

/// The content of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ItemColumn {
    Name,
    Description,
    Code,
    Category,
    Unit,
    Cost,
    Price,
    Quantity,
    VatRate,
    KindOfCost,
    Labour,
    LabourRate,
    LabourUnit,
    Favourite,
    Currency,
}

/// The headings in the files of other programs and merchants, as lower-case letters and digits.
const HEADINGS: &[(ItemColumn, &[&str])] = &[
    (
        ItemColumn::Name,
        &["name", "item", "itemname", "product", "productname", "title", "service", "shortdescription"],
    ),
    (
        ItemColumn::Description,
        &["description", "itemdescription", "productdescription", "details", "longdescription", "notes"],
    ),
    (
        ItemColumn::Code,
        &[
            "code",
            "sku",
            "itemcode",
            "productcode",
            "stockcode",
            "partnumber",
            "partno",
            "partcode",
            "itemnumber",
            "itemno",
            "productnumber",
            "cataloguenumber",
            "cataloguecode",
            "reference",
            "supplierpartnumber",
            "mpn",
        ],
    ),
    (
        ItemColumn::Category,
        &["category", "group", "productgroup", "itemgroup", "department", "range", "section"],
    ),
    (ItemColumn::Unit, &["unit", "uom", "unitofmeasure", "soldby", "sellingunit", "per", "packsize"]),
    (
        ItemColumn::Cost,
        &[
            "cost",
            "costprice",
            "unitcost",
            "tradeprice",
            "trade",
            "netprice",
            "nettprice",
            "net",
            "nett",
            "yourprice",
            "buyprice",
            "buyingprice",
            "purchaseprice",
            "purchasecost",
            "costexvat",
            "costexcvat",
            "tradepriceexvat",
            "netpriceexvat",
            "productcost",
        ],
    ),
    (
        ItemColumn::Price,
        &[
            "price",
            "unitprice",
            "sellprice",
            "sellingprice",
            "saleprice",
            "salesprice",
            "rate",
            "retailprice",
            "listprice",
            "rrp",
            "priceexvat",
            "priceexcvat",
            "exvatprice",
            "pricewithoutvat",
            "priceexctax",
            "salesunitprice",
            "charge",
        ],
    ),
    (ItemColumn::Quantity, &["quantity", "qty", "defaultquantity"]),
    (ItemColumn::VatRate, &["vat", "vatrate", "tax", "taxrate", "vatpercent", "vatcode"]),
    (ItemColumn::KindOfCost, &["kindofcost", "costtype"]),
    (ItemColumn::Labour, &["labour", "labourhours"]),
    (ItemColumn::LabourRate, &["labourrate"]),
    (ItemColumn::LabourUnit, &["labourunit"]),
    (ItemColumn::Favourite, &["favourite", "favorite"]),
    (ItemColumn::Currency, &["currency", "currencycode"]),
];

/// The most decimals of a price (docs/rules.md, section 1).
const DECIMALS_MAX: u32 = 4;

/// A file as it was read.
#[derive(Debug)]
pub(super) struct PriceList {
    /// The separator between cells.
    pub separator: char,
    /// The headings whose cells are not read, as they are written.
    pub left_out: Vec<String>,
    /// The signature of the headings, by which a choice of columns is found again.
    pub headings: String,
    /// The columns.
    pub columns: Vec<TableColumn>,
    /// Whether no column contains a name: then nothing is imported until a person chooses one.
    pub asks: bool,
    /// The rows.
    pub rows: Vec<PriceListRow>,
}

/// One row.
#[derive(Debug, Clone)]
pub struct PriceListRow {
    /// The number of the row as in a spreadsheet, where the headings are row 1.
    pub row: usize,
    /// The item's fields.
    pub fields: ItemFields,
    /// Why nothing is imported from the row; `None` if it can be.
    pub(super) refused: Option<String>,
    /// The numbers that were rounded, for the report: `price rounded from 4.166666667`.
    pub(super) rounded: Vec<String>,
}

impl PriceListRow {
    /// A row that was read.
    #[must_use]
    pub fn new(row: usize, fields: ItemFields) -> Self {
        Self { row, fields, refused: None, rounded: Vec::new() }
    }

    /// The row with remarks on numbers that were rounded: `price rounded from 4.166666667`.
    #[must_use]
    pub fn with_rounded(self, rounded: Vec<String>) -> Self {
        Self { rounded, ..self }
    }

    /// A row from which nothing is imported.
    #[must_use]
    pub fn from_refused(row: usize, fields: ItemFields, why: String) -> Self {
        Self { refused: Some(why), ..Self::new(row, fields) }
    }
}

/// The headings that a person may choose for a column, with their labels.
const LABELS: [(ItemColumn, &str); 15] = [
    (ItemColumn::Name, "Name"),
    (ItemColumn::Description, "Description"),
    (ItemColumn::Code, "Code"),
    (ItemColumn::Category, "Category"),
    (ItemColumn::Unit, "Unit"),
    (ItemColumn::Cost, "Cost"),
    (ItemColumn::Price, "Price"),
    (ItemColumn::Quantity, "Quantity"),
    (ItemColumn::VatRate, "VAT rate"),
    (ItemColumn::KindOfCost, "Kind of cost"),
    (ItemColumn::Labour, "Labour hours"),
    (ItemColumn::LabourRate, "Labour rate"),
    (ItemColumn::LabourUnit, "Labour unit"),
    (ItemColumn::Favourite, "Favourite"),
    (ItemColumn::Currency, "Currency"),
];

/// The labels that may be chosen for a column.
pub(super) fn column_choices() -> Vec<String> {
    LABELS.map(|(_, label)| label.to_owned()).to_vec()
}

/// The label of the heading as which a column is read; empty if it isn't read.
fn column_label(column: Option<ItemColumn>) -> String {
    let known = LABELS.iter().find(|(holds, _)| Some(*holds) == column);
    known.map_or_else(String::new, |(_, label)| (*label).to_owned())
}

/// Reads a table.
///
/// # Errors
/// Why the file can't be used.
pub(super) fn read(
    text: &str,
    column_choices: ColumnChoices<'_>,
    prices: ImportedPrices,
    mut allowance: ReadBudget,
) -> Result<PriceList, ItemFileError> {
    let TableLayout { separator, headings: found, width } = detect_layout(text, count_known_headings);
    let mut heading = None;
    let mut rows: Vec<TableRow> = Vec::new();
    let mut all = table_import::read_rows(text, separator);
    while let Some(row) = all.next() {
        let row = row?;
        if row.is_empty() {
            continue;
        }
        // Without recognised headings, the first row that is as wide as most rows is taken as the headings.
        let is_heading = match found {
            Some(number) => row.number == number,
            None => row.cells.len() == width && width > 1,
        };
        if heading.is_none() {
            heading = is_heading.then_some(row);
            continue;
        }
        if rows.len() == ROWS_MAX {
            return Err(ItemFileError::TooMany(ROWS_MAX + 1 + table_import::count_filled(all)));
        }
        allowance.spend(size_of::<TableRow>() + count_bytes(&row.cells))?;
        rows.push(row);
    }
    let heading = heading.ok_or(match text.trim() {
        "" => ItemFileError::Empty,
        _ => ItemFileError::NoNames,
    })?;
    let width = heading.width();
    let written: Vec<&str> = heading.cells.iter().take(width).collect();
    let (signature, names) = column_choices.resolve(&written);
    let mut columns: Vec<Option<ItemColumn>> = names.iter().map(|name| column_for_heading(name)).collect();
    let is_named = use_description_as_name(&mut columns);
    let reads: Vec<String> = columns.iter().map(|column| column_label(*column)).collect();
    let mut file = PriceList {
        separator,
        columns: table_import::columns::describe_columns(&written, &rows, &reads),
        left_out: list_unread_headings(written.into_iter().zip(columns.iter().map(Option::is_some))),
        headings: signature,
        asks: !is_named,
        rows: Vec::new(),
    };
    if !is_named {
        return Ok(file);
    }
    if let ImportedPrices::Paid(_) = prices {
        use_price_as_cost(&mut columns);
    }
    for row in &rows {
        allowance.spend(size_of::<PriceListRow>() + count_bytes(&row.cells))?;
        let mut found = match row.check_width(width) {
            Ok(()) => {
                let (fields, rounded) = to_item_fields(&columns, &row.cells);
                match foreign_currency(&columns, &row.cells) {
                    Some(other) => {
                        PriceListRow::from_refused(row.number, fields, foreign_currency_text(&other))
                    }
                    None => PriceListRow { rounded, ..PriceListRow::new(row.number, fields) },
                }
            }
            Err(why) => PriceListRow::from_refused(row.number, ItemFields::empty(), why.to_string()),
        };
        if let ImportedPrices::Paid(Some(percent)) = prices {
            mark_up_price(&mut found.fields, percent);
        }
        file.rows.push(found);
    }
    Ok(file)
}

/// The currency of a row's prices, by its column; `None` for pounds.
fn foreign_currency(columns: &[Option<ItemColumn>], record: &csv::StringRecord) -> Option<String> {
    let mut cells = columns.iter().zip(record);
    cells.find_map(|(holds, cell)| match holds {
        Some(ItemColumn::Currency) => currency::find_foreign_currency(strip_apostrophe(cell)),
        _ => None,
    })
}

fn foreign_currency_text(other: &str) -> String {
    format!("It is in {other}, and we only import prices in pounds.")
}

/// How many headings in a row are recognised: 0 if there is none for a name.
fn count_known_headings(row: &csv::StringRecord) -> usize {
    let columns: Vec<ItemColumn> = row.iter().filter_map(column_for_heading).collect();
    let is_name = |it: &ItemColumn| matches!(it, ItemColumn::Name | ItemColumn::Description);
    if columns.iter().any(is_name) { columns.len() } else { 0 }
}

fn column_for_heading(heading: &str) -> Option<ItemColumn> {
    let heading = normalise_heading(strip_apostrophe(heading.trim_start_matches('\u{feff}')));
    let known = HEADINGS.iter().find(|(_, names)| names.contains(&heading.as_str()));
    known.map(|(holds, _)| *holds)
}

/// Merchants call the name a description. Returns whether there is a name.
fn use_description_as_name(columns: &mut [Option<ItemColumn>]) -> bool {
    if columns.contains(&Some(ItemColumn::Name)) {
        return true;
    }
    let mut each = columns.iter_mut();
    let described = each.find(|column| **column == Some(ItemColumn::Description));
    described.is_some_and(|column| {
        *column = Some(ItemColumn::Name);
        true
    })
}

/// In a merchant's file, the price is what the business pays, unless the business's own price is in the file too.
fn use_price_as_cost(columns: &mut [Option<ItemColumn>]) {
    if columns.contains(&Some(ItemColumn::Cost)) {
        return;
    }
    for column in columns {
        if *column == Some(ItemColumn::Price) {
            *column = Some(ItemColumn::Cost);
        }
    }
}

/// A row's fields, and the remarks on numbers that were rounded.
fn to_item_fields(columns: &[Option<ItemColumn>], record: &csv::StringRecord) -> (ItemFields, Vec<String>) {
    // Every field is named, so that a new one doesn't compile until somebody decides which column fills it.
    let mut it = ItemFields {
        name: String::new(),
        description: String::new(),
        quantity: Number::from(1), // unless a cell says how many
        price: Number::default(),
        cost: Number::default(),
        unit: String::new(),
        code: String::new(),
        category: String::new(),
        favourite: false,
        include_labour: false, // where a cell of labour says something
        labour_hours: Number::default(),
        labour_rate: Number::default(),
        labour_unit_type: LabourUnit::default(),
        vat: None,
        cost_type: CostType::default(),
    };
    let mut quantity = Number::default();
    let mut has_unit = false;
    let mut rounded = Vec::new();
    for (holds, cell) in columns.iter().zip(record) {
        let Some(holds) = holds else { continue };
        let cell = as_typed(cell);
        let cell = cell.trim();
        let line = to_one_line(cell);
        let mut fill = |number: &mut Number, read: Number| {
            // The first of several columns that isn't empty is used.
            if number.is_empty() {
                let name = column_label(Some(*holds)).to_lowercase();
                *number = round_number(read, &name, &mut rounded);
            }
        };
        match holds {
            ItemColumn::Name => fill_if_empty(&mut it.name, line),
            ItemColumn::Description => fill_if_empty(&mut it.description, cell.replace("\r\n", "\n")),
            ItemColumn::Code => fill_if_empty(&mut it.code, line),
            ItemColumn::Category => fill_if_empty(&mut it.category, line),
            ItemColumn::Unit => fill_if_empty(&mut it.unit, line),
            ItemColumn::Cost => fill(&mut it.cost, cells::pounds(cell)),
            ItemColumn::Price => fill(&mut it.price, cells::pounds(cell)),
            ItemColumn::Quantity => fill(&mut quantity, cells::count(cell)),
            ItemColumn::VatRate => it.vat = parse_vat(&line),
            ItemColumn::KindOfCost => it.cost_type = parse_cost_type(&line),
            ItemColumn::Labour => fill(&mut it.labour_hours, cells::count(cell)),
            ItemColumn::LabourRate => fill(&mut it.labour_rate, cells::pounds(cell)),
            ItemColumn::LabourUnit => {
                has_unit = !line.is_empty();
                it.labour_unit_type = parse_labour_unit(&line);
            }
            ItemColumn::Favourite => it.favourite = is_yes(&line),
            ItemColumn::Currency => {}
        }
    }
    if !quantity.is_empty() {
        it.quantity = quantity;
    }
    it.include_labour = has_unit || !it.labour_hours.is_empty() || !it.labour_rate.is_empty();
    (it, rounded)
}

/// A number with no more decimals than are stored: a spreadsheet may have `4.166666667` for a price without its VAT.
fn round_number(number: Number, name: &str, rounded: &mut Vec<String>) -> Number {
    match number {
        Number::Value(value) => Number::from(cells::round_decimals(value, DECIMALS_MAX, name, rounded)),
        other => other,
    }
}

/// VAT as an export writes it, or a rate. `None` for the standard rate, whatever it is called: the document's own VAT
/// applies.
fn parse_vat(cell: &str) -> Option<Vat> {
    let cell = cell.to_lowercase();
    let text = cell.replace(['-', '_'], " ");
    let text = text.trim();
    let without_rate = |treatment| Some(Vat { treatment, rate: Number::default() });
    let taxable = |rate| Some(Vat { treatment: Treatment::Taxable, rate: latest_percentage(rate) });
    let is = |codes: &[&str]| codes.contains(&text);
    if text.starts_with("reverse charge") || is(&["rc", "drc", "domestic reverse charge"]) {
        let rate = cell.strip_prefix("reverse charge").and_then(cells::parse_vat_rate);
        let rate = rate.unwrap_or_else(|| latest_percentage(VatRate::Standard));
        return Some(Vat { treatment: Treatment::ReverseCharge, rate });
    }
    match cells::parse_vat_rate(&cell) {
        Some(rate) => Some(Vat { treatment: Treatment::Taxable, rate }),
        // T0, T2, T5 and T9 are codes of Sage.
        None if text.contains("zero") || is(&["t0", "z"]) => taxable(VatRate::Zero),
        None if text.contains("reduced") || is(&["t5"]) => taxable(VatRate::Reduced),
        None if text.contains("exempt") || is(&["t2"]) => without_rate(Treatment::Exempt),
        None if text.contains("outside") || text.contains("out of scope") || is(&["no vat", "t9"]) => {
            without_rate(Treatment::OutsideScope)
        }
        None => None,
    }
}

fn latest_percentage(rate: VatRate) -> Number {
    let found = VAT_RATES.iter().find(|(known, ..)| *known == rate);
    let latest = found.and_then(|(_, _, percentages)| percentages.first());
    Number::from_text(latest.map_or("", |dated| dated.percent))
}

fn parse_cost_type(cell: &str) -> CostType {
    if cell.eq_ignore_ascii_case("materials") || cell.eq_ignore_ascii_case("material") {
        CostType::Materials
    } else {
        CostType::default()
    }
}

fn parse_labour_unit(cell: &str) -> LabourUnit {
    if cell.to_lowercase().starts_with("day") { LabourUnit::Days } else { LabourUnit::Hours }
}

/// Sets a price from a cost, if there is no price.
fn mark_up_price(fields: &mut ItemFields, percent: rust_decimal::Decimal) {
    if let (Number::Value(cost), true) = (&fields.cost, fields.price.is_empty())
        && let Some(price) = margin::price_from_cost(*cost, percent)
    {
        fields.price = Number::from_text(&price.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No choices of columns.
    fn as_found() -> ColumnChoices<'static> {
        ColumnChoices { columns: None, remembered: &|_| None }
    }

    #[test]
    fn reads_columns_as_the_user_chose() {
        for (kind, label) in LABELS {
            assert_eq!(column_for_heading(label), Some(kind), "{label}");
        }
        let text = "What,Money,Note\nTap,4.00,chrome\n";
        let charged = ImportedPrices::Charged;
        let price_list = read(text, as_found(), charged, ReadBudget::new(1 << 20)).expect("a table");
        assert!(price_list.asks && price_list.rows.is_empty());
        assert_eq!(price_list.columns[1].example, "4.00");
        let column_choices =
            ColumnChoices { columns: Some(vec!["Name".to_owned(), "Price".to_owned()]), ..as_found() };
        let file = read(text, column_choices, charged, ReadBudget::new(1 << 20)).expect("a table");
        let tap = &file.rows[0].fields;
        assert_eq!((&*tap.name, tap.price.to_string()), ("Tap", "4.00".to_owned()));
        assert_eq!((file.asks, &*file.left_out), (false, &["Note".to_owned()][..]));
    }

    fn rows(text: &str, prices: ImportedPrices) -> Vec<ItemFields> {
        let file = read(text, as_found(), prices, ReadBudget::new(1 << 20)).expect("a table");
        file.rows.into_iter().map(|row| row.fields).collect()
    }

    #[test]
    fn uses_a_merchants_description_as_name_and_its_price_as_cost() {
        let text = "Stock Code;Product Description;Price;UOM;VAT Rate;Barcode\n\
                    22EL;Elbow 22 mm;1,20;each;20%;50123\n";
        let [elbow] = &rows(text, ImportedPrices::Paid(Some(25.into())))[..] else {
            panic!("one row");
        };
        assert_eq!((&*elbow.name, &*elbow.code, &*elbow.unit), ("Elbow 22 mm", "22EL", "each"));
        assert_eq!((elbow.cost.to_string(), elbow.price.to_string()), ("1.20".into(), "1.50".into()));
        assert_eq!(elbow.vat, parse_vat("20"));
        let read = read(text, as_found(), ImportedPrices::Charged, ReadBudget::new(1 << 20)).unwrap();
        assert_eq!(read.left_out, ["Barcode"]);
        let charged = &rows(text, ImportedPrices::Charged)[0];
        assert_eq!(charged.price.to_string(), "1.20");
        assert!(charged.cost.is_empty());
    }

    #[test]
    fn next_to_a_cost_column_the_price_is_what_is_charged() {
        let text = "Name,Trade price,Price\nTap,10,25\nValve,4,\n";
        let [tap, valve] = &rows(text, ImportedPrices::Paid(Some(50.into())))[..] else {
            panic!("two rows");
        };
        assert_eq!((tap.cost.to_string(), tap.price.to_string()), ("10".into(), "25".into()));
        assert_eq!(valve.price.to_string(), "6.00");
    }

    #[test]
    fn never_takes_an_unreadable_number_for_another() {
        let text = "Name,Price,Quantity,Labour hours\nElbow,1e3,10-12,\nTap,1k,½,\nValve,20%,£5,50%\n";
        let [elbow, tap, valve] = &rows(text, ImportedPrices::Charged)[..] else {
            panic!("three rows");
        };
        // What is of another unit than its column's: neither a price, nor how many, nor how long.
        assert_eq!(valve.price, Number::NotANumber("20%".into()));
        assert_eq!(valve.quantity, Number::NotANumber("£5".into()));
        assert_eq!(valve.labour_hours, Number::NotANumber("50%".into()));
        assert_eq!(elbow.price, Number::NotANumber("1e3".into()));
        assert_eq!(elbow.quantity, Number::NotANumber("10-12".into()));
        assert_eq!((tap.price.to_string(), tap.quantity.to_string()), ("1000".into(), "0.5".into()));
    }

    #[test]
    fn long_decimals_are_rounded_and_uneven_rows_are_not_taken() {
        let text = "Trade list, 2026, all prices, without VAT, each\n\nName;Price\nTap;4.166666667\nElbow;0.12345\nPipe;2.500000\nValve;1;2\nCap\n";
        let file =
            read(text, as_found(), ImportedPrices::Charged, ReadBudget::new(1 << 20)).expect("a table");
        let result = file.rows.iter().map(|row| match &row.refused {
            Some(why) => format!("{}: {why}", row.row),
            None => {
                let (name, price) = (&row.fields.name, &row.fields.price);
                format!("{}: {name} {price} ({})", row.row, row.rounded.join(", "))
            }
        });
        assert_eq!(
            result.collect::<Vec<_>>(),
            [
                "4: Tap 4.1667 (price rounded from 4.166666667)",
                "5: Elbow 0.1235 (price rounded from 0.12345)",
                "6: Pipe 2.5 ()",
                "7: It has more cells than there are columns.",
                "8: It has fewer cells than there are columns.",
            ]
        );
    }

    #[test]
    fn reads_every_encoding_and_line_ending_the_same() {
        let plain = "Code,Name,Price,VAT rate\n1,\"Tap, chrome\",£45.00,20%\n2,Cable,1.20,20%\n";
        let result = |text: &str| -> Vec<String> {
            let items = rows(text, ImportedPrices::Charged).into_iter();
            items.map(|it| format!("{} {} {}", it.code, it.name, it.price)).collect()
        };
        let expected = ["1 Tap, chrome 45.00", "2 Cable 1.20"];
        for end in ["\n", "\r\n", "\r"] {
            assert_eq!(result(&plain.replace('\n', end)), expected, "{end:?}");
        }
        let marked = [b"\xEF\xBB\xBF", plain.as_bytes(), b"\x1a"].concat();
        let wide: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let windows = encoding_rs::WINDOWS_1252.encode(plain).0.into_owned();
        for bytes in [marked, wide, windows] {
            let text = table_import::text::decode(&bytes).expect("a text").text;
            assert_eq!(result(&text), expected, "{:?}", &bytes[..4]);
        }
        // Cut off within its last row.
        let cut = &plain[..plain.len() - 9];
        let file = read(cut, as_found(), ImportedPrices::Charged, ReadBudget::new(1 << 20)).expect("a table");
        let refused: Vec<bool> = file.rows.iter().map(|row| row.refused.is_some()).collect();
        assert_eq!(refused, [false, true]);
        let many = |rows: usize| {
            let text = format!("Name,Price\n{}", "Tap,1\n".repeat(rows));
            read(&text, as_found(), ImportedPrices::Charged, ReadBudget::new(1 << 28)).map(|it| it.rows.len())
        };
        assert_eq!(many(5_000), Ok(5_000));
        for rows in [5_001, 50_000] {
            assert_eq!(many(rows), Err(ItemFileError::TooMany(rows)));
        }
    }

    #[test]
    fn prices_in_another_currency_are_not_taken_for_pounds() {
        let text = "Name,Price,Currency\nTap,4.00,GBP\nElbow,2.00,USD\nCap,1.00,\n";
        let file =
            read(text, as_found(), ImportedPrices::Charged, ReadBudget::new(1 << 20)).expect("a table");
        let refused: Vec<_> = file.rows.iter().map(|row| row.refused.as_deref()).collect();
        let why = "It is in US dollars (USD), and we only import prices in pounds.";
        assert_eq!(refused, [None, Some(why), None]);
    }

    #[test]
    fn vat_is_a_rate_or_a_treatment() {
        let of = |cell| parse_vat(cell).map(|vat| (vat.treatment, vat.rate.to_string()));
        assert_eq!(of("5%"), Some((Treatment::Taxable, "5".into())));
        assert_eq!(of("0"), Some((Treatment::Taxable, "0".into())));
        let reverse = Some((Treatment::ReverseCharge, "20".to_owned()));
        assert_eq!(of("Reverse charge 20%"), reverse);
        assert_eq!(of("Exempt"), Some((Treatment::Exempt, String::new())));
        for cell in ["Zero rated", "Zero-rated", "zero", "T0"] {
            assert_eq!(of(cell), Some((Treatment::Taxable, "0".into())), "{cell}");
        }
        assert_eq!(of("Reduced rate"), Some((Treatment::Taxable, "5".into())));
        for cell in ["VAT exempt", "Exempt from VAT", "Exempt supply", "T2"] {
            assert_eq!(of(cell), Some((Treatment::Exempt, String::new())), "{cell}");
        }
        for cell in ["No VAT", "Outside scope", "outside the scope", "T9"] {
            assert_eq!(of(cell), Some((Treatment::OutsideScope, String::new())), "{cell}");
        }
        assert_eq!(of("Reverse charge"), reverse);
        assert_eq!(of("RC"), reverse);
        assert_eq!(of("Standard"), None);
        assert_eq!(of("T1"), None);
        // It is refused, and not left to the document.
        let unread = Number::NotANumber("1e1".into());
        assert_eq!(parse_vat("1e1").map(|vat| vat.rate), Some(unread));
        assert_eq!(of(""), None);
    }

    #[test]
    fn refuses_an_empty_file_and_one_without_names() {
        for (text, why) in [("", ItemFileError::Empty), ("Colour\nred\n", ItemFileError::NoNames)] {
            let read = read(text, as_found(), ImportedPrices::Charged, ReadBudget::new(1 << 20));
            assert_eq!(read.unwrap_err(), why, "{text}");
        }
    }
}
