//! A CSV file of contacts: our own, or another program's.

use plumbline_core::time::Date;
use plumbline_core::time::text::date_long;
use plumbline_core::time::written::{self, Decided, Order};

use super::headings::{self, Holds};
use super::places::{Part, Places, Which};
use super::rows::{self, FileRead, FoundRow};
use super::ways::{self, parts};
use super::{ROWS_MAX, Unusable};
use crate::contacts::export;
use crate::contacts::fields::{ContactFields, CustomerType, VatRegistered};
use crate::contacts::join::note;
use plumbline_platform::csv::as_typed;
use plumbline_platform::db::words;
use plumbline_platform::sheets::allowance::Allowance;
use plumbline_platform::sheets::columns::Said;
use plumbline_platform::sheets::layout::{Layout, layout};
use plumbline_platform::sheets::{self, Row, fill, is_yes, left_out, one_line, unquoted, weight};

/// Reads a CSV file.
pub(super) fn read(
    text: &str,
    said: Said<'_>,
    mut allowance: Allowance,
) -> Result<FileRead, Unusable> {
    let Layout {
        separator,
        headings: found,
        width,
    } = layout(text, headings::known);
    let mut heading = None;
    let mut rows: Vec<Row> = Vec::new();
    let mut all = sheets::rows(text, separator);
    while let Some(row) = all.next() {
        let row = row?;
        if row.is_empty() {
            continue;
        }
        // Without headings that are known, the first row that is as wide as most has others.
        let is_heading = match found {
            Some(number) => row.number == number,
            None => row.cells.len() == width && width > 1,
        };
        if heading.is_none() {
            heading = is_heading.then_some(row);
            continue;
        }
        if rows.len() == ROWS_MAX {
            return Err(Unusable::TooMany(ROWS_MAX + 1 + sheets::filled(all)));
        }
        allowance.take(size_of::<Row>() + weight(&row.cells))?;
        rows.push(row);
    }
    let heading = heading.ok_or(match text.trim() {
        "" => Unusable::Empty,
        _ => Unusable::NoNames,
    })?;
    let width = heading.width();
    let written: Vec<&str> = heading.cells.iter().take(width).collect();
    let (signature, names) = said.of(&written);
    let columns: Vec<Option<Holds>> = names.iter().map(|name| headings::holds(name)).collect();
    let reads: Vec<String> = names.iter().map(|name| headings::reads(name)).collect();
    let is_named = columns.iter().flatten().any(|holds| {
        let names = [Holds::Name, Holds::First, Holds::Last, Holds::Company];
        names.contains(holds)
    });
    let mut read = FileRead {
        format: "CSV",
        separator: Some(separator),
        columns: sheets::columns::columns(&written, &rows, &reads),
        left_out: left_out(written.into_iter().zip(columns.iter().map(Option::is_some))),
        headings: signature,
        asks: !is_named,
        rows: Vec::new(),
    };
    if !is_named {
        return Ok(read);
    }
    let dates = dates(&columns, &rows);
    for row in &rows {
        allowance.take(size_of::<FoundRow>() + weight(&row.cells))?;
        let fits = row.fits(width).map_err(|why| why.to_string());
        let fields = fits.and_then(|()| fields(&columns, &row.cells, dates));
        read.rows.push(match fields {
            Ok(fields) => FoundRow::of(row.number, fields),
            Err(why) => FoundRow::refused(row.number, why),
        });
    }
    Ok(read)
}

/// Whether the day or the month comes first in the dates of a file, by all of them.
fn dates(columns: &[Option<Holds>], rows: &[Row]) -> Decided {
    let is_date = |holds: &Option<Holds>| *holds == Some(Holds::NoticeDate);
    let Some(at) = columns.iter().position(is_date) else {
        return Decided::default();
    };
    let cells = rows.iter().filter_map(|row| row.cells.get(at));
    written::decide(cells.map(unquoted), None)
}

/// A date of an end-user notice; `None` of an empty cell.
fn notice_date(cell: &str, dates: Decided) -> Result<Option<Date>, String> {
    if cell.is_empty() {
        return Ok(None);
    }
    let shown: String = cell.chars().take(40).collect();
    let refused = |why: String| format!("Date of end-user notice: {why}");
    let read = |order| written::read(cell, order);
    let unread = |_| refused(format!("We can’t read “{shown}”."));
    let date = read(dates.order).map_err(unread)?;
    match read(Order::MonthFirst) {
        Ok(other) if dates.is_guess && other != date => Err(refused(format!(
            "{shown} is {} or {}. Please write it with the year first, as {date}.",
            date_long(date),
            date_long(other)
        ))),
        _ => Ok(Some(date)),
    }
}

/// What a row says.
///
/// # Errors
/// Why nothing of it is taken.
fn fields(
    columns: &[Option<Holds>],
    record: &csv::StringRecord,
    dates: Decided,
) -> Result<ContactFields, String> {
    // Every field is named: a new one does not compile until somebody says which column fills it.
    let mut fields = ContactFields {
        name: String::new(), // `Named`
        company: String::new(),
        address_line1: String::new(), // `Places`, and the five below
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
    let mut named = Named::default();
    let (mut phones, mut emails) = (Vec::new(), Vec::new());
    let mut places = Places::default();
    let mut country = String::new();
    for (holds, cell) in columns.iter().zip(record) {
        let Some(holds) = holds else { continue };
        let cell = as_typed(cell);
        let cell = cell.trim();
        let line = one_line(cell);
        match holds {
            Holds::Name => fill(&mut named.name, line),
            Holds::First => fill(&mut named.first, line),
            Holds::Last => fill(&mut named.last, line),
            Holds::Company => fill(&mut fields.company, line),
            Holds::Place(Which::Own, Part::Country) => fill(&mut country, line),
            Holds::Place(which, part) => places.add(*which, *part, line),
            Holds::Phone => phones.extend(parts(cell).map(ways::phone)),
            Holds::Email => emails.extend(ways::emails(cell)),
            Holds::VatNumber => fill(&mut fields.vat_number, line),
            Holds::VatRegistered => fields.vat_registered = vat_registered(&line),
            Holds::Notice => fill(&mut fields.end_user_notice, cell.replace("\r\n", "\n")),
            Holds::NoticeDate => fields.end_user_notice_date = notice_date(cell, dates)?,
            Holds::BuysFor => fields.customer_type = buys_for(&line),
            Holds::Cis => fields.cis_contractor = is_yes(&line),
            Holds::Einvoices => fields.wants_einvoices = is_yes(&line),
            Holds::PeppolId => fill(&mut fields.peppol_id, line),
            Holds::Reference => fill(&mut fields.buyer_reference, line),
            Holds::Notes => fill(&mut fields.notes, cell.replace("\r\n", "\n")),
            Holds::Sites => fields.sites = export::read_sites(cell),
        }
    }
    named.give(&mut fields);
    places.give(&mut fields);
    if !country.is_empty() {
        fields.country = rows::country(&country);
    }
    ways::give(&mut fields, phones, emails);
    Ok(fields)
}

/// A name in one column, and in two.
#[derive(Debug, Default)]
struct Named {
    name: String,
    first: String,
    last: String,
}

impl Named {
    /// Who it is: programs have both, and in the one column a person, a company, or the family name alone.
    fn give(self, fields: &mut ContactFields) {
        let person = format!("{} {}", self.first, self.last).trim().to_owned();
        let words = |text: &str| words::words(text);
        let says = |text: &str, part: &str| {
            let all = words(text);
            words(part).iter().all(|word| all.contains(word))
        };
        fields.name = if self.name.is_empty() || person.is_empty() {
            format!("{}{person}", self.name)
        } else if says(&self.name, &person) {
            // `Bloggs, Jo` is how a program files it.
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
            // Xero and QuickBooks have the customer in the one, and whom to ask for in the others.
            fields.company = self.name;
            person
        } else {
            note(fields, &format!("Name: {}", self.name));
            person
        };
    }
}

fn vat_registered(cell: &str) -> VatRegistered {
    match cell.to_lowercase().as_str() {
        "no" | "n" | "false" | "0" => VatRegistered::No,
        yes if is_yes(yes) => VatRegistered::Yes,
        _ => VatRegistered::Unknown,
    }
}

fn buys_for(cell: &str) -> CustomerType {
    match cell.to_lowercase().as_str() {
        "business" | "a business" | "company" => CustomerType::Business,
        "consumer" | "themselves" | "individual" | "domestic" => CustomerType::Consumer,
        _ => CustomerType::Unknown,
    }
}

#[cfg(test)]
mod tests;
