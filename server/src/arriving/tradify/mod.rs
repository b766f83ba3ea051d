//! Tradify's exports: CSV files of customers, the price list, quotes and invoices, each from the
//! 'Export to File' of its list, one by one or in a zip. Which of them a file is, its headings say;
//! they are read under all names that they go by.

mod items;
mod papers;

use super::Unusable;
use super::files::File;
use super::found::{Found, FoundCustomer};
use crate::contacts::ContactFields;
use crate::contacts::join::note;
use crate::contacts::sites::Site;
use crate::sheets::table::Table;
use crate::sheets::{one_line, text};

const NAME: &[&str] = &["customername", "name", "customer", "companyname", "company"];
const PERSON: &[&str] = &["contactname", "contact", "primarycontact", "attention"];

/// Reads the files.
///
/// # Errors
/// Where none of them is a list that is taken.
pub(super) fn read(files: &[File]) -> Result<Found, Unusable> {
    let mut found = Found::default();
    let mut any = false;
    for file in files {
        // What is no text is no table either, and is named below.
        let text = text::read(&file.bytes).map_or(String::new(), |read| read.text);
        let table = Table::read(&text).filter(|it| !text.contains('\0') && it.is_wide());
        match table {
            Some(table) if papers::is(&table) => {
                found.documents.extend(papers::read(&table, &file.name));
            }
            Some(table) if items::is(&table) => found.items.extend(items::read(&table)),
            Some(table) if table.has(NAME) => found.customers.extend(customers(&table)),
            _ => {
                found.left_out.push(format!("the file “{}”", file.name));
                continue;
            }
        }
        any = true;
    }
    if !any {
        return Err(Unusable::NoTable);
    }
    // Quotes before invoices, each in the order of its dates.
    let order = |it: &super::found::FoundDocument| (it.kind.word() == "invoice", it.issue_date);
    found.documents.sort_by_key(order);
    Ok(found)
}

fn customers(table: &Table) -> Vec<FoundCustomer> {
    let rows = table.rows.iter();
    rows.map(|row| {
        let of = |names: &[&str]| one_line(table.cell(row, names));
        let (customer, person) = (of(NAME), of(PERSON));
        let (name, company) = match (customer.as_str(), person.as_str()) {
            (both, "") => (both.to_owned(), String::new()),
            (one, other) if one.eq_ignore_ascii_case(other) => (person, String::new()),
            _ => (person, customer.clone()),
        };
        let mut fields = ContactFields {
            name,
            company,
            phone: of(&[
                "phone",
                "phonenumber",
                "telephone",
                "mobile",
                "mobilenumber",
            ]),
            email: of(&["emailaddress", "email"]),
            vat_number: of(&["vatnumber", "taxnumber", "vatno", "vatregistrationnumber"]),
            country: "uk".to_owned(),
            ..ContactFields::default()
        };
        let [postal, physical] = ["postal", "physical"].map(|which| address(table, row, which));
        // Where bills go is the customer's address; where the work is, a place of theirs.
        let (home, place) = if postal.has_address() {
            (postal, physical)
        } else {
            (physical, Site::default())
        };
        if place.has_address() && place != home {
            fields.sites.push(place);
        }
        fields.address_line1 = home.address_line1;
        fields.address_line2 = home.address_line2;
        fields.city = home.city;
        fields.county = home.county;
        fields.post_code = home.post_code;
        let mobile = of(&["mobile", "mobilenumber"]);
        if !mobile.is_empty() && mobile != fields.phone {
            note(&mut fields, &format!("Mobile: {mobile}"));
        }
        let notes = table.cell(row, &["notes", "note", "comments"]);
        note(&mut fields, notes.replace("\r\n", "\n").trim());
        FoundCustomer {
            key: customer,
            fields,
        }
    })
    .collect()
}

/// An address, in columns of its own or all in one.
fn address(table: &Table, row: &csv::StringRecord, which: &str) -> Site {
    let of = |parts: &[&str]| {
        let mut names = Vec::new();
        for part in parts {
            names.push(format!("{which}{part}"));
            names.push(format!("{which}address{part}"));
        }
        // Without a word before it, it is where the customer is.
        if which == "physical" {
            names.extend(parts.iter().map(|part| format!("address{part}")));
            let own = parts.iter().filter(|part| !part.is_empty());
            names.extend(own.map(|part| (*part).to_owned()));
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        table.cell(row, &names).to_owned()
    };
    let first = of(&["line1", "1", "street", "street1", ""]);
    // All of it in one cell, a line a part.
    let mut lines = first.lines().map(str::trim).filter(|it| !it.is_empty());
    let line1 = lines.next().unwrap_or_default().to_owned();
    let rest: Vec<&str> = lines.collect();
    let line2 = one_line(&of(&["line2", "2", "street2", "suburb"]));
    Site {
        name: String::new(),
        address_line1: line1,
        address_line2: if line2.is_empty() {
            rest.join(", ")
        } else {
            line2
        },
        city: one_line(&of(&["city", "town", "towncity"])),
        county: one_line(&of(&["county", "state", "region"])),
        post_code: one_line(&of(&["postcode", "postalcode", "zip"])),
    }
}
