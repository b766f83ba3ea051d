//! The contents of another program's files, in our terms.

use std::collections::HashMap;

use plumbline_core::document::{Document, Line, Treatment, Vat};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::time::Date;
use plumbline_core::time::date_parser::{DateOrder, parse_date};
use plumbline_core::time::text::format_long_date;
use rust_decimal::Decimal;

use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::field_checks::NAME_MAX;
use plumbline_platform::table_import::cells;
use plumbline_platform::table_import::columns::TableColumn;
use plumbline_platform::table_import::format_count;
use plumbline_records::contacts::ContactFields;
use plumbline_records::documents::importing::{ImportedStatus, PaymentToImport};
use plumbline_records::items::ItemFields;
use plumbline_records::summaries::customer;

/// Everything that was found in the files.
#[derive(Debug, Default)]
pub(super) struct ParsedData {
    /// The customers.
    pub customers: Vec<ParsedCustomer>,
    /// The price list.
    pub items: Vec<ParsedItem>,
    /// Quotes and invoices.
    pub documents: Vec<ParsedDocument>,
    /// What is not imported, for people to read: how many of what, and why.
    pub left_out: Vec<String>,
    /// The tables among the files.
    pub tables: Vec<ParsedTable>,
}

impl ParsedData {
    /// Adds a customer for every name that appears only in documents, and sets the customer's name of each document.
    pub(super) fn with_named_customers(mut self) -> Self {
        let mut known: HashMap<String, String> = HashMap::new();
        for customer in &self.customers {
            let fields = &customer.fields;
            let name = customer::display_name(&fields.name, &fields.company).to_owned();
            known.entry(customer.key.clone()).or_insert(name);
        }
        for document in &mut self.documents {
            if let Some(name) = known.get(&document.customer) {
                document.customer_name.clone_from(name);
            } else if !document.customer_name.is_empty() {
                let row = match document.row {
                    0 => self.customers.len() + 1,
                    row => row,
                };
                self.customers.push(ParsedCustomer {
                    row,
                    key: document.customer.clone(),
                    is_only_named: true,
                    fields: named_contact(document.customer_name.clone()),
                });
                known.insert(document.customer.clone(), document.customer_name.clone());
            }
        }
        self
    }
}

/// The fields of a customer of whom only the name is known.
fn named_contact(name: String) -> ContactFields {
    ContactFields { name, country: "uk".to_owned(), ..ContactFields::default() }
}

/// A customer.
#[derive(Debug, Clone)]
pub(super) struct ParsedCustomer {
    /// The row of the file, as a spreadsheet counts it; for a customer that appears only in documents, the row of the
    /// first of these. In a backup, the position in its list.
    pub row: usize,
    /// The key by which documents name them.
    pub key: String,
    /// Whether they appear only in documents: then they are imported only if one of these is.
    pub is_only_named: bool,
    /// The customer's fields.
    pub fields: ContactFields,
}

/// An item of a price list.
#[derive(Debug, Clone)]
pub(super) struct ParsedItem {
    /// The row of the file, as a spreadsheet counts it; in a backup, the position in its list.
    pub row: usize,
    /// The item's fields.
    pub fields: ItemFields,
    /// The currency of its prices, as people call it, if that is not pounds.
    pub currency: Option<String>,
    /// Its numbers that were rounded: `price rounded from 4.166666667`.
    pub rounded: Vec<String>,
}

/// A table among the files.
#[derive(Debug)]
pub(super) struct ParsedTable {
    /// The name of the file.
    pub name: String,
    /// The key of its headings, by which a choice of columns is found again.
    pub headings: String,
    /// Its columns.
    pub columns: Vec<TableColumn>,
    /// The headings under which a column may be read.
    pub choices: Vec<String>,
    /// Whether the headings don’t say what the table is.
    pub asks: bool,
}

/// A quote or an invoice.
#[derive(Debug, Clone)]
pub(super) struct ParsedDocument {
    /// Its first row in the file, as a spreadsheet counts it; 0 in a backup.
    pub row: usize,
    /// Its kind.
    pub kind: DocumentKind,
    /// The key that identifies the document in the other program.
    pub key: String,
    /// The number on the document; empty if it has none.
    pub number: String,
    /// The key of its customer.
    pub customer: String,
    /// The customer's name; empty if it is not known.
    pub customer_name: String,
    /// The issue date.
    pub issue_date: Option<Date>,
    /// The expiry date of a quote, or the due date of an invoice.
    pub end: Option<Date>,
    /// The description of the job.
    pub job_description: String,
    /// The customer's order number.
    pub order_number: String,
    /// Notes for the customer.
    pub notes: String,
    /// Its own terms.
    pub terms: Option<String>,
    /// The core document, without payments.
    pub document: Document,
    /// The total in the other program.
    pub total: Option<Pence>,
    /// The status in the other program.
    pub standing: ImportedStatus,
    /// Whether it was archived there.
    pub archived: bool,
    /// The payments whose dates are known.
    pub payments: Vec<PaymentToImport>,
    /// The amount paid in total; `None` if it is the sum of the payments.
    pub paid: Option<Pence>,
    /// The key of the quote that it was made from.
    pub quote: Option<String>,
    /// The currency of its amounts, as people call it, if that is not pounds.
    pub currency: Option<String>,
    /// A date as it is in the file, if it may be two days and nothing in its table says which.
    pub either_date: Option<String>,
    /// Why it can't be imported, as far as the file shows.
    pub refused: Option<String>,
    /// Remarks for the report on numbers that are imported as others: `Tap: price rounded from 4.166666667`.
    pub remarks: Vec<String>,
}

impl ParsedDocument {
    /// A document with this kind and key, and nothing else.
    pub(super) fn new(kind: DocumentKind, key: String) -> Self {
        Self {
            row: 0,
            kind,
            key,
            number: String::new(),
            customer: String::new(),
            customer_name: String::new(),
            issue_date: None,
            end: None,
            job_description: String::new(),
            order_number: String::new(),
            notes: String::new(),
            terms: None,
            document: Document::default(),
            total: None,
            standing: ImportedStatus::Issued,
            archived: false,
            payments: Vec::new(),
            paid: None,
            quote: None,
            currency: None,
            either_date: None,
            refused: None,
            remarks: Vec::new(),
        }
    }
}

/// VAT at a rate.
pub(super) fn vat_at(rate: Decimal) -> Vat {
    Vat { treatment: Treatment::Taxable, rate: Number::from(rate.normalize()) }
}

/// The largest number that is accepted: the product of three of them is still a valid decimal.
const FIGURE_MAX: Decimal = Decimal::from_parts(1_000_000_000, 0, 0, false, 0);

/// The number, or `None` if it is larger than any that a business may have.
pub(super) fn plausible(figure: Decimal) -> Option<Decimal> {
    (figure.abs() <= FIGURE_MAX).then_some(figure)
}

/// The number with at most so many decimals. If it is rounded, a remark with its name is added for the report.
pub(super) fn to_decimals(value: Decimal, decimals: u32, name: &str, rounded: &mut Vec<String>) -> Number {
    Number::from(cells::round_decimals(value, decimals, name, rounded).normalize())
}

/// A line with this quantity and price, whose amount without VAT is `total`. If quantity times price is another amount,
/// for example because the other program took a discount off the line, the line is one of `total`, and its description
/// contains the quantity and price. If one of them is rounded, a remark with the line's name is added for the report.
pub(super) fn build_line(
    name: String,
    description: String,
    (quantity, price): (Decimal, Decimal),
    total: Pence,
    rounded: &mut Vec<String>,
) -> Line {
    // A line that deducts something has a negative price, not a negative quantity.
    let (quantity, price) = if quantity.is_sign_negative() { (-quantity, -price) } else { (quantity, price) };
    let mut remarks = Vec::new();
    let mut line = Line {
        name,
        description,
        quantity: to_decimals(quantity, 4, "quantity", &mut remarks),
        price: to_decimals(price, 4, "price", &mut remarks),
        ..Line::default()
    };
    let comes_to = plumbline_core::money::round2_product(line.quantity.value(), line.price.value());
    if comes_to != total {
        let one = quantity == Decimal::ONE;
        if !one {
            let had = format!("{} at £{}", quantity.normalize(), price.normalize());
            line.description =
                if line.description.is_empty() { had } else { format!("{}\n{had}", line.description) };
        }
        line.quantity = Number::from(1);
        line.price = Number::from(total);
    } else {
        rounded.extend(remarks.into_iter().map(|remark| format!("{}: {remark}", line.name)));
    }
    line
}

/// Splits a text into a line's name, which is its first line, and its description, which is the rest. If the first line
/// is too long for a name, the name is its beginning and the description the whole text.
pub(super) fn split_name(text: &str) -> (String, String) {
    let text = text.trim();
    let (name, more) = text.split_once('\n').unwrap_or((text, ""));
    if name.chars().count() <= NAME_MAX {
        return (name.trim().to_owned(), more.trim().to_owned());
    }
    let begins: String = name.chars().take(NAME_MAX - 1).collect();
    (format!("{}…", begins.trim_end()), text.to_owned())
}

// Dates that may be two days, such as 03/04/2026: if nothing in the table says which, somebody has to choose.

/// A sentence about the documents with such a date, each given as the cell with its date; `None` if there are no such
/// documents.
pub(super) fn sentence<'a>(cells: impl Iterator<Item = &'a str>) -> Option<String> {
    let cells: Vec<&str> = cells.collect();
    let cell = cells.first()?;
    let [day_first, month_first] = [DateOrder::DayFirst, DateOrder::MonthFirst].map(|order| {
        let date = parse_date(cell, order);
        date.map_or_else(|_| String::new(), format_long_date)
    });
    let dates = match cells.len() {
        1 => "The date of 1 document".to_owned(),
        many => format!("The dates of {} documents", format_count(many)),
    };
    Some(format!("{dates} can be read in two ways: {cell} is {day_first} or {month_first}."))
}

/// The error if nobody has said whether the day or the month comes first.
pub(super) fn unsaid(sentence: &str) -> ApiError {
    let text = format!("{sentence} Please choose whether the day or the month comes first.");
    ApiError::rule_broken(vec![FieldError::new("dates", "required", text)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_which_of_its_numbers_were_rounded() {
        let line = |quantity: &str, price: &str, total: i64| {
            let mut rounded = Vec::new();
            let figures = (quantity.parse().unwrap(), price.parse().unwrap());
            let line = build_line("Tap".to_owned(), String::new(), figures, Pence(total), &mut rounded);
            (line.quantity.value().to_string(), line.price.value().to_string(), line.description, rounded)
        };
        let remark = |text: &str| vec![format!("Tap: {text}")];
        for (given, expected) in [
            (line("3", "4.1667", 1_250), ("3", "4.1667", "", Vec::new())),
            (line("3", "4.166666667", 1_250), ("3", "4.1667", "", remark("price rounded from 4.166666667"))),
            (line("0.33333", "30", 1_000), ("0.3333", "30", "", remark("quantity rounded from 0.33333"))),
            (line("3", "4.160000000", 1_248), ("3", "4.16", "", Vec::new())),
            // The line is one of its total, and its description has the numbers as they are.
            (line("3", "4.166666667", 1_000), ("1", "10.00", "3 at £4.166666667", Vec::new())),
        ] {
            let (quantity, price, description, rounded) = given;
            assert_eq!((&*quantity, &*price, &*description, rounded), expected);
        }
    }

    #[test]
    fn names_both_readings_of_an_ambiguous_date() {
        let result = |cells: &[&str]| sentence(cells.iter().copied());
        assert_eq!(result(&[]), None);
        assert_eq!(
            result(&["03/04/2026"]).as_deref(),
            Some("The date of 1 document can be read in two ways: 03/04/2026 is 3 Apr 2026 or 4 Mar 2026.")
        );
        assert_eq!(
            result(&["3.4.26", "01/02/2026"]).as_deref(),
            Some("The dates of 2 documents can be read in two ways: 3.4.26 is 3 Apr 2026 or 4 Mar 2026.")
        );
    }
}
