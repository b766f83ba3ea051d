//! Merging two records of one customer: empty fields are filled, and nothing is overwritten.

use super::fields::{ContactFields, CustomerType, NOTES_MAX, VatRegistered};
use super::sites::SITES_MAX;
use crate::summaries::customer;

/// A field that is a text: what people call it, and where it is.
type TextField = (
    &'static str,
    fn(&ContactFields) -> &String,
    fn(&mut ContactFields) -> &mut String,
);

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

/// The parts of an address, which are one thing: half of one and half of another lead nowhere.
const ADDRESS: &[TextField] = texts! {
    "address" address_line1,
    "address" address_line2,
    "address" city,
    "address" county,
    "address" post_code,
    "address" address,
};

/// What became of joining one record to another.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Joined {
    /// What was empty and is filled, in people's words.
    pub filled: Vec<&'static str>,
    /// What says something else, and stayed as it was: what it is, and what the other says.
    pub differs: Vec<(&'static str, String)>,
}

/// Fills what is empty in `into` with what `from` says.
pub fn join(into: &mut ContactFields, from: &ContactFields) -> Joined {
    let mut joined = Joined::default();
    for (label, read, write) in TEXTS {
        let other = read(from);
        if other.trim().is_empty() || same(read(into), other) {
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
    if into.customer_type == CustomerType::Unknown && from.customer_type != CustomerType::Unknown {
        into.customer_type = from.customer_type;
        joined.filled.push("business or private");
    }
    if into.vat_registered == VatRegistered::Unknown
        && from.vat_registered != VatRegistered::Unknown
    {
        into.vat_registered = from.vat_registered;
        joined.filled.push("whether they are registered for VAT");
    }
    let (own, other) = (into.end_user_notice.trim(), from.end_user_notice.trim());
    if own.is_empty() && !other.is_empty() {
        from.end_user_notice.clone_into(&mut into.end_user_notice);
        into.end_user_notice_date = from.end_user_notice_date;
        joined.filled.push("end-user notice");
    } else if !other.is_empty() && !same(own, other) {
        joined.differs.push(("end-user notice", other.to_owned()));
    }
    if from.cis_contractor && !into.cis_contractor {
        into.cis_contractor = true;
        joined.filled.push("CIS");
    }
    if from.wants_einvoices && !into.wants_einvoices {
        into.wants_einvoices = true;
        joined.filled.push("e-invoices");
    }
    if note(into, from.notes.trim()) {
        joined.filled.push("notes");
    }
    let before = into.sites.len();
    for site in &from.sites {
        if !into.sites.contains(site) && into.sites.len() < SITES_MAX {
            into.sites.push(site.clone());
        }
    }
    if into.sites.len() > before {
        joined.filled.push("job addresses");
    }
    joined
}

fn join_address(into: &mut ContactFields, from: &ContactFields, joined: &mut Joined) {
    let is_there = |of: &ContactFields| {
        ADDRESS
            .iter()
            .any(|(_, read, _)| !read(of).trim().is_empty())
    };
    if !is_there(from)
        || ADDRESS
            .iter()
            .all(|(_, read, _)| same(read(into), read(from)))
    {
        return;
    }
    if is_there(into) {
        let parts = ADDRESS.iter().map(|(_, read, _)| read(from).trim());
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        return joined.differs.push(("address", parts.join(", ")));
    }
    for (_, read, write) in ADDRESS {
        read(from).clone_into(write(into));
    }
    from.country.clone_into(&mut into.country);
    joined.filled.push("address");
}

/// Adds a note that is not there yet, where there is room for it; whether it was added.
pub fn note(into: &mut ContactFields, note: &str) -> bool {
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

/// Whether two texts say the same: case and white space at the ends apart.
fn same(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

/// What tells customers of one name apart: email address, telephone number and postcode, as they are compared. Two may
/// be one of the same email address; and where one of them has none, if neither of the others is said
/// of both and differs.
pub(super) fn marks(of: &ContactFields) -> [String; 3] {
    let postcode = of.post_code.replace(' ', "").to_lowercase();
    [email(of), digits(&of.phone), postcode]
}

/// An email address, as it is compared.
pub(super) fn email(of: &ContactFields) -> String {
    of.email.trim().to_lowercase()
}

/// A telephone number's own digits, whichever way its country is written.
fn digits(phone: &str) -> String {
    let all: String = phone.chars().filter(char::is_ascii_digit).collect();
    let own = all.trim_start_matches("00");
    let own = own.strip_prefix("44").unwrap_or(own);
    own.trim_start_matches('0').to_owned()
}

/// What one customer goes by, to find others of the name: person and company, folded.
pub(super) fn goes_by(fields: &ContactFields) -> String {
    use plumbline_platform::db::words::key;
    let shown = customer::name(&fields.name, &fields.company);
    let company = if fields.name.trim().is_empty() {
        ""
    } else {
        &fields.company
    };
    format!("{}\n{}", key(shown.trim()), key(company.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(name: &str) -> ContactFields {
        ContactFields {
            name: name.to_owned(),
            ..ContactFields::default()
        }
    }

    #[test]
    fn what_is_empty_is_filled_and_nothing_is_overwritten() {
        let mut kept = ContactFields {
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
        let joined = join(&mut kept, &other);
        assert_eq!(joined.filled, ["email", "address", "CIS", "notes"]);
        assert_eq!(joined.differs, [("phone", "07700 900123".to_owned())]);
        assert_eq!(
            (kept.name.as_str(), kept.city.as_str()),
            ("Jo Bloggs", "Leeds")
        );
        assert_eq!(kept.notes, "Side gate.\nPays late.");
        // Done again it does nothing more.
        assert!(join(&mut kept, &other).filled.is_empty());
    }
}
