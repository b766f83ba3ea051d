//! Invoice Ninja's backup: a zip with one `backup.json`, from Settings, 'Import | Export' (v5). Its
//! customers, price list, quotes, invoices and what was paid of them.

mod backup;
mod documents;
mod reader;

use std::collections::HashMap;
use std::io::BufRead;

use plumbline_core::document::{Treatment, Vat};
use plumbline_core::money::number::Number;
use plumbline_core::time::date_parser::{self, DateOrder};
use plumbline_core::time::{Date, DateError};
use rust_decimal::Decimal;

use self::backup::{Client, ClientContact, Product, ScalarText};
use self::reader::Backup;
use super::files::{self, ImportFile};
use super::parsed::{ParsedCustomer, ParsedData, ParsedItem, plausible, split_name, to_decimals};
use super::{ImportError, MEMORY_MAX};
use plumbline_platform::table_import::budget::{BudgetExceeded, ReadBudget};
use plumbline_platform::table_import::{cells, currency, to_one_line};
use plumbline_records::contacts::fields::Site;
use plumbline_records::contacts::join::add_note;
use plumbline_records::contacts::{ContactFields, CustomerType, VatRegistered};
use plumbline_records::items::ItemFields;

/// The id of the United Kingdom in Invoice Ninja, whose ids of countries are those of ISO 3166-1.
const UNITED_KINGDOM: &str = "826";

/// Reads the backup among the files.
///
/// # Errors
/// If no file is a backup, or a backup is broken or too large.
pub(super) fn read(files: Vec<ImportFile>) -> Result<ParsedData, ImportError> {
    let mut backup = None;
    let mut allowance = ReadBudget::new(MEMORY_MAX);
    files::for_each_file(files, |_, file| {
        if backup.is_none() && is_json(file)? {
            backup = Some(reader::read(file, &mut allowance)?);
        }
        Ok(())
    })?;
    let mut backup = backup.ok_or(ImportError::NoBackup)?;
    let has_any = !(backup.clients.is_empty()
        && backup.products.is_empty()
        && backup.invoices.is_empty()
        && backup.quotes.is_empty());
    if backup.app_version.is_none() && !has_any {
        return Err(ImportError::BrokenBackup);
    }
    let left_out = list_left_out(&backup);
    let documents = documents::collect_documents(&mut backup);
    let currency = foreign_currency_name(&backup.company.settings.currency_id.0);
    let mut people: HashMap<&str, Vec<&ClientContact>> = HashMap::new();
    for person in &backup.client_contacts {
        people.entry(&person.client_id.0).or_default().push(person);
    }
    let customers = backup.clients.iter().enumerate().map(|(at, client)| {
        allowance.check_time()?;
        let key = record_key(&client.hashed_id, &client.id);
        // If several customers have the same key, the first gets the contact people.
        let theirs = people.remove(key).unwrap_or_default();
        Ok(ParsedCustomer {
            row: at + 1,
            key: key.to_owned(),
            is_only_named: false,
            fields: to_contact_fields(client, &theirs),
        })
    });
    let items = backup.products.iter().enumerate().map(|(at, product)| {
        let (fields, rounded) = to_item_fields(product);
        ParsedItem { row: at + 1, fields, currency: currency.clone(), rounded }
    });
    Ok(ParsedData {
        customers: customers.collect::<Result<_, BudgetExceeded>>()?,
        items: items.collect(),
        documents,
        left_out,
        tables: Vec::new(),
    })
}

/// The byte order mark that some editors write before UTF-8 text.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Whether a file begins like a backup. A byte order mark is skipped.
fn is_json(file: &mut dyn BufRead) -> Result<bool, ImportError> {
    if file.fill_buf()?.starts_with(MARK) {
        file.consume(MARK.len());
    }
    Ok(file.fill_buf()?.trim_ascii_start().starts_with(b"{"))
}

/// The key by which other parts of the backup name a record.
fn record_key<'a>(hashed: &'a ScalarText, id: &'a ScalarText) -> &'a str {
    if hashed.0.is_empty() { &id.0 } else { &hashed.0 }
}

/// A number of the backup, 0 if it is empty; `None` if it can't be read, or is larger than any that a business may
/// have.
fn parse_number(word: &ScalarText) -> Option<Decimal> {
    let text = word.0.trim();
    let figure = match cells::parse_number(text) {
        Number::Value(figure) => Some(figure),
        Number::Empty => Some(Decimal::ZERO),
        // PHP writes very small and very large numbers like `1.0E-5`, and with more decimals than anybody types.
        _ => {
            let plain = text.parse::<Decimal>();
            plain.or_else(|_| Decimal::from_scientific(text)).ok()
        }
    };
    figure.and_then(plausible)
}

/// Reads the numbers and dates of a record, and stores the first that can't be read.
#[derive(Debug, Default)]
struct NumberReader {
    /// A sentence that names the field and what is in it.
    unread: Option<String>,
    /// The numbers that were rounded: `discount rounded from 33.333`.
    rounded: Vec<String>,
}

impl NumberReader {
    /// The number in a field. One that can't be read counts as 0 and is stored in `unread`, so that its record is
    /// refused.
    fn read_number(&mut self, word: &ScalarText, field: &str) -> Decimal {
        parse_number(word).unwrap_or_else(|| {
            self.note(word, field);
            Decimal::ZERO
        })
    }

    /// The date in a field; `None` if it is empty, which may also be written `0000-00-00`. A date outside the accepted
    /// years is stored in `unread`, because the record would otherwise get another date.
    fn day(&mut self, word: &ScalarText, field: &str) -> Option<Date> {
        let read = date_parser::parse_date(&word.0, DateOrder::DayFirst);
        if read == Err(DateError::OutOfRange) {
            self.note(word, field);
        }
        read.ok()
    }

    fn note(&mut self, word: &ScalarText, field: &str) {
        let text: String = word.0.trim().chars().take(40).collect();
        let unread = || format!("We can’t read the {field}: “{text}”.");
        self.unread.get_or_insert_with(unread);
    }
}

/// A number of an item; a remark is added if it is rounded. If it can't be read it is [`Number::NotANumber`], which is
/// reported with the item.
fn item_number(word: &ScalarText, name: &str, rounded: &mut Vec<String>) -> Number {
    let unread = || Number::NotANumber(word.0.trim().into());
    parse_number(word).map_or_else(unread, |figure| to_decimals(figure, 4, name, rounded))
}

fn to_contact_fields(client: &Client, people: &[&ClientContact]) -> ContactFields {
    let primary = people.iter().position(|it| it.is_primary.is_on()).unwrap_or(0);
    let person = people.get(primary);
    let name_of = |it: &ClientContact| {
        let name = format!("{} {}", it.first_name.0.trim(), it.last_name.0.trim());
        to_one_line(name.trim())
    };
    let line = |word: &ScalarText| to_one_line(&word.0);
    // Every field is named, so that a new field doesn't compile until somebody decides whether Invoice Ninja has it.
    let mut fields = ContactFields {
        name: person.map(|it| name_of(it)).unwrap_or_default(),
        company: line(&client.name),
        address_line1: line(&client.address1),
        address_line2: line(&client.address2),
        city: line(&client.city),
        county: line(&client.state),
        post_code: line(&client.postal_code),
        country: country_name(&client.country_id.0),
        phone: person.map_or_else(|| line(&client.phone), |it| line(&it.phone)),
        email: person.map(|it| line(&it.email)).unwrap_or_default(),
        vat_number: line(&client.vat_number),
        customer_type: match client.classification.0.as_str() {
            "individual" => CustomerType::Consumer,
            "business" | "company" | "partnership" => CustomerType::Business,
            _ => CustomerType::Unknown,
        },
        // Set below.
        notes: String::new(),
        sites: Vec::new(),
        // Invoice Ninja has no such fields.
        address: String::new(),
        vat_registered: VatRegistered::Unknown,
        end_user_notice: String::new(),
        end_user_notice_date: None,
        cis_contractor: false,
        wants_einvoices: false,
        peppol_id: String::new(),
        buyer_reference: String::new(),
    };
    if fields.phone.is_empty() {
        fields.phone = line(&client.phone);
    }
    // A private person's record repeats the name, or has it in the field of the company.
    if fields.name.is_empty() && fields.customer_type == CustomerType::Consumer {
        fields.name = std::mem::take(&mut fields.company);
    } else if fields.company == fields.name {
        fields.company.clear();
    }
    let notes = client.private_notes.0.replace("\r\n", "\n");
    add_note(&mut fields, notes.trim());
    for (at, other) in people.iter().enumerate().filter(|(at, _)| *at != primary) {
        let messages = [name_of(other), line(&other.email), line(&other.phone)];
        let texts: Vec<_> = messages.into_iter().filter(|it| !it.is_empty()).collect();
        if !texts.is_empty() {
            let text = format!("Contact {}: {}", at + 1, texts.join(", "));
            add_note(&mut fields, &text);
        }
    }
    let site = Site {
        name: String::new(),
        address_line1: line(&client.shipping_address1),
        address_line2: line(&client.shipping_address2),
        city: line(&client.shipping_city),
        county: line(&client.shipping_state),
        post_code: line(&client.shipping_postal_code),
    };
    let is_home = site.address_line1 == fields.address_line1 && site.post_code == fields.post_code;
    if site.has_address() && !is_home {
        fields.sites.push(site);
    }
    fields
}

/// The countries in which a British business is likely to have customers; any other is left empty.
fn country_name(id: &str) -> String {
    let name = match id {
        "" | UNITED_KINGDOM => "uk",
        "372" => "Ireland",
        "250" => "France",
        "276" => "Germany",
        "724" => "Spain",
        "840" => "United States",
        _ => "",
    };
    name.to_owned()
}

fn to_item_fields(product: &Product) -> (ItemFields, Vec<String>) {
    let (first, more) = split_name(&product.notes.0);
    let (name, description) = match to_one_line(&product.product_key.0) {
        key if key.is_empty() => (first, more),
        key => (key, product.notes.0.trim().replace("\r\n", "\n")),
    };
    let has_vat = product.tax_name1.0.len() > 1;
    let mut rounded = Vec::new();
    let mut number = |word: &ScalarText, name: &str| item_number(word, name, &mut rounded);
    let (quantity, cost) = (number(&product.quantity, "quantity"), number(&product.cost, "cost"));
    let price = number(&product.price, "price");
    let rate = has_vat.then(|| number(&product.tax_rate1, "VAT rate"));
    let is_none = |figure: &Number| matches!(figure, Number::Value(figure) if figure.is_zero());
    let usual = ItemFields::empty();
    // Every field is named, so that a new field doesn't compile until somebody decides whether Invoice Ninja has it.
    let mut item = ItemFields {
        name,
        description,
        price,
        vat: rate.map(|rate| Vat { treatment: Treatment::Taxable, rate }),
        // Set below, if the product has one.
        quantity: usual.quantity,
        cost: usual.cost,
        // Invoice Ninja has no such fields.
        unit: usual.unit,
        code: usual.code,
        category: usual.category,
        favourite: usual.favourite,
        include_labour: usual.include_labour,
        labour_hours: usual.labour_hours,
        labour_rate: usual.labour_rate,
        labour_unit_type: usual.labour_unit_type,
        cost_type: usual.cost_type,
    };
    if !is_none(&cost) {
        item.cost = cost;
    }
    if !is_none(&quantity) {
        item.quantity = quantity;
    }
    (item, rounded)
}

/// The usual name of a currency by its number in Invoice Ninja, or `None` for pounds and where no currency is given.
fn foreign_currency_name(id: &str) -> Option<String> {
    let code = match id {
        "" | "2" => "GBP",
        "1" => "USD",
        "3" => "EUR",
        "9" => "CAD",
        "12" => "AUD",
        "15" => "NZD",
        _ => return Some("another currency".to_owned()),
    };
    currency::find_foreign_currency(code)
}

fn list_left_out(backup: &Backup) -> Vec<String> {
    let of = |all: &[()], one: &str, many: &str| {
        let n = all.len();
        let what = if n == 1 { one } else { many };
        (n > 0).then(|| format!("{n} {what}"))
    };
    [
        of(&backup.credits, "credit note", "credit notes"),
        of(&backup.recurring_invoices, "recurring invoice", "recurring invoices"),
        of(&backup.expenses, "expense", "expenses"),
        of(&backup.vendors, "supplier", "suppliers"),
    ]
    .into_iter()
    .flatten()
    .collect()
}
