//! A file of vCards (2.1, 3.0, 4.0), as phones and address books write them.

use std::str::SplitInclusive;

use calcard::vcard::{
    VCard, VCardEntry, VCardParameterName, VCardParameterValue, VCardProperty, VCardType, VCardValue,
};
use calcard::{Entry, Parser};

use super::{ContactFile, ContactFileError, ContactFileRow, ROWS_MAX, addresses, normalise_country};
use crate::contacts::fields::{ContactFields, CustomerType, SITES_MAX, Site, VatRegistered};
use crate::contacts::join::add_note;
use plumbline_platform::table_import::budget::ReadBudget;
use plumbline_platform::table_import::to_one_line;

/// The error for a card whose last line is missing. Nothing is imported from it.
const INCOMPLETE_CARD: &str = "This card is incomplete: its last line is missing.";

/// Whether the last line of a card is `END:VCARD`.
fn has_end(card: &str) -> bool {
    let last = card.trim_end().lines().next_back();
    last.is_some_and(|line| line.trim().eq_ignore_ascii_case("END:VCARD"))
}

/// Whether a text is a file of vCards.
pub(super) fn is_vcard_file(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    start.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("BEGIN:VCARD"))
}

/// Reads the contacts from a file of vCards.
pub(super) fn read(text: &str, mut budget: ReadBudget) -> Result<ContactFile, ContactFileError> {
    let mut read = ContactFile { format: "vCard", ..ContactFile::default() };
    let mut card = 0;
    for text in CardTexts::new(text) {
        let text = text.map_err(|_too_long| ContactFileError::LongCard(card + 1))?;
        // Cards beyond the limit are only counted.
        if card >= ROWS_MAX {
            card += 1;
            continue;
        }
        // The parser doesn't know the line endings of old Macs.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        if !has_end(&text) {
            card += 1;
            read.rows.push(ContactFileRow::refused(card, INCOMPLETE_CARD.to_owned()));
            continue;
        }
        let mut parser = Parser::new(&text);
        loop {
            let found = match parser.entry() {
                Entry::Eof => break,
                Entry::VCard(found) => ContactFileRow::new(card + 1, to_contact_fields(&found)),
                Entry::UnterminatedComponent(_) => {
                    ContactFileRow::refused(card + 1, INCOMPLETE_CARD.to_owned())
                }
                _ => continue,
            };
            card += 1;
            budget.spend(size_of::<ContactFileRow>() + text.len())?;
            read.rows.push(found);
        }
    }
    if card > ROWS_MAX {
        return Err(ContactFileError::TooMany(card));
    }
    if read.rows.is_empty() {
        return Err(ContactFileError::Empty);
    }
    Ok(read)
}

fn to_contact_fields(card: &VCard) -> ContactFields {
    // Every field is named, so that a new one doesn't compile until somebody decides whether a card has it.
    let mut fields = ContactFields {
        country: "uk".to_owned(),
        // These are set below, from the properties of the card.
        name: String::new(),
        company: String::new(),
        address_line1: String::new(),
        address_line2: String::new(),
        city: String::new(),
        county: String::new(),
        post_code: String::new(),
        phone: String::new(),
        email: String::new(),
        notes: String::new(),
        sites: Vec::new(),
        // A card has no such properties.
        address: String::new(),
        vat_number: String::new(),
        vat_registered: VatRegistered::Unknown,
        end_user_notice: String::new(),
        end_user_notice_date: None,
        customer_type: CustomerType::Unknown,
        cis_contractor: false,
        wants_einvoices: false,
        peppol_id: String::new(),
        buyer_reference: String::new(),
    };
    let mut structured_name = String::new();
    let (mut phones, mut emails, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    let mut fax_and_pager_numbers: Vec<String> = Vec::new();
    // The number, email and address that the person prefers come first, whatever their order in the card.
    let mut entries: Vec<&VCardEntry> = card.entries.iter().collect();
    entries.sort_by_key(|entry| preference_rank(entry));
    for entry in entries {
        let text = || to_one_line(&entry_text(entry));
        match &entry.name {
            VCardProperty::Fn => fill_if_empty(&mut fields.name, text()),
            VCardProperty::N => {
                let [last, first] = [entry_component(entry, 0), entry_component(entry, 1)];
                structured_name = format!("{first} {last}").trim().to_owned();
            }
            VCardProperty::Org => fill_if_empty(&mut fields.company, entry_component(entry, 0)),
            VCardProperty::Tel => {
                let number = addresses::parse_phone(&text());
                match fax_or_pager(entry) {
                    Some(device) if fax_and_pager_numbers.len() < addresses::FURTHER_MAX => {
                        fax_and_pager_numbers.push(format!("{device}: {number}"));
                    }
                    Some(_) => {}
                    None => phones.push(number),
                }
            }
            VCardProperty::Email => emails.extend(addresses::parse_emails(&text())),
            VCardProperty::Adr => add_address(&mut fields, entry),
            VCardProperty::Note => notes.push(entry_text(entry).replace("\r\n", "\n")),
            _ => {}
        }
    }
    addresses::fill(&mut fields, phones, emails);
    for text in fax_and_pager_numbers.into_iter().chain(notes) {
        add_note(&mut fields, text.trim());
    }
    if fields.name.is_empty() || fields.name == fields.company {
        // In the card of a company, `FN` repeats the company's name.
        fields.name = structured_name;
    }
    fields
}

/// The rank of an entry among those of its kind, of which the person prefers the lowest. Version 4.0 has `PREF` from 1
/// to 100 (RFC 6350, 5.3); version 3.0 has `TYPE=pref`, and 2.1 the word `PREF` alone. Entries without any of these
/// come last.
fn preference_rank(entry: &VCardEntry) -> u32 {
    const PREFERRED: u32 = 1;
    let ranks = entry.params.iter().filter_map(|param| match (&param.name, &param.value) {
        (VCardParameterName::Pref, VCardParameterValue::Integer(rank)) => Some(*rank),
        (VCardParameterName::Pref, _) => Some(PREFERRED),
        (VCardParameterName::Type, VCardParameterValue::Text(text)) if text.eq_ignore_ascii_case("pref") => {
            Some(PREFERRED)
        }
        _ => None,
    });
    ranks.min().unwrap_or(u32::MAX)
}

/// `Fax` or `Pager` if the number belongs to one: nobody answers a call to it.
fn fax_or_pager(entry: &VCardEntry) -> Option<&'static str> {
    entry.params.iter().find_map(|param| match &param.value {
        VCardParameterValue::Type(VCardType::Fax) => Some("Fax"),
        VCardParameterValue::Type(VCardType::Pager) => Some("Pager"),
        _ => None,
    })
}

/// Adds an address: the first becomes the customer's own address, each further one a job address.
fn add_address(fields: &mut ContactFields, entry: &VCardEntry) {
    // Post box, extension, street, town, county, postcode, country (RFC 6350, 6.3.1).
    let [po_box, extended, street, city, county, post_code, country] =
        [0, 1, 2, 3, 4, 5, 6].map(|at| entry_component(entry, at));
    let lines: Vec<String> = [po_box, extended, street].into_iter().filter(|line| !line.is_empty()).collect();
    let (line1, line2) = match lines.as_slice() {
        [] => (String::new(), String::new()),
        [only] => (only.clone(), String::new()),
        [first, rest @ ..] => (first.clone(), rest.join(", ")),
    };
    let site =
        Site { name: String::new(), address_line1: line1, address_line2: line2, city, county, post_code };
    if !site.has_address() {
        return;
    }
    let first = Site {
        name: String::new(),
        address_line1: fields.address_line1.clone(),
        address_line2: fields.address_line2.clone(),
        city: fields.city.clone(),
        county: fields.county.clone(),
        post_code: fields.post_code.clone(),
    };
    if !first.has_address() {
        fields.set_address(site);
        fields.country = normalise_country(&country);
    } else if first != site && !fields.sites.contains(&site) && fields.sites.len() < SITES_MAX {
        fields.sites.push(site);
    }
}

fn fill_if_empty(field: &mut String, text: String) {
    if field.is_empty() {
        *field = text;
    }
}

/// The values of an entry, joined with commas.
fn entry_text(entry: &VCardEntry) -> String {
    let texts = entry.values.iter().filter_map(VCardValue::as_text);
    texts.collect::<Vec<_>>().join(", ")
}

/// A component of a structured entry, on one line.
fn entry_component(entry: &VCardEntry, at: usize) -> String {
    match entry.values.get(at) {
        Some(VCardValue::Component(parts)) => to_one_line(&parts.join(", ")),
        Some(value) => to_one_line(value.as_text().unwrap_or_default()),
        None => String::new(),
    }
}

// A file is split into its cards, one after the other, each reduced to the lines that are read.
//
// The parser allocates a value for everything between two semicolons, even a single character, which would turn a file
// of 10 MB into half a gigabyte. So the file is split into cards before it is parsed, pictures and sounds are left out,
// and what remains of a card is limited (`CARD_MAX`).

/// The properties of a card that are read, and those that enclose and describe it.
const READ_PROPERTIES: [&str; 10] =
    ["BEGIN", "END", "VERSION", "FN", "N", "ORG", "TEL", "EMAIL", "ADR", "NOTE"];

/// The most bytes that are read from one card.
const CARD_MAX: usize = 64 * 1024;

/// A card has more than [`CARD_MAX`] bytes in the lines that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CardTooLong;

/// An iterator over the texts of a file's cards; the last card may be incomplete.
pub(super) struct CardTexts<'a> {
    lines: SplitInclusive<'a, [char; 2]>,
}

impl<'a> CardTexts<'a> {
    /// Splits the text of a file into its cards.
    pub(super) fn new(text: &'a str) -> Self {
        Self { lines: text.split_inclusive(['\n', '\r']) }
    }
}

impl Iterator for CardTexts<'_> {
    type Item = Result<String, CardTooLong>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut card = String::new();
        let (mut is_read, mut is_quoted_printable, mut continues) = (false, false, false);
        for line in self.lines.by_ref() {
            let is_new_property = !(continues || line.starts_with([' ', '\t']) || line.trim().is_empty());
            if is_new_property {
                let (name, parameters) = split_property_name(line);
                is_read = READ_PROPERTIES.iter().any(|read| read.eq_ignore_ascii_case(name));
                is_quoted_printable = parameters.to_ascii_uppercase().contains("QUOTED-PRINTABLE");
            }
            // Old phones end an incomplete line with = and continue the text on the next line without a leading space.
            continues =
                is_quoted_printable && line.trim_end().ends_with('=') || continues && line.trim().is_empty();
            if !is_read {
                continue;
            }
            if card.len() + line.len() > CARD_MAX {
                return Some(Err(CardTooLong));
            }
            card.push_str(line);
            if is_new_property && line.trim_end().eq_ignore_ascii_case("END:VCARD") {
                return Some(Ok(card));
            }
        }
        (!card.trim().is_empty()).then_some(Ok(card))
    }
}

/// The property name of a line, without its group, and its parameters: `TEL` and `TYPE=cell` for
/// `item1.TEL;TYPE=cell:0113 496 0000`.
fn split_property_name(line: &str) -> (&str, &str) {
    let end = line.find([';', ':']).unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    let name = name.rsplit_once('.').map_or(name, |(_, name)| name);
    let parameters = rest.split_once(':').map_or("", |(parameters, _)| parameters);
    (name.trim(), parameters)
}

#[cfg(test)]
mod tests;
