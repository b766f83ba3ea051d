//! A CSV file of contacts: our own, or another program's.

use plumbline_core::time::Date;
use plumbline_core::time::date_parser::{self, DateOrder, DetectedOrder};
use plumbline_core::time::text::format_long_date;

use super::addresses::{self, AddressKind, AddressPart, ContactAddresses, split_cell};
use super::headings::{self, ContactColumn};
use super::{ContactFile, ContactFileError, ContactFileRow, ROWS_MAX};
use crate::contacts::export;
use crate::contacts::fields::{ContactFields, CustomerType, VatRegistered};
use crate::contacts::join::add_note;
use plumbline_platform::csv::as_typed;
use plumbline_platform::db::words;
use plumbline_platform::table_import::budget::ReadBudget;
use plumbline_platform::table_import::columns::ColumnChoices;
use plumbline_platform::table_import::layout::{TableLayout, detect_layout};
use plumbline_platform::table_import::{
    self, TableRow, count_bytes, fill_if_empty, is_yes, list_unread_headings, strip_apostrophe, to_one_line,
};

/// Reads a CSV file.
pub(super) fn read(
    text: &str,
    column_choices: ColumnChoices<'_>,
    mut allowance: ReadBudget,
) -> Result<ContactFile, ContactFileError> {
    let TableLayout { separator, headings: found, width } =
        detect_layout(text, headings::count_known_headings);
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
            return Err(ContactFileError::TooMany(ROWS_MAX + 1 + table_import::count_filled(all)));
        }
        allowance.spend(size_of::<TableRow>() + count_bytes(&row.cells))?;
        rows.push(row);
    }
    let heading = heading.ok_or(match text.trim() {
        "" => ContactFileError::Empty,
        _ => ContactFileError::NoNames,
    })?;
    let width = heading.width();
    let written: Vec<&str> = heading.cells.iter().take(width).collect();
    let (signature, names) = column_choices.resolve(&written);
    let columns: Vec<Option<ContactColumn>> =
        names.iter().map(|name| headings::column_for_heading(name)).collect();
    let reads: Vec<String> = names.iter().map(|name| headings::column_label(name)).collect();
    let is_named = columns.iter().flatten().any(|holds| {
        let names = [ContactColumn::Name, ContactColumn::First, ContactColumn::Last, ContactColumn::Company];
        names.contains(holds)
    });
    let mut read = ContactFile {
        format: "CSV",
        separator: Some(separator),
        columns: table_import::columns::describe_columns(&written, &rows, &reads),
        left_out: list_unread_headings(written.into_iter().zip(columns.iter().map(Option::is_some))),
        headings: signature,
        asks: !is_named,
        rows: Vec::new(),
    };
    if !is_named {
        return Ok(read);
    }
    let dates = dates(&columns, &rows);
    for row in &rows {
        allowance.spend(size_of::<ContactFileRow>() + count_bytes(&row.cells))?;
        let fits = row.check_width(width).map_err(|why| why.to_string());
        let fields = fits.and_then(|()| to_contact_fields(&columns, &row.cells, dates));
        read.rows.push(match fields {
            Ok(fields) => ContactFileRow::new(row.number, fields),
            Err(why) => ContactFileRow::refused(row.number, why),
        });
    }
    Ok(read)
}

/// Whether the day or the month comes first, judged by all dates in the file.
fn dates(columns: &[Option<ContactColumn>], rows: &[TableRow]) -> DetectedOrder {
    let is_date = |holds: &Option<ContactColumn>| *holds == Some(ContactColumn::NoticeDate);
    let Some(at) = columns.iter().position(is_date) else {
        return DetectedOrder::default();
    };
    let cells = rows.iter().filter_map(|row| row.cells.get(at));
    date_parser::detect_order(cells.map(strip_apostrophe), None)
}

/// The date of an end-user notice; `None` for an empty cell.
fn notice_date(cell: &str, dates: DetectedOrder) -> Result<Option<Date>, String> {
    if cell.is_empty() {
        return Ok(None);
    }
    let displayed: String = cell.chars().take(40).collect();
    let refused = |why: String| format!("Date of end-user notice: {why}");
    let read = |order| date_parser::parse_date(cell, order);
    let unread = |_| refused(format!("We can’t read “{displayed}”."));
    let date = read(dates.order).map_err(unread)?;
    match read(DateOrder::MonthFirst) {
        Ok(other) if dates.is_guess && other != date => Err(refused(format!(
            "{displayed} is {} or {}. Please write it with the year first, as {date}.",
            format_long_date(date),
            format_long_date(other)
        ))),
        _ => Ok(Some(date)),
    }
}

/// The contact's fields in a row.
///
/// # Errors
/// Why nothing is imported from the row.
fn to_contact_fields(
    columns: &[Option<ContactColumn>],
    record: &csv::StringRecord,
    dates: DetectedOrder,
) -> Result<ContactFields, String> {
    // Every field is named, so that a new one doesn't compile until somebody decides which column fills it.
    let mut fields = ContactFields {
        name: String::new(), // `NameColumns`
        company: String::new(),
        address_line1: String::new(), // `ContactAddresses`, and the five below
        address_line2: String::new(),
        city: String::new(),
        county: String::new(),
        post_code: String::new(),
        address: String::new(),
        country: String::new(), // below, as it is stored
        phone: String::new(),   // `ways`
        email: String::new(),   // likewise
        vat_number: String::new(),
        vat_registered: VatRegistered::Unknown,
        end_user_notice: String::new(),
        end_user_notice_date: None,
        customer_type: CustomerType::Unknown,
        cis_contractor: false,
        wants_einvoices: false,
        peppol_id: String::new(),
        buyer_reference: String::new(),
        notes: String::new(),
        sites: Vec::new(),
    };
    let mut named = NameColumns::default();
    let (mut phones, mut emails) = (Vec::new(), Vec::new());
    let (mut phone_label, mut others) = (String::new(), Vec::new());
    let mut places = ContactAddresses::default();
    let mut country = String::new();
    for (holds, cell) in columns.iter().zip(record) {
        let Some(holds) = holds else { continue };
        let cell = as_typed(cell);
        let cell = cell.trim();
        let line = to_one_line(cell);
        match holds {
            ContactColumn::Name => fill_if_empty(&mut named.name, line),
            ContactColumn::First => fill_if_empty(&mut named.first, line),
            ContactColumn::Last => fill_if_empty(&mut named.last, line),
            ContactColumn::Company => fill_if_empty(&mut fields.company, line),
            ContactColumn::Place(AddressKind::Own, AddressPart::Country) => fill_if_empty(&mut country, line),
            ContactColumn::Place(which, part) => places.add(*which, *part, line),
            ContactColumn::PhoneLabel => phone_label = line.to_lowercase(),
            ContactColumn::Phone => {
                let numbers = split_cell(cell).map(addresses::parse_phone);
                match ["Fax", "Pager"].into_iter().find(|it| phone_label.contains(&it.to_lowercase())) {
                    Some(device) => others.extend(numbers.map(|number| format!("{device}: {number}"))),
                    None => phones.extend(numbers),
                }
                phone_label.clear();
            }
            ContactColumn::Email => emails.extend(addresses::parse_emails(cell)),
            ContactColumn::VatNumber => fill_if_empty(&mut fields.vat_number, line),
            ContactColumn::VatRegistered => fields.vat_registered = parse_vat_registered(&line),
            ContactColumn::Notice => fill_if_empty(&mut fields.end_user_notice, cell.replace("\r\n", "\n")),
            ContactColumn::NoticeDate => fields.end_user_notice_date = notice_date(cell, dates)?,
            ContactColumn::BuysFor => fields.customer_type = parse_customer_type(&line),
            ContactColumn::Cis => fields.cis_contractor = is_yes(&line),
            ContactColumn::Einvoices => fields.wants_einvoices = is_yes(&line),
            ContactColumn::PeppolId => fill_if_empty(&mut fields.peppol_id, line),
            ContactColumn::Reference => fill_if_empty(&mut fields.buyer_reference, line),
            ContactColumn::Notes => fill_if_empty(&mut fields.notes, cell.replace("\r\n", "\n")),
            ContactColumn::Sites => fields.sites = export::parse_sites(cell),
        }
    }
    named.fill(&mut fields);
    places.fill(&mut fields);
    if !country.is_empty() {
        fields.country = super::normalise_country(&country);
    }
    addresses::fill(&mut fields, phones, emails);
    for number in others.iter().take(addresses::FURTHER_MAX) {
        add_note(&mut fields, number);
    }
    Ok(fields)
}

/// A name in one column, and in two.
#[derive(Debug, Default)]
struct NameColumns {
    name: String,
    first: String,
    last: String,
}

impl NameColumns {
    /// Fills in the person and the company. Programs have both kinds of columns, and the single column may contain a
    /// person, a company, or only the family name.
    fn fill(self, fields: &mut ContactFields) {
        let person = format!("{} {}", self.first, self.last).trim().to_owned();
        let words = |text: &str| words::split_words(text);
        let says = |text: &str, part: &str| {
            let all = words(text);
            words(part).iter().all(|word| all.contains(word))
        };
        fields.name = if self.name.is_empty() || person.is_empty() {
            format!("{}{person}", self.name)
        } else if says(&self.name, &person) {
            // `Bloggs, Jo` is a person's name in the order of a file.
            match self.name.contains(',') && !self.last.is_empty() {
                true => person,
                false => self.name,
            }
        } else if self.last.is_empty() && words(&self.name).len() == 1 {
            format!("{person} {}", self.name)
        } else if self.first.is_empty() && words(&self.name).len() == 1 {
            format!("{} {person}", self.name)
        } else if says(&person, &self.name) || says(&fields.company, &self.name) {
            person
        } else if fields.company.is_empty() {
            // Xero and QuickBooks have the customer in the single column, and the person to contact in the others.
            fields.company = self.name;
            person
        } else {
            add_note(fields, &format!("Name: {}", self.name));
            person
        };
    }
}

fn parse_vat_registered(cell: &str) -> VatRegistered {
    match cell.to_lowercase().as_str() {
        "no" | "n" | "false" | "0" => VatRegistered::No,
        yes if is_yes(yes) => VatRegistered::Yes,
        _ => VatRegistered::Unknown,
    }
}

fn parse_customer_type(cell: &str) -> CustomerType {
    match cell.to_lowercase().as_str() {
        "business" | "a business" | "company" => CustomerType::Business,
        "consumer" | "themselves" | "individual" | "domestic" => CustomerType::Consumer,
        _ => CustomerType::Unknown,
    }
}

#[cfg(test)]
mod tests;
