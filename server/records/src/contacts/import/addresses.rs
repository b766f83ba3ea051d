//! The addresses of a contact: some programs have several, such as `Home Street` and `Business Street`. Parts of
//! different addresses must not be mixed, so each is read separately.

use plumbline_core::credentials::is_email;

use super::normalise_country;
use crate::contacts::fields::{ContactFields, SITES_MAX, Site};
use crate::contacts::join::add_note;
use plumbline_platform::table_import::{fill_if_empty, to_one_line};

/// The kinds of addresses, in the order in which they are taken for the customer's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AddressKind {
    /// The only address: `Street`.
    Own,
    /// The billing address.
    Billing,
    /// The first of several: Google's `Address 1 - Street`.
    First,
    /// The home address.
    Home,
    /// The work address.
    Business,
    /// The second of several addresses.
    Second,
    /// The third of several addresses.
    Third,
    /// Another address.
    Other,
    /// The delivery address, or the place of the work.
    Delivery,
}

/// A part of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AddressPart {
    Line1,
    Line2,
    /// Joined to the second line: there is no field for more.
    Line3,
    /// Likewise.
    Line4,
    City,
    County,
    Postcode,
    Country,
    /// The whole address in one line.
    Whole,
    /// The whole address, or its first line if the other parts have their own columns.
    Either,
}

/// The text before the part in a heading, as lower-case letters and digits; the longest one that fits is used.
const ADDRESS_KINDS: &[(AddressKind, &[&str])] = &[
    (AddressKind::First, &["address1"]),
    (AddressKind::Second, &["address2"]),
    (AddressKind::Third, &["address3"]),
    (AddressKind::Home, &["homeaddress", "home"]),
    (AddressKind::Business, &["businessaddress", "business", "workaddress", "work"]),
    (
        AddressKind::Billing,
        &["billingaddress", "billing", "billto", "postaladdress", "postal", "poaddress", "po"],
    ),
    (AddressKind::Other, &["otheraddress", "other"]),
    (
        AddressKind::Delivery,
        &[
            "shippingaddress",
            "shipping",
            "deliveryaddress",
            "delivery",
            "saaddress",
            "sa",
            "siteaddress",
            "site",
        ],
    ),
    (AddressKind::Own, &[""]),
];

/// The names of the parts, as lower-case letters and digits.
const ADDRESS_PARTS: &[(AddressPart, &[&str])] = &[
    (AddressPart::Line1, &["addressline1", "address1", "street", "streetaddress", "street1", "line1", "1"]),
    (AddressPart::Line2, &["addressline2", "address2", "street2", "line2", "2", "extendedaddress"]),
    (AddressPart::Line3, &["addressline3", "address3", "street3", "line3", "3"]),
    (AddressPart::Line4, &["addressline4", "address4", "street4", "line4", "4"]),
    (
        AddressPart::City,
        &["city", "town", "townorcity", "cityortown", "towncity", "addresstown", "addresscity"],
    ),
    (AddressPart::County, &["county", "state", "region", "province", "stateregion", "addresscounty"]),
    (
        AddressPart::Postcode,
        &["postcode", "postalcode", "zip", "zipcode", "zippostalcode", "addresspostcode"],
    ),
    (AddressPart::Country, &["country", "countryregion", "addresscountry"]),
    (AddressPart::Either, &["address"]),
    (
        AddressPart::Whole,
        &["fulladdress", "wholeaddress", "wholeaddressinoneline", "formattedaddress", "formatted"],
    ),
];

/// The address and the part of it that a heading names; `None` if it names no address.
pub(super) fn parse_heading(bare: &str) -> Option<(AddressKind, AddressPart)> {
    let part_of = |rest: &str| {
        let known = ADDRESS_PARTS.iter().find(|(_, words)| words.contains(&rest));
        known.map(|(part, _)| *part)
    };
    // First without a text before the part: `Address 1` is a line, and not the first address.
    if let Some(part) = part_of(bare) {
        // A column called `1` is not part of an address.
        return bare.contains(char::is_alphabetic).then_some((AddressKind::Own, part));
    }
    let all = ADDRESS_KINDS.iter().flat_map(|(which, words)| words.iter().map(move |word| (*which, *word)));
    let fits = all.filter_map(|(which, word)| {
        let rest = bare.strip_prefix(word)?;
        let part = if rest.is_empty() && word.ends_with("address") {
            Some(AddressPart::Either)
        } else {
            part_of(rest)
        };
        Some((word.len(), which, part?))
    });
    let longest = fits.max_by_key(|(length, ..)| *length);
    longest.map(|(_, which, part)| (which, part))
}

/// An address as it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct ImportedAddress {
    site: Site,
    /// The lines after the second.
    more_lines: [String; 2],
    country: String,
    whole: String,
    either: String,
}

impl ImportedAddress {
    /// Joins all lines after the first.
    fn join_lines(&mut self) {
        let more = std::mem::take(&mut self.more_lines);
        let lines = [std::mem::take(&mut self.site.address_line2)].into_iter().chain(more);
        let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        self.site.address_line2 = lines.join(", ");
    }

    /// Decides whether a column that may contain the whole address or its first line contains the one or the other: the
    /// first line if other parts are present, such as Thunderbird's `Home City` beside `Home Address`.
    fn resolve_either(&mut self) {
        let either = std::mem::take(&mut self.either);
        if self.site.address_line1.is_empty() && self.site.has_address() {
            self.site.address_line1 = either;
        } else {
            fill_if_empty(&mut self.whole, either);
        }
    }
}

/// All addresses of one contact.
#[derive(Debug, Default)]
pub(super) struct ContactAddresses(Vec<(AddressKind, ImportedAddress)>);

impl ContactAddresses {
    /// Adds a cell of an address.
    pub(super) fn add(&mut self, which: AddressKind, part: AddressPart, cell: String) {
        if cell.is_empty() {
            return;
        }
        let at = self.0.iter().position(|(is, _)| *is == which);
        let at = at.unwrap_or_else(|| {
            self.0.push((which, ImportedAddress::default()));
            self.0.len() - 1
        });
        let ImportedAddress { site, more_lines: [line3, line4], country, whole, either } = &mut self.0[at].1;
        let field = match part {
            AddressPart::Line1 => &mut site.address_line1,
            AddressPart::Line2 => &mut site.address_line2,
            AddressPart::Line3 => line3,
            AddressPart::Line4 => line4,
            AddressPart::City => &mut site.city,
            AddressPart::County => &mut site.county,
            AddressPart::Postcode => &mut site.post_code,
            AddressPart::Country => country,
            AddressPart::Whole => whole,
            AddressPart::Either => either,
        };
        fill_if_empty(field, cell);
    }

    /// Fills in the customer's own address, and each other address as a job address. For a company the work address
    /// comes first, for a person the home address.
    pub(super) fn fill(mut self, fields: &mut ContactFields) {
        let is_business = !fields.company.is_empty();
        self.0.iter_mut().for_each(|(_, it)| {
            it.join_lines();
            it.resolve_either();
        });
        self.0.retain(|(_, it)| it.site.has_address() || !it.whole.is_empty());
        self.0.sort_by_key(|(which, _)| {
            let is_at_work = *which == AddressKind::Business && is_business;
            (*which != AddressKind::Own && *which != AddressKind::Billing && !is_at_work, *which)
        });
        let mut all = self.0.into_iter();
        let Some((first, own)) = all.next() else {
            fields.country = normalise_country("");
            return;
        };
        fields.set_address(own.site.clone());
        fields.country = normalise_country(&own.country);
        // Google's whole address only repeats its parts; our own export contains both, as they were typed.
        if first == AddressKind::Own || !own.site.has_address() || adds_information(&own) {
            fields.address.clone_from(&own.whole);
        }
        for (which, it) in all {
            let site = match it.site.has_address() {
                true => it.site,
                false => Site { address_line1: it.whole, ..Site::default() },
            };
            let is_known = site == own.site || fields.sites.iter().any(|one| is_same_site(one, &site));
            if !is_known && fields.sites.len() < SITES_MAX {
                let name = address_name(which).to_owned();
                fields.sites.push(Site { name, ..site });
            }
        }
    }
}

/// Whether a whole address contains anything that its parts don't.
fn adds_information(address: &ImportedAddress) -> bool {
    let bare = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    let whole = bare(&address.whole);
    let site = &address.site;
    let parts = [&site.address_line1, &site.address_line2, &site.city, &site.county, &site.post_code];
    !parts.iter().all(|part| whole.contains(&bare(part)))
}

fn is_same_site(one: &Site, other: &Site) -> bool {
    let without = |it: &Site| Site { name: String::new(), ..it.clone() };
    without(one) == without(other)
}

/// The name of an additional address.
const fn address_name(which: AddressKind) -> &'static str {
    match which {
        AddressKind::Home => "Home",
        AddressKind::Business => "Work",
        AddressKind::Billing => "Billing",
        AddressKind::Delivery => "Site",
        AddressKind::Own
        | AddressKind::First
        | AddressKind::Second
        | AddressKind::Third
        | AddressKind::Other => "",
    }
}

/// The most further phone numbers, and the most further email addresses, that are added to a contact's notes.
pub(super) const FURTHER_MAX: usize = 20;

/// The parts of a cell: Google separates several values by three colons.
pub(super) fn split_cell(cell: &str) -> impl Iterator<Item = &str> {
    let parts = cell.split(":::").map(str::trim);
    parts.filter(|part| !part.is_empty())
}

/// A phone number; the extension in `tel:+44-113-496-0000;ext=12` (RFC 3966) is written as people write it.
pub(super) fn parse_phone(text: &str) -> String {
    let line = to_one_line(text);
    let number = ["tel:", "TEL:", "Tel:"].iter().find_map(|scheme| line.strip_prefix(scheme));
    let Some(link) = number else {
        return line;
    };
    let mut parts = link.split(';');
    let number = parts.next().unwrap_or_default().trim().to_owned();
    let extension = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        name.trim().eq_ignore_ascii_case("ext").then_some(value.trim())
    });
    match extension {
        Some(extension) if !extension.is_empty() => format!("{number} ext. {extension}"),
        _ => number,
    }
}

/// The email addresses in a cell. A text that isn't an address is returned unchanged and reported later.
pub(super) fn parse_emails(cell: &str) -> Vec<String> {
    let line = to_one_line(cell);
    let mut all = Vec::new();
    for part in split_cell(&line) {
        let several = part.split([';', ',']).map(str::trim);
        let several: Vec<&str> = several.filter(|it| !it.is_empty()).collect();
        if several.len() > 1 && several.iter().all(|it| is_email(bare_email_address(it))) {
            all.extend(several.into_iter().map(|it| bare_email_address(it).to_owned()));
        } else {
            all.push(bare_email_address(part).to_owned());
        }
    }
    all
}

/// The address in `mailto:jo@example.com` and `Jo Bloggs <jo@example.com>`.
fn bare_email_address(text: &str) -> &str {
    let text = text.trim();
    let text = text.strip_prefix("mailto:").unwrap_or(text);
    let inner = text.rsplit_once('<').and_then(|(_, rest)| rest.strip_suffix('>'));
    inner.filter(|inner| is_email(inner)).unwrap_or(text)
}

/// Sets the first phone number and the first email address; further ones are added to the notes, so that they aren't
/// lost.
pub(super) fn fill(fields: &mut ContactFields, phones: Vec<String>, emails: Vec<String>) {
    // The first valid one; an invalid text is reported only if there is no valid address.
    let first = emails.iter().position(|it| is_email(it)).unwrap_or(0);
    for (at, (label, all)) in [("Phone", phones), ("Email", emails)].into_iter().enumerate() {
        let is_email = at == 1;
        let chosen = all.get(if is_email { first } else { 0 }).cloned().unwrap_or_default();
        let others = all.into_iter().filter(|it| !it.is_empty() && *it != chosen);
        let mut noted: Vec<String> = Vec::new();
        for other in others.take(FURTHER_MAX) {
            if !noted.contains(&other) {
                add_note(fields, &format!("{label}: {other}"));
                noted.push(other);
            }
        }
        if is_email {
            fields.email = chosen;
        } else {
            fields.phone = chosen;
        }
    }
}

#[cfg(test)]
mod tests;
