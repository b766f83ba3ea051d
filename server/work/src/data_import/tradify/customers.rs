//! Tradify's customers: the person to ask for, the billing address, and the address of the work.

use std::collections::HashSet;

use csv::StringRecord;

use crate::data_import::parsed::ParsedCustomer;
use plumbline_platform::table_import::table::Headings;
use plumbline_platform::table_import::to_one_line;
use plumbline_records::contacts::fields::Site;
use plumbline_records::contacts::join::add_note;
use plumbline_records::contacts::{ContactFields, CustomerType, VatRegistered};

const NAME: &[&str] = &["customername", "name", "customer", "companyname", "company"];
const PERSON: &[&str] = &["contactname", "contact", "primarycontact", "attention"];
const PHONE: &[&str] = &["phone", "phonenumber", "telephone", "mobile", "mobilenumber"];
const MOBILE: &[&str] = &["mobile", "mobilenumber"];
const EMAIL: &[&str] = &["emailaddress", "email"];
const VAT_NUMBER: &[&str] = &["vatnumber", "taxnumber", "vatno", "vatregistrationnumber"];
const NOTES: &[&str] = &["notes", "note", "comments"];

/// The names of an address's columns, after the word that says which address it is.
const LINE1: &[&str] = &["line1", "1", "street", "street1", ""];
const LINE2: &[&str] = &["line2", "2", "street2", "suburb"];
/// The further lines, which are joined to the second.
const LINE3: &[&str] = &["line3", "3", "street3"];
const LINE4: &[&str] = &["line4", "4", "street4"];
const CITY: &[&str] = &["city", "town", "towncity"];
const COUNTY: &[&str] = &["county", "state", "region"];
const POSTCODE: &[&str] = &["postcode", "postalcode", "zip"];

/// The address of the work, and the address for bills.
const ADDRESSES: [&str; 2] = ["physical", "postal"];

/// Whether a table lists customers.
pub(super) fn is_customer_table(table: &Headings) -> bool {
    table.has_column(NAME)
}

/// All columns that are read in a table of customers.
pub(super) fn column_names() -> HashSet<String> {
    let own = [NAME, PERSON, PHONE, MOBILE, EMAIL, VAT_NUMBER, NOTES].concat();
    let parts = [LINE1, LINE2, LINE3, LINE4, CITY, COUNTY, POSTCODE].concat();
    let places = ADDRESSES.into_iter().flat_map(|which| address_column_names(which, &parts));
    own.into_iter().map(str::to_owned).chain(places).collect()
}

/// Reads the customer of a row.
pub(super) fn read_customer(table: &Headings, number: usize, row: &StringRecord) -> ParsedCustomer {
    let of = |names: &[&str]| to_one_line(table.cell(row, names));
    let (customer, person) = (of(NAME), of(PERSON));
    let (name, company) = match (customer.as_str(), person.as_str()) {
        (both, "") => (both.to_owned(), String::new()),
        (one, other) if one.eq_ignore_ascii_case(other) => (person, String::new()),
        _ => (person, customer.clone()),
    };
    // Every field is named, so that a new field doesn't compile until somebody decides whether Tradify has it.
    let mut fields = ContactFields {
        name,
        company,
        phone: of(PHONE),
        email: of(EMAIL),
        vat_number: of(VAT_NUMBER),
        country: "uk".to_owned(),
        // Set below.
        address_line1: String::new(),
        address_line2: String::new(),
        city: String::new(),
        county: String::new(),
        post_code: String::new(),
        notes: String::new(),
        sites: Vec::new(),
        // Tradify has no such fields.
        address: String::new(),
        vat_registered: VatRegistered::Unknown,
        end_user_notice: String::new(),
        end_user_notice_date: None,
        customer_type: CustomerType::Unknown,
        cis_contractor: false,
        wants_einvoices: false,
        peppol_id: String::new(),
        buyer_reference: String::new(),
    };
    let [physical, postal] = ADDRESSES.map(|which| read_address(table, row, which));
    // The address for bills is the customer's own; the address of the work becomes a site address.
    let (home, place) = if postal.has_address() { (postal, physical) } else { (physical, Site::default()) };
    if place.has_address() && place != home {
        fields.sites.push(place);
    }
    fields.set_address(home);
    let mobile = of(MOBILE);
    if !mobile.is_empty() && mobile != fields.phone {
        add_note(&mut fields, &format!("Mobile: {mobile}"));
    }
    let notes = table.cell(row, NOTES);
    add_note(&mut fields, notes.replace("\r\n", "\n").trim());
    ParsedCustomer { row: number, key: customer, is_only_named: false, fields }
}

/// The possible names of the columns with these parts of an address.
fn address_column_names(which: &str, parts: &[&str]) -> Vec<String> {
    let mut names = Vec::new();
    for part in parts {
        names.push(format!("{which}{part}"));
        names.push(format!("{which}address{part}"));
    }
    // A column without a word before it belongs to the physical address.
    if which == "physical" {
        names.extend(parts.iter().map(|part| format!("address{part}")));
        let own = parts.iter().filter(|part| !part.is_empty());
        names.extend(own.map(|part| (*part).to_owned()));
    }
    names
}

/// An address, from columns of its own or from one column.
fn read_address(table: &Headings, row: &StringRecord, which: &str) -> Site {
    let of = |parts: &[&str]| {
        let names = address_column_names(which, parts);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        table.cell(row, &names).to_owned()
    };
    let first = of(LINE1);
    // If the whole address is in one cell, each line is a part of it.
    let mut lines = first.lines().map(str::trim).filter(|it| !it.is_empty());
    let line1 = lines.next().unwrap_or_default().to_owned();
    let rest: Vec<&str> = lines.collect();
    let more = [LINE2, LINE3, LINE4].map(|parts| to_one_line(&of(parts)));
    let more: Vec<&str> = more.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
    Site {
        name: String::new(),
        address_line1: line1,
        address_line2: if more.is_empty() { rest } else { more }.join(", "),
        city: to_one_line(&of(CITY)),
        county: to_one_line(&of(COUNTY)),
        post_code: to_one_line(&of(POSTCODE)),
    }
}
