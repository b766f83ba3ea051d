//! Invoice Ninja's backup: a zip with one `backup.json`, from Settings, 'Import | Export' (v5). Its
//! customers, price list, quotes, invoices and what was paid of them.

mod backup;
mod guard;
mod papers;
mod reading;

use std::collections::HashMap;
use std::io::BufRead;

use plumbline_core::document::{Treatment, Vat};
use plumbline_core::money::number::Number;
use plumbline_core::time::written::{self, Order};
use plumbline_core::time::{Date, DateError};
use rust_decimal::Decimal;

use self::backup::{Client, ClientContact, Product, Word};
use self::reading::Backup;
use super::files::{self, File};
use super::found::{Found, FoundCustomer, FoundItem, name_and_more, plausible, to_decimals};
use super::{KEPT_MAX, Unusable};
use plumbline_platform::sheets::allowance::{Allowance, Spent};
use plumbline_platform::sheets::{cells, currency, one_line};
use plumbline_records::contacts::join::note;
use plumbline_records::contacts::sites::Site;
use plumbline_records::contacts::{ContactFields, CustomerType, VatRegistered};
use plumbline_records::items::ItemFields;

/// The United Kingdom among its countries, whose numbers are those of ISO 3166-1.
const HOME: &str = "826";

/// Reads the backup among the files.
///
/// # Errors
/// Where there is none.
pub(super) fn read(files: Vec<File>) -> Result<Found, Unusable> {
    let mut backup = None;
    let mut allowance = Allowance::of(KEPT_MAX);
    files::each(files, |_, file| {
        if backup.is_none() && is_json(file)? {
            backup = Some(reading::read(file, &mut allowance)?);
        }
        Ok(())
    })?;
    let mut backup = backup.ok_or(Unusable::NoBackup)?;
    let has_any = !(backup.clients.is_empty()
        && backup.products.is_empty()
        && backup.invoices.is_empty()
        && backup.quotes.is_empty());
    if backup.app_version.is_none() && !has_any {
        return Err(Unusable::BrokenBackup);
    }
    let left_out = left_out(&backup);
    let documents = papers::documents(&mut backup);
    let currency = currency(&backup.company.settings.currency_id.0);
    let mut people: HashMap<&str, Vec<&ClientContact>> = HashMap::new();
    for person in &backup.client_contacts {
        people.entry(&person.client_id.0).or_default().push(person);
    }
    let customers = backup.clients.iter().enumerate().map(|(at, client)| {
        allowance.on()?;
        let key = key(&client.hashed_id, &client.id);
        // They are one customer's: of several that go by one name, the first's.
        let theirs = people.remove(key).unwrap_or_default();
        Ok(FoundCustomer {
            row: at + 1,
            key: key.to_owned(),
            is_only_named: false,
            fields: customer(client, &theirs),
        })
    });
    let items = backup
        .products
        .iter()
        .enumerate()
        .map(|(at, product)| FoundItem {
            row: at + 1,
            fields: item(product),
            currency: currency.clone(),
        });
    Ok(Found {
        customers: customers.collect::<Result<_, Spent>>()?,
        items: items.collect(),
        documents,
        left_out,
        tables: Vec::new(),
    })
}

/// What some editors put before a text in UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Whether a file begins as a backup does, behind a mark that is passed over.
fn is_json(file: &mut dyn BufRead) -> Result<bool, Unusable> {
    if file.fill_buf()?.starts_with(MARK) {
        file.consume(MARK.len());
    }
    Ok(file.fill_buf()?.trim_ascii_start().starts_with(b"{"))
}

/// By what other parts of the backup name one.
fn key<'a>(hashed: &'a Word, id: &'a Word) -> &'a str {
    if hashed.0.is_empty() {
        &id.0
    } else {
        &hashed.0
    }
}

/// A figure of the backup, 0 where it is empty; `None` if it is not understood, or is more than a business may have.
fn number(word: &Word) -> Option<Decimal> {
    let text = word.0.trim();
    let figure = match cells::number(text) {
        Number::Value(figure) => Some(figure),
        Number::Empty => Some(Decimal::ZERO),
        // PHP writes what is very small or large as `1.0E-5`, and with more decimals than anybody types.
        _ => {
            let plain = text.parse::<Decimal>();
            plain.or_else(|_| Decimal::from_scientific(text)).ok()
        }
    };
    figure.and_then(plausible)
}

/// Reads the figures of a record, and notes the first that is not understood.
#[derive(Debug, Default)]
struct Figures {
    /// Its field and what it says there, as a sentence.
    unread: Option<String>,
}

impl Figures {
    /// The figure of a field. What is not understood is 0, and noted: its record is refused.
    fn read(&mut self, word: &Word, field: &str) -> Decimal {
        number(word).unwrap_or_else(|| {
            self.note(word, field);
            Decimal::ZERO
        })
    }

    /// The day of a field; none where it is empty, which is written `0000-00-00` too. One outside the years that are taken
    /// is noted as well: what is of it would be of another day.
    fn day(&mut self, word: &Word, field: &str) -> Option<Date> {
        let read = written::read(&word.0, Order::DayFirst);
        if read == Err(DateError::OutOfRange) {
            self.note(word, field);
        }
        read.ok()
    }

    fn note(&mut self, word: &Word, field: &str) {
        let said: String = word.0.trim().chars().take(40).collect();
        let unread = || format!("We can’t read the {field}: “{said}”.");
        self.unread.get_or_insert_with(unread);
    }
}

/// A figure of an item. What is not understood is not a number, and named when the item is judged.
fn figure(word: &Word) -> Number {
    let unread = || Number::NotANumber(word.0.trim().into());
    number(word).map_or_else(unread, |figure| to_decimals(figure, 4))
}

fn customer(client: &Client, people: &[&ClientContact]) -> ContactFields {
    let primary = people
        .iter()
        .position(|it| it.is_primary.is_on())
        .unwrap_or(0);
    let person = people.get(primary);
    let name_of = |it: &ClientContact| {
        let name = format!("{} {}", it.first_name.0.trim(), it.last_name.0.trim());
        one_line(name.trim())
    };
    let line = |word: &Word| one_line(&word.0);
    // Every field is named: a new one does not compile until somebody says whether Invoice Ninja has it.
    let mut fields = ContactFields {
        name: person.map(|it| name_of(it)).unwrap_or_default(),
        company: line(&client.name),
        address_line1: line(&client.address1),
        address_line2: line(&client.address2),
        city: line(&client.city),
        county: line(&client.state),
        post_code: line(&client.postal_code),
        country: country(&client.country_id.0),
        phone: person.map_or_else(|| line(&client.phone), |it| line(&it.phone)),
        email: person.map(|it| line(&it.email)).unwrap_or_default(),
        vat_number: line(&client.vat_number),
        customer_type: match client.classification.0.as_str() {
            "individual" => CustomerType::Consumer,
            "business" | "company" | "partnership" => CustomerType::Business,
            _ => CustomerType::Unknown,
        },
        // Below.
        notes: String::new(),
        sites: Vec::new(),
        // It has none of these.
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
    // A person's record repeats the name, or has it in the place of the company's.
    if fields.name.is_empty() && fields.customer_type == CustomerType::Consumer {
        fields.name = std::mem::take(&mut fields.company);
    } else if fields.company == fields.name {
        fields.company.clear();
    }
    let notes = client.private_notes.0.replace("\r\n", "\n");
    note(&mut fields, notes.trim());
    for (at, other) in people.iter().enumerate().filter(|(at, _)| *at != primary) {
        let said = [name_of(other), line(&other.email), line(&other.phone)];
        let said: Vec<_> = said.into_iter().filter(|it| !it.is_empty()).collect();
        if !said.is_empty() {
            let told = format!("Contact {}: {}", at + 1, said.join(", "));
            note(&mut fields, &told);
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

/// The countries that a British business is likely to have customers in; another is left open.
fn country(id: &str) -> String {
    let name = match id {
        "" | HOME => "uk",
        "372" => "Ireland",
        "250" => "France",
        "276" => "Germany",
        "724" => "Spain",
        "840" => "United States",
        _ => "",
    };
    name.to_owned()
}

fn item(product: &Product) -> ItemFields {
    let (first, more) = name_and_more(&product.notes.0);
    let (name, description) = match one_line(&product.product_key.0) {
        key if key.is_empty() => (first, more),
        key => (key, product.notes.0.trim().replace("\r\n", "\n")),
    };
    let has_vat = product.tax_name1.0.len() > 1;
    let (quantity, cost) = (figure(&product.quantity), figure(&product.cost));
    let is_none = |figure: &Number| matches!(figure, Number::Value(figure) if figure.is_zero());
    let usual = ItemFields::empty();
    // Every field is named: a new one does not compile until somebody says whether Invoice Ninja has it.
    let mut item = ItemFields {
        name,
        description,
        price: figure(&product.price),
        vat: has_vat.then(|| Vat {
            treatment: Treatment::Taxable,
            rate: figure(&product.tax_rate1),
        }),
        // Below, where it has one.
        quantity: usual.quantity,
        cost: usual.cost,
        // It has none of these.
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
    item
}

/// The usual name of a currency by its number in Invoice Ninja, or `None` for pounds and where no currency is given.
fn currency(id: &str) -> Option<String> {
    let code = match id {
        "" | "2" => "GBP",
        "1" => "USD",
        "3" => "EUR",
        "9" => "CAD",
        "12" => "AUD",
        "15" => "NZD",
        _ => return Some("another currency".to_owned()),
    };
    currency::other(code)
}

fn left_out(backup: &Backup) -> Vec<String> {
    let of = |all: &[()], one: &str, many: &str| {
        let n = all.len();
        let what = if n == 1 { one } else { many };
        (n > 0).then(|| format!("{n} {what}"))
    };
    [
        of(&backup.credits, "credit note", "credit notes"),
        of(
            &backup.recurring_invoices,
            "recurring invoice",
            "recurring invoices",
        ),
        of(&backup.expenses, "expense", "expenses"),
        of(&backup.vendors, "supplier", "suppliers"),
    ]
    .into_iter()
    .flatten()
    .collect()
}
