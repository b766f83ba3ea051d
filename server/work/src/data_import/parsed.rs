//! The contents of another program's files, in our terms.

use std::collections::HashMap;

use plumbline_core::document::{Document, Line, Treatment, Vat};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::time::Date;
use rust_decimal::{Decimal, RoundingStrategy};

use plumbline_platform::http::field_checks::NAME_MAX;
use plumbline_platform::table_import::columns::TableColumn;
use plumbline_records::contacts::ContactFields;
use plumbline_records::documents::importing::{ImportedStatus, PaymentToImport};
use plumbline_records::items::ItemFields;
use plumbline_records::summaries::customer;

/// Everything that was found.
#[derive(Debug, Default)]
pub(super) struct ParsedData {
    /// The customers.
    pub customers: Vec<ParsedCustomer>,
    /// The price list.
    pub items: Vec<ParsedItem>,
    /// Quotes and invoices.
    pub documents: Vec<ParsedDocument>,
    /// What is not taken, in people's words: how many of what, and why.
    pub left_out: Vec<String>,
    /// The tables among the files.
    pub tables: Vec<ParsedTable>,
}

impl ParsedData {
    /// With a customer for each that only documents name; and each document with its customer's name.
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

/// A customer of whom only the name is known.
fn named_contact(name: String) -> ContactFields {
    ContactFields {
        name,
        country: "uk".to_owned(),
        ..ContactFields::default()
    }
}

/// A customer.
#[derive(Debug, Clone)]
pub(super) struct ParsedCustomer {
    /// The row of the file, as a spreadsheet counts it; the row of the first document of one that only documents name. In
    /// a backup, the place in its list.
    pub row: usize,
    /// By what documents name them.
    pub key: String,
    /// Whether only documents name them: without those they aren’t imported.
    pub is_only_named: bool,
    /// What is known of them.
    pub fields: ContactFields,
}

/// An item of a price list.
#[derive(Debug, Clone)]
pub(super) struct ParsedItem {
    /// The row of the file, as a spreadsheet counts it; in a backup, the place in its list.
    pub row: usize,
    /// What is known of it.
    pub fields: ItemFields,
    /// What its prices are in, as people call it, where that is not pounds.
    pub currency: Option<String>,
}

/// A table among the files.
#[derive(Debug)]
pub(super) struct ParsedTable {
    /// What it is called.
    pub name: String,
    /// What its headings come to, by which a choice of columns is found again.
    pub headings: String,
    /// Its columns.
    pub columns: Vec<TableColumn>,
    /// As what a column may be read.
    pub choices: Vec<String>,
    /// Whether its columns don’t say what it is.
    pub asks: bool,
}

/// A quote or an invoice.
#[derive(Debug, Clone)]
pub(super) struct ParsedDocument {
    /// Its first row in the file, as a spreadsheet counts it; 0 in a backup.
    pub row: usize,
    /// Its kind.
    pub kind: DocumentKind,
    /// By what the program tells it from others.
    pub key: String,
    /// As its customer knows it; empty: it has none.
    pub number: String,
    /// The key of its customer.
    pub customer: String,
    /// Their name, where there is one.
    pub customer_name: String,
    /// When it was dated.
    pub issue_date: Option<Date>,
    /// When it expired or fell due.
    pub end: Option<Date>,
    /// What the job was.
    pub job_description: String,
    /// The customer's own number of their order.
    pub order_number: String,
    /// Notes that its customer read.
    pub notes: String,
    /// Terms of its own.
    pub terms: Option<String>,
    /// The core document, without payments.
    pub document: Document,
    /// What it came to there.
    pub total: Option<Pence>,
    /// What had become of it.
    pub standing: ImportedStatus,
    /// Out of sight.
    pub archived: bool,
    /// What was paid, as far as it is known to the day.
    pub payments: Vec<PaymentToImport>,
    /// What was paid of it altogether; none: what the payments say.
    pub paid: Option<Pence>,
    /// The key of the quote that it was made from.
    pub quote: Option<String>,
    /// What its amounts are in, as people call it, where that is not pounds.
    pub currency: Option<String>,
    /// A date of it as the file has it, where it may be two days and nothing in its table says which.
    pub either_date: Option<String>,
    /// Why it cannot be taken, as far as the file says.
    pub refused: Option<String>,
}

impl ParsedDocument {
    /// One of which nothing is known yet.
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
        }
    }
}

/// VAT at a rate; none where the line says nothing of it.
pub(super) fn vat_at(rate: Decimal) -> Vat {
    Vat {
        treatment: Treatment::Taxable,
        rate: Number::from(rate.normalize()),
    }
}

/// The largest figure that is taken for one: three of them multiplied are still a number.
const FIGURE_MAX: Decimal = Decimal::from_parts(1_000_000_000, 0, 0, false, 0);

/// A figure as a business may have it; none that is beyond all of them.
pub(super) fn plausible(figure: Decimal) -> Option<Decimal> {
    (figure.abs() <= FIGURE_MAX).then_some(figure)
}

/// A number with no more decimals than a line may have.
pub(super) fn to_decimals(value: Decimal, decimals: u32) -> Number {
    let rounded = value.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero);
    Number::from(rounded.normalize())
}

/// A line of so many at a price that comes to `total` without VAT, whatever the other program took
/// off it: where the price does not come to it, the line is one of that amount, and says how many
/// there were.
pub(super) fn build_line(
    name: String,
    description: String,
    (quantity, price): (Decimal, Decimal),
    total: Pence,
) -> Line {
    // What is taken back has a price below nothing, not a quantity.
    let (quantity, price) = if quantity.is_sign_negative() {
        (-quantity, -price)
    } else {
        (quantity, price)
    };
    let mut line = Line {
        name,
        description,
        quantity: to_decimals(quantity, 4),
        price: to_decimals(price, 4),
        ..Line::default()
    };
    let comes_to = plumbline_core::money::round2_product(line.quantity.value(), line.price.value());
    if comes_to != total {
        let one = quantity == Decimal::ONE;
        if !one {
            let had = format!("{} at £{}", quantity.normalize(), price.normalize());
            line.description = if line.description.is_empty() {
                had
            } else {
                format!("{}\n{had}", line.description)
            };
        }
        line.quantity = Number::from(1);
        line.price = Number::from(total);
    }
    line
}

/// The first line of a text is its name, the rest says more. One that is too long for a name begins
/// as the name, and is said whole.
pub(super) fn split_name(text: &str) -> (String, String) {
    let text = text.trim();
    let (name, more) = text.split_once('\n').unwrap_or((text, ""));
    if name.chars().count() <= NAME_MAX {
        return (name.trim().to_owned(), more.trim().to_owned());
    }
    let begins: String = name.chars().take(NAME_MAX - 1).collect();
    (format!("{}…", begins.trim_end()), text.to_owned())
}
