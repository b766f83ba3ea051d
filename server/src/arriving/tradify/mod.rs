//! Tradify's exports: CSV files of customers, the price list, quotes and invoices, each from the
//! 'Export to File' of its list, one by one or in a zip. Which of them a file is, its headings say;
//! they are read under all names that they go by.

mod items;
mod papers;

use std::io::{BufRead, Read as _};

use csv::StringRecord;
use plumbline_core::document::Line;

use super::files::{self, File};
use super::found::{Found, FoundCustomer, FoundDocument};
use super::{DOCUMENTS_MAX, KEPT_MAX, LINES_MAX, ROWS_MAX, Unusable};
use crate::contacts::ContactFields;
use crate::contacts::join::note;
use crate::contacts::sites::Site;
use crate::items::ItemFields;
use crate::sheets::allowance::Allowance;
use crate::sheets::table::{Headings, Table};
use crate::sheets::{Row, one_line, text, weight};

const NAME: &[&str] = &["customername", "name", "customer", "companyname", "company"];
const PERSON: &[&str] = &["contactname", "contact", "primarycontact", "attention"];

/// How many rows of one kind that are left out are told by their numbers.
const UNEVEN_MAX: usize = 20;

/// The most bytes of one table: it is in memory while it is read. The 200,000 lines that an import may have are shorter.
const TABLE_MAX: u64 = 20 * 1024 * 1024;

/// Reads the files.
///
/// # Errors
/// Where none of them is a list that is taken.
pub(super) fn read(files: Vec<File>) -> Result<Found, Unusable> {
    let mut reading = Reading {
        found: Found::default(),
        allowance: Allowance::of(KEPT_MAX),
        rows: 0,
        any: false,
        uneven: 0,
        foreign: 0,
    };
    files::each(files, |name, file| reading.file(name, file))?;
    if !reading.any {
        return Err(Unusable::NoTable);
    }
    let mut found = reading.found;
    for count in [reading.uneven, reading.foreign] {
        if count > UNEVEN_MAX {
            let more = count - UNEVEN_MAX;
            found.left_out.push(format!("{more} more rows like these"));
        }
    }
    // Quotes before invoices, each in the order of its dates.
    let order = |it: &FoundDocument| (it.kind.word() == "invoice", it.issue_date);
    found.documents.sort_by_key(order);
    Ok(found)
}

/// What was read of the files so far.
struct Reading {
    found: Found,
    allowance: Allowance,
    /// How many rows there were.
    rows: usize,
    /// Whether one of them was a list that is taken.
    any: bool,
    /// How many rows had too many or too few cells.
    uneven: usize,
    /// How many items were in another currency than pounds.
    foreign: usize,
}

impl Reading {
    fn file(&mut self, name: &str, file: &mut dyn BufRead) -> Result<(), Unusable> {
        let mut bytes = Vec::new();
        file.take(TABLE_MAX + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > TABLE_MAX {
            return Err(Unusable::TooLarge);
        }
        // What is no text is no table either, and is named below.
        let text = text::read(&bytes).map(|read| read.text);
        let text = text.as_deref().unwrap_or_default();
        let table = Table::open(text).filter(|it| !text.contains('\0') && it.headings().are_wide());
        match table {
            Some(table) if papers::is(table.headings()) => self.papers(table, name)?,
            Some(table) if items::is(table.headings()) => self.items(table, name)?,
            Some(table) if table.headings().has(NAME) => self.customers(table, name)?,
            _ => {
                self.found.left_out.push(format!("the file “{name}”"));
                return Ok(());
            }
        }
        self.any = true;
        Ok(())
    }

    /// Counts a row, of which so many bytes are kept beside its text.
    fn count(&mut self, row: &StringRecord, kept: usize) -> Result<(), Unusable> {
        self.rows += 1;
        if self.rows > LINES_MAX {
            return Err(Unusable::TooManyLines);
        }
        Ok(self.allowance.take(kept + 2 * weight(row))?)
    }

    /// Whether a row has a cell for each column. Nothing is taken from one that has not, and its number is told.
    fn fits(&mut self, row: &Row, table: &Headings, name: &str) -> bool {
        let Err(why) = row.fits(table.width()) else {
            return true;
        };
        self.uneven += 1;
        if self.uneven <= UNEVEN_MAX {
            let told = format!("row {} of “{name}”: {why}", row.number);
            self.found.left_out.push(told);
        }
        false
    }

    fn papers(&mut self, table: Table<'_>, name: &str) -> Result<(), Unusable> {
        let (headings, rows) = table.split();
        let mut papers = papers::Papers::of(&headings, name);
        for row in rows {
            let row = row?;
            if !self.fits(&row, &headings, name) {
                papers.lack(&row);
                continue;
            }
            let row = row.cells;
            self.count(&row, size_of::<Line>())?;
            let Some(document) = papers.add(row) else {
                continue;
            };
            if self.found.documents.len() == DOCUMENTS_MAX {
                return Err(Unusable::TooManyDocuments);
            }
            self.allowance.take(size_of::<FoundDocument>())?;
            self.found.documents.push(document);
        }
        self.found.documents.extend(papers.end());
        Ok(())
    }

    fn items(&mut self, table: Table<'_>, name: &str) -> Result<(), Unusable> {
        let (headings, rows) = table.split();
        for row in rows {
            let row = row?;
            if !self.fits(&row, &headings, name) {
                continue;
            }
            let (number, row) = (row.number, row.cells);
            self.count(&row, size_of::<ItemFields>())?;
            if let Some(other) = papers::currency_of(&headings, &row) {
                let other: String = other.chars().take(20).collect();
                self.foreign += 1;
                if self.foreign <= UNEVEN_MAX {
                    let told = format!("row {number} of “{name}”: it is in {other}, not in pounds");
                    self.found.left_out.push(told);
                }
                continue;
            }
            self.found.items.extend(items::read(&headings, &row));
            if self.found.items.len() > ROWS_MAX {
                return Err(Unusable::TooManyRows);
            }
        }
        Ok(())
    }

    fn customers(&mut self, table: Table<'_>, name: &str) -> Result<(), Unusable> {
        let (headings, rows) = table.split();
        for row in rows {
            let row = row?;
            if !self.fits(&row, &headings, name) {
                continue;
            }
            let row = row.cells;
            self.count(&row, size_of::<FoundCustomer>())?;
            self.found.customers.push(customer(&headings, &row));
            if self.found.customers.len() > ROWS_MAX {
                return Err(Unusable::TooManyRows);
            }
        }
        Ok(())
    }
}

fn customer(table: &Headings, row: &StringRecord) -> FoundCustomer {
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
}

/// An address, in columns of its own or all in one.
fn address(table: &Headings, row: &StringRecord, which: &str) -> Site {
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

#[cfg(test)]
mod tests;
