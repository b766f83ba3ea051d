//! Merging two records of one customer: empty fields are filled, and nothing is overwritten.

use plumbline_core::document::parties::format_country;

use super::fields::{ContactFields, CustomerType, NOTES_MAX, SITES_MAX, VatRegistered};
use crate::summaries::customer;

/// A text field: its name for people, and the function that returns it.
type TextField = (&'static str, fn(&ContactFields) -> &String, fn(&mut ContactFields) -> &mut String);

macro_rules! texts {
    ($($label:literal $field:ident,)+) => {
        &[$(($label, |it| &it.$field, |it| &mut it.$field),)+]
    };
}

const TEXTS: &[TextField] = texts! {
    "name" name,
    "company" company,
    "email" email,
    "phone" phone,
    "VAT number" vat_number,
    "Peppol address" peppol_id,
    "reference" buyer_reference,
};

/// The parts of an address, which belong together: half of one address and half of another make no address.
const ADDRESS: &[TextField] = texts! {
    "address" address_line1,
    "address" address_line2,
    "address" city,
    "address" county,
    "address" post_code,
    "address" address,
};

/// The result of merging one record into another.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct JoinOutcome {
    /// The names, for people, of the empty fields that were filled.
    pub filled: Vec<&'static str>,
    /// The fields that differ and were left unchanged: the field's name, and the other record's value.
    pub differs: Vec<(&'static str, String)>,
}

/// Fills the empty fields of `into` with those of `from`.
pub fn join(into: &mut ContactFields, from: &ContactFields) -> JoinOutcome {
    // Every field is named, so that a new one doesn't compile until somebody decides how it is merged.
    let ContactFields {
        name: _, // in TEXTS
        company: _,
        email: _,
        phone: _,
        vat_number: _,
        peppol_id: _,
        buyer_reference: _,
        address_line1: _, // in ADDRESS
        address_line2: _,
        city: _,
        county: _,
        post_code: _,
        address: _,
        country: _, // with the address
        vat_registered,
        end_user_notice: _, // with its date
        end_user_notice_date: _,
        customer_type,
        cis_contractor,
        wants_einvoices,
        notes,
        sites,
    } = from;
    let mut joined = JoinOutcome::default();
    for (label, read, write) in TEXTS {
        let other = read(from);
        if other.trim().is_empty() || is_same_text(read(into), other) {
            continue;
        }
        if read(into).trim().is_empty() {
            other.clone_into(write(into));
            joined.filled.push(label);
        } else {
            joined.differs.push((label, other.clone()));
        }
    }
    join_address(into, from, &mut joined);
    match (into.customer_type, *customer_type) {
        (_, CustomerType::Unknown) => {}
        (CustomerType::Unknown, other) => {
            into.customer_type = other;
            joined.filled.push("business or private");
        }
        (own, other) if own == other => {}
        (_, CustomerType::Business) => joined.differs.push(("buys for", "a business".to_owned())),
        (_, CustomerType::Consumer) => joined.differs.push(("buys for", "themselves".to_owned())),
    }
    match (into.vat_registered, *vat_registered) {
        (_, VatRegistered::Unknown) => {}
        (VatRegistered::Unknown, other) => {
            into.vat_registered = other;
            joined.filled.push("whether they are registered for VAT");
        }
        (own, other) if own == other => {}
        (_, other) => joined.differs.push(("registered for VAT:", other.code().to_owned())),
    }
    join_notice(into, from, &mut joined);
    if *cis_contractor && !into.cis_contractor {
        into.cis_contractor = true;
        joined.filled.push("CIS");
    }
    if *wants_einvoices && !into.wants_einvoices {
        into.wants_einvoices = true;
        joined.filled.push("e-invoices");
    }
    if add_note(into, notes.trim()) {
        joined.filled.push("notes");
    }
    let before = into.sites.len();
    for site in sites {
        if !into.sites.contains(site) && into.sites.len() < SITES_MAX {
            into.sites.push(site.clone());
        }
    }
    if into.sites.len() > before {
        joined.filled.push("job addresses");
    }
    joined
}

/// Merges an end user's notice, together with its date.
fn join_notice(into: &mut ContactFields, from: &ContactFields, joined: &mut JoinOutcome) {
    let (own, other) = (into.end_user_notice.trim(), from.end_user_notice.trim());
    let other_day = from.end_user_notice_date;
    if other.is_empty() {
        return;
    }
    if own.is_empty() {
        from.end_user_notice.clone_into(&mut into.end_user_notice);
        into.end_user_notice_date = other_day;
        joined.filled.push("end-user notice");
    } else if !is_same_text(own, other) {
        let day = other_day.map(|day| format!(" ({day})")).unwrap_or_default();
        joined.differs.push(("end-user notice", format!("{other}{day}")));
    } else if into.end_user_notice_date.is_none() && other_day.is_some() {
        into.end_user_notice_date = other_day;
        joined.filled.push("date of end-user notice");
    } else if let Some(day) = other_day.filter(|day| into.end_user_notice_date != Some(*day)) {
        joined.differs.push(("date of end-user notice", day.to_string()));
    }
}

fn join_address(into: &mut ContactFields, from: &ContactFields, joined: &mut JoinOutcome) {
    let is_there = |of: &ContactFields| ADDRESS.iter().any(|(_, read, _)| !read(of).trim().is_empty());
    if !is_there(from) {
        return;
    }
    // For the United Kingdom, an address doesn't state the country.
    let country = |of: &ContactFields| match format_country(&of.country) {
        "United Kingdom" => String::new(),
        abroad => abroad.to_owned(),
    };
    let (own, other) = (country(into), country(from));
    let is_same = ADDRESS.iter().all(|(_, read, _)| is_same_text(read(into), read(from)));
    if is_same && is_same_text(&own, &other) {
        return;
    }
    if is_there(into) {
        let parts = ADDRESS.iter().map(|(_, read, _)| read(from).trim());
        let parts = parts.chain([other.as_str()]);
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        return joined.differs.push(("address", parts.join(", ")));
    }
    for (_, read, write) in ADDRESS {
        read(from).clone_into(write(into));
    }
    from.country.clone_into(&mut into.country);
    joined.filled.push("address");
}

/// Adds a note if it isn't there yet and fits; returns whether it was added.
pub fn add_note(into: &mut ContactFields, note: &str) -> bool {
    let longer = || into.notes.chars().count() + note.chars().count() + 1;
    // Checked first: a file may have a million notes, and all but a few of them need only be counted.
    if note.is_empty() || longer() > NOTES_MAX || into.notes.contains(note) {
        return false;
    }
    if !into.notes.is_empty() {
        into.notes.push('\n');
    }
    into.notes.push_str(note);
    true
}

/// Whether two texts are the same apart from capitals and surrounding white space.
fn is_same_text(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

/// The marks that distinguish customers with the same name: email address, telephone number and postcode, in the form
/// in which they are compared. Two customers may be the same if they have the same email address or, if one has no
/// email address, if neither of the other marks is known for both and differs.
pub(super) fn match_keys(of: &ContactFields) -> [String; 3] {
    let postcode = of.post_code.replace(' ', "").to_lowercase();
    [email_key(of), phone_key(&of.phone), postcode]
}

/// An email address in the form in which it is compared.
pub(super) fn email_key(of: &ContactFields) -> String {
    of.email.trim().to_lowercase()
}

/// The digits of a telephone number without its country code, however that is written.
fn phone_key(phone: &str) -> String {
    let all: String = phone.chars().filter(char::is_ascii_digit).collect();
    let own = all.trim_start_matches("00");
    let own = own.strip_prefix("44").unwrap_or(own);
    own.trim_start_matches('0').to_owned()
}

/// The key for finding customers with the same name: person and company, folded.
pub(super) fn name_key(fields: &ContactFields) -> String {
    use plumbline_platform::db::words::sort_key;
    let displayed = customer::display_name(&fields.name, &fields.company);
    let company = if fields.name.trim().is_empty() { "" } else { &fields.company };
    format!("{}\n{}", sort_key(displayed.trim()), sort_key(company.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(name: &str) -> ContactFields {
        ContactFields { name: name.to_owned(), ..ContactFields::default() }
    }

    #[test]
    fn an_empty_record_takes_every_field_over() {
        let all = ContactFields::every_field();
        let mut empty = ContactFields::default();
        join(&mut empty, &all);
        assert_eq!(empty, all);
        // Joined to itself nothing changes.
        assert_eq!(join(&mut empty, &all), JoinOutcome::default());
        assert_eq!(empty, all);
    }

    #[test]
    fn reports_every_field_that_differs() {
        let all = ContactFields::every_field();
        let mut own = ContactFields {
            name: "Own name".to_owned(),
            company: "Own company".to_owned(),
            address_line1: "Own street".to_owned(),
            phone: "01".to_owned(),
            email: "own@example.com".to_owned(),
            vat_number: "GB2".to_owned(),
            vat_registered: VatRegistered::Yes,
            end_user_notice: "Own notice".to_owned(),
            end_user_notice_date: None,
            customer_type: CustomerType::Consumer,
            peppol_id: "0088:2".to_owned(),
            buyer_reference: "Own reference".to_owned(),
            ..ContactFields::default()
        };
        let before = own.clone();
        let joined = join(&mut own, &all);
        assert_eq!(
            joined.differs,
            [
                ("name", all.name.as_str()),
                ("company", all.company.as_str()),
                ("email", all.email.as_str()),
                ("phone", all.phone.as_str()),
                ("VAT number", all.vat_number.as_str()),
                ("Peppol address", all.peppol_id.as_str()),
                ("reference", all.buyer_reference.as_str()),
                ("address", "7 Tap Lane, Upper end, Hull, Yorkshire, HU1 1AA, All in one line, Ireland"),
                ("buys for", "a business"),
                ("registered for VAT:", "no"),
                ("end-user notice", "We are an end user (2026-11-02)"),
            ]
            .map(|(what, says)| (what, says.to_owned()))
        );
        assert_eq!(joined.filled, ["CIS", "e-invoices", "notes", "job addresses"]);
        // Nothing that was there is overwritten.
        let contact_fields = ContactFields {
            cis_contractor: true,
            wants_einvoices: true,
            notes: all.notes.clone(),
            sites: all.sites.clone(),
            ..before
        };
        assert_eq!(own, contact_fields);
    }

    #[test]
    fn fills_empty_fields_and_overwrites_nothing() {
        let mut contact_fields = ContactFields {
            phone: "0113 496 0000".to_owned(),
            notes: "Side gate.".to_owned(),
            ..contact("Jo Bloggs")
        };
        let other = ContactFields {
            phone: "07700 900123".to_owned(),
            email: "jo@example.com".to_owned(),
            city: "Leeds".to_owned(),
            notes: "Pays late.".to_owned(),
            cis_contractor: true,
            ..contact("jo bloggs ")
        };
        let joined = join(&mut contact_fields, &other);
        assert_eq!(joined.filled, ["email", "address", "CIS", "notes"]);
        assert_eq!(joined.differs, [("phone", "07700 900123".to_owned())]);
        assert_eq!((contact_fields.name.as_str(), contact_fields.city.as_str()), ("Jo Bloggs", "Leeds"));
        assert_eq!(contact_fields.notes, "Side gate.\nPays late.");
        // Done again it does nothing more.
        assert!(join(&mut contact_fields, &other).filled.is_empty());
    }
}
