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

/// Why nothing is imported from a card that breaks off.
const NO_END: &str = "This card has no end.";

/// Whether the last line of a card is its end.
fn has_end(card: &str) -> bool {
    let last = card.trim_end().lines().next_back();
    last.is_some_and(|line| line.trim().eq_ignore_ascii_case("END:VCARD"))
}

/// Whether a text is a file of vCards.
pub(super) fn is_vcard_file(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    start.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("BEGIN:VCARD"))
}

/// Reads the cards.
pub(super) fn read(text: &str, mut allowance: ReadBudget) -> Result<ContactFile, ContactFileError> {
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
            // The card may be incomplete, so nothing of it is used.
            card += 1;
            read.rows.push(ContactFileRow::refused(card, NO_END.to_owned()));
            continue;
        }
        let mut parser = Parser::new(&text);
        loop {
            let found = match parser.entry() {
                Entry::Eof => break,
                Entry::VCard(found) => ContactFileRow::new(card + 1, to_contact_fields(&found)),
                Entry::UnterminatedComponent(_) => ContactFileRow::refused(card + 1, NO_END.to_owned()),
                _ => continue,
            };
            card += 1;
            allowance.spend(size_of::<ContactFileRow>() + text.len())?;
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
    let mut given = String::new();
    let (mut phones, mut emails, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    let mut others: Vec<String> = Vec::new();
    // The number, email and address that the person prefers come first, whatever their order in the card.
    let mut entries: Vec<&VCardEntry> = card.entries.iter().collect();
    entries.sort_by_key(|entry| preference(entry));
    for entry in entries {
        let text = || to_one_line(&entry_text(entry));
        match &entry.name {
            VCardProperty::Fn => fill_if_empty(&mut fields.name, text()),
            VCardProperty::N => {
                let [last, first] = [entry_component(entry, 0), entry_component(entry, 1)];
                given = format!("{first} {last}").trim().to_owned();
            }
            VCardProperty::Org => fill_if_empty(&mut fields.company, entry_component(entry, 0)),
            VCardProperty::Tel => {
                let number = addresses::parse_phone(&text());
                match other_device(entry) {
                    Some(device) if others.len() < addresses::FURTHER_MAX => {
                        others.push(format!("{device}: {number}"));
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
    for text in others.into_iter().chain(notes) {
        add_note(&mut fields, text.trim());
    }
    if fields.name.is_empty() || fields.name == fields.company {
        // The card of a company repeats its name as the person's.
        fields.name = given;
    }
    fields
}

/// How much an entry is preferred, the lowest first: version 4.0 has `PREF` from 1 to 100 (RFC 6350, 5.3), earlier ones
/// the type `pref` or, in 2.1, the word alone. Entries that say nothing come last.
fn preference(entry: &VCardEntry) -> u32 {
    const PREFERRED: u32 = 1;
    let each = entry.params.iter().filter_map(|param| match (&param.name, &param.value) {
        (VCardParameterName::Pref, VCardParameterValue::Integer(rank)) => Some(*rank),
        (VCardParameterName::Pref, _) => Some(PREFERRED),
        (VCardParameterName::Type, VCardParameterValue::Text(text)) if text.eq_ignore_ascii_case("pref") => {
            Some(PREFERRED)
        }
        _ => None,
    });
    each.min().unwrap_or(u32::MAX)
}

/// The device that a number belongs to, if nobody can be called by it.
fn other_device(entry: &VCardEntry) -> Option<&'static str> {
    entry.params.iter().find_map(|param| match &param.value {
        VCardParameterValue::Type(VCardType::Fax) => Some("Fax"),
        VCardParameterValue::Type(VCardType::Pager) => Some("Pager"),
        _ => None,
    })
}

/// Adds an address: the first is the customer's own, each other one a job address.
fn add_address(fields: &mut ContactFields, entry: &VCardEntry) {
    // Post box, extension, street, town, county, postcode, country (RFC 6350, 6.3.1).
    let [po_box, extended, street, city, county, post_code, land] =
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
        fields.country = normalise_country(&land);
    } else if first != site && !fields.sites.contains(&site) && fields.sites.len() < SITES_MAX {
        fields.sites.push(site);
    }
}

fn fill_if_empty(field: &mut String, text: String) {
    if field.is_empty() {
        *field = text;
    }
}

/// The whole text of an entry.
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

// The cards of a file, one after the other, each with only the lines that are read.
//
// Parsers of cards make a value of each character between two semicolons, which would turn a file of 10 MB into
// half a gigabyte. So the file is cut into cards before it is parsed, pictures and sounds are left out, and what
// remains of a card is short.

/// The properties of a card that are read, and those that enclose and describe it.
const READ_PROPERTIES: [&str; 10] =
    ["BEGIN", "END", "VERSION", "FN", "N", "ORG", "TEL", "EMAIL", "ADR", "NOTE"];

/// The most bytes that are read from one card.
const CARD_MAX: usize = 64 * 1024;

/// The card has more text to read than a card can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CardTooLong;

/// An iterator over the texts of a file's cards; the last card may be incomplete.
pub(super) struct CardTexts<'a> {
    lines: SplitInclusive<'a, [char; 2]>,
}

impl<'a> CardTexts<'a> {
    /// The cards of this file.
    pub(super) fn new(text: &'a str) -> Self {
        Self { lines: text.split_inclusive(['\n', '\r']) }
    }
}

impl Iterator for CardTexts<'_> {
    type Item = Result<String, CardTooLong>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut card = String::new();
        let (mut is_read, mut is_quoted, mut goes_on) = (false, false, false);
        for line in self.lines.by_ref() {
            let is_next = !(goes_on || line.starts_with([' ', '\t']) || line.trim().is_empty());
            if is_next {
                let (name, more) = split_property_name(line);
                is_read = READ_PROPERTIES.iter().any(|read| read.eq_ignore_ascii_case(name));
                is_quoted = more.to_ascii_uppercase().contains("QUOTED-PRINTABLE");
            }
            // Old phones end an incomplete line with = and continue the text on the next line without a leading space.
            goes_on = is_quoted && line.trim_end().ends_with('=') || goes_on && line.trim().is_empty();
            if !is_read {
                continue;
            }
            if card.len() + line.len() > CARD_MAX {
                return Some(Err(CardTooLong));
            }
            card.push_str(line);
            if is_next && line.trim_end().eq_ignore_ascii_case("END:VCARD") {
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
    let more = rest.split_once(':').map_or("", |(more, _)| more);
    (name.trim(), more)
}

#[cfg(test)]
mod tests;
